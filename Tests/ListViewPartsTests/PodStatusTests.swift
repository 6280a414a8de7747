@testable import Columns
import FeedValues
import TestSupport
import Testing
import Values

@testable import ListViewParts

private func container(_ state: String, isReady: Bool = false) -> String {
  "{\"ready\":\(isReady),\"restartCount\":3,\"state\":{\(state)}}"
}

private let running = container("\"running\":{}", isReady: true)
private let waiting = container("\"waiting\":{\"reason\":\"ContainerWaiting\"}")
private let terminated = container("\"terminated\":{\"reason\":\"ContainerTerminated\"}")
private let completed = container("\"terminated\":{\"reason\":\"Completed\",\"exitCode\":0}")
private let done = container("\"terminated\":{\"exitCode\":0}")

private func pod(
  _ containers: [String],
  initial: [String] = [],
  phase: String = "Running",
  reason: String? = nil,
  isReady: Bool? = nil,
  isDeleted: Bool = false
) -> String {
  var status = [
    "\"phase\":\"\(phase)\"", "\"containerStatuses\":[\(containers.joined(separator: ","))]",
  ]
  if !initial.isEmpty {
    status.append("\"initContainerStatuses\":[\(initial.joined(separator: ","))]")
  }
  if let reason { status.append("\"reason\":\"\(reason)\"") }
  if let isReady {
    let value = isReady ? "True" : "False"
    status.append("\"conditions\":[{\"type\":\"Ready\",\"status\":\"\(value)\"}]")
  }
  let deletion = isDeleted ? ",\"deletionTimestamp\":\"2026-11-28T10:00:00Z\"" : ""
  return "{\"metadata\":{\"name\":\"p\"\(deletion)},\"status\":{\(status.joined(separator: ","))}}"
}

// The cases and their results are those of TestPrintPod in kubernetes/pkg/printers/internalversion/printers_test.go.
@Test(arguments: [
  (pod([running, container("")]), "Running"),
  (pod([waiting, container("")]), "ContainerWaiting"),
  (pod([waiting, terminated]), "ContainerWaiting"),
  (pod([running, terminated]), "ContainerTerminated"),
  (pod([running, running], phase: "Pending", reason: "PodReason"), "PodReason"),
  (pod([container("\"terminated\":{\"signal\":9,\"exitCode\":137}")]), "Signal:9"),
  (pod([container("\"terminated\":{\"exitCode\":1}")]), "ExitCode:1"),
  (pod([completed, running], isReady: true), "Running"),
  (pod([completed, running], isReady: false), "NotReady"),
  (pod([completed], phase: "Succeeded"), "Completed"),
  (pod([container("")], initial: [container("\"running\":{}")], phase: "Pending"), "Init:0/1"),
  (
    pod(
      [container("")],
      initial: [done, container("\"waiting\":{\"reason\":\"PodInitializing\"}")]
    ), "Init:1/2"
  ),
  (pod([container("")], initial: [waiting]), "Init:ContainerWaiting"),
  (
    pod([container("")], initial: [container("\"terminated\":{\"exitCode\":2}")]), "Init:ExitCode:2"
  ),
  (pod([running], isDeleted: true), "Terminating"),
  (pod([completed], phase: "Succeeded", isDeleted: true), "Completed"),
  (pod([running], reason: "NodeLost", isDeleted: true), "Unknown"),
])
func `the status of a pod is the one that kubectl prints`(json: String, status: String) throws {
  let value = try #require(rows("[\(json)]").first?.value)
  #expect(PodStatus.text(of: value) == status)
}

@Test func `no other row has the status of a pod, whatever its members are`() throws {
  for json in [
    "{}", "{\"status\":\"ok\"}", "{\"status\":{}}", "{\"status\":[1]}",
    "{\"status\":{\"phase\":null}}",
    "{\"status\":null,\"metadata\":7}",
  ] {
    let value = try #require(rows("[\(json)]").first?.value)
    #expect(PodStatus.text(of: value) == nil, "\(json)")
  }
  // Members of other kinds than a pod has.
  let odd =
    "{\"metadata\":[],\"spec\":{\"initContainers\":{}},\"status\":{\"phase\":\"Running\",\"conditions\":7,\"containerStatuses\":[1,null,{\"state\":3}],\"initContainerStatuses\":\"x\"}}"
  #expect(PodStatus.text(of: try #require(rows("[\(odd)]").first?.value)) == "Running")
  #expect((try? Expression("podstatus(x)")) == nil && (try? Expression("podstatus()")) != nil)
}
