import FeedSimulator
import Testing

/// A line of a feed, as far as it is kept, and how long it was.
private struct Line {
  var bytes: [UInt8]
  var length: Int
  var wasInterrupted = false

  var value: JSONText? { JSONText(bytes) }
  /// All rows that stand in it.
  var rows: [JSONText] {
    guard let value else { return [] }
    return value["rows"]?.elements ?? value["data"]?.elements ?? value.elements
      ?? [value["row"] ?? value]
  }
  func contains(_ pattern: [UInt8]) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    return (0...bytes.count - pattern.count).contains { bytes[$0...].starts(with: pattern) }
  }
  func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }
}

private func lines(_ encoding: FeedEncoding, seed: UInt64, steps: Int) throws -> [Line] {
  var feed = try feed(.chaos, encoding, seed: seed)
  var lines: [Line] = []
  var line = Line(bytes: [], length: 0)
  var step = 0
  while step < steps {
    let chunk = feed.next()
    line.length += chunk.bytes.count
    if line.bytes.count < 2 << 20 { line.bytes += chunk.bytes }
    if !chunk.endsValue, chunk.gap > .zero { line.wasInterrupted = true }
    if chunk.endsValue {
      lines.append(line)
      line = Line(bytes: [], length: 0)
    }
    if chunk.endsStep { step += 1 }
  }
  return lines
}

/// Malformed input as the documentation names it, and how it is known; a line is short unless it says so.
private let malformedInput: [(name: String, isIt: @Sendable (Line) -> Bool)] = [
  ("a line that is not JSON", { $0.value == nil && !$0.contains("{") && $0.bytes[0] >= 0x20 }),
  ("broken JSON", { $0.value == nil && $0.bytes.starts(with: "{".utf8) && $0.contains("}\n") }),
  ("a value cut off", { $0.value == nil && $0.bytes[0] == 0x7B && !$0.contains("}\n") }),
  ("a value that comes in two parts", { $0.wasInterrupted && $0.value != nil }),
  ("a NUL as it is", { $0.value == nil && $0.contains([0]) }),
  ("a NUL escaped", { $0.value != nil && $0.contains("\\u0000") }),
  ("an ESC as it is", { $0.value == nil && $0.contains("\u{1B}[2J") }),
  ("an ESC escaped", { $0.value != nil && $0.contains("\\u001b]52;") }),
  ("a C1 control", { $0.value != nil && $0.contains("\u{9B}31m") }),
  ("a bidi override", { $0.value != nil && $0.contains("\u{202E}gpj") }),
  ("invalid UTF-8 in a value", { $0.value != nil && $0.contains([0xED, 0xA0, 0x80]) }),
  (
    "invalid UTF-8 in a line",
    { $0.value == nil && $0.bytes[0] >= 0x80 && String(validating: $0.bytes, as: UTF8.self) == nil }
  ),
  ("half a surrogate pair", { $0.value != nil && $0.contains("\\ud83d\\ud83d") }),
  ("a huge value", { $0.length > 1_000_000 && $0.length < 2 << 20 && $0.value != nil }),
  ("a value above 64 MiB", { $0.length > 64 << 20 }),
  (
    "nesting past 512 levels",
    { line in line.value == nil && JSONText(line.bytes, maximumDepth: 700) != nil }
  ),
  ("deep nesting within the limit", { $0.rows.contains { $0["in"] != nil } }),
  ("numbers past 2⁵³", { $0.rows.contains { $0["exact"]?.text == "9007199254740993" } }),
  (
    "a key past 2⁵³",
    { $0.rows.contains { $0["id"]?.text.hasPrefix("90071992547409") ?? false } }
  ),
  ("long decimals", { $0.rows.contains { ($0["pi"]?.text.count ?? 0) > 20 } }),
  ("a name twice in one row", { $0.rows.contains { $0.members.count { $0.name == "note" } > 1 } }),
  ("another type", { $0.rows.contains { $0["status"].map { $0.string == nil } ?? false } }),
  ("a row without a key", { $0.rows.contains { $0["status"]?.string == "keyless" } }),
  ("a row that is a scalar", { $0.rows.contains { $0.text == "17" } }),
  ("a watch error", { $0.value?["type"]?.string == "ERROR" }),
  ("a bare array", { $0.value?.elements != nil }),
  ("a list document", { $0.value?["object"]?.string == "list" }),
]

@Test func `chaos contains every kind of malformed input, in every encoding`() throws {
  for encoding in FeedEncoding.allCases {
    for seed: UInt64 in 1...2 {
      let lines = try lines(encoding, seed: seed, steps: 29)
      for (name, isIt) in malformedInput {
        // Long values are looked at by the two checks that are about them.
        let isLong = name.hasPrefix("a huge") || name.hasPrefix("a value above")
        #expect(
          lines.contains { (isLong || $0.length < 200_000) && isIt($0) },
          "\(name), \(encoding), seed \(seed)"
        )
      }
    }
  }
}

@Test func `a chaos list is sometimes empty, and sometimes contains a row twice`() throws {
  for seed: UInt64 in 1...5 {
    let snapshots = try lines(.snapshots, seed: seed, steps: 29).filter { $0.length < 200_000 }
      .compactMap { $0.value?["rows"]?.elements }
    #expect(snapshots.contains { $0.isEmpty }, "seed \(seed)")
    #expect(
      snapshots.contains { rows in
        let ids = rows.compactMap { $0["id"]?.text }
        return ids.count == Set(ids).count + 2
      },
      "seed \(seed)"
    )
    // It begins well, so that a reader can tell its key; and it lives on after all of that.
    let first = try #require(snapshots.first)
    #expect(!first.isEmpty && first.allSatisfy { $0["id"] != nil && $0.members.count == 3 })
  }
}

@Test
func `a value that exceeds all limits occurs once, and is not held in memory while it is written`()
  throws
{
  var feed = try feed(.chaos, .events, seed: 3)
  var long = 0
  var length = 0
  for _ in 0..<200 {
    var isWhole = false
    while !isWhole {
      let chunk = feed.next()
      length += chunk.bytes.count
      if chunk.endsValue {
        if length > 64 << 20 { long += 1 }
        length = 0
      }
      isWhole = chunk.endsStep
    }
  }
  #expect(long == 1)
}
