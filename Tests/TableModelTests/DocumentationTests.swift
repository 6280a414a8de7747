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

private struct Day: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
}

private func sampleOfLines(
  _ snapshot: [Payment],
  _ payment: Payment,
  _ click: (y: Int, instant: ContinuousClock.Instant),
  draw: (TablePresentation<Payment, Never>.Line) -> Void,
  open: (Payment) -> Void
) throws {
  var table = TableView<Payment, Never>(height: 20)
  table.rows = snapshot  // compared with what is there, by identity and by content
  for line in table.presentation(at: .now).lines { draw(line) }
  try table.performBatchUpdates { batch in
    batch.insert(payment, at: 0)  // counts the rows after the batch
    batch.delete(at: 7)  // counts the rows before it
  }
  switch table.content(atLine: click.y, at: click.instant) {
  case .row(let row, _): open(row)
  case .header(let header): table.toggle(section: header.id)
  case .ghost, .tombstone, .gap, .empty: break
  }
}

private func sampleOfSections(
  _ days: [ListSection<Day, Payment>],
  _ today: Int,
  _ snapshot: ListSnapshot<Day, Payment>,
  _ shown: ListSnapshot<Day, Payment>,
  open: (Int) -> Void
) throws {
  var table = TableView<Payment, Never>(height: 20)
  table.sections = days.map { TableSection($0, title: \.name) }
  let day = today
  table.collapse(section: day)
  if table.selectedSection?.value(as: Int.self) == today { open(today) }
  let sections = snapshot.sections.map { TableSection($0, title: \.name) }
  let batch = snapshot.batchUpdates(from: shown)
  try table.performBatchUpdates(batch, to: sections)
}

private func sampleOfWaiting(
  _ table: TableView<Payment, Never>,
  draw: (TablePresentation<Payment, Never>.Line, Int) -> Void,
  sleep: (ContinuousClock.Instant?) -> Void
) {
  func wait(until instant: ContinuousClock.Instant?) { sleep(instant) }
  let presentation = table.presentation(at: .now)
  for (y, line) in presentation.lines.enumerated() { draw(line, y) }
  wait(until: presentation.nextChange)  // nil: nothing will move until somebody acts
}

private func sampleOfNewest(_ feed: AsyncStream<[Payment]>) async {
  var table = TableView<Payment, Never>(height: 20)
  for await snapshot in feed.newest() { table.rows = snapshot }
}

@Test func `the documentation contains no sample that is not compiled`() throws {
  func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
  let samples = lines(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
  let module = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/TableModel")
  var count = 0
  for page in try FileManager.default.subpathsOfDirectory(atPath: module.path) {
    guard page.hasSuffix(".md") || page.hasSuffix(".swift") else { continue }
    let text = try String(contentsOf: module.appending(path: page), encoding: .utf8)
      .replacing(/(?m)^ *\/\/\/ ?/, with: "")
    for block in text.components(separatedBy: "```swift\n").dropFirst() {
      let sample = lines(block.components(separatedBy: "```")[0])
      let isThere = samples.indices.contains { samples[$0...].starts(with: sample) }
      #expect(isThere, "\(page): \(sample.joined(separator: "\n"))")
      count += 1
    }
  }
  #expect(count >= 10)
}
