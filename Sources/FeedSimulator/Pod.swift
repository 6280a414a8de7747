/// A pod in the format of the Kubernetes API, with the fields that are commonly used.
struct Pod: RowContent {
  /// The status of a pod, as in the STATUS column of `kubectl get pods`.
  enum State: Hashable, Sendable {
    case creating, pullFails, running, crashed, completed
  }

  let namespace: String
  let name: String
  let uid: String
  /// The name of the deployment or job that created it.
  let owner: String
  /// The revision of the deployment; nil for the pod of a job.
  let hash: String?
  let image: String
  let node: String
  let address: String
  let created: SimulatedTime
  var state = State.creating
  var restarts = 0
  /// When its deletion was requested; it is deleted when its containers have ended.
  var deleted: SimulatedTime?
  /// When the container entered its current state.
  var since: SimulatedTime
  /// The resource version of the last change.
  var version: Int

  var key: String { "\"\(uid)\"" }

  /// No text in it needs to be escaped.
  var json: [UInt8] {
    let deletion = deleted.map { ",\"deletionTimestamp\":\"\($0.rfc3339)\"" } ?? ""
    let template = hash.map { ",\"pod-template-hash\":\"\($0)\"" } ?? ""
    let text = """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"\(name)","namespace":"\(namespace)",\
      "uid":"\(uid)","resourceVersion":"\(version)","creationTimestamp":"\(created.rfc3339)"\
      \(deletion),"labels":{"app":"\(owner)"\(template)}},\
      "spec":{"nodeName":"\(node)","containers":[{"name":"\(owner)","image":"\(image)"}]},\
      "status":{"phase":"\(phase)","podIP":\(state == .creating ? "null" : "\"\(address)\""),\
      "containerStatuses":[{"name":"\(owner)","ready":\(state == .running && deleted == nil),\
      "restartCount":\(restarts),"state":{\(containerState)}}]}}
      """
    return Array(text.utf8)
  }

  private var phase: String {
    switch state {
    case .creating, .pullFails: "Pending"
    case .running, .crashed: "Running"
    case .completed: "Succeeded"
    }
  }

  private var containerState: String {
    switch state {
    case .creating: "\"waiting\":{\"reason\":\"ContainerCreating\"}"
    case .pullFails: "\"waiting\":{\"reason\":\"ImagePullBackOff\"}"
    case .crashed: "\"waiting\":{\"reason\":\"CrashLoopBackOff\"}"
    case .running: "\"running\":{\"startedAt\":\"\(since.rfc3339)\"}"
    case .completed:
      """
      "terminated":{"exitCode":0,"reason":"Completed","finishedAt":"\(since.rfc3339)"}
      """
    }
  }
}
