internal import FeedValues

/// The status of a Kubernetes pod as kubectl prints it, which none of its fields has: the phase of a pod whose container
/// crashes again and again is `Running`.
///
/// Source: `printPod` in pkg/printers/internalversion/printers.go, kubernetes 1.31.
enum PodStatus {
  /// The status; nil if the row has none.
  static func text(of pod: JSONValue) -> String? {
    let status = pod.member("status")
    guard let phase = status?.word("phase") else { return nil }
    var reason = status?.word("reason") ?? phase
    for condition in status?.member("conditions")?.elements ?? []
    where condition.word("type") == "PodScheduled"
      && condition.word("reason") == "SchedulingGated"
    {
      reason = "SchedulingGated"
    }
    let count = pod.member("spec")?.member("initContainers")?.elements.count ?? 0
    let beginning = initReason(status?.member("initContainerStatuses")?.elements ?? [], of: count)
    if let beginning { reason = beginning }
    if beginning == nil || status?.holds("Initialized") == true {
      let containers = status?.member("containerStatuses")?.elements ?? []
      // The first container that has a reason counts.
      reason = containers.lazy.compactMap(containerReason).first ?? reason
      if reason == "Completed", containers.contains(where: isRunning) {
        reason = status?.holds("Ready") == true ? "Running" : "NotReady"
      }
    }
    guard pod.member("metadata")?.word("deletionTimestamp") != nil else { return reason }
    if status?.word("reason") == "NodeLost" { return "Unknown" }
    return ["Succeeded", "Failed"].contains(phase) ? reason : "Terminating"
  }

  /// Why the pod has not begun yet; nil if all its init containers have ended.
  private static func initReason(_ containers: [JSONValue], of count: Int) -> String? {
    for (number, container) in containers.enumerated() {
      let state = container.member("state")
      if let ended = state?.member("terminated") {
        if ended.word("exitCode") == "0" { continue }
        return "Init:" + endReason(ended)
      }
      // A sidecar runs beside the others.
      if state?.member("running") != nil, container.word("started") == "true" { continue }
      let reason = state?.member("waiting")?.word("reason")
      if let reason, reason != "PodInitializing" { return "Init:\(reason)" }
      return "Init:\(number)/\(max(count, containers.count))"
    }
    return nil
  }

  /// Why a container does not run; nil if it does.
  private static func containerReason(_ container: JSONValue) -> String? {
    let state = container.member("state")
    return state?.member("waiting")?.word("reason") ?? state?.member("terminated").map(endReason)
  }

  private static func endReason(_ ended: JSONValue) -> String {
    if let reason = ended.word("reason") { return reason }
    if let signal = ended.word("signal"), signal != "0" { return "Signal:\(signal)" }
    return "ExitCode:\(ended.word("exitCode") ?? "0")"
  }

  private static func isRunning(_ container: JSONValue) -> Bool {
    container.word("ready") == "true" && container.member("state")?.member("running") != nil
  }
}

extension JSONValue {
  /// The text of a scalar member; nil if it is missing, null or empty.
  fileprivate func word(_ name: String) -> String? {
    guard let value = member(name), value.isScalar, value.kind != .null else { return nil }
    return value.string.isEmpty ? nil : value.string
  }

  /// Whether a condition of the type is true.
  fileprivate func holds(_ type: String) -> Bool {
    member("conditions")?.elements
      .contains { $0.word("type") == type && $0.word("status") == "True" } ?? false
  }
}
