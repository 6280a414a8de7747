import Columns
@testable import Ordering
import FeedStore
import FeedValues
import TableModel
import TerminalCore
import TestSupport
import Testing

@testable import ListViewApp
@testable import ListViewParts

/// A list of jobs with their states.
private func jobs(_ states: [(String, String)], at time: Int) -> String {
  let rows = states.map { #"{"id":"\#($0)","state":"\#($1)"}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows.joined(separator: ","))]}"# + "\n"
}

@Test func `rows are compared with a step until further notice`() throws {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.receive(jobs([("ant", "queued"), ("bee", "running"), ("cat", "queued")], at: 0))
  fixture.press(.character("C"))
  #expect(fixture.lines[0].contains("\(StepComparison.Text.versus("22:13:20")) +0 −0 ~0 ✕"))
  #expect(fixture.lines[11].contains(StepComparison.Text.started("22:13:20", "C")))
  // A narrow screen says with what, if not how much.
  fixture.app.resize(to: TerminalSize(columns: 50, lines: 12), at: fixture.now)
  #expect(fixture.lines[0].contains("\(StepComparison.Text.versus("22:13:20")) ✕"))
  fixture.app.resize(to: TerminalSize(columns: 100, lines: 12), at: fixture.now)
  fixture.receive(jobs([("dog", "queued"), ("ant", "queued"), ("cat", "failed")], at: 5))
  fixture.settle()
  fixture.now += .seconds(60)
  #expect(
    fixture.lines[0].contains("\(StepComparison.Text.versus("22:13:20")) (5s ago) +1 −1 ~1 ✕")
      && fixture.lines[0].contains("3 rows")
  )
  #expect(fixture.lines[2].hasPrefix(" + dog"))
  #expect(fixture.lines[3].hasPrefix("   ant"))
  #expect(fixture.lines[4].hasPrefix(" − bee"))
  #expect(fixture.lines[5].hasPrefix(" ~ cat") && fixture.lines[5].contains("queued → failed"))
  // The row that is gone can be looked at, but is none of the list.
  fixture.type("gjj")
  #expect(fixture.app.selectedRow?.value[FieldPath("id")]?.string == "bee")
  fixture.type("p")
  fixture.type("v")
  fixture.press(.escape)
  // It comes back, and nothing has changed.
  fixture.receive(jobs([("ant", "queued"), ("bee", "running"), ("cat", "queued")], at: 9))
  fixture.settle()
  #expect(fixture.lines[0].contains("+0 −0 ~0 ✕"))
  fixture.press(.character("C"))
  #expect(!fixture.lines[0].contains(StepComparison.Text.versus("")))
  #expect(fixture.lines[11].contains(StepComparison.Text.ended))
}

@Test func `a step of the past is compared with what came later`() {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.receive(jobs([("ant", "queued"), ("bee", "running")], at: 0))
  fixture.receive(jobs([("ant", "done")], at: 5))
  fixture.settle()
  fixture.type("[")
  fixture.type("C.")
  fixture.settle()
  #expect(
    fixture.lines[0].contains("\(StepComparison.Text.versus("22:13:20")) (5s ago) +0 −1 ~1 ✕")
  )
  #expect(fixture.lines[2].hasPrefix(" ~ ant") && fixture.lines[2].contains("queued → done"))
  #expect(fixture.lines[3].hasPrefix(" − bee"))
  // The filter applies to both.
  fixture.type("&bee")
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.lines[0].contains("+0 −1 ~0 ✕") && fixture.lines[2].hasPrefix(" − bee"))
}

@Test func `the change of a row is told from the step that it is compared with`() {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.receive(jobs([("ant", "queued")], at: 0))
  fixture.receive(jobs([("ant", "running")], at: 5))
  fixture.receive(jobs([("ant", "done"), ("bee", "queued")], at: 10))
  fixture.settle()
  fixture.type("[[C.")
  fixture.settle()
  fixture.press(.character("u"))
  #expect(fixture.lines[11].contains("queued → done"), "\(fixture.lines)")
}

@Test func `an empty list and a long one are not compared`() {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.press(.character("C"))
  #expect(fixture.lines[11].contains(StepComparison.Text.nothing))
  fixture.receive(snapshot(0..<20_001, at: 0))
  fixture.press(.character("C"))
  #expect(fixture.lines[11].contains(StepComparison.Text.tooLong))
}

@Test(arguments: 1...6 as ClosedRange<UInt64>)
func `what is compared is right after any changes`(seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var fixture = AppFixture(columns: 100, lines: 30)
  var base: [Row] = []
  for step in 0..<120 {
    let ids = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
      Int.random(in: 0..<14, using: &random)
    }
    let list = Array(Set(ids)).shuffled(using: &random)
    fixture.receive(
      jobs(list.map { ("j\($0)", ["a", "b"].randomElement(using: &random) ?? "") }, at: step)
    )
    for key in [
      "C", "j", "k", "[", "]", ".", "s2", "s0", "b2", "b0", "p", "v", "&state=a\n", "&\u{8}\n",
    ].shuffled(using: &random).prefix(2) {
      let had = fixture.app.list.comparison != nil
      for character in key { fixture.press(character == "\n" ? .enter : .character(character)) }
      if key == "C", !had { base = Array(fixture.app.list.allRows) }
    }
    fixture.work()
    let list2 = fixture.app.list
    guard let comparison = list2.comparison, list2.arrangement.grouping == nil else { continue }
    let all = Set(list2.allRows.map(\.id))
    let isShown = list2.arrangement.predicate ?? { _ in true }
    let gone = base.filter { !all.contains($0.id) && isShown($0) }
    let place: Comment = "seed \(seed), step \(step)"
    #expect(comparison.counts.deletions == gone.count, place)
    #expect(Set(comparison.gone.rows.map(\.id)) == Set(gone.map(\.id)), place)
    let shown = list2.table.displayedRows
    #expect(shown.count == list2.arrangement.content.rows.count + gone.count, place)
    let living = shown.filter { all.contains($0.id) }
    #expect(living.map(\.id) == list2.arrangement.content.rows.map(\.id), place)
    for row in shown {
      let before = base.first { $0.id == row.id }
      let expected: Mark? =
        before == nil
        ? .insertion : !all.contains(row.id) ? .deletion : before == row ? nil : .update
      #expect(comparison.change(of: row) == expected, place)
    }
    #expect(list2.rebuildCount == 0, place)
  }
}

@Test func `a row that the filter hides is not called deleted`() {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.receive(jobs([("ant", "queued"), ("bee", "queued")], at: 0))
  fixture.type("&state=queued")
  fixture.press(.enter)
  fixture.settle()
  fixture.type("j")
  let selected = fixture.app.selectedRow?.value.member("id")?.string
  fixture.receive(
    jobs(["ant", "bee"].map { ($0, $0 == selected ? "done" : "queued") }, at: 5)
  )
  fixture.settle()
  #expect(fixture.lines[11].hasSuffix(StatusBar.Text.rowHidden), "\(fixture.lines)")
  fixture.receive(jobs(["ant", "bee"].filter { $0 != selected }.map { ($0, "queued") }, at: 9))
  fixture.settle()
  #expect(fixture.lines[11].hasSuffix(StatusBar.Text.rowDeleted), "\(fixture.lines)")
}

@Test func `the selection leaves the header of a group that is gone`() {
  var fixture = AppFixture(columns: 100, lines: 12)
  fixture.receive(jobs([("ant", "odd"), ("bee", "queued"), ("cat", "queued")], at: 0))
  fixture.type(":group state")
  fixture.press(.enter)
  fixture.type("Zj")
  fixture.settle()
  let sections = fixture.app.table.selectedSection
  fixture.receive(jobs([("ant", "queued"), ("bee", "queued"), ("cat", "queued")], at: 5))
  fixture.settle()
  #expect(sections != nil && fixture.app.table.selectedSection != sections)
  #expect(fixture.lines[2].contains("queued"), "\(fixture.lines)")
  #expect(fixture.app.table.lineCount == 1)
}

@Test func `what is seen of the past is no part of the last minutes`() throws {
  var fixture = AppFixture(
    columns: 100,
    lines: 12,
    configuration: App.Configuration(feedName: "t", motion: .none, start: .liveEdge)
  )
  func numbers(_ value: Int) -> String {
    #"[{"id":"ant","n":\#(value)},{"id":"bee","n":\#(900 - value)}]"# + "\n"
  }
  for value in [10, 40, 20, 50, 30, 60] {
    fixture.receive(numbers(value))
    fixture.now += .seconds(2)
    fixture.settle()
  }
  func graph() throws -> String {
    let row = try #require(fixture.app.table.rows.first)
    let history = fixture.app.columns.history
    return try #require(history.graph(of: row.id, in: FieldPath("n"), width: 20)).picture
  }
  let before = try graph()
  #expect(Set(before).count > 2)
  fixture.type("[[[")
  fixture.settle()
  fixture.now += .seconds(4)
  fixture.type(".")
  fixture.settle()
  let after = try graph()
  #expect(after.hasPrefix(before))
  #expect(Set(after.dropFirst(before.count) + before.suffix(1)).count == 1, "it stays")
}
