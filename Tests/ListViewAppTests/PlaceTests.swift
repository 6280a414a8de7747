@testable import Ordering
@testable import Columns
@testable import FeedStore
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

private func rows(_ ids: Range<Int>, _ more: String = "") -> String {
  let rows = ids.map {
    #"{"id":"r\#($0)","g":"\#(["a", "b", "c"][$0 % 3])","v":\#($0 % 7)\#(more)}"#
  }
  return "[\(rows.joined(separator: ","))]\n"
}

private func fixture(_ count: Int, sort: String? = nil, group: String? = "g") -> AppFixture {
  var configuration = App.Configuration(feedName: "t", start: .liveEdge)
  configuration.viewOptions = ViewOptions(sort: sort, group: group)
  var fixture = AppFixture(columns: 100, lines: 16, configuration: configuration)
  fixture.receive(rows(0..<count))
  fixture.work()
  fixture.settle()
  return fixture
}

@Test(arguments: [":", "/", "&"], [0, 1, 8, 30])
func `Esc in a prompt leaves the lines of a grouped list where they are`(key: String, up: Int) {
  var fixture = fixture(60)
  fixture.press(.character("G"))
  for _ in 0..<up { fixture.press(.character("k")) }
  fixture.settle()
  let before = fixture.lines[1...14]
  for _ in 0..<4 {
    fixture.type(key)
    fixture.press(.escape)
    fixture.settle()
    #expect(fixture.lines[1...14] == before)
  }
}

@Test(arguments: [900, 30_000])
func `a filter keeps the selected header of a group`(count: Int) {
  var fixture = fixture(count)
  fixture.type(":goto \(count / 3 + 1)")
  fixture.press(.enter)
  fixture.press(.character("z"))
  fixture.settle()
  let section = fixture.app.table.selectedSection
  let line = fixture.app.table.restingLineOfSelection
  #expect(section != nil)
  fixture.type("&v=5")
  fixture.work()
  fixture.press(.enter)
  fixture.work()
  fixture.settle()
  #expect(fixture.app.filter != nil && fixture.app.table.selectedSection == section)
  #expect(fixture.app.table.selection == nil)
  #expect(fixture.app.table.restingLineOfSelection == line)
  #expect(fixture.app.table.collapsedSections == section.map { [$0] })
}

@Test func `Esc while a filter is applied selects the header of the group again`() {
  var fixture = fixture(30_000)
  fixture.type(":goto 10001")
  fixture.press(.enter)
  fixture.press(.character("z"))
  fixture.settle()
  let (section, before) = (fixture.app.table.selectedSection, fixture.lines[1...14])
  fixture.type("&v=5")
  fixture.press(.enter)
  #expect(fixture.app.list.rearrangement != nil)
  fixture.press(.escape)
  fixture.work()
  fixture.settle()
  #expect(fixture.app.list.rearrangement == nil && fixture.app.filter == nil)
  #expect(section != nil && fixture.app.table.selectedSection == section)
  #expect(fixture.lines[1...14] == before)
}

@Test(arguments: [900, 30_000])
func `the preview of a filter that hides all rows says so`(count: Int) {
  var fixture = fixture(count, group: nil)
  fixture.type("&zzz")
  fixture.work()
  fixture.settle()
  let text = Placeholder.Text.hidden(count, "")
  #expect(fixture.line(of: String(text.prefix(20))) != nil, "\(fixture.lines)")
  #expect(fixture.line(of: Placeholder.Text.empty(isEnded: false)) == nil)
}

@Test func `the order of the command line applies with the batch that brings its column`() {
  var fixture = fixture(4, sort: "-late", group: nil)
  let values = [3, 1, 2, 0]
  let rows = (0..<4).map { #"{"id":"r\#($0)","g":"a","v":1,"late":\#(values[$0])}"# }
  fixture.receive("[\(rows.joined(separator: ","))]\n")
  fixture.work()
  fixture.settle()
  #expect(fixture.app.table.rows.map(\.id.description) == ["r0", "r2", "r1", "r3"])
}

@Test(arguments: ["sort -id", "group v"])
func `what the user chooses replaces the arrangement that waits for its column`(command: String) {
  var fixture = fixture(4, sort: "late", group: "late")
  fixture.type(":" + command)
  fixture.press(.enter)
  fixture.settle()
  fixture.receive(rows(0..<5, #","late":1"#))
  fixture.receive(rows(0..<6, #","late":2"#))
  fixture.settle()
  let arrangement = fixture.app.list.arrangement
  if command.hasPrefix("sort") {
    #expect(arrangement.sort?.column.title == "ID" && arrangement.sort?.isDescending == true)
  } else {
    #expect(arrangement.grouping?.column.title == "V")
  }
}

@Test(arguments: [nil, "state"])
func `only rows that arrive count for the rate`(group: String?) {
  var configuration = App.Configuration(feedName: "t", start: .liveEdge)
  configuration.viewOptions = ViewOptions(group: group)
  configuration.filter = try? Filter("state=bad")
  var fixture = AppFixture(columns: 100, lines: 16, configuration: configuration)
  fixture.receive(#"{"id":1,"state":"bad"}"# + "\n")
  fixture.work()
  fixture.settle()
  fixture.receive((2..<52).map { #"{"id":\#($0),"state":"bad"}"# + "\n" }.joined())
  #expect(fixture.app.table.lastBatch.insertions == 50)
  let batches = fixture.app.table.batchNumber
  fixture.receive(#"{"id":99,"state":"good"}"# + "\n")
  #expect(fixture.app.table.batchNumber == batches)
  if group != nil {
    fixture.press(.character("Z"))
    fixture.settle()
  }
  // In a folded group too, and without its header.
  fixture.receive(#"{"id":100,"state":"bad"}"# + "\n")
  #expect(fixture.app.table.lastBatch.insertions == 1)
  fixture.receive(#"{"id":100,"state":"bad","n":1}"# + "\n")
  #expect(
    fixture.app.table.lastBatch.updates == 1 && fixture.app.table.lastBatch.insertions == 0
  )
}
