import Foundation
import TableModel
import Testing

private struct Payment: Identifiable, Equatable, Sendable {
  var id: Int
  var revision = 0
  var status = ""
}

/// The samples of the guide, compiled; the test sees that none is missing.
private func sampleOfShowing(
  _ snapshot: [Payment],
  draw: (TablePresentation<Payment, Never>.Line, Int) -> Void,
  sleep: (ContinuousClock.Instant?) -> Void
) -> TableView<Payment, String> {
  func wait(until instant: ContinuousClock.Instant?) { sleep(instant) }
  var table = TableView<Payment, Never>(height: 20)
  table.rows = snapshot  // compared with what is there

  let presentation = table.presentation(at: .now)
  for (y, line) in presentation.lines.enumerated() { draw(line, y) }
  wait(until: presentation.nextChange)  // nil: nothing moves until somebody acts
  // The rules follow.
  var other = TableView<Payment, String>(
    height: 20,
    liveEdge: .top,
    isContentEqual: { $0.revision == $1.revision },
    changedFields: { old, new in old.status == new.status ? [] : ["status"] }
  )
  other.motion = .none
  return other
}

@Test func `the guide holds no sample that is not compiled`() throws {
  func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
  let samples = lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
  let catalogue = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/TableModel/TableModel.docc")
  var count = 0
  for page in try FileManager.default.contentsOfDirectory(atPath: catalogue.path) {
    let text = try String(contentsOf: catalogue.appending(path: page), encoding: .utf8)
    for block in text.components(separatedBy: "```swift\n").dropFirst() {
      let sample = lines(block.components(separatedBy: "```")[0])
      let isThere = samples.indices.contains { samples[$0...].starts(with: sample) }
      #expect(isThere, "\(page): \(sample.joined(separator: "\n"))")
      count += 1
    }
  }
  #expect(count >= 3)
}
