import Foundation
import TestSupport
import Testing
import Values

@testable import FeedFormats
@testable import FeedIdentity
@testable import FeedSources
@testable import FeedStore
@testable import FeedValues

/// Decodes a feed that is one text.
private func decoded(
  _ bytes: [UInt8],
  _ options: FeedDecoder.Options = .init()
) -> (items: [FeedItem], decoder: FeedDecoder) {
  var decoder = FeedDecoder(options)
  let items = decoder.append(bytes) + decoder.finish()
  return (items, decoder)
}

private func decoded(_ text: String) -> (items: [FeedItem], decoder: FeedDecoder) {
  decoded(Array(text.utf8))
}

extension [FeedItem] {
  fileprivate var rows: [Row] {
    flatMap { item -> [Row] in
      switch item {
      case .snapshot(let snapshot): snapshot.rows
      case .upsert(let row, _), .append(let row, _), .insert(let row, _, _): [row]
      case .delete: []
      }
    }
  }

  /// The list that the items make.
  fileprivate var list: [String] {
    var list = RowList()
    for item in self { list.apply(item) }
    return list.rows.map { "\($0.id.description) \($0.value.string)" }
  }

  fileprivate func recorded(key: KeyRule? = nil, partLength: Int = 32 << 20) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in self {
      item.recordedLines(at: FeedTime(nanoseconds: 1_000), key: key, partLength: partLength) {
        bytes += $0
      }
    }
    return bytes
  }
}

@Test func `a line whose row would be too long to be read again is refused, and counted`() {
  let quotes = [UInt8(ascii: "x")] + [UInt8](repeating: UInt8(ascii: "\""), count: 33 << 20)
  for format in [FeedFormat.lines, .csv] {
    let bytes = Array((format == .csv ? "a,b\n1," : "").utf8) + quotes + Array("\nnext,2\n".utf8)
    let (items, decoder) = decoded(bytes, .init(format: format))
    #expect(items.rows.count == 1, "\(format)")
    let reasons = decoder.malformedInput.newest.map(\.reason)
    #expect(reasons == [FeedText.Malformed.longRow(RowBudget.maximumRow)], "\(format)")
    #expect(decoder.malformedInput.newest.map(\.line) == [format == .csv ? 2 : 1])
  }
}

private let longName = String(repeating: "n", count: 64 << 10)
private let shortRows = 4_000

private func repeated(_ row: String, separator: String = "\n") -> String {
  [String](repeating: row, count: shortRows).joined(separator: separator)
}

/// Feeds that each have one long name, and many short rows in which it would be.
private let longNamed: [(head: String, rows: String, end: String)] = [
  ("#separator \\x09\n#fields\t\(longName)\tb\n", repeated("1\t2"), "\n"),
  ("\(longName),b\n", repeated("1,2"), "\n"),
  ("\(longName)\tb\n", repeated("1\t2"), "\n"),
  ("\(longName)  SIZE  AGE\n", repeated("1     2     3"), "\n"),
  ("{\"columns\":[\"\(longName)\",\"b\"],\"rows\":[", repeated("[1,2]", separator: ","), "]}"),
  ("[[\"\(longName)\",\"b\"],", repeated("[1,2]", separator: ","), "]"),
  ("[\"\(longName)\",\"b\"]\n", repeated("[1,2]"), "\n"),
  ("{\"\(longName)\":[", repeated("[\"1-0\",[\"a\",\"1\"]]", separator: ","), "]}"),
  ("# TYPE a \(longName)\n", repeated("a 1"), "\n"),
]

@Test(arguments: longNamed.indices)
func `names that are repeated in each row do not make a feed much longer`(number: Int) {
  let text = longNamed[number].head + longNamed[number].rows + longNamed[number].end
  let (items, decoder) = decoded(text)
  let made = items.rows.reduce(0) { $0 + $1.textCount }
  #expect(made <= RowBudget.allowance + RowBudget.factor * text.utf8.count + text.utf8.count)
  // Nothing is lost in silence: a row is shown, or counted, or all of them are in one value.
  let (rows, refused) = (items.rows.count, decoder.malformedInput.count)
  #expect(rows + refused >= shortRows || rows == 1 && made >= text.utf8.count - 1, "\(rows)")
  if refused > 0 {
    let reason = FeedText.Malformed.repeatedNames(RowBudget.factor)
    #expect(decoder.malformedInput.newest.allSatisfy { $0.reason == reason && $0.line > 1 })
  }
}

@Test func `a wide table of short cells is within the bounds`() {
  let names = (0..<400).map { "a_column_with_a_long_name_\($0)" }.joined(separator: ",")
  let line = String(repeating: ",", count: 399)
  let (items, decoder) = decoded(names + "\n" + String(repeating: line + "\n", count: 300))
  #expect(items.rows.count == 300 && decoder.malformedInput.count == 0)
}

// MARK: Recordings

private func nested(_ depth: Int, in name: String = "v") -> String {
  // The object itself is a level.
  "{\"id\":\(depth),\"\(name)\":" + String(repeating: "[", count: depth - 1)
    + String(repeating: "]", count: depth - 1) + "}"
}

@Test func `what is recorded is played back, whatever its size and depth`() {
  var random = SeededGenerator(seed: 51)
  for round in 0..<40 {
    let count = Int.random(in: 0...40, using: &random)
    let values = (0..<count).map { offset in
      switch Int.random(in: 0..<5, using: &random) {
      case 0: nested(Int.random(in: 500...511, using: &random), in: "v\(offset)")
      case 1: "\"line \(offset)\""
      case 2: #"{"id":"\#(offset % 7)","n":\#(offset)}"#
      case 3:
        "{\"id\":\(offset),\"t\":\"\(String(repeating: "\\n", count: .random(in: 0...900, using: &random)))\"}"
      default: "\(offset)"
      }
    }
    let isList = round.isMultiple(of: 2)
    let feed = isList ? "[" + values.joined(separator: ",") + "]" : values.joined(separator: "\n")
    let first = decoded(feed)
    let single = first.items
    #expect(first.decoder.malformedInput.count == 0)
    // The same with another source.
    var merge = FeedMerge(names: ["a", "b"])
    let merged =
      merge.merge(single, from: 0) + merge.merge(decoded(#"[{"id":1},{"id":2}]"#).items, from: 1)
      + merge.merge(single, from: 0)
    for (items, key) in [(single, first.decoder.keyRule), (single, nil), (merged, nil)] {
      let partLength = Int.random(in: 1...3_000, using: &random)
      let recording = items.recorded(key: key, partLength: partLength)
      let again = decoded(recording)
      #expect(again.decoder.malformedInput.count == 0, "round \(round), \(feed.prefix(200))")
      #expect(again.items.count == items.count, "round \(round)")
      #expect(again.items.list == items.list, "round \(round), \(feed.prefix(200))")
      // A recording of the recording is the same.
      #expect(again.items.recorded(key: key, partLength: partLength).count == recording.count)
    }
  }
}

@Test(arguments: [510, 511, 512])
func `a row of the maximum depth is recorded, alone and with another source`(depth: Int) {
  let items = decoded(nested(depth)).items
  var merge = FeedMerge(names: ["a", "b"])
  let deepList = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  let lists = [
    items, merge.merge(items, from: 0), merge.merge(decoded("[\(deepList)]").items, from: 1),
  ]
  for items in lists where !items.rows.isEmpty {
    let again = decoded(items.recorded())
    #expect(again.decoder.malformedInput.count == 0)
    #expect(again.items.list == items.list)
    // A row of several sources can be read on its own, too.
    let written = items.rows.map(\.value.string).joined(separator: "\n")
    #expect(decoded(written).decoder.malformedInput.count == 0)
  }
}

@Test func `only what is around rows may be longer and deeper than values`() {
  for text in [
    nested(513), "{\"at\":1,\"x\":\(nested(512))}",
    "{\"source\":\"a\",\"value\":\(nested(513))}",
  ] {
    let feed = decoded(text + "\n{\"id\":1}\n")
    #expect(feed.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.depth(512)])
    #expect(feed.items.rows.count == 1)
  }
  let long = String(repeating: "x", count: 150)
  for text in ["{\"at\":1,\"x\":\"\(long)\"}", "{\"id\":\"\(long)\"}"] {
    let feed = decoded(Array((text + "\n{\"id\":1}\n").utf8), .init(maximumValueLength: 100))
    #expect(feed.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.longValue(100)])
    #expect(feed.items.rows.count == 1)
  }
  let recorded = "{\"at\":1,\"op\":\"upsert\",\"id\":\"\(long)\",\"row\":{\"x\":\"\(long)\"}}"
  let feed = decoded(Array(recorded.utf8), .init(maximumValueLength: 100))
  #expect(feed.decoder.malformedInput.count == 0 && feed.items.rows.count == 1)
}

@Test func `an object of the maximum size is merged, recorded and read again`() {
  let head = Array("{\"id\":1,\"t\":\"".utf8)
  let size = (64 << 20) - head.count - 2
  let bytes = head + [UInt8](repeating: UInt8(ascii: "x"), count: size) + Array("\"}".utf8)
  var merge = FeedMerge(names: ["a.jsonl", "b.jsonl"])
  let items = merge.merge(decoded(bytes).items, from: 0)
  #expect(items.rows.count == 1)
  let written = items.rows[0].value.text.withBytes(Array.init)
  #expect(decoded(written).decoder.malformedInput.count == 0)
  let again = decoded(items.recorded())
  #expect(again.decoder.malformedInput.count == 0)
  #expect(again.items.rows.first?.value == items.rows[0].value)
}

@Test func `a list whose parts are missing is refused, and parts without an end are counted`() {
  let items = decoded(#"[{"id":1,"n":"a"},{"id":2},{"id":3},{"id":4}]"#).items
  let recording = items.recorded(partLength: 1)
  let lines = recording.split(separator: UInt8(ascii: "\n"))
  #expect(lines.count == 4)
  let torn = decoded(Array(lines[1...].joined(separator: [0x0A])))
  #expect(torn.decoder.malformedInput.newest.map(\.reason) == [FeedText.Malformed.listCutOff])
  #expect(torn.items.isEmpty)
  // The next recording in the file begins after a crash.
  let crashed = decoded(Array((lines[..<2] + lines).joined(separator: [0x0A])))
  #expect(crashed.items.list == items.list && crashed.decoder.malformedInput.count == 0)
  #expect(crashed.decoder.ignoredCount == 2)
}
