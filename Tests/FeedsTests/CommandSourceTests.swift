import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

/// Drives a source as the loop does, until a condition holds; false if it never does.
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

@Test func `a command is run repeatedly, and each run is reported`() throws {
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

@Test func `a failing run reports its status and the last line of its errors`() throws {
  let source = polled("echo first >&2; echo why >&2; exit 3")
  let (events, _) = try drive(source) { events, _ in events.count >= 2 }
  #expect(events.first == .endOfRun(succeeded: false))
  #expect(events.dropFirst().first == .notice("sh: \(FeedText.Source.exitStatus(3)): why"))
  source.stop()
}

@Test func `a command that succeeds again has no problem any more`() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let source = polled(
    "test -e \(folder.path()) || { touch \(folder.path()); exit 1; }",
    every: .seconds(1_000)
  )
  #expect(source.outage == nil)
  var (events, _) = try drive(source) { events, _ in events.count == 2 }
  #expect(events == [.endOfRun(succeeded: false), .notice("sh: \(FeedText.Source.exitStatus(1))")])
  #expect(source.outage == .failing)
  #expect(source.runNow())
  (events, _) = try drive(source) { events, _ in !events.isEmpty }
  #expect(events == [.endOfRun(succeeded: true)])
  #expect(source.outage == nil)
  source.stop()
}

@Test func `a run that is waiting can be started at once`() throws {
  let source = polled("echo one >&2; echo two >&2; exit 1", every: .seconds(1_000))
  // Nothing waits before the first run.
  #expect(!source.runNow() && source.retry == nil)
  _ = try drive(source) { events, _ in events.count == 2 }
  let retry = try #require(source.retry)
  #expect(retry > .now + .seconds(900))
  #expect(source.errorLines == ["one", "two"])
  #expect(source.runNow())
  let (events, _) = try drive(source) { events, _ in events.count == 2 }
  #expect(events.count == 2)
  source.stop()
  #expect(!source.runNow())
}

@Test func `the number of error lines kept of a run is limited`() throws {
  let source = polled(
    "seq 1 5000 >&2; printf '\\033[31mred\\033[0m\\n' >&2; exit 1",
    every: .seconds(1_000)
  )
  _ = try drive(source) { events, _ in events.count == 2 }
  #expect(source.errorLines == (4_982...5_000).map { "\($0)" } + ["red"])
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

@Test func `a run that times out is killed, even if it ignores signals`() throws {
  let mark = "8\(Int.random(in: 100_000...999_999))"
  let source = polled(
    "trap '' TERM; sleep \(mark) & sleep \(mark); sleep \(mark)",
    limit: .milliseconds(100)
  )
  let (events, _) = try drive(source) { events, _ in events.count >= 2 }
  #expect(events.first == .endOfRun(succeeded: false))
  #expect(events.dropFirst().first == .notice("sh: \(FeedText.Source.tookTooLong)"))
  source.stop()
  while try isRunning(mark) {}
}

@Test func `processes that a command leaves in the background are killed with it`() throws {
  let mark = "9\(Int.random(in: 100_000...999_999))"
  let source = polled("sleep \(mark) & echo '[]'", every: .seconds(3_600))
  let (events, _) = try drive(source) { events, _ in !events.isEmpty }
  #expect(events == [.endOfRun(succeeded: true)])
  source.stop()
  while try isRunning(mark) {}
}

@Test func `a command has no terminal and no input`() throws {
  let source = polled("cat; if (exec < /dev/tty) 2>/dev/null; then echo asked; else echo none; fi")
  let (_, text) = try drive(source) { _, text in text.contains("\n") }
  #expect(text.hasPrefix("none\n"))
  source.stop()
}

@Test func `long output of a command is read in pieces`() throws {
  let source = polled("head -c 30000000 /dev/zero", every: .seconds(3_600))
  let (events, text) = try drive(source) { events, _ in !events.isEmpty }
  #expect(events == [.endOfRun(succeeded: true)])
  #expect(text.utf8.count == 30_000_000)
  source.stop()
}

@Test func `a stream that ends is restarted`() throws {
  let source = CommandSource(["sh", "-c", "echo '{}'"], mode: .stream(restarts: true))
  let (events, text) = try drive(source) { _, text in text.utf8.count >= 6 }
  #expect(events.contains(.restarted("sh: \(FeedText.Source.ended)", discarding: false)))
  #expect(text.hasPrefix("{}\n{}\n"))
  source.stop()
}

@Test func `a missing command is reported first`() {
  // By its path: if a folder on PATH cannot be searched, the command may be there.
  let path = "/nonexistent/command"
  let source = CommandSource([path], mode: .stream(restarts: true))
  #expect(throws: FeedError.system(.run, path: path, code: ENOENT)) {
    try source.start(at: .now)
  }
}

@Test func `a run that is larger than what is held back has failed`() throws {
  let source = polled("exec yes")
  while try source.read(upTo: 1 << 12, at: .now) == .idle { source.wake() }
  try source.refuseRun(largerThan: 1 << 20, at: .now)
  #expect(source.outage == .tooLarge && source.retry != nil && source.descriptors.isEmpty)
  #expect(try source.read(upTo: 1 << 12, at: .now) == .endOfRun(succeeded: false))
  let reason = FeedText.Source.tooLarge(1 << 20)
  #expect(try source.read(upTo: 1 << 12, at: .now) == .notice("sh: \(reason)"))
  source.stop()
  // If there is no next run, the feed has failed.
  let once = CommandSource(["yes"], mode: .stream(restarts: false))
  try once.start(at: .now)
  #expect(throws: FeedError.failed(name: "yes", reason: reason)) {
    try once.refuseRun(largerThan: 1 << 20, at: .now)
  }
  #expect(try once.read(upTo: 1, at: .now) == .end)
}

/// The lists that a polled command makes, until there are so many; runs that fail make none.
private func lists(
  of source: CommandSource,
  count: Int,
  maximumRunLength: Int = 64 << 20
) throws -> (ids: [[String]], told: [String?]) {
  var options = FeedDecoder.Options(isPolled: true)
  options.maximumRunLength = maximumRunLength
  var intake = FeedIntake(source, FeedDecoder(options))
  var list = RowList()
  var (ids, told) = ([[String]](), [String?]())
  let end = Date().addingTimeInterval(30)
  while ids.count < count, Date() < end {
    source.wake()
    while intake.isReady, ids.count < count {
      switch try intake.read(at: .now) {
      case .notice(let text):
        told.append(text)
        // The rows that are shown while it fails.
        if text != nil { ids.append(list.rows.map(\.id.description)) }
      case .items(let items), .rest(let items), .end(let items):
        for item in items {
          list.apply(item)
          ids.append(list.rows.map(\.id.description))
        }
      }
    }
    var polled = source.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&polled, nfds_t(polled.count), 20)
  }
  source.stop()
  return (ids, told)
}

/// A script that does one thing on its odd runs and another on its even ones.
private func alternating(_ odd: String, _ even: String) -> String {
  let path = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  return "if [ -e \(path) ]; then rm \(path); \(even); else touch \(path); \(odd); fi"
}

@Test func `a command that fails every other time keeps its last good list`() throws {
  let script = alternating(#"echo '[1,2]'"#, "echo '[9'; echo '[3]'; echo no >&2; exit 1")
  let (ids, told) = try lists(of: polled(script), count: 4)
  #expect(ids == [["1", "2"], ["1", "2"], ["1", "2"], ["1", "2"]])
  let status = FeedText.Source.exitStatus(1)
  #expect(told == ["sh: \(status): no", nil, "sh: \(status): no"])
}

@Test func `a run that prints too much keeps the last good list`() throws {
  let source = polled(alternating("echo '[1]'", "yes '[2]'"))
  let (ids, told) = try lists(of: source, count: 3, maximumRunLength: 1_000)
  #expect(ids == [["1"], ["1"], ["1"]])
  #expect(told.first == "sh: \(FeedText.Source.tooLarge(1_000))")
}

@Test func `a command that prints nothing is an empty list`() throws {
  let (ids, told) = try lists(of: polled(alternating("echo '[1]'", ":")), count: 4)
  #expect(ids == [["1"], [], ["1"], []] && told.isEmpty)
}

@Test func `a command that floods its errors or prints forever is ended at its deadline`() throws {
  for script in ["exec cat /dev/zero >&2", "while :; do echo 1; done", "trap '' TERM; yes >&2"] {
    let source = polled(script, every: .seconds(3_600), limit: .milliseconds(100))
    let (events, _) = try drive(source) { events, _ in events.count >= 2 }
    #expect(events.first == .endOfRun(succeeded: false), "\(script)")
    let isReported = events.contains {
      if case .notice(let text?) = $0 { text.contains(FeedText.Source.tookTooLong) } else { false }
    }
    #expect(isReported, "\(script): \(events)")
    source.stop()
  }
}

@Test func `a process that forks, leaves the session and ignores signals ends with the command`()
  throws
{
  let mark = "4\(Int.random(in: 100_000_000...999_999_999))"
  let source = polled(
    "trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep \(mark); sleep \(mark)' & sleep \(mark); wait"
  )
  let end = Date().addingTimeInterval(20)
  var isThere = false
  while !isThere, Date() < end {
    _ = try drive(source, seconds: 0.02) { _, _ in false }
    isThere = try isRunning("sleep\0\(mark)")
  }
  #expect(isThere)
  source.stop()
  while try isRunning(mark), Date() < end {}
  #expect(try !isRunning(mark))
}

@Test func `a stream that is not restarted ends, and reports how`() throws {
  for (script, status, told) in [
    ("exit 3", 3, "sh: \(FeedText.Source.exitStatus(3))"),
    ("echo why >&2; kill -9 $$", 137, "sh: \(FeedText.Source.ended(by: 9)): why"),
    ("echo x", 0, nil),
  ] as [(String, Int32, String?)] {
    let source = CommandSource(["sh", "-c", script], mode: .stream(restarts: false))
    let (events, _) = try drive(source) { events, _ in events.contains(.end) }
    #expect(events == (told.map { [.notice($0)] } ?? []) + [.end])
    #expect(source.exitStatus == status && !source.isReady)
  }
}
