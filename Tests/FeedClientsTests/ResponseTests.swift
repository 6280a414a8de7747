@testable import FeedStore
@testable import FeedFormats
import FeedSources
import FeedValues
import Foundation
import Testing

@testable import FeedClients

import Glibc

/// Responses of an HTTP server, by path; the server counts the bytes that it could send.
private let responses = """
  import gzip, http.server, json, sys, time
  sent = {}
  rows = b'[{"id":1,"n":"a"},{"id":2,"n":"b"}]'
  class Handler(http.server.BaseHTTPRequestHandler):
      protocol_version = "HTTP/1.1"
      def log_message(self, *a): pass
      def head(self, kind, status=200, **fields):
          self.send_response(status); self.send_header("Content-Type", kind)
          for name, value in fields.items(): self.send_header(name.replace("_", "-"), value)
          self.end_headers()
      def send(self, data):
          self.wfile.write(data); self.wfile.flush()
          sent[self.path] = sent.get(self.path, 0) + len(data)
      def flood(self, head, data):
          self.send(head)
          data *= 1 + 60_000 // len(data)
          while True: self.send(data)
      def do_GET(self):
          try: self.respond()
          except OSError: pass
          self.close_connection = True
      def respond(self):
          path = self.path
          if path == "/sent": self.head("application/json"); return self.send(json.dumps(sent).encode())
          if path == "/comments":
              self.head("text/event-stream")
              for _ in range(30): self.send(b": keep-alive\\n\\n")
              for n in range(3): self.send(b'id: %d\\ndata: {"id":%d,"n":%d}\\n\\n' % (n, n, n))
              time.sleep(60)
          if path == "/lines": self.head("text/plain"); self.flood(b"", b"word\\n")
          if path == "/rows": self.head("application/json"); self.flood(b"[", b'{"id":1},')
          if path == "/string": self.head("application/json"); self.flood(b'["', b"x")
          if path == "/error": self.head("text/html", 500); self.flood(b"", b"<p>no</p>\\n")
          if path == "/silent": time.sleep(60)
          if path == "/stalled": self.head("application/json", Content_Length="100"); self.send(b"["); time.sleep(60)
          if path == "/encoded":
              data = gzip.compress(rows)
              self.head("application/json", Content_Encoding="gzip", Content_Length=str(len(data)))
              self.send(data)
          if path == "/archive": self.head("application/json"); self.send(gzip.compress(rows))
          if path == "/picture": self.head("image/png"); self.flood(b"\\x89PNG\\r\\n\\x1a\\n", b"\\0" * 4096)
          if path == "/cut":
              self.head("application/x-ndjson", Content_Length="1000")
              self.send(b'{"id":1,"n":"a"}\\n')
          if path == "/whole": self.head("application/x-ndjson"); self.send(b'{"id":1,"n":"a"}\\n')
          if path == "/part":
              # Half a document has a validator too.
              part = sent.get("/part") is None
              if self.headers.get("If-None-Match"): return self.head("application/json", 304)
              self.head("application/json", ETag='"1"', Content_Length=str(len(rows)))
              self.send(rows[:20] if part else rows)
  class Server(http.server.ThreadingHTTPServer):
      daemon_threads = True
  server = Server(("127.0.0.1", 0), Handler)
  print(server.server_port, flush=True)
  server.serve_forever()
  """

/// A server of the responses, with the address of one.
private struct Responder {
  let server: Server
  let port: String

  init() throws {
    server = try Server(["python3", "-c", responses], in: Server.folder())
    port = server.firstLine()
  }

  func address(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  /// The number of bytes that were sent for a path.
  func sent(_ path: String) throws -> Int {
    let text = try shell("curl -s \(address("/sent"))")
    return try JSONDecoder().decode([String: Int].self, from: Data(text.utf8))[path] ?? 0
  }
}

private let hasServer = isInstalled("curl", "python3")

@Test(.enabled(if: hasServer))
func `an event stream that begins with comments is one, as its content type says`() throws {
  let responder = try Responder()
  var reading = try Reading(responder.address("/comments"))
  #expect(try reading.read { $0.arrivals.count == 3 })
  #expect(reading.list.rows.map { $0.value.member("n")?.string } == ["2", "1", "0"])
  #expect(reading.intake.decoder.format == .sse)
  reading.source.stop()
}

@Test(.enabled(if: hasServer), arguments: ["/lines", "/rows", "/string"])
func `a list without an end is refused at the limit, and its client is ended`(_ path: String) throws
{
  let responder = try Responder()
  var decoding = FeedDecoder.Options()
  decoding.maximumRunLength = 1 << 17
  let options = ClientOptions(interval: .seconds(600))
  var reading = try Reading(responder.address(path), options, decoding: decoding)
  let isRefused = try reading.read { !$0.notices.isEmpty }
  #expect(isRefused && reading.source.outage == .tooLarge && reading.source.retry != nil)
  #expect(reading.notices == ["\(responder.address(path)): \(FeedText.Source.tooLarge(1 << 17))"])
  #expect(reading.source.descriptors.isEmpty && reading.list.count == 0)
  #expect(reading.intake.decoder.byteCount < 1 << 20)
  // Pipes and buffers of the network hold some more.
  #expect(try responder.sent(path) < 24 << 20)
  var once = try Reading(responder.address(path), .init(isOnce: true), decoding: decoding)
  #expect(throws: FeedError.self) { try once.readToEnd() }
}

@Test(.enabled(if: hasServer))
func `an endless error body is read in small parts, and not for ever`() throws {
  let responder = try Responder()
  let options = ClientOptions(interval: .seconds(600), deadline: .seconds(3_600))
  let address = responder.address("/error")
  let source = try ClientSource(try #require(FeedURL(address)), options, runs: CommandRuns())
  var events: [FeedSourceEvent] = []
  let end = ContinuousClock.now + .seconds(60)
  while events.count(where: { $0 == .nothing }) < 100, ContinuousClock.now < end {
    if !source.isReady {
      usleep(1_000)
      source.wake()
    }
    // Each returns, though the server never stops.
    events.append(try source.read(upTo: 1 << 12, at: .now))
  }
  #expect(events.last == .nothing && source.outage == nil)
  let last = try source.read(upTo: 1 << 12, at: .now + .seconds(3_601))
  #expect(last == .notice("\(address): HTTP 500 Internal Server Error"))
  #expect(source.outage == .failing && source.descriptors.isEmpty)
  source.stop()
}

@Test(.enabled(if: hasServer), arguments: ["/silent", "/stalled"])
func `a document that does not come within the deadline has failed`(_ path: String) throws {
  let responder = try Responder()
  let deadline = Duration.milliseconds(300)
  let options = ClientOptions(interval: .seconds(600), deadline: deadline)
  var reading = try Reading(responder.address(path), options)
  #expect(try reading.read { !$0.notices.isEmpty })
  #expect(
    reading.notices == ["\(responder.address(path)): \(ClientText.silent(for: deadline))"]
  )
  #expect(reading.source.outage == .failing && reading.source.retry != nil)
  reading.source.stop()
}

@Test(.enabled(if: hasServer))
func `a stream may be silent for longer than the deadline`() throws {
  let responder = try Responder()
  let options = ClientOptions(isStream: true, deadline: .milliseconds(100))
  var reading = try Reading(responder.address("/silent"), options)
  let end = ContinuousClock.now + .milliseconds(500)
  _ = try reading.read { _ in ContinuousClock.now >= end }
  #expect(reading.notices.isEmpty && reading.source.outage == nil)
  reading.source.stop()
}

@Test(.enabled(if: hasServer))
func `a compressed body is decompressed, and what is no text is refused with its kind`() throws {
  let responder = try Responder()
  var encoded = try Reading(responder.address("/encoded"), .init(isOnce: true))
  try encoded.readToEnd()
  #expect(encoded.list.rows.map { $0.value.member("n")?.string } == ["a", "b"])
  for (path, reason) in [
    ("/archive", ClientText.compressed("gzip", responder.address("/archive"))),
    ("/picture", FeedText.Content.binary("a picture", FeedText.Content.picture.advice)),
  ] {
    let address = responder.address(path)
    var reading = try Reading(address, .init(isOnce: true))
    #expect(throws: FeedError.failed(name: address, reason: reason)) { try reading.readToEnd() }
    #expect(reading.list.count == 0)
  }
}

@Test(.enabled(if: hasServer))
func `once, a stream that is torn off has failed, and one that is closed has ended`() throws {
  let responder = try Responder()
  var whole = try Reading(responder.address("/whole"), .init(isOnce: true))
  try whole.readToEnd()
  #expect(whole.arrivals == ["a": 1])
  var cut = try Reading(responder.address("/cut"), .init(isOnce: true))
  #expect(throws: FeedError.self) { try cut.readToEnd() }
}

@Test(.enabled(if: hasServer))
func `half a document is requested again, though it has a validator`() throws {
  let responder = try Responder()
  var reading = try Reading(responder.address("/part"), .init(interval: .milliseconds(20)))
  #expect(try reading.read { $0.list.count == 2 })
  #expect(reading.notices.count == 1)
  reading.source.stop()
}

/// A client with many notifications at once.
private final class Talker: FeedClient {
  static let program = (name: "sleep", package: "coreutils")
  func nextRun() -> ClientRun { ClientRun(arguments: ["sleep", "60"]) }
  func listeningRun() -> ClientRun? {
    ClientRun(arguments: ["sh", "-c", "head -c 500000 /dev/zero; exec sleep 60"])
  }
  func endRun(_ failure: String?) -> RunEnd { .list }
}

@Test func `what a listener prints is read in small parts`() throws {
  let source = ClientSource(Talker(), name: "x://y", .init(), runs: CommandRuns())
  try source.connect(at: .now)
  func waiting() -> Int {
    source.descriptors.map { descriptor in
      var count: CInt = 0
      return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
    }.max() ?? 0
  }
  _ = try source.read(upTo: 1 << 14, at: .now)
  let end = ContinuousClock.now + .seconds(60)
  while waiting() < 500_000, ContinuousClock.now < end { usleep(1_000) }
  source.wake()
  #expect(try source.read(upTo: 1 << 14, at: .now) == .idle)
  #expect((1..<500_000).contains(waiting()) && source.isReady)
  source.stop()
}
