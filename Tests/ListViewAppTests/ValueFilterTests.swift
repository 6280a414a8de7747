@testable import Columns
import FeedValues
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp
@testable import ListViewParts

private let present = FeedTime(text: "2026-11-22T12:00:00Z")

@Test func `rows cease to match a filter of times as time passes`() throws {
  var fixture = AppFixture(
    configuration: App.Configuration(
      feedName: "test",
      motion: .none,
      wallClock: WallClock(try #require(present), at: start),
      filter: try Filter("t>-1m")
    )
  )
  // 12:00:00 and 11:59:30.
  fixture.receive(#"[{"id":"a","t":1795348800},{"id":"b","t":1795348770}]"#)
  #expect(fixture.app.list.rowCount == 2)
  fixture.now += .seconds(29)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.list.rowCount == 2)
  let next = try #require(fixture.app.nextInstant)
  #expect(next <= fixture.now + .seconds(1))
  fixture.now += .seconds(2)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.table.rows.map(\.id.description) == ["a"])
  fixture.now += .seconds(60)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.list.rowCount == 0)
}

@Test func `amounts are shown as written unless the schema uses minor units`() {
  func text(_ row: String) -> String {
    var fixture = AppFixture(columns: 60)
    fixture.receive("[\(row)]")
    return fixture.lines[2]
  }
  #expect(text(#"{"id":1,"price":20,"currency":"eur"}"#).contains("€20"))
  #expect(text(#"{"id":1,"total":1234.50,"currency":"usd"}"#).contains("$1,234.50"))
  #expect(text(#"{"id":1,"object":"charge","amount":4200,"currency":"usd"}"#).contains("$42.00"))
  #expect(text(#"{"id":1,"object":"house","amount":4200,"currency":"usd"}"#).contains("$4,200"))
}

@Test func `levels are sorted and coloured by severity`() throws {
  var fixture = AppFixture(columns: 60)
  fixture.receive(
    #"[{"id":1,"level":"info"},{"id":2,"level":"fatal"},{"id":3,"level":"debug"},{"id":4,"level":"warn"}]"#
  )
  fixture.app.sort(by: fixture.app.columns.columns.named("level"), at: fixture.now)
  #expect(fixture.app.table.rows.map(\.id.description) == ["2", "4", "1", "3"])
  #expect(StatusTone("fatal") == .bad && StatusTone("WARN") == .pending)
  #expect(StatusTone("debug") == .neutral)
  #expect(fixture.app.columns.columns.named("level")?.format == .level(.common))
}

@Test func `in a file relative times count from its newest, and the title says from when`() throws {
  var configuration = App.Configuration(
    feedName: "test",
    motion: .none,
    wallClock: WallClock(try #require(present), at: start),
    filter: try Filter("t>-1m")
  )
  configuration.isRecorded = true
  var fixture = AppFixture(columns: 100, configuration: configuration)
  // An hour before, at 10:59:30 and 11:00:00.
  fixture.receive(
    #"[{"id":"a","t":1795345200},{"id":"b","t":1795345170},{"id":"c","t":1795345100}]"#
  )
  #expect(fixture.app.table.rows.map(\.id.description) == ["a", "b"])
  #expect(fixture.lines[0].contains("t>-1m · \(Filter.Text.since("10:59"))"))
  fixture.type("&")
  #expect(fixture.lines.last?.contains(Filter.Text.since("10:59")) == true)
  fixture.press(.escape)
  // A newer row moves the time.
  fixture.receive(
    #"[{"id":"a","t":1795345200},{"id":"b","t":1795345170},{"id":"d","t":1795345320}]"#
  )
  fixture.now += .seconds(1)
  fixture.app.advance(to: fixture.now)
  #expect(fixture.app.table.rows.map(\.id.description) == ["d"])
}

@Test func `a filter from the command line means what the cells of the first rows show`() throws {
  var fixture = AppFixture(
    configuration: App.Configuration(
      feedName: "test",
      motion: .none,
      filter: try Filter("amount>1000")
    )
  )
  let amounts = [120_000, 4_200].map {
    #"{"id":"p\#($0)","object":"charge","amount":\#($0),"currency":"usd"}"#
  }
  fixture.receive("[\(amounts.joined(separator: ","))]")
  #expect(fixture.app.table.rows.map(\.id.description) == ["p120000"])
  // Shown as numbers they are compared as such.
  fixture.type(":columns id,amount:number,*")
  fixture.press(.enter)
  fixture.work()
  #expect(fixture.app.table.rows.count == 2)
}

@Test func `the title of a column names its field in filters and choices of columns`() {
  var fixture = AppFixture(columns: 100)
  let rows = (0..<3).map {
    #"{"id":"a\#($0)","created_at":"2026-11-21T10:0\#($0):00Z","restartCount":\#($0)}"#
  }
  fixture.receive("[\(rows.joined(separator: ","))]\n")
  fixture.settle()
  #expect(fixture.lines[1].contains("CREATED") && fixture.lines[1].contains("RESTART"))
  fixture.type("&created>=10:01")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.app.table.rows.map(\.id.description) == ["a1", "a2"], "\(fixture.lines)")
  fixture.type("&")
  fixture.press(.control("u"))
  fixture.press(.enter)
  fixture.settle()
  fixture.type(":columns id,created")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.lines[2].contains("10:0"), "\(fixture.lines)")
}
