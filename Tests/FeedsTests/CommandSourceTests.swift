import Feeds
import Foundation
import Testing

/// Drives a source as the loop does, until a condition holds; false where it never does.
private func drive(
  _ source: CommandSource,
  seconds: Double = 20,
  until condition: ([FeedSourceEvent], String) -> Bool
) throws -> (events: [FeedSourceEvent], text: String) {
  var events: [FeedSourceEvent] = []
  var bytes: [UInt8] = []
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    source.wake()
    while source.isReady {
      switch try source.read(upTo: 1 << 16, at: .now) {
      case .bytes(let more): bytes += more
      case .idle: break
      case let event: events.append(event)
      }
    }
    if condition(events, String(decoding: bytes, as: UTF8.self)) { break }
    // In the program the end of a child is told by a signal; here it is asked for.
    var polled = source.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&polled, nfds_t(polled.count), 20)
  }
  return (events, String(decoding: bytes, as: UTF8.self))
}

private func polled(
  _ script: String,
  every: Duration = .milliseconds(50),
  limit: Duration = .seconds(20)
)
  -> CommandSource
{
  CommandSource(["sh", "-c", script], mode: .polled(every: every, limit: limit))
}

@Test func `a command is run again and again, and each run is told`() throws {
  let source = polled("echo '[1]'")
  let (events, text) = try drive(source) { events, _ in events.count >= 3 }
  #expect(
    events.prefix(3) == [
      .endOfRun(succeeded: true), .endOfRun(succeeded: true), .endOfRun(succeeded: true),
    ]
  )
  #expect(text.hasPrefix("[1]\n[1]\n[1]\n"))
  source.stop()
}

@Test func `a run that fails says its status and the last line of its errors`() throws {
  let source = polled("echo first >&2; echo why >&2; exit 3")
  let (events, _) = try drive(source) { events, _ in events.count >= 2 }
  #expect(events.first == .endOfRun(succeeded: false))
  #expect(events.dropFirst().first == .notice("sh: exit status 3: why"))
  source.stop()
}

@Test func `when a command works again what was told is taken back`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let source = polled("test -e \(folder.path()) || { touch \(folder.path()); exit 1; }")
  let (events, _) = try drive(source) { events, _ in events.contains(.notice(nil)) }
  #expect(
    events.prefix(4) == [
      .endOfRun(succeeded: false), .notice("sh: exit status 1"), .endOfRun(succeeded: true),
      .notice(nil),
    ]
  )
  source.stop()
}

/// Whether a process with this text in its command line runs.
private func isRunning(_ text: String) throws -> Bool {
  for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(name) != nil {
    let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
    if String(decoding: line, as: UTF8.self).contains(text), Int32(name) != getpid() { return true }
  }
  return false
}

@Test func `a run that takes too long is ended, even one that does not listen`() throws {
  let mark = "8\(Int.random(in: 100_000...999_999))"
  let source = polled(
    "trap '' TERM; sleep \(mark) & sleep \(mark); sleep \(mark)",
    limit: .milliseconds(100)
  )
  let (events, _) = try drive(source) { events, _ in events.count >= 2 }
  #expect(events.first == .endOfRun(succeeded: false))
  #expect(events.dropFirst().first == .notice("sh: took too long and was ended"))
  source.stop()
  while try isRunning(mark) {}
}

@Test func `what a command leaves in the background goes with it`() throws {
  let mark = "9\(Int.random(in: 100_000...999_999))"
  let source = polled("sleep \(mark) & echo '[]'", every: .seconds(3_600))
  let (events, _) = try drive(source) { events, _ in !events.isEmpty }
  #expect(events == [.endOfRun(succeeded: true)])
  source.stop()
  while try isRunning(mark) {}
}

@Test func `a command has no terminal to ask and nothing to read`() throws {
  let source = polled("cat; if (exec < /dev/tty) 2>/dev/null; then echo asked; else echo none; fi")
  let (_, text) = try drive(source) { _, text in text.contains("\n") }
  #expect(text.hasPrefix("none\n"))
  source.stop()
}

@Test func `a command that prints very much is read in pieces`() throws {
  let source = polled("head -c 30000000 /dev/zero", every: .seconds(3_600))
  let (events, text) = try drive(source) { events, _ in !events.isEmpty }
  #expect(events == [.endOfRun(succeeded: true)])
  #expect(text.utf8.count == 30_000_000)
  source.stop()
}

@Test func `a stream that ends is started again`() throws {
  let source = CommandSource(["sh", "-c", "echo '{}'"], mode: .stream(restarts: true))
  let (events, text) = try drive(source) { _, text in text.utf8.count >= 6 }
  #expect(events.contains(.restarted("sh: ended")))
  #expect(text.hasPrefix("{}\n{}\n"))
  source.stop()
}

@Test func `a command that is not there is told before anything else`() {
  let source = CommandSource(["no-such-command"], mode: .stream(restarts: true))
  #expect(throws: FeedError.system(call: "run it", path: "no-such-command", code: ENOENT)) {
    try source.start(at: .now)
  }
}
