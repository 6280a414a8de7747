import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Foundation
import TestSupport
import Testing

// Objects that arrive one by one: which of them take the place of another. The rule is that of
// FeedDecoder's documentation; the lines are what logging libraries and servers write.

private func feed(_ lines: [String], _ options: FeedDecoder.Options = .init()) -> FeedFixture {
  FeedFixture(lines.map { $0 + "\n" }.joined(), of: options)
}

@Test(arguments: [
  ("pino", #"{"level":30,"time":1532081790710,"pid":7,"hostname":"h","msg":"a"}"#),
  (
    "bunyan",
    #"{"name":"app","hostname":"h","pid":7,"level":30,"msg":"x","time":"2026-01-01T00:00:00Z","v":0}"#
  ),
  (
    "bunyan with req_id",
    #"{"name":"app","req_id":"r1","id":"r1","level":30,"msg":"x","time":"2026-01-01T00:00:00Z"}"#
  ),
  ("zap", #"{"level":"info","ts":1532081790.71,"caller":"a.go:1","msg":"x","id":"r1"}"#),
  ("zerolog", #"{"level":"debug","time":1532081790,"message":"x","id":"r1"}"#),
  ("logrus", #"{"level":"info","msg":"x","time":"2026-01-01T00:00:00Z","id":7}"#),
  ("slog", #"{"time":"2026-01-01T00:00:00.1Z","level":"INFO","msg":"x","id":7,"uuid":"u"}"#),
  ("structlog", #"{"event":"x","level":"info","timestamp":"2026-01-01T00:00:00Z","id":7}"#),
  (
    "python-json-logger",
    #"{"asctime":"2026-01-01 00:00:00,123","levelname":"INFO","message":"x","id":1}"#
  ),
  ("serilog", #"{"@t":"2026-01-01T00:00:00Z","@mt":"Hello {Name}","@l":"Warning","id":"a"}"#),
  (
    "log4j",
    #"{"instant":{"epochSecond":1,"nanoOfSecond":2},"level":"INFO","message":"x","id":"a"}"#
  ),
  (
    "tracing",
    #"{"timestamp":"2026-01-01T00:00:00Z","level":"INFO","fields":{"message":"x"},"id":"a"}"#
  ),
  ("ECS", #"{"@timestamp":"2026-01-01T00:00:00Z","log.level":"info","message":"x","_id":"a"}"#),
  ("docker json-file", #"{"log":"x\n","stream":"stdout","time":"2026-01-01T00:00:00Z","id":"c"}"#),
  (
    "GELF",
    #"{"version":"1.1","host":"h","short_message":"x","timestamp":1385053862.3,"level":1,"_id":"7"}"#
  ),
  (
    "nginx",
    #"{"time_local":"22/Nov/2026:10:00:00 +0000","request":"GET / HTTP/1.1","pid":7,"id":"r"}"#
  ),
  (
    "nginx with request_id",
    #"{"time_iso8601":"2026-11-22T10:00:00+00:00","request_id":"r","status":200,"pid":7}"#
  ),
  (
    "Zeek",
    #"{"ts":1591367999.3,"uid":"C5bLoe2Mvxqhawzqqd","id.orig_h":"192.168.4.76","proto":"udp"}"#
  ),
  ("PowerShell", #"{"Timestamp":"2026-01-01T00:00:00Z","Level":"Error","Message":"x","Id":4}"#),
  (
    "Google Cloud",
    #"{"severity":"ERROR","timestamp":"2026-01-01T00:00:00Z","textPayload":"x","id":"q"}"#
  ),
  ("host metrics", #"{"host":"web-1","name":"cpu","value":3}"#),
  ("ping", #"{"ip":"10.0.0.1","rtt":3}"#),
])
func `lines with the identifiers of something else are rows of their own`(
  name: String,
  line: String
) {
  for count in [2, 5] {
    let result = feed(Array(repeating: line, count: count))
    #expect(result.list.count == count, "\(name)")
  }
  // A line without any of it before them, and after them, changes nothing.
  let mixed = feed([#"{"x":1}"#, line, line, #"{"x":1}"#, line])
  #expect(mixed.list.count == 5, "\(name)")
}

@Test(arguments: [
  ("orders", #"{"id":7,"state":"new"}"#, #"{"id":7,"state":"paid"}"#),
  ("documents", #"{"_id":"5f","qty":1,"created":1}"#, #"{"_id":"5f","qty":2,"created":1}"#),
  ("objects", #"{"uuid":"u-1","size":4}"#, #"{"uuid":"u-1","size":5}"#),
  ("compacted topic", #"{"key":"o-1","value":{"a":1}}"#, #"{"key":"o-1","value":{"a":2}}"#),
  (
    "Stripe", #"{"id":"evt_1","created":1,"type":"charge.pending"}"#,
    #"{"id":"evt_1","created":1,"type":"charge.failed"}"#
  ),
  (
    "Kubernetes", #"{"kind":"Event","metadata":{"uid":"u"},"message":"a","time":1,"count":1}"#,
    #"{"kind":"Event","metadata":{"uid":"u"},"message":"b","time":2,"count":2}"#
  ),
  ("sensor", #"{"id":"tank","level":42.5,"time":1}"#, #"{"id":"tank","level":41.5,"time":2}"#),
])
func `an object's own identity replaces its previous version`(
  name: String,
  first: String,
  second: String
) {
  let result = feed([first, second, first, second])
  #expect(result.list.count == 1, "\(name)")
}

@Test func `the first row does not decide for the rows that follow`() {
  // A banner of a program, then objects with an identity.
  let late = feed([#"{"version":3}"#, #"{"id":1,"v":1}"#, #"{"id":2,"v":1}"#, #"{"id":1,"v":2}"#])
  #expect(late.ids == ["2", "1", "1"] && late.keyRule == "id")
  // Objects with an identity, then lines of a log with the same name.
  let line = #"{"id":1,"time":5,"msg":"x"}"#
  let log = feed([#"{"id":1,"v":1}"#, line, line, #"{"id":1,"v":2}"#])
  #expect(log.list.count == 3)
  // Rows that lack the key are rows.
  #expect(feed([#"{"id":1}"#, #"{"n":1}"#, #"{"n":1}"#]).list.count == 3)
}

@Test func `objects that have nothing but the key in common are kept apart, and that is reported`()
{
  let visits = (0..<6).map {
    #"{"id":1,"page":"/\#($0)","browser":"b\#($0)","country":"x"}"#
  }
  let result = feed(visits)
  #expect(result.list.count == 6)
  // The rule is given up, with a reason.
  #expect(result.keyRule == KeyRule.arrival.description)
  #expect(result.decoder.keyInference?.reason == FeedText.Key.unrelated("id"))
  // One such row among many that are updates does not change the rule, and is not lost.
  let users = (0..<20).flatMap { id in
    (0..<2).map { #"{"id":\#(id),"name":"n\#(id)","plan":"p\#($0)"}"# }
  }
  let mixed = feed(users + [#"{"id":3,"name":"other","plan":"free"}"#])
  #expect(mixed.list.count == 21 && mixed.keyRule == "id")
  #expect(mixed.decoder.keyProblems.map(\.kind) == [.unrelated])
}

@Test func `with --key none every line is a row`() {
  let lines = Array(repeating: #"{"id":1,"v":1}"#, count: 4)
  #expect(feed(lines, .init(key: KeyChoice.none)).list.count == 4)
  #expect(feed(lines, .init(key: .fields([FieldPath("id")]))).list.count == 1)
  var decoder = FeedDecoder()
  var list = RowList()
  func append(_ text: String) {
    for item in decoder.append(Array(text.utf8)) { list.apply(item) }
  }
  append(#"{"id":1,"v":1}{"id":1,"v":2}"#)
  #expect(list.count == 1)
  decoder.chooseKey(.none)
  append(#"{"id":1,"v":3}{"id":1,"v":4}"#)
  #expect(list.count == 3)
  decoder.chooseKey(.automatic)
  append(#"{"id":1,"v":5}"#)
  #expect(list.count == 3 && decoder.keyRule?.description == "id")
}

@Test func `in any stream of log lines, every line is a row`() {
  let seed = UInt64.random(in: 0...UInt64.max)
  var generator = SeededGenerator(seed: seed)
  let times = ["time", "ts", "timestamp", "@timestamp", "Time", "asctime", "datetime", "eventTime"]
  let texts = ["msg", "message", "level", "severity", "Message", "levelname", "log", "lvl"]
  let others = ["id", "_id", "uuid", "pid", "key", "request_id", "name", "host", "user", "n"]
  for round in 0..<300 {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      var members = [
        "\"\(times.randomElement(using: &generator) ?? "time")\":"
          + ["1532081790", "\"2026-01-01T00:00:00Z\"", "1.5"][
            Int.random(in: 0..<3, using: &generator)
          ],
        "\"\(texts.randomElement(using: &generator) ?? "msg")\":"
          + ["\"info\"", "\"WARN\"", "\"error\""][Int.random(in: 0..<3, using: &generator)],
      ]
      for other in others where Bool.random(using: &generator) {
        members.append("\"\(other)\":\(Int.random(in: 0..<3, using: &generator))")
      }
      lines.append("{\(members.shuffled(using: &generator).joined(separator: ","))}")
    }
    let result = feed(lines)
    #expect(result.list.count == lines.count, "seed \(seed), round \(round): \(lines)")
    // The place where the stream is cut makes no difference.
    let text = lines.joined(separator: "\n")
    let cut = Int.random(in: 0...text.utf8.count, using: &generator)
    let halves = FeedFixture(Array(text.utf8), .init(), cutAt: cut)
    #expect(halves.list.count == lines.count, "seed \(seed), round \(round), cut \(cut)")
  }
}
