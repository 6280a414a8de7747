import Feeds
import Foundation
import Testing

@testable import FeedClients

import Glibc

/// A feed by its address, read as the program reads it.
private struct Reading {
  var intake: FeedIntake
  let source: ClientSource
  private(set) var list = RowList()
  /// How often each value of a field has arrived.
  private(set) var arrivals: [String: Int] = [:]
  private(set) var notices: [String] = []
  private(set) var snapshots = 0
  let field: String

  init(_ address: String, _ options: ClientOptions = .init(), field: String = "n") throws {
    let url = try #require(FeedURL(address))
    source = try ClientSource(url, options, runs: CommandRuns())
    intake = FeedIntake(source, FeedDecoder(.init()))
    self.field = field
  }

  /// Reads until something holds, for a minute at most.
  mutating func read(until isDone: (Reading) -> Bool) throws -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if isDone(self) { return true }
      if !intake.isReady {
        var polls = intake.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&polls, UInt(polls.count), 20)
        let ready = Set(polls.filter { $0.revents != 0 }.map(\.fd))
        intake.wake(at: .now, childHasEnded: true) { ready.contains($0) }
        continue
      }
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items), .end(let items): take(items)
      case .notice(let text): if let text { notices.append(text) }
      }
    }
    return false
  }

  private mutating func take(_ items: [FeedItem]) {
    for item in items {
      list.apply(item)
      switch item {
      case .upsert(let row, _):
        if let text = row.value[FieldPath(field)]?.string { arrivals[text, default: 0] += 1 }
      case .snapshot: snapshots += 1
      case .delete: break
      }
    }
  }
}

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

@Test(.enabled(if: isInstalled("redis-server", "redis-cli")))
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
  let (port, proxyPort) = (Server.freePort(), Server.freePort())
  let settings = """
    listener \(port) 127.0.0.1
    allow_anonymous true
    max_queued_messages 0
    max_inflight_messages 100
    """
  try settings.write(to: folder.appending(path: "m.conf"), atomically: true, encoding: .utf8)
  let proxy = """
    import asyncio, sys
    live = set()
    async def pipe(r, w):
        try:
            while (d := await r.read(65536)): w.write(d); await w.drain()
        except Exception: pass
        finally: w.close()
    async def serve(r, w):
        r2, w2 = await asyncio.open_connection("127.0.0.1", \(port))
        live.update([w, w2])
        await asyncio.gather(pipe(r, w2), pipe(r2, w))
    async def cutter(r, w):
        n = len(live)
        for x in live: x.transport.abort()
        live.clear(); w.write(b"%d" % n); w.close()
    async def main():
        await asyncio.start_server(serve, "127.0.0.1", \(proxyPort))
        s = await asyncio.start_server(cutter, "127.0.0.1", 0)
        print(s.sockets[0].getsockname()[1], flush=True)
        await asyncio.sleep(300)
    asyncio.run(main())
    """
  try proxy.write(to: folder.appending(path: "p.py"), atomically: true, encoding: .utf8)
  let broker = try Server(["mosquitto", "-c", "m.conf"], in: folder)
  let relay = try Server(["python3", "p.py"], in: folder)
  let control = relay.firstLine()
  var reading = try Reading("mqtt://127.0.0.1:\(proxyPort)/n/%23", field: "payload.n")
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
    try shell(
      "python3 -c 'import socket; s=socket.create_connection((\"127.0.0.1\",\(control))); s.recv(9)'"
    )
  }
  #expect(try reading.read { $0.arrivals["\(5 * part)"] != nil }, "\(reading.notices)")
  #expect((1...5 * part).allSatisfy { reading.arrivals["\($0)"] != nil })
  // What had arrived and was not acknowledged comes again, and is not shown twice.
  let extra = reading.arrivals.reduce(0) { $0 + ($1.key == "0" ? 0 : $1.value - 1) }
  #expect(extra == 0, "\(extra) of \(5 * part)")
  reading.source.stop()
  withExtendedLifetime((broker, relay)) {}
}

@Test func `a message that is delivered twice is removed, wherever the bytes are split`() {
  func line(_ mid: Int, _ payload: String, _ time: Int) -> String {
    #"{"tst":"2026-11-22T14:00:0\#(time)Z","topic":"a,\"mid\":9","qos":1,"mid":\#(mid),"payload":"\#(payload)"}"#
      + "\n"
  }
  let plain = #"{"tst":"t","topic":"a","qos":0,"payload":"x"}"# + "\n"
  let text = line(1, "a", 1) + line(2, "b", 1) + line(1, "a", 2) + plain + plain + line(1, "c", 3)
  let expected = line(1, "a", 1) + line(2, "b", 1) + plain + plain + line(1, "c", 3)
  for cut in 0...text.utf8.count {
    var deliveries = RepeatedDeliveries()
    let bytes = Array(text.utf8)
    let result =
      deliveries.removed(from: Array(bytes[..<cut]))
      + deliveries.removed(from: Array(bytes[cut...]))
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }
  // A number that comes again after all others is another message.
  var deliveries = RepeatedDeliveries()
  let many =
    (1...RepeatedDeliveries.capacity + 1).map { line($0, "a", 1) }.joined() + line(1, "a", 2)
  #expect(deliveries.removed(from: Array(many.utf8)).count == many.utf8.count)
  let long = line(7, String(repeating: "x", count: RepeatedDeliveries.longestLine), 1)
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
