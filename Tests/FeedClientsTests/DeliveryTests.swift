import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

@testable import FeedClients

import Glibc

// Real brokers, whose connections are cut or which are ended and started again five times: nothing is lost, nothing
// comes twice, and the last value of each key is right.

/// The number of messages: 20,000 with LISTVIEW_EXHAUSTIVE in the environment.
private let count =
  ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] == nil ? 2_000 : 20_000
private let keyCount = 100
private let cutCount = 5

/// The last message of a key among those up to a number.
private func lastMessage(of key: Int, upTo number: Int = count) -> Int {
  number - (number - key) % keyCount
}

/// Waits until a command succeeds, for a minute at most.
private func waits(for command: String) throws -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < end {
    if try shell("\(command) && echo ok").hasSuffix("ok\n") { return true }
    usleep(20_000)
  }
  return false
}

// MARK: Redis

/// A Redis server of the test's own, which keeps what it acknowledged.
private final class Redis {
  let folder: URL
  let port = Server.freePort()
  private var server: Server?

  init() throws {
    folder = try Server.folder()
    try start()
  }

  var client: String { "redis-cli -p \(port)" }
  func address(_ path: String) -> String { "redis://127.0.0.1:\(port)/0/\(path)" }

  func restart() throws {
    server = nil
    try start()
  }

  /// Starts the server, which writes what it acknowledges at once.
  ///
  /// By default it puts that off for up to two seconds while a slow disk is busy, so that a server that is killed
  /// forgets it.
  private func start() throws {
    server = try Server(
      [
        "redis-server", "--port", "\(port)", "--save", "", "--appendonly", "yes", "--appendfsync",
        "no",
      ],
      in: folder
    )
    try #require(try waits(for: "[ \"$(\(client) PING)\" = PONG ]"))
  }

  /// Adds the entries with some numbers to the stream.
  func add(_ numbers: ClosedRange<Int>) throws {
    try shell(
      "seq \(numbers.lowerBound) \(numbers.upperBound) | sed 's/.*/XADD orders * n &/' | \(client) > /dev/null"
    )
  }

  func pendingCount(_ group: String) throws -> String {
    try shell("\(client) XPENDING orders \(group)").split(separator: "\n").first.map(String.init)
      ?? ""
  }
}

private let hasRedis = isInstalled("redis-server", "redis-cli", "python3")

@Test(.enabled(if: hasRedis))
func `entries that were on their way to a group when the connection broke are read again`() throws {
  let redis = try Redis()
  try redis.add(1...count)
  try shell("\(redis.client) XGROUP CREATE orders g 0")
  // An entry has about 65 bytes, so that all replies are cut in the middle.
  let cuts = (1...cutCount).map { $0 * count * 50 / cutCount }
  let relay = try Relay(to: redis.port, cuts: cuts, in: redis.folder)
  var reading = try Reading("redis://127.0.0.1:\(relay.port)/0/orders?group=g", field: "fields.n")
  #expect(try reading.read { $0.arrivals.count == count }, "\(reading.notices)")
  #expect(reading.doubled.isEmpty && reading.notices.count == cutCount, "\(reading.notices)")
  let gap = ClientText.lost("", "", mayLackRows: true).dropFirst(2)
  #expect(reading.notices.allSatisfy { !$0.hasSuffix(gap) })
  // Entries that were taken are acknowledged.
  #expect(try reading.read { _ in (try? redis.pendingCount("g")) == "0" })
  reading.source.stop()
  // An entry that was deleted in between is not a row, and is acknowledged too.
  try redis.add(count + 1...count + 2)
  let taken = try shell("\(redis.client) --json XREADGROUP GROUP g listview STREAMS orders '>'")
  var ids: [String] = []
  var reader = ValueReader()
  reader.append(Array(taken.utf8)) { reply in
    ids = reply.member("orders")?.elements.compactMap { $0.firstElement?.string } ?? []
  }
  try #require(ids.count == 2)
  try shell("\(redis.client) XDEL orders \(ids[0])")
  var rest = try Reading(redis.address("orders?group=g"), .init(isOnce: true), field: "fields.n")
  try rest.readToEnd()
  #expect(rest.arrivals == ["\(count + 2)": 1])
  #expect(try redis.pendingCount("g") == "0")
}

@Test(.enabled(if: hasRedis))
func `Redis streams survive restarts of the server, and once they are read to their end`() throws {
  let redis = try Redis()
  try shell("\(redis.client) XGROUP CREATE orders g 0 MKSTREAM")
  var readings = [
    try Reading(redis.address("orders"), field: "fields.n"),
    try Reading(redis.address("orders?group=g"), field: "fields.n"),
  ]
  for step in 0..<cutCount {
    let part = step * count / cutCount + 1...(step + 1) * count / cutCount
    try redis.add(part)
    for index in readings.indices {
      let isHalf = try readings[index].read {
        $0.arrivals.count >= part.lowerBound + part.count / 2
      }
      #expect(isHalf, "\(readings[index].notices)")
    }
    try redis.restart()
  }
  for index in readings.indices {
    #expect(try readings[index].read { $0.arrivals.count == count })
    #expect(readings[index].doubled.isEmpty)
    #expect(readings[index].list.rows.first?.value[FieldPath("fields.n")]?.string == "\(count)")
    readings[index].source.stop()
  }
  // A reply has as many entries as fit, so that these are several.
  try shell("\(redis.client) XGROUP CREATE orders once 0")
  for address in ["orders", "orders?group=once"] {
    var once = try Reading(redis.address(address), .init(isOnce: true), field: "fields.n")
    try once.readToEnd()
    #expect(once.arrivals.count == count && once.doubled.isEmpty && once.notices.isEmpty)
  }
  #expect(try redis.pendingCount("once") == "0")
  // A server that is gone is a failure, however much was read.
  let relay = try Relay(to: redis.port, cuts: [count * 20], in: redis.folder)
  let address = "redis://127.0.0.1:\(relay.port)/0/orders"
  var cut = try Reading(address, .init(isOnce: true), field: "fields.n")
  #expect(throws: FeedError.self) { try cut.readToEnd() }
}

@Test(.enabled(if: hasRedis))
func `a listing of keys says that there are more`() throws {
  let redis = try Redis()
  try shell("seq 25 | sed 's/.*/SET key:& &/' | \(redis.client) > /dev/null")
  let url = try #require(FeedURL(redis.address("?pattern=key:*")))
  for (limit, isCut) in [(10, true), (25, false)] {
    let client = RedisClient(url, keyLimit: limit)
    let options = ClientOptions(isOnce: true)
    let source = ClientSource(client, name: "keys", options, runs: CommandRuns())
    var intake = FeedIntake(source, FeedDecoder(.init()))
    var (list, notices) = (RowList(), [String?]())
    var isOver = false
    let end = ContinuousClock.now + .seconds(60)
    while !isOver, ContinuousClock.now < end {
      intake.wake(at: .now, childHasEnded: true) { _ in true }
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items): for item in items { list.apply(item) }
      case .notice(let text): notices.append(text)
      case .end(let items):
        for item in items { list.apply(item) }
        isOver = true
      }
    }
    #expect(list.count == limit && isOver)
    #expect(notices == (isCut ? ["keys: \(ClientText.keysCut(limit))"] : []))
  }
}

@Test func `a reply that is too large is requested again in smaller parts`() throws {
  let client = RedisClient(try #require(FeedURL("redis://h/0/s")))
  func requested() throws -> Int {
    let words = client.nextRun().arguments
    let position = try #require(words.firstIndex(of: "COUNT"))
    return try #require(Int(words[position + 1]))
  }
  let first = try requested()
  // A long reply is a reason to ask for fewer entries, a short one for more.
  let entry = { (id: Int, length: Int) in
    "[\"\(id)-0\",[\"n\",\"\(String(repeating: "x", count: length))\"]]"
  }
  let short = "{\"s\":[" + (1...first).map { entry($0, 1) }.joined(separator: ",") + "]}\n"
  #expect(client.take(Array(short.utf8)) == Array(short.utf8))
  #expect(client.endRun(nil) == .goesOn)
  let second = try requested()
  #expect(second > first && client.nextRun().arguments.last == "\(first)-0")
  let long = "{\"s\":[" + entry(first + 1, 1 << 20) + "]}\n"
  #expect(client.take(Array(long.utf8)).count == long.utf8.count)
  #expect(client.endRun(nil) == .goesOn)
  let third = try requested()
  #expect(1..<10 ~= third)
  // One that is larger than what is held is given up.
  let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
  var counts = [third]
  while counts.count < 10 {
    #expect(client.take(Array("{\"s\":[[\"9-0\",[\"n\",\"".utf8)) == [])
    for _ in 0..<65 where client.refusal == nil { #expect(client.take(piece) == []) }
    let refusal = try #require(client.refusal)
    guard client.endRun(refusal) == .goesOn else { break }
    counts.append(try requested())
  }
  #expect(counts.last == 1 && counts.count < 10)
}

// MARK: MQTT

/// A broker of the test's own.
private final class Mosquitto {
  let folder: URL
  let port = Server.freePort()
  private var server: Server?

  init(isPersistent: Bool) throws {
    folder = try Server.folder()
    chmod(folder.path(), 0o777)
    let settings = """
      listener \(port) 127.0.0.1
      allow_anonymous true
      max_queued_messages 0
      persistence \(isPersistent)
      persistence_location \(folder.path())
      """
    try settings.write(to: folder.appending(path: "m.conf"), atomically: true, encoding: .utf8)
    try start()
  }

  /// Ends the broker, which writes down what it has, and starts it again.
  func restart() throws {
    server?.end(by: SIGTERM)
    server = nil
    try start()
  }

  private func start() throws {
    server = try Server(["mosquitto", "-c", "m.conf"], in: folder)
    try #require(try waits(for: "mosquitto_pub -p \(port) -t other -n"))
  }

  /// Publishes messages, one a line, which the broker then has.
  func publish(_ messages: some Sequence<String>, to topic: String) throws {
    let file = folder.appending(path: "messages")
    try messages.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    try shell("mosquitto_pub -p \(port) -t \(topic) -q 1 -l < '\(file.path())'")
  }
}

private let hasMosquitto = isInstalled("mosquitto", "mosquitto_sub", "mosquitto_pub", "python3")

@Test(.enabled(if: hasMosquitto))
func `messages survive restarts of an MQTT broker`() throws {
  let broker = try Mosquitto(isPersistent: true)
  var reading = try Reading("mqtt://127.0.0.1:\(broker.port)/n/%23", field: "payload.n")
  let hasSubscribed = try reading.read { reading in
    if reading.arrivals.isEmpty { try? broker.publish(["{\"n\":0}"], to: "n/0") }
    return !reading.arrivals.isEmpty
  }
  #expect(hasSubscribed)
  for step in 0..<cutCount {
    let part = step * count / cutCount + 1...(step + 1) * count / cutCount
    for key in 0..<10 {
      let numbers = part.filter { $0 % 10 == key }
      try broker.publish(numbers.map { "{\"n\":\($0)}" }, to: "n/\(key)")
    }
    #expect(try reading.read { $0.arrivals.count > part.lowerBound + part.count / 2 })
    try broker.restart()
  }
  #expect(try reading.read { $0.arrivals.count == count + 1 }, "\(reading.arrivals.count)")
  #expect(reading.doubled.keys.filter { $0 != "0" } == [])
  for row in reading.list.rows {
    let key = try #require(row.value.member("topic")?.string.last?.wholeNumberValue)
    #expect(row.value[FieldPath("payload.n")]?.string == "\(count - (count - key) % 10)")
  }
  reading.source.stop()
}

@Test(.enabled(if: hasMosquitto))
func `a value that comes again after a broker has forgotten everything is shown`() throws {
  let broker = try Mosquitto(isPersistent: false)
  var reading = try Reading("mqtt://127.0.0.1:\(broker.port)/s/%23", field: "payload")
  /// Publishes a value until it has arrived: nobody has subscribed at first.
  func publish(_ value: String) throws {
    let before = reading.arrivals[value, default: 0]
    var last = ContinuousClock.now - .seconds(9)
    let hasArrived = try reading.read { reading in
      if reading.arrivals[value, default: 0] > before { return true }
      if ContinuousClock.now - last > .seconds(3) {
        try? broker.publish([value], to: "s/1")
        last = .now
      }
      return false
    }
    #expect(hasArrived)
    #expect(reading.list.rows.map { $0.value.member("payload")?.string } == [value])
  }
  try publish("21.5")
  try publish("22.0")
  try broker.restart()
  try publish("21.5")
  reading.source.stop()
}

// MARK: PostgreSQL

private let postgresFolder = try? shell("ls -d /usr/lib/postgresql/*/bin | tail -n 1")
  .split(separator: "\n").first.map(String.init)

@Test(
  .enabled(if: isInstalled("psql", "setpriv", "python3") && postgresFolder != nil)
)
func `the last value of each row is right after restarts of PostgreSQL`() throws {
  let programs = try #require(postgresFolder)
  let folder = try Server.folder()
  // PostgreSQL does not run as root.
  var user = String(cString: getpwuid(geteuid()).pointee.pw_name)
  var prefix: [String] = []
  if geteuid() == 0 {
    user = getpwnam("postgres") == nil ? "nobody" : "postgres"
    let entry = try #require(getpwnam(user)).pointee
    prefix = ["setpriv", "--reuid=\(entry.pw_uid)", "--regid=\(entry.pw_gid)", "--clear-groups"]
    chown(folder.path(), entry.pw_uid, entry.pw_gid)
  }
  let data = folder.appending(path: "data").path()
  try shell(
    (prefix + ["\(programs)/initdb", "-D", data, "-U", user, "-A", "trust", "-N", "--no-locale"])
      .joined(separator: " ")
  )
  let port = Server.freePort()
  let arguments = [
    "\(programs)/postgres", "-D", data, "-k", folder.path(), "-p", "\(port)", "-c",
    "listen_addresses=127.0.0.1", "-c", "max_connections=12", "-c", "shared_buffers=1MB", "-c",
    "fsync=off",
  ]
  var server: Server? = try Server(prefix + arguments, in: folder)
  let psql = "psql -X -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p \(port) -U \(user) postgres"
  #expect(try waits(for: "\(psql) -c 'select 1' > /dev/null"))
  try shell(
    "\(psql) -c 'create table jobs as select g as id, 0 as n from generate_series(0, \(keyCount - 1)) g'"
  )
  let address = "postgres://\(user)@127.0.0.1:\(port)/postgres?listen=jobs"
  let options = ClientOptions(interval: .seconds(600), query: "select id, n from jobs order by id")
  var reading = try Reading(address, options)
  #expect(try reading.read { $0.list.count == keyCount }, "\(reading.notices)")
  for step in 0..<cutCount {
    let part = step * count / cutCount + 1...(step + 1) * count / cutCount
    let file = folder.appending(path: "updates")
    try part.map { "update jobs set n=\($0) where id=\($0 % keyCount); notify jobs;\n" }.joined()
      .write(to: file, atomically: true, encoding: .utf8)
    try shell("\(psql) -f '\(file.path())'")
    let isRight = try reading.read { reading in
      reading.list.rows.enumerated().allSatisfy { key, row in
        let last = lastMessage(of: key, upTo: part.upperBound)
        return row.value.member("n")?.string == "\(last)"
      }
    }
    #expect(isRight, "\(reading.notices)")
    // Changes while nobody listens are seen as soon as somebody does again.
    server?.end(by: SIGINT)
    server = try Server(prefix + arguments, in: folder)
    #expect(try waits(for: "\(psql) -c 'select 1' > /dev/null"))
    try shell("\(psql) -c 'update jobs set n=-\(step) where id=0'")
    #expect(
      try reading.read { $0.list.rows.first?.value.member("n")?.string == "-\(step)" || step == 0 },
      "\(reading.notices)"
    )
  }
  #expect(reading.list.count == keyCount)
  reading.source.stop()
  server?.end(by: SIGINT)
}

// MARK: Event streams

@Test(.enabled(if: isInstalled("curl", "python3")), arguments: [false, true])
func `an event stream survives restarts of its server, or of the nginx before it`(
  isBehindNginx: Bool
) throws {
  guard !isBehindNginx || isInstalled("nginx") else { return }
  let folder = try Server.folder()
  let (port, front) = (Server.freePort(), Server.freePort())
  let script = """
    import http.server, sys, time
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def log_message(self, *a): pass
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close"); self.end_headers()
            try:
                for n in range(int(self.headers.get("Last-Event-ID") or 0) + 1, \(count) + 1):
                    self.wfile.write(b'id: %d\\ndata: {"id":%d,"n":%d}\\n\\n' % (n, n % \(keyCount), n))
                    if n % 100 == 0: time.sleep(0.005)
                time.sleep(60)
            except OSError: pass
            self.close_connection = True
    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
    Server(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
    """
  let settings = """
    daemon off; master_process off; pid \(folder.path())nginx.pid; error_log stderr;
    events {}
    http {
      access_log off;
      server {
        listen 127.0.0.1:\(front);
        location / {
          proxy_pass http://127.0.0.1:\(port); proxy_http_version 1.1; proxy_buffering off;
          proxy_set_header Connection "";
        }
      }
    }
    """
  try settings.write(to: folder.appending(path: "n.conf"), atomically: true, encoding: .utf8)
  let source = ["python3", "-c", script, "\(port)"]
  let proxy = ["nginx", "-p", folder.path(), "-c", "n.conf"]
  var server: Server? = try Server(source, in: folder)
  var nginx: Server? = isBehindNginx ? try Server(proxy, in: folder) : nil
  let entry = isBehindNginx ? front : port
  #expect(
    try waits(for: "python3 -c 'import socket; socket.create_connection((\"127.0.0.1\",\(entry)))'")
  )
  var reading = try Reading("http://127.0.0.1:\(entry)/")
  for step in 0..<cutCount {
    let wanted = step * count / cutCount + count / 10
    #expect(try reading.read { $0.arrivals.count >= wanted }, "\(reading.notices)")
    if isBehindNginx {
      nginx = nil
      nginx = try Server(proxy, in: folder)
    } else {
      server = nil
      server = try Server(source, in: folder)
    }
  }
  #expect(try reading.read { $0.arrivals.count == count }, "\(reading.notices)")
  #expect(reading.doubled.isEmpty && reading.list.count == keyCount)
  for row in reading.list.rows {
    let key = try #require(row.value.member("id").flatMap { Int($0.string) })
    #expect(row.value.member("n")?.string == "\(lastMessage(of: key))")
  }
  reading.source.stop()
  withExtendedLifetime((server, nginx)) {}
}
