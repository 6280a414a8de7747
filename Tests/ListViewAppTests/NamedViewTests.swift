@testable import Ordering
@testable import Columns
import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

extension AppFixture {
  /// Enters a command line.
  @discardableResult
  fileprivate mutating func enter(_ line: String) -> [App.Effect] {
    type(":" + line)
    let effects = press(.enter)
    work()
    return effects
  }

  /// The view that a command line keeps.
  fileprivate mutating func kept(as name: String) -> NamedView? {
    for case .keepView(let view) in enter("save \(name)") { return view }
    return nil
  }
}

private let rows = """
  {"id":"a","used":30,"size":80,"state":"idle"}
  {"id":"b","used":7,"size":9,"state":"running"}
  {"id":"c","used":1,"size":40,"state":"failed"}
  {"id":"d","used":45,"size":80,"state":"running"}

  """

private func texts(of view: NamedView?) -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: (view?.settings ?? []).map { ($0.setting.rawValue, $0.text) }
      .filter { $0.0 != "fields" }
  )
}

@Test func `a view has all that the screen shows, and nothing that it does not`() {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  #expect(texts(of: fixture.kept(as: "plain")) == ["summary": "none"])
  for line in [
    "columns id,state,free=size - used", "sort -free", "group state", "filter (used / size)>0.3",
    "summary count,sum:used",
  ] { fixture.enter(line) }
  let view = fixture.kept(as: "jobs")
  #expect(
    texts(of: view) == [
      "columns": "id,state,free=size - used", "sort": "-free", "group": "state",
      "filter": "(used / size)>0.3", "summary": "count,sum:used",
    ]
  )
  #expect(view?.fields?.isEmpty == false)
}

@Test func `a view shows what the screen showed, whatever it shows now`() {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  fixture.settle()
  fixture.enter("save plain")
  fixture.settle()
  let plain = Array(fixture.lines.dropLast())
  for line in [
    "columns id,state,free=size - used", "sort -free", "filter (used / size)>0.3",
    "summary count,sum:used",
  ] { fixture.enter(line) }
  fixture.enter("save jobs")
  fixture.settle()
  let jobs = Array(fixture.lines.dropLast())
  #expect(jobs != plain)
  fixture.enter("count state")
  fixture.enter("save states")
  fixture.settle()
  let states = Array(fixture.lines.dropLast())
  for (name, lines) in [
    ("plain", plain), ("jobs", jobs), ("states", states), ("jobs", jobs), ("plain", plain),
    ("states", states), ("plain", plain),
  ] {
    fixture.enter("view \(name)")
    fixture.settle()
    #expect(Array(fixture.lines.dropLast()) == lines, "\(name)")
  }
}

@Test func `names are checked, and views are completed`() {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  #expect(fixture.enter("save a b").isEmpty)
  #expect(fixture.line(of: NamedView.Text.name) != nil)
  fixture.press(.escape)
  fixture.enter("save jobs")
  fixture.type(":view j")
  fixture.press(.tab)
  #expect(fixture.app.openPrompt?.prompt.editor.text == "view jobs")
  fixture.press(.escape)
  fixture.enter("view jbs")
  #expect(fixture.line(of: NamedView.Text.unknown("jbs", nearest: "jobs", ["jobs"])) != nil)
}

@Test func `a view is offered to lists with its fields, unless more is asked for`() throws {
  var fixture = AppFixture(columns: 90)
  fixture.receive(rows)
  fixture.enter("filter (used / size)>0.3")
  let kept = fixture.kept(as: "jobs")
  let view = try #require(kept)
  func offers(_ rows: String, _ change: (inout App.Configuration) -> Void = { _ in }) -> Bool {
    var configuration = App.Configuration(feedName: "test")
    configuration.views = [view]
    change(&configuration)
    var fixture = AppFixture(columns: 90, configuration: configuration)
    fixture.receive(rows)
    return fixture.line(of: NamedView.Text.fits(["jobs"])) != nil
  }
  #expect(offers(rows))
  #expect(offers(rows) { $0.filter = try? Filter("(size - used)>3") })
  #expect(!offers(#"{"id":"a","other":3}"# + "\n"))
  #expect(!offers(rows) { $0.view = "jobs" })
  #expect(!offers(rows) { $0.viewOptions = ViewOptions(sort: "id") })
  #expect(!offers(rows) { $0.columns = try? ColumnSpec("id") })
}

/// The styles of the text of the line with a text, without its margin.
private func styles(_ text: String, _ fixture: AppFixture) throws -> Set<Style> {
  let line = try #require(fixture.line(of: text))
  let buffer = fixture.buffer
  let cells = Array(buffer.text(line: line)).indices.filter { $0 > 2 && $0 < 30 }
  return Set(
    cells.filter { buffer[line: line, column: $0].text != " " }
      .map { buffer[line: line, column: $0].style }
  )
}

@Test(arguments: [ColorDepth.trueColor, .indexed256, .ansi16, .ansi8])
func `the first rule that a row matches tints it`(depth: ColorDepth) throws {
  func fixture(_ rules: [String]) throws -> AppFixture {
    var configuration = App.Configuration(feedName: "test")
    configuration.rowColors = try rules.map { try RowColor($0) }
    configuration.columns = try ColumnSpec("id,used,size")
    var fixture = AppFixture(columns: 90, configuration: configuration, depth: depth)
    fixture.receive(rows)
    fixture.settle()
    return fixture
  }
  let plain = try styles(" 80", fixture([]))
  let ruled = try fixture([
    "state=failed => red", "(used / size)>0.5 => green", "state=running => red",
  ])
  #expect(try styles("a  ", ruled) == plain)
  let (red, green) = (try styles("c  ", ruled), try styles("d  ", ruled))
  #expect(red.isDisjoint(with: plain) && green.isDisjoint(with: plain))
  #expect(red.isDisjoint(with: green))
  #expect(try styles("b  ", ruled) == green)
}

@Test
func `rules come and go with a command, are kept in a view, and colour nothing without colours`()
  throws
{
  var fixture = AppFixture(columns: 90, depth: .trueColor)
  fixture.receive(rows)
  fixture.settle()
  let plain = try styles("failed", fixture)
  fixture.enter("color-row state=failed => blue")
  fixture.settle()
  let blue = try styles("failed", fixture)
  #expect(blue != plain)
  let view = fixture.kept(as: "colours")
  #expect(texts(of: view)["color-row"] == "state=failed => blue")
  fixture.enter("color-row")
  fixture.settle()
  #expect(try styles("failed", fixture) == plain)
  fixture.enter("view colours")
  fixture.settle()
  #expect(try styles("failed", fixture) == blue)
  fixture.enter("color-row state=failed => blu")
  #expect(fixture.lines.contains { $0.contains("blue?") })

  var none = AppFixture(columns: 90, depth: .none)
  none.receive(rows)
  none.settle()
  let lines = none.lines.dropLast()
  none.enter("color-row state=failed => red")
  none.settle()
  #expect(none.lines.dropLast() == lines)
}

@Test func `a rule that cannot be read says where and what to write`() {
  for (text, offset, part) in [
    ("state=failed", 12, RowColor.Text.noArrow), ("=> red", 0, RowColor.Text.noFilter),
    ("state=failed => crimson", 16, "crimson"), ("a=1 ) => red", 4, ""),
    ("a=1 => re", 7, "red?"),
  ] {
    do throws(SettingError) {
      _ = try RowColor(text)
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.offset == offset, "\(text): \(error)")
      #expect(error.description.contains(part), "\(text): \(error)")
    }
  }
  #expect(try! RowColor("a=>b => red").filter.text == "a=>b")
}
