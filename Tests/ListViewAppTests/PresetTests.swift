import Ordering
import Columns
@testable import FeedSources
import FeedValues
import ListViewParts
import TableModel
import TerminalCore
import Testing
import Values

@testable import ListViewApp

private let processes = """
  USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
  root         1  0.3  0.0  48284 15940 ?        SLl  09:00   0:49 /sbin/init --system
  root        20 11.5  0.0      0     0 ?        S    09:00   0:00 [kthreadd]
  root       300  2.0  1.5 204800 51200 ?        Sl   09:01   0:07 /usr/bin/worker -v

  """

private let interfaces = """
  [{"face":"lo:","Receive bytes":231580093,"Receive packets":752191,"Transmit bytes":231580093,"Transmit packets":752191},\
  {"face":"eth0:","Receive bytes":2048,"Receive packets":7,"Transmit bytes":4096,"Transmit packets":9}]

  """

private func fixture(
  _ text: String,
  _ adjust: (inout App.Configuration) -> Void = { _ in }
) -> AppFixture {
  var configuration = App.Configuration(feedName: "ps aux", motion: .none)
  configuration.runsCommand = true
  adjust(&configuration)
  var fixture = AppFixture(columns: 150, lines: 24, configuration: configuration)
  fixture.receive(text)
  // The rows of a table are given when it rests.
  let items = fixture.decoder.reachEnd(isWhole: true)
  fixture.app.receive(items, at: fixture.now)
  fixture.app.advance(to: fixture.now)
  fixture.settle()
  return fixture
}

extension AppFixture {
  fileprivate var keys: [String] { app.table.rows.map(\.id.description) }
}

@Test func `processes are sorted by their load, with sizes, and their user is always shown`() {
  var fixture = fixture(processes)
  #expect(fixture.keys == ["20", "300", "1"])
  #expect(fixture.lines[1].contains("USER") && fixture.lines[1].contains("%CPU▼"))
  #expect(fixture.line(of: "50 MiB") != nil && fixture.line(of: "200 MiB") != nil)
  // A shown value can be typed.
  fixture.type("&rss>20M")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.keys == ["300"])
  fixture.press(.escape)
  // The order of the feed is the user's choice like any other, and stays.
  fixture.type("s0")
  fixture.settle()
  #expect(fixture.keys.prefix(3) == ["1", "20", "300"])
}

@Test func `a selection of the columns of ps has sizes in KiB, also as the user formats them`() {
  let text = """
    {"PID":1,"RSS":51200,"COMMAND":"init"}
    {"PID":20,"RSS":204800,"COMMAND":"sshd"}

    """
  let columns = try? ColumnSpec("PID,RSS:bytes")
  for fixture in [fixture(text), fixture(text) { $0.columns = columns }] {
    #expect(fixture.line(of: "50 MiB") != nil && fixture.line(of: "200 MiB") != nil)
  }
}

@Test func `figures of sizes in KiB are sizes too`() {
  var fixture = fixture(processes)
  fixture.type(":count user: sum(rss), max(rss)")
  fixture.press(.enter)
  fixture.settle()
  let lines = fixture.lines.map { $0.split(separator: " ").joined(separator: " ") }
  // 15,940 + 51,200 units of 1,024 bytes
  #expect(lines.contains { $0.contains("root 65.6 MiB 50 MiB") }, "\(lines)")
}

@Test func `an order that is asked for, or that of a text that is given, is not replaced`() {
  let bySize = fixture(processes) { $0.viewOptions = ViewOptions(sort: "rss") }
  #expect(bySize.keys == ["20", "1", "300"])
  #expect(fixture(processes) { $0.runsCommand = false }.keys == ["1", "20", "300"])
  let own = fixture(processes) { $0.feedName = "ps aux --sort=-rss" }
  #expect(own.keys == ["1", "20", "300"])
}

@Test func `columns with the same title are told apart by what they count`() {
  let fixture = fixture(interfaces)
  let header = fixture.lines[1]
  #expect(header.contains("RX BYTES") && header.contains("TX BYTES"))
  #expect(fixture.line(of: "4 KiB") != nil)
}

@Test func `the counters of network interfaces have their rates beside them`() throws {
  var fixture = fixture(interfaces) {
    $0.wallClock = WallClock(FeedTime(nanoseconds: 1_700_000_000_000_000_000), at: start)
  }
  #expect(fixture.lines[1].contains("RX/s  TX/s"))
  fixture.now = start + .seconds(20)
  // 20,480 bytes more in twenty seconds.
  fixture.receive(interfaces.replacing(":2048,", with: ":22528,"))
  fixture.settle()
  let line = try #require(fixture.lines.first { $0.contains("eth0:") })
  #expect(line.contains(" 1 KiB ") && line.contains(" 22 KiB "), "\(line)")
}

@Test func `a list that is printed once has no column of rates`() {
  var fixture = fixture(interfaces)
  var printed: [String] = []
  fixture.app.printTable(width: 100, at: start) { printed.append($0) }
  #expect(printed.count == 3 && printed[0].contains("RX BYTES") && !printed[0].contains("RX/s"))
}

@Test(arguments: [(100, 26), (160, 45), (220, 30)])
func `a pane changes no column that has room, and what had none comes back`(
  columns: Int,
  lines: Int
) {
  var fixture = AppFixture(columns: columns, lines: lines)
  let rows = (0..<30).map { number in
    let object =
      #"{"id":"ch_\#(number)aXb9Lk30","amount":\#(number)00,"currency":"usd","status":"paid"}"#
    let customer =
      #""customer":"cus_\#(number)pQr7Zt","name":"Name of \#(number)","email":"n\#(number)@example.org""#
    return
      #"{"id":"evt_\#(number)","type":"charge.succeeded",\#(customer),"data":{"object":\#(object)}}"#
  }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.settle()
  fixture.press(.character("j"), .character("j"))
  fixture.settle()
  func starts() -> [FieldPath: Int] {
    let places = fixture.app.columns.layout.places
    return Dictionary(places.map { ($0.path, $0.start) }, uniquingKeysWith: { first, _ in first })
  }
  fixture.press(.escape)
  fixture.settle()
  let before = starts()
  fixture.press(.character("j"), .enter)
  fixture.settle()
  let during = starts()
  #expect(during.allSatisfy { before[$0.key] != nil })
  fixture.press(.escape, .escape, .escape)
  fixture.settle()
  #expect(starts() == before)
}

@Test func `an opaque identifier takes no room from a type, a status or a message`() {
  var fixture = AppFixture(columns: 110, lines: 24)
  let rows = (0..<20).map { number in
    let id = "evt_\(number)PykYjFzB7WZ01zgkWTW74NSuF"
    let type = number % 6 == 0 ? "charge.dispute.created" : "charge.ok"
    let status = number % 5 == 0 ? "requires confirmation" : "paid"
    return
      #"{"id":"\#(id)","type":"\#(type)","status":"\#(status)","trace_id":"\#(number)bf92f3577b34da6a3ce929d0e0e47aa","name":"Person number \#(number)"}"#
  }
  fixture.receive("[\(rows.joined(separator: ","))]")
  fixture.settle()
  #expect(fixture.line(of: "charge.dispute.created") != nil)
  #expect(fixture.line(of: "requires confirmation") != nil)
  #expect(fixture.lines[1].contains("ID"))
}

private let pods = """
  {"kind":"PodList","items":[\
  {"metadata":{"name":"api-1","namespace":"shop","uid":"u1"},"spec":{"nodeName":"n1"},"status":{"phase":"Running","containerStatuses":[{"ready":true,"restartCount":0,"state":{"running":{}}}]}},\
  {"metadata":{"name":"web-1","namespace":"shop","uid":"u2"},"spec":{"nodeName":"n2"},"status":{"phase":"Running","containerStatuses":[{"ready":false,"restartCount":7,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}]}}\
  ]}

  """

@Test func `pods have the columns and the status that kubectl gives them, which can be filtered`() {
  var fixture = fixture(pods)
  #expect(
    fixture.lines[1].split(separator: " ").prefix(4) == ["NAME", "READY", "STATUS", "RESTARTS"],
    "\(fixture.lines[1])"
  )
  #expect(!fixture.lines[1].contains("UID") && !fixture.lines[1].contains("PHASE"))
  #expect(fixture.line(of: "web-1     0/1    ● CrashLoopBackOff") != nil, "\(fixture.lines)")
  fixture.type("&status=crashloopbackoff")
  fixture.press(.enter)
  fixture.settle()
  #expect(fixture.keys == ["u2"])
  // The name is what people call a pod, not its UID.
  fixture.press(.character("j"))
  #expect(fixture.press(.character("y")) == [.copy(Array("web-1".utf8))])
  // The JSON is that of the feed, without the status that was computed.
  if case .copy(let bytes)? = fixture.press(.character("Y")).first {
    #expect(!String(decoding: bytes, as: UTF8.self).contains("STATUS"))
  }
  fixture.press(.enter)
  #expect(fixture.line(of: "▌web-1") != nil, "\(fixture.lines)")
}

@Test func `after a reset pods have the columns of their kind again, and nothing is remembered`() {
  var fixture = fixture(pods)
  // Columns that tell little come and go with the room there is.
  func titles() -> ArraySlice<Substring> { fixture.lines[1].split(separator: " ").prefix(4) }
  let before = titles()
  fixture.press(.character("c"), .down, .character(" "), .enter)
  fixture.settle()
  #expect(titles() != before)
  fixture.press(.character("c"), .delete)
  let effects = fixture.press(.enter)
  fixture.settle()
  #expect(titles() == before)
  #expect(!fixture.lines[1].contains("UID") && !fixture.lines[1].contains("PHASE"))
  guard case .remember(let spec, _)? = effects.first else {
    Issue.record("\(effects)")
    return
  }
  #expect(spec == nil)
}

@Test func `columns that the user asks for come before those of the kind of list`() throws {
  let asked = try ColumnSpec("metadata.uid,status.phase")
  let fixture = fixture(pods) { $0.columns = asked }
  #expect(fixture.lines[1].split(separator: " ") == ["UID", "PHASE"])
}

private let restartedPods = """
  {"items":[\
  {"metadata":{"name":"api-0","namespace":"shop","uid":"u1"},"status":{"phase":"Running","containerStatuses":[{"ready":true,"restartCount":4,"state":{"running":{}}}]}},\
  {"metadata":{"name":"api-1","namespace":"shop","uid":"u2"},"status":{"phase":"Pending","containerStatuses":[{"ready":false,"restartCount":0,"state":{"waiting":{"reason":"ErrImagePull"}}}]}}]}

  """

@Test func `the titles of a known list name its columns on the command line`() throws {
  let columns = try ColumnSpec("name,restarts,ready")
  let fixture = fixture(restartedPods) { $0.columns = columns }
  let header = fixture.lines[1].split(separator: " ").map(String.init)
  #expect(header == ["NAME", "RESTARTS", "READY"], "\(fixture.lines)")
  #expect(fixture.lines.contains { $0.contains("api-0") && $0.contains("4") && $0.contains("1/1") })
  #expect(!fixture.app.namesUnknownField)
}
