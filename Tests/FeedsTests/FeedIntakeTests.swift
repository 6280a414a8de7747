@testable import FeedIdentity
import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import Foundation
import Testing

import Glibc

/// A source that gives what a test has laid out for it, and rests in between.
private final class ScriptedSource: FeedSource {
  var events: [FeedSourceEvent]
  /// Given again and again if nothing else is left.
  let flood: FeedSourceEvent?
  let error: FeedError?
  var outage: FeedOutage?
  var isAwake = true
  private(set) var isStopped = false
  /// The most bytes that were asked for the last time.
  private(set) var readLength = 0
  var givesLists = false
  var contentType: String?
  /// The number of bytes that were given.
  private(set) var byteCount = 0
  private(set) var refusedLengths: [Int] = []

  init(_ events: [FeedSourceEvent], flood: FeedSourceEvent? = nil, error: FeedError? = nil) {
    self.events = events
    self.flood = flood
    self.error = error
  }

  convenience init(_ texts: String...) {
    self.init(texts.map { .bytes(Array($0.utf8)) })
  }

  var descriptors: [Int32] { [7] }
  var isReady: Bool { isAwake }
  func wake() { isAwake = true }
  func stop() { isStopped = true }

  func refuseRun(
    largerThan limit: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) {
    refusedLengths.append(limit)
    events = [.endOfRun(succeeded: false), .notice("too large")]
  }

  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    readLength = count
    if !events.isEmpty { return events.removeFirst() }
    if let flood, refusedLengths.isEmpty {
      if case .bytes(let bytes) = flood { byteCount += bytes.count }
      return flood
    }
    if let error { throw error }
    isAwake = false
    return .idle
  }
}

private func intake(_ sources: ScriptedSource...) -> FeedIntake {
  FeedIntake(
    sources.enumerated().map { ("s\($0)", $1) },
    FeedDecoder.Options()
  )
}

/// Reads until nothing is ready, or so often; the list then, and what was told.
private func drain(
  _ intake: inout FeedIntake,
  times: Int = 1_000
) throws -> (ids: [String], notices: [String?], ends: Bool) {
  var list = RowList()
  var notices: [String?] = []
  var ends = false
  for _ in 0..<times where intake.isReady {
    switch try intake.read(at: .now) {
    case .items(let items), .rest(let items): for item in items { list.apply(item) }
    case .notice(let text): notices.append(text)
    case .end(let items):
      for item in items { list.apply(item) }
      ends = true
    }
  }
  return (list.rows.map(\.id.description), notices, ends)
}

@Test func `the items of a single source are passed on unchanged`() throws {
  var intake = intake(ScriptedSource(#"[{"id":1},{"id":2}]"#))
  let (ids, _, ends) = try drain(&intake)
  #expect(ids == ["1", "2"] && !ends)
  #expect(intake.keyRule == .fields([FieldPath("id")]))
  #expect(intake.hasRested && !intake.isReady && intake.descriptors == [7])
}

@Test(arguments: [false, true])
func `a stream is read in small pieces once it has rested, a list never`(givesLists: Bool) throws {
  let source = ScriptedSource(#"[{"id":1}]"#)
  source.givesLists = givesLists
  var intake = intake(source)
  _ = try drain(&intake)
  let first = source.readLength
  source.events.append(.bytes(Array(#"[{"id":2}]"#.utf8)))
  intake.wake(at: .now, childHasEnded: false) { $0 == 7 }
  _ = try drain(&intake)
  #expect(first >= 1 << 17)
  #expect(givesLists ? source.readLength == first : source.readLength <= first / 8)
}

@Test func `a line that nothing continues for a second is a row, until something does`() throws {
  let source = ScriptedSource("one\ntw")
  var intake = FeedIntake(source, FeedDecoder(.init(format: .lines)))
  var list = RowList()
  let start = ContinuousClock.now
  func read(after time: Duration) throws -> [String] {
    intake.wake(at: start + time, childHasEnded: false) { $0 == 7 && !source.events.isEmpty }
    while intake.isReady {
      switch try intake.read(at: start + time) {
      case .items(let items), .rest(let items): for item in items { list.apply(item) }
      case .notice, .end: break
      }
    }
    return list.rows.map(\.value.string)
  }
  #expect(try read(after: .zero) == ["one"])
  #expect(intake.deadline == start + .seconds(1))
  #expect(try read(after: .milliseconds(999)) == ["one"])
  #expect(try read(after: .seconds(1)) == ["one", "tw"])
  #expect(intake.deadline == nil, "idle is idle")
  source.events = [.bytes(Array("o\nth".utf8))]
  #expect(try read(after: .seconds(2)) == ["one", "two"])
  source.events = [.bytes(Array("ree".utf8))]
  #expect(try read(after: .milliseconds(2_900)) == ["one", "two"])
  #expect(try read(after: .milliseconds(3_100)) == ["one", "two"], "it was continued since")
  // A source that is asked whether it has more, and has not, does not delay it.
  source.isAwake = true
  #expect(try read(after: .milliseconds(3_500)) == ["one", "two"])
  #expect(try read(after: .milliseconds(3_900)) == ["one", "two", "three"])
}

@Test func `a flood in one source does not delay another one`() throws {
  let flood = ScriptedSource([], flood: .bytes(Array(#"{"id":"flood"}"#.utf8)))
  let quiet = ScriptedSource(#"{"id":"quiet"}"#)
  var intake = intake(flood, quiet, flood)
  let (ids, _, _) = try drain(&intake, times: 6)
  #expect(ids.contains("s1/quiet"))
  // A source that is at rest is polled while others flood, and has its turn as soon as it wakes.
  #expect(intake.descriptors == [7] && intake.isReady && !intake.hasRested)
  quiet.events.append(.bytes(Array(#"{"id":"again"}"#.utf8)))
  intake.wake(at: .now, childHasEnded: false) { $0 == 7 }
  #expect(try drain(&intake, times: 3).ids.contains("s1/again"))
}

@Test func `malformed input, a new start and the end of a source do not affect others`() throws {
  let torn = ScriptedSource([
    .bytes(Array("{\"id\":1}\n{\"id\":".utf8)), .restarted("torn: replaced"),
    .bytes(Array("{\"id\":2}\noops\n{\"id\":3}\n".utf8)), .end,
  ])
  let whole = ScriptedSource(#"{"id":"#, #"1}"#, #"{"id":2}"#)
  var intake = intake(whole, torn)
  let (ids, notices, ends) = try drain(&intake)
  #expect(Set(ids) == ["s0/1", "s0/2", "s1/1", "s1/2", "s1/3"] && ids.count == 5)
  #expect(notices == ["torn: replaced"] && !ends)
  #expect(intake.malformedInput.count == 1)
  #expect(intake.malformedInput.newest.last?.reason.hasSuffix("(s1)") == true)
}

@Test func `an interruption of a stream is reported, and withdrawn when values arrive again`()
  throws
{
  let source = ScriptedSource([
    .bytes(Array("{\"id\":1}\n{\"id\":2".utf8)),
    .restarted("curl: cut off", discarding: false),
  ])
  source.outage = .reconnecting
  var intake = FeedIntake(source, FeedDecoder())
  #expect(try drain(&intake).notices == ["curl: cut off"])
  #expect(intake.outages == [.reconnecting])
  #expect(intake.problem?.reason == "curl: cut off" && intake.problem?.retry == nil)
  #expect(intake.malformedInput.count == 1)
  source.events = [.bytes(Array("{\"id\":3}\n".utf8))]
  source.outage = nil
  intake.wake(at: .now, childHasEnded: true) { _ in false }
  let (ids, notices, _) = try drain(&intake)
  #expect(ids == ["3"] && notices == [nil])
  #expect(intake.outages.isEmpty && intake.notices.isEmpty && intake.problem == nil)
}

@Test func `malformed input of several sources is counted, and the newest of it kept`() throws {
  let bad = String(repeating: "oops\n", count: 1_000)
  var intake = intake(ScriptedSource(#"{"id":1}"# + "\n" + bad), ScriptedSource("{\"id\":1}\nno\n"))
  _ = try drain(&intake)
  #expect(intake.malformedInput.count == 1_001)
  #expect(intake.malformedInput.newest.count == MalformedInputLog.capacity)
  #expect(intake.malformedInput.newest.last?.reason.hasSuffix("(s1)") == true)
  #expect(intake.malformedInput.newest.dropLast().allSatisfy { $0.reason.hasSuffix("(s0)") })
  #expect(intake.malformedInput.newest.first?.line == 1_001 - MalformedInputLog.capacity + 2)
}

@Test func `a source that cannot be read ends with a notice, and the others continue`() throws {
  let error = FeedError.system(.read, path: "broken", code: 5)
  var two = intake(ScriptedSource([], error: error), ScriptedSource(#"{"id":1}"#))
  let (ids, notices, ends) = try drain(&two)
  #expect(ids == ["s1/1"] && !ends)
  #expect(two.notices == ["\(error)"] && notices == ["\(error)"] && two.failure == error)
  var one = intake(ScriptedSource([], error: error))
  #expect(throws: error) { try one.read(at: .now) }
}

@Test func `the intake ends with the last of its sources`() throws {
  var three = intake(
    ScriptedSource([.end]),
    ScriptedSource([.bytes(Array(#"[{"id":1}"#.utf8)), .bytes([0x5D]), .end]),
    ScriptedSource([.idle, .end])
  )
  let (ids, _, ends) = try drain(&three)
  #expect(ids == ["s1/1"] && ends && !three.isReady && three.hasRested)
}

@Test func `a notice withdrawn by one source may still hold for another`() throws {
  var two = intake(
    ScriptedSource([.notice("a is gone"), .idle, .idle]),
    ScriptedSource([.notice("b is gone"), .idle, .notice(nil)])
  )
  #expect(try drain(&two, times: 6).notices == ["a is gone", "b is gone", "a is gone"])
}

@Test func `runs of a command merged with other feeds replace only its own rows`() throws {
  let run = ScriptedSource([
    .bytes(Array("{\"id\":1}\n{\"id\":2}\n".utf8)), .endOfRun(succeeded: true),
    .bytes(Array("{\"id\":3}\n".utf8)), .endOfRun(succeeded: false),
    .bytes(Array("{\"id\":2}\n".utf8)), .endOfRun(succeeded: true), .idle,
  ])
  var options = FeedDecoder.Options()
  options.isPolled = true
  var intake = FeedIntake(run, FeedDecoder(options))
  #expect(try drain(&intake, times: 4).ids == ["1", "2"])
  #expect(try drain(&intake).ids == ["2"])
}

@Test(arguments: [
  ("", "word\n"), ("", "\n"), ("", "{\"id\":1}\n"), ("[", "{\"id\":1},"), ("[\"", "x"),
  ("", "[1,2]\n"),
  ("id,name\n", "1,a\n"), ("PID CMD\n", "1 sh\n"), ("a: 1\nb:\n", "  - c\n"), ("\"", "a, \n"),
  ("<rss><channel>", "<item/>\n"), ("{\"a\":", "["),
])
func `a run without an end is refused at the limit, and other feeds go on`(
  _ head: String,
  _ text: String
) throws {
  let limit = 1 << 17
  var options = FeedDecoder.Options()
  options.maximumRunLength = limit
  let piece = String(repeating: text, count: 4_096 / text.utf8.count)
  let endless = ScriptedSource(
    [.bytes(Array((head + text).utf8))],
    flood: .bytes(Array(piece.utf8))
  )
  endless.givesLists = true
  let other = ScriptedSource(#"{"id":1}"#)
  var intake = FeedIntake([("endless", endless), ("other", other)], options)
  let (ids, notices, ends) = try drain(&intake)
  #expect(endless.refusedLengths == [limit] && !ends)
  #expect(endless.byteCount <= limit + piece.utf8.count)
  #expect(ids == ["other/1"] && notices == ["too large"])
  // The next run is a list again.
  endless.events = [.bytes(Array(#"[{"id":7}]"#.utf8)), .endOfRun(succeeded: true)]
  intake.wake(at: .now, childHasEnded: true) { _ in false }
  #expect(try Set(drain(&intake).ids).contains("endless/7"))
}

@Test func `a file that is read as a run, and is too large, is an error`() throws {
  let path = FileManager.default.temporaryDirectory.appending(path: "lv-\(UUID().uuidString)")
    .path()
  defer { unlink(path) }
  try String(repeating: "[1]\n", count: 100).write(toFile: path, atomically: true, encoding: .utf8)
  var options = FeedDecoder.Options(isPolled: true)
  options.maximumRunLength = 100
  let source = try FileSource(path: path, follows: false)
  var intake = FeedIntake(source, FeedDecoder(options))
  let reason = FeedText.Source.tooLarge(100)
  #expect(throws: FeedError.failed(name: FeedText.Source.feed, reason: reason)) {
    while intake.isReady { _ = try intake.read(at: .now) }
  }
}

@Test func `bytes that give nothing are no pause`() throws {
  let source = ScriptedSource([
    .bytes(Array("[{\"id\":1},".utf8)), .nothing, .bytes(Array("{\"id\":2}]".utf8)),
  ])
  var intake = intake(source)
  #expect(try drain(&intake, times: 2).ids == [] && !intake.hasRested)
  #expect(try drain(&intake).ids == ["1", "2"])
}

@Test(arguments: [
  ("text/event-stream", ": one\n: two\n\ndata: {\"id\":1}\n\n", FeedFormat.sse),
  ("text/csv; charset=utf-8", "id;a\n1;x\n", .csv), ("text/csv", "[{\"id\":1}]", .json),
  ("text/tab-separated-values", "id\ta\n1\tx\n", .tsv), ("application/json", "{\"id\":1}\n", .json),
  ("application/problem+json", "{\"id\":1}\n", .json),
  ("application/json", "plain words\n\n", .lines),
  ("application/x-ndjson", " {\"id\":1}\n", .json), ("Application/YAML", "id: 1\n", .yaml),
  ("text/plain", "{\"id\":1}\n", .json), ("", "id,a\n1,x\n2,y\n", .csv),
  ("application/atom+xml", "<?xml version=\"1.0\"?><feed></feed>", .rss),
])
func `a media type shows the format, unless the first byte contradicts it`(
  _ type: String,
  _ text: String,
  _ format: FeedFormat
) throws {
  let source = ScriptedSource([.bytes(Array(text.utf8)), .end])
  source.contentType = type
  var options = FeedDecoder.Options()
  // A declared type is worth more than a name, and less than the user's choice.
  if type == "text/csv" { options.name = "http://host/list.yaml" }
  var intake = FeedIntake(source, FeedDecoder(options))
  _ = try drain(&intake)
  #expect(intake.decoder.format == format, "\(intake.decoder.formatReason)")
  source.events = [.bytes(Array(text.utf8))]
  options.format = .lines
  var given = FeedIntake(source, FeedDecoder(options))
  _ = try drain(&given)
  #expect(given.decoder.format == .lines)
}

@Test func `all sources are stopped together`() {
  let sources = [ScriptedSource("1"), ScriptedSource("2")]
  let intake = intake(sources[0], sources[1])
  intake.stop()
  #expect(sources.map(\.isStopped) == [true, true])
}
