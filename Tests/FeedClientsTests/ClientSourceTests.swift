@testable import FeedStore
import FeedSources
import FeedValues
import Foundation
import Testing

@testable import FeedClients

import Glibc

private let count = 20_000

/// A server of events that goes on behind the last one that its reader knows, and leaves five times.
private let eventServer = """
  import http.server, sys
  cuts = [int(x) for x in sys.argv[1].split(",")]
  kind = sys.argv[2]
  class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def log_message(self, *a): pass
      def do_GET(self):
          last = int(self.headers.get("Last-Event-ID") or 0)
          if self.path == "/moved":
              self.send_response(302); self.send_header("Location", "/events")
              self.send_header("Content-Length", "0"); self.end_headers(); return
          self.send_response(200)
          self.send_header("Content-Type", kind)
          self.send_header("Connection", "close")
          self.end_headers()
          if last == 0: self.wfile.write(b"retry: 10\\n\\n")
          for n in range(last + 1, \(count) + 1):
              text = 'id: %d\\ndata: {"n":%d,"time":%d,"msg":"m"}\\n\\n' % (n, n, 1795341600 + n)
              if cuts and n >= cuts[0]:
                  cuts.pop(0)
                  self.wfile.write(text[:len(text) // 2].encode()); self.wfile.flush()
                  self.close_connection = True
                  return
              self.wfile.write(text.encode())
          self.wfile.flush()
          import time; time.sleep(60)
  class Server(http.server.ThreadingHTTPServer):
      daemon_threads = True
  server = Server(("127.0.0.1", 0), Handler)
  print(server.server_port, flush=True)
  server.serve_forever()
  """

@Test(.enabled(if: isInstalled("curl", "python3")))
func `an event stream interrupted five times neither loses nor repeats an event`() throws {
  let folder = try Server.folder()
  try eventServer.write(to: folder.appending(path: "s.py"), atomically: true, encoding: .utf8)
  let server = try Server(
    ["python3", "s.py", "1,3000,3001,9000,19999", "text/event-stream"],
    in: folder
  )
  let port = server.firstLine()
  var reading = try Reading("http://127.0.0.1:\(port)/moved")
  #expect(try reading.read { $0.arrivals.count == count })
  #expect(reading.arrivals.values.allSatisfy { $0 == 1 })
  #expect(reading.notices.count == 5, "\(reading.notices)")
  // Nothing is missing but where the first event had not come yet.
  let gap = ClientText.lost("", "", mayLackRows: true).dropFirst(2)
  #expect(reading.notices.filter { $0.hasSuffix(gap) }.count <= 1)
  reading.source.stop()
}

@Test(.enabled(if: isInstalled("curl", "python3")))
func `a document is a list, and is fetched again only if it changed`() throws {
  let folder = try Server.folder()
  let script = """
    import http.server, json
    state = {"asked": 0, "same": 0}
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *a): pass
        def do_GET(self):
            state["asked"] += 1
            if self.headers.get("Authorization") != "Basic Ym9iOnMzY3JldA==" or self.headers.get("X-Y") != 'a"b':
                self.send_response(401); self.send_header("Content-Length", "0"); self.end_headers(); return
            if 8 <= state["asked"] < 11:
                self.send_response(503); self.send_header("Content-Length", "0"); self.end_headers(); return
            tag = '"%d"' % (state["asked"] // 4)
            if self.headers.get("If-None-Match") == tag:
                state["same"] += 1
                self.send_response(304); self.end_headers(); return
            body = json.dumps([{"id": i, "same": state["same"]} for i in range(3 + state["asked"] // 4)]).encode()
            self.send_response(200); self.send_header("Content-Type", "application/json")
            self.send_header("ETag", tag); self.send_header("Content-Length", str(len(body)))
            self.end_headers(); self.wfile.write(body)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
    """
  try script.write(to: folder.appending(path: "s.py"), atomically: true, encoding: .utf8)
  let server = try Server(["python3", "s.py"], in: folder)
  let port = server.firstLine()
  let options = ClientOptions(interval: .milliseconds(20), headers: ["X-Y: a\"b"])
  var reading = try Reading("http://bob:s3cret@127.0.0.1:\(port)/list?x=1", options)
  #expect(try reading.read { $0.list.count == 6 })
  let same = reading.list.rows.first?.value.member("same")?.string ?? ""
  #expect(Int(same) ?? 0 >= 3 && reading.snapshots <= 4)
  // The list stays while the server fails, and that is reported.
  #expect(reading.notices.contains { $0.contains("HTTP 503") })
  #expect(reading.notices.allSatisfy { !$0.contains("s3cret") && !$0.contains("bob") })
  // Nobody sees the password in the list of processes.
  #expect(try !shell("ps -ww -eo args | grep -v grep").contains("s3cret"))
  reading.source.stop()
}

@Test(.enabled(if: isInstalled("curl")))
func `an unreachable server is reported and retried`() throws {
  var reading = try Reading("http://127.0.0.1:\(Server.freePort())/x")
  #expect(try reading.read { $0.notices.count == 2 })
  #expect(reading.notices[0].contains("127.0.0.1") && reading.source.outage == .failing)
  reading.source.stop()
}

@Test(.enabled(if: isInstalled("redis-server", "redis-cli", "python3")))
func `a Redis stream interrupted five times neither loses nor repeats an entry`() throws {
  let folder = try Server.folder()
  let port = Server.freePort()
  let server = try Server(
    ["redis-server", "--port", "\(port)", "--save", "", "--requirepass", "hushed"],
    in: folder
  )
  let client = "REDISCLI_AUTH=hushed redis-cli -p \(port)"
  while try shell("\(client) PING 2>&1") != "PONG\n" { usleep(20_000) }
  var reading = try Reading("redis://:hushed@127.0.0.1:\(port)/0/orders", field: "fields.n")
  var next = 0
  for part in 0..<5 {
    next += count / 5
    let add =
      "seq \(part * count / 5 + 1) \(next) | sed 's/.*/XADD orders * n &/' | \(client) > /dev/null"
    try shell(add)
    let wanted = next
    #expect(try reading.read { $0.arrivals.count == wanted }, "\(reading.notices)")
    // The client is killed as soon as there is one.
    #expect(try reading.read { _ in (try? shell("\(client) CLIENT KILL TYPE normal")) == "1\n" })
  }
  try shell("\(client) XADD orders '*' n last")
  #expect(try reading.read { $0.arrivals["last"] == 1 }, "\(reading.notices)")
  #expect(reading.arrivals.count == count + 1 && reading.arrivals.values.allSatisfy { $0 == 1 })
  // redis-cli itself may ask again, with the same identifier.
  #expect(reading.notices.allSatisfy { !$0.contains("missing") })

  try shell(
    "\(client) SET user:1 Ada EX 1000; \(client) HSET user:2 name Bob age 7; \(client) LPUSH list a b"
  )
  var keys = try Reading(
    "redis://:hushed@127.0.0.1:\(port)?pattern=user:*",
    .init(interval: .milliseconds(20))
  )
  #expect(try keys.read { $0.list.count == 2 }, "\(keys.notices)")
  #expect(keys.list.rows.map { $0.value.member("key")?.string } == ["user:1", "user:2"])
  #expect(keys.list.rows[1].value[FieldPath("value.name")]?.string == "Bob")
  try shell("\(client) DEL user:1")
  #expect(try keys.read { $0.list.count == 1 })
  keys.source.stop()
  reading.source.stop()
  withExtendedLifetime(server) {}
}

@Test(.enabled(if: isInstalled("mosquitto", "mosquitto_sub", "mosquitto_pub", "python3")))
func `messages of a broker interrupted five times are not lost`() throws {
  let folder = try Server.folder()
  let port = Server.freePort()
  let settings = """
    listener \(port) 127.0.0.1
    allow_anonymous true
    max_queued_messages 0
    max_inflight_messages 100
    """
  try settings.write(to: folder.appending(path: "m.conf"), atomically: true, encoding: .utf8)
  let broker = try Server(["mosquitto", "-c", "m.conf"], in: folder)
  let relay = try Relay(to: port, in: folder)
  var reading = try Reading("mqtt://127.0.0.1:\(relay.port)/n/%23", field: "payload.n")
  while try shell("mosquitto_pub -p \(port) -t n/0 -m '{\"n\":\"first\"}' -q 2 2>&1 && echo ok")
    != "ok\n"
  {
    usleep(20_000)
  }
  func publish(_ range: ClosedRange<Int>) throws {
    try shell(
      "seq \(range.lowerBound) \(range.upperBound) | sed 's/.*/{\"n\":&}/' | mosquitto_pub -p \(port) -t n/1 -q 2 -l"
    )
  }
  // Until the subscription stands, messages are nobody's.
  #expect(
    try reading.read { reading in
      if reading.arrivals.isEmpty { try? publish(0...0) }
      return !reading.arrivals.isEmpty
    }
  )
  let part = count / 10
  for step in 0..<5 {
    try publish(step * part + 1...(step + 1) * part)
    let wanted = step * part + part / 2
    #expect(try reading.read { $0.arrivals.count >= wanted }, "\(reading.notices)")
    try relay.cut()
  }
  #expect(try reading.read { $0.arrivals["\(5 * part)"] != nil }, "\(reading.notices)")
  #expect((1...5 * part).allSatisfy { reading.arrivals["\($0)"] != nil })
  // Messages that had arrived and were not acknowledged come again, and are not shown twice.
  let extra = reading.arrivals.reduce(0) { $0 + ($1.key == "0" ? 0 : $1.value - 1) }
  #expect(extra == 0, "\(extra) of \(5 * part)")
  reading.source.stop()
  withExtendedLifetime((broker, relay)) {}
}

/// The output of mosquitto_sub for a message: how it arrived, and the message.
private func delivery(
  _ mid: Int,
  _ payload: String,
  isMarked: Bool = false,
  at time: Int = 1
) -> String {
  "Client listview-x received PUBLISH (d\(isMarked ? 1 : 0), q1, r0, m\(mid), 'a', ... (1 bytes))\n"
    + "Client listview-x sending PUBACK (m\(mid), rc0)\n"
    + #"{"tst":"2026-11-22T14:00:0\#(time)Z","topic":"a,\"mid\":9","qos":1,"mid":\#(mid),"payload":"\#(payload)"}"#
    + "\n"
}

private let connection =
  "Client listview-x sending CONNECT\nClient listview-x received CONNACK (0)\n"

/// The payloads that are left of an output, wherever it is split.
private func payloads(_ output: String) throws -> [String] {
  let bytes = Array(output.utf8)
  var results: Set<[UInt8]> = []
  for cut in Set([0, bytes.count]).union(stride(from: 1, to: min(bytes.count, 2_000), by: 3)) {
    var deliveries = RepeatedDeliveries()
    results.insert(
      deliveries.removed(from: Array(bytes[..<cut]))
        + deliveries.removed(from: Array(bytes[cut...]))
    )
  }
  try #require(results.count == 1)
  var payloads: [String] = []
  var reader = ValueReader()
  reader.append(results.first ?? []) { payloads.append($0.member("payload")?.string ?? "?") }
  #expect(reader.malformedInput.count == 0)
  return payloads
}

@Test func `a message is repeated only if the broker marks it, and it had arrived before`() throws {
  let first = connection + delivery(1, "a") + delivery(2, "b") + delivery(3, "c")
  let repeats = delivery(2, "b", isMarked: true) + delivery(3, "c", isMarked: true)
  #expect(try payloads(first + connection + repeats + delivery(4, "d")) == ["a", "b", "c", "d"])
  // Marked, but it did not arrive before.
  #expect(
    try payloads(first + connection + delivery(4, "d", isMarked: true)) == ["a", "b", "c", "d"]
  )
  #expect(
    try payloads(first + connection + delivery(3, "x", isMarked: true)) == ["a", "b", "c", "x"]
  )
  // A broker that has forgotten everything counts anew.
  #expect(try payloads(first + connection + delivery(1, "a")) == ["a", "b", "c", "a"])
  let anew = delivery(1, "a") + delivery(2, "z")
  #expect(
    try payloads(first + connection + anew + connection + delivery(2, "b", isMarked: true))
      == ["a", "b", "c", "a", "z", "b"]
  )
  // So it may have while nothing arrived.
  #expect(try payloads(first + connection + connection + repeats).count == 5)
  // Identifiers that are used again at once identify nothing.
  let reused = connection + delivery(1, "a") + delivery(1, "b") + delivery(2, "a")
  #expect(try payloads(reused + connection + delivery(2, "a", isMarked: true)).count == 4)
  // Messages without an acknowledgement are never repeated; text in a topic is not a message of the program.
  let plain =
    "Client listview-x received PUBLISH (d0, q0, r0, m0, ' received CONNACK (0)', ... (1 bytes))\n"
    + #"{"tst":"t","topic":"a","qos":0,"payload":"x"}"# + "\n"
  #expect(
    try payloads(first + plain + connection + repeats + plain) == ["a", "b", "c", "x", "x"]
  )
}

@Test func `long messages and many of them pass`() throws {
  var deliveries = RepeatedDeliveries()
  let many = (1...2 * RepeatedDeliveries.capacity).map { delivery($0, "a") }.joined()
  let messages = deliveries.removed(from: Array(many.utf8)).count { $0 == 0x0A }
  #expect(messages == 2 * RepeatedDeliveries.capacity)
  let long =
    #"{"topic":"t","qos":1,"mid":7,"payload":""#
    + String(repeating: "x", count: RepeatedDeliveries.longestLine) + "\"}\n"
  var count = 0
  for _ in 0..<2 {
    count += deliveries.removed(from: Array(long.utf8.dropLast())).count
    count += deliveries.removed(from: Array(long.utf8.suffix(1))).count
  }
  #expect(count == 2 * long.utf8.count)
}

@Test func `a client that is not installed is reported with its package`() throws {
  final class Missing: FeedClient {
    static let program = (name: "listview-no-such-client", package: "nothing")
    func nextRun() -> ClientRun { ClientRun(arguments: [Self.program.name]) }
    func endRun(_ failure: String?) -> RunEnd { .over }
  }
  let source = ClientSource(Missing(), name: "x://y", .init(), runs: CommandRuns())
  #expect(
    throws: FeedError.missingProgram("listview-no-such-client", package: "nothing", feed: "x://y")
  ) {
    try source.connect(at: .now)
  }
}
