import Columns
import FeedValues
@testable import ListViewApp
import ListViewParts
import TableModel
import TerminalCore
import TestSupport
import Testing

/// The headers of the columns, with the places at which they begin.
private func headers(_ fixture: AppFixture) -> [String: Int] {
  let line = Array(fixture.buffer.text(line: 1))
  var headers: [String: Int] = [:]
  var start: Int?
  for (offset, character) in line.enumerated() {
    let isEnd = character == " " && (offset + 1 == line.count || line[offset + 1] == " ")
    if character != " ", start == nil { start = offset }
    if let first = start, isEnd {
      headers[String(line[first..<offset])] = first
      start = nil
    }
  }
  if let start { headers[String(line[start...])] = start }
  headers["›"] = nil
  return headers
}

@Test func `a field that appears later gets a column, and existing ones stay`() {
  for first in ["", "[]\n", #"[{"id":"a","created":1700000000,"note":"one"}]"#] {
    var fixture = AppFixture(columns: 100)
    fixture.receive(first)
    fixture.receive(
      #"[{"id":"a","created":1700000000,"note":"one"},{"id":"b","created":1700000001,"note":"two"}]"#
    )
    let before = headers(fixture)
    #expect(before.keys.sorted() == ["CREATED", "ID", "NOTE"], "\(first)")
    fixture.receive(
      """
      [{"id":"c","created":1700000002,"note":"three","region":"north"},\
      {"id":"a","created":1700000000,"note":"one"},{"id":"b","created":1700000001,"note":"two"}]
      """
    )
    let after = headers(fixture)
    #expect(after["REGION"] != nil, "\(after)")
    for (title, place) in before { #expect(after[title] == place, "\(title)") }
  }
}

@Test func `a late amount is placed with amounts, and the order of the others is kept`() {
  var fixture = AppFixture(columns: 100)
  fixture.receive(
    #"[{"id":"a","type":"x","status":"paid"},{"id":"b","type":"y","status":"failed"}]"#
  )
  fixture.receive(
    #"[{"id":"a","type":"x","status":"paid","amount":4200,"currency":"usd"},{"id":"b","type":"y","status":"failed"}]"#
  )
  let places = headers(fixture).sorted { $0.value < $1.value }.map(\.key)
  #expect(places.filter { $0 != "CURRENCY" } == ["ID", "TYPE", "AMOUNT", "STATUS"])
  #expect(fixture.line(of: "$4,200") != nil)
}

@Test func `a constant field gets its column when it begins to differ`() {
  var fixture = AppFixture(columns: 100)
  let rows = { (last: String) in
    "["
      + (0..<20).map {
        #"{"id":"row\#($0)","a":\#($0),"b":\#($0 * 7),"zone":"\#($0 == 3 ? last : "north")"}"#
      }
      .joined(separator: ",") + "]"
  }
  fixture.receive(rows("north"))
  #expect(headers(fixture)["ZONE"] == nil)
  fixture.receive(rows("south"))
  #expect(headers(fixture)["ZONE"] != nil)
}

@Test func `a field that is an object in one row stays one column`() {
  var fixture = AppFixture(columns: 80)
  fixture.receive(
    #"[{"id":"1","text":"one"},{"id":"2","text":{"b": 1}},{"id":"3","text":"three"},{"id":"4","text":[1,"x"]}]"#
  )
  #expect(headers(fixture).keys.sorted() == ["ID", "TEXT"])
  #expect(fixture.line(of: #"{"b":1}"#) != nil)
  #expect(fixture.line(of: "1, x") != nil)
}

@Test func `constant fields are hidden if other fields are informative`() {
  for size in [80, 120, 200] {
    var fixture = AppFixture(columns: size)
    let rows = (0..<30).map {
      #"{"id":"evt_\#($0)","object":"event","livemode":false,"apiVersion":"v1","n":\#($0),"name":"n\#($0)"}"#
    }
    fixture.receive("[\(rows.joined(separator: ","))]")
    #expect(headers(fixture).keys.sorted() == ["ID", "N", "NAME"], "\(size)")
  }
}

@Test func `no column moves during a thousand updates that need no more room`() {
  var random = SystemRandomNumberGenerator()
  let seed = UInt64.random(in: 0 ... .max, using: &random)
  var generator = SeededGenerator(seed: seed)
  var fixture = AppFixture(
    columns: 100,
    lines: 8,
    configuration: App.Configuration(feedName: "test", motion: .none)
  )
  func rows() -> String {
    let rows = (0..<5).map { number in
      let price = Int.random(in: 10_000...99_999, using: &generator)
      let word = String(repeating: "x", count: Int.random(in: 1...12, using: &generator))
      let state = ["paid", "pending", "failed"].randomElement(using: &generator) ?? ""
      return
        #"{"id":"row\#(number)","price":\#(price / 100).\#(price % 100 + 100 - 90),"word":"\#(word)","status":"\#(state)"}"#
    }
    return "[\(rows.joined(separator: ","))]"
  }
  for _ in 0..<50 { fixture.receive(rows()) }
  let before = fixture.buffer.text(line: 1)
  for step in 0..<1_000 {
    fixture.now += .milliseconds(20)
    fixture.receive(rows())
    #expect(fixture.buffer.text(line: 1) == before, "step \(step), seed \(seed)")
    if fixture.buffer.text(line: 1) != before { return }
  }
}

@Test func `text that grows forever moves the following columns only a few times`() {
  var fixture = AppFixture(
    columns: 200,
    configuration: App.Configuration(feedName: "test", motion: .none)
  )
  var places: [Int] = []
  for length in 1...300 {
    let text = String(repeating: "y", count: length)
    fixture.receive(
      #"[{"id":"a","text":"\#(text)","n":\#(length % 7)},{"id":"b","text":"z","n":3}]"#
    )
    if let place = headers(fixture)["N"], places.last != place { places.append(place) }
  }
  // Multiples of four to 24, of eight to 64, then of 32, as far as the screen goes.
  #expect(places.count <= 16, "\(places)")
  #expect(places == places.sorted())
}

@Test func `four hundred fields and a map of a thousand names take bounded memory`() {
  var fixture = AppFixture(columns: 100)
  for number in 0..<60 {
    let map = (0..<20).map { #""k\#(number * 20 + $0)":\#($0)"# }.joined(separator: ",")
    fixture.receive(#"[{"id":"a\#(number)","name":"n\#(number)","map":{\#(map)}}]"#)
  }
  #expect(headers(fixture)["ID"] != nil && headers(fixture)["NAME"] != nil)
  #expect(headers(fixture).keys.allSatisfy { !$0.hasPrefix("K1") })
}

@Test func `objects beside single values are not shown once more as a whole`() {
  var fixture = AppFixture(columns: 80, lines: 12)
  fixture.receive("\"a banner\"\n{\"id\":1,\"a\":25}\n{\"id\":2,\"a\":37}\n")
  fixture.settle()
  let text = fixture.lines.joined(separator: "\n")
  #expect(text.contains("a banner") && text.contains("25") && text.contains("37"))
  #expect(!text.contains("{"), "\(text)")
}

@Test(arguments: [
  #"[{"id":1,"n":5},"x"]"#, #"{"id":1,"n":5}"# + "\n\"x\"\n\"y\"\n",
  #"[{"id":1,"s":["n",5]},{"id":2,"s":"up"}]"#,
  #"[{"id":1,"status":{"n":5}},{"id":2,"status":"up"}]"#,
])
func `no value is a blank cell because others are of another kind`(feed: String) {
  var fixture = AppFixture(columns: 80, lines: 12)
  fixture.receive(feed + "\n")
  fixture.settle()
  #expect(fixture.lines.contains { $0.contains("5") }, "\(fixture.lines)")
}

@Test func `a column shows objects and arrays as a status if the user says that it is one`() {
  for value in [#"["down","x"]"#, #"{"code":"down"}"#] {
    var configuration = App.Configuration(feedName: "test")
    configuration.columns = try? ColumnSpec("id,s:status")
    var fixture = AppFixture(columns: 80, lines: 12, configuration: configuration)
    fixture.receive("[{\"id\":1,\"s\":\(value)}]\n")
    fixture.settle()
    #expect(fixture.lines.contains { $0.contains("down") }, "\(fixture.lines)")
  }
}

@Test func `columns that wait for motion to end are drawn when it has`() {
  var fixture = AppFixture(columns: 60)
  fixture.receive(
    #"[{"id":"a","city":"Rome","zone":"x y z"},{"id":"b","city":"Bonn","zone":"u v w"}]"# + "\n"
  )
  fixture.settle()
  fixture.receive(
    #"[{"id":"b","city":"Llanfairpwllgwyngyll","zone":"u v w"},{"id":"c","city":"Rome","zone":"x y z"}]"#
      + "\n"
  )
  fixture.app.advance(to: fixture.now)
  guard let due = fixture.app.columns.layoutDue else { return #expect(Bool(false), "none waits") }
  let isChanged = fixture.app.advance(to: due)
  #expect(isChanged)
  #expect(fixture.app.columns.layoutDue == nil)
}
