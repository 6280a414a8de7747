@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import Foundation
import RowTree
import TestSupport
import Testing
import Values

@testable import ListViewParts

private typealias Reference = Foundation.Decimal

/// The rows of a list whose column `v` holds the values.
private func valueRows(_ values: [String]) -> [Row] {
  var decoder = FeedDecoder()
  var list = RowList()
  let text = values.enumerated().map { "{\"id\":\($0),\"v\":\($1)}" }.joined(separator: ",")
  for item in decoder.append(Array("[\(text)]".utf8)) + decoder.finish() { list.apply(item) }
  return Array(list.rows)
}

/// The values in the order that a rule gives them.
private func sorted(_ values: [String], _ order: ValueOrder, isDescending: Bool = false) -> [String]
{
  let rows = valueRows(values)
  var list = RowList()
  // The newest stands first.
  for row in rows.reversed() { list.apply(.upsert(row, at: nil)) }
  var rule = OrderRule()
  rule.setSort(Arrangement.Sort(column: column(), order: order, isDescending: isDescending))
  var builder = OrderBuilder(of: list.rows, by: rule)
  builder.finishAtOnce()
  return builder.order?.elements.compactMap {
    list.rows.slot($0.slot).row.flatMap { row in rows.firstIndex { $0.id == row.id } }
  }.map { values[$0] } ?? []
}

/// Expects that values stand in an order from wherever they begin.
private func expectOrder(
  _ values: [String],
  _ order: ValueOrder,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var random = SplitMix64(seed: 1)
  for _ in 0..<20 {
    #expect(
      sorted(values.shuffled(using: &random), order) == values,
      sourceLocation: sourceLocation
    )
  }
}

private func quoted(_ values: [String]) -> [String] { values.map { "\"\($0)\"" } }

@Test func `numbers of any length are ordered exactly`() {
  expectOrder(
    [
      "-1e400", "-9007199254740993", "-9007199254740992", "-10", "-1.5", "-1.05", "-1", "-0.001",
      "-1e-400", "0", "1e-300", "0.00099", "0.001", "0.1", "0.10000000000000000000000001", "1",
      "1.05",
      "1.1", "9", "10", "9007199254740992", "9007199254740993",
      "123456789012345678901234567890", "123456789012345678901234567891", "1e113", "1e400", "2e400",
      "1e1000000",
    ],
    .number
  )
}

@Test func `random numbers are ordered like independent decimals`() throws {
  var random = SplitMix64(seed: 7)
  for seed in 0..<50 {
    let values = (0..<60).map { _ -> String in
      let digits = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let whole = digits.joined().drop { $0 == "0" }
      let fraction =
        Bool.random(using: &random) ? ".\(Int.random(in: 0...9999, using: &random))" : ""
      let exponent =
        Bool.random(using: &random) ? "e\(Int.random(in: -20...20, using: &random))" : ""
      let sign = Bool.random(using: &random) ? "-" : ""
      return sign + (whole.isEmpty ? "0" : whole) + fraction + exponent
    }
    let numbers = try sorted(values, .number).map {
      try #require(Reference(string: $0, locale: Locale(identifier: "en_US_POSIX")))
    }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
  }
}

@Test func `text is ordered as people expect, in any country`() {
  expectOrder(
    quoted([
      "1st", "2nd", "10th", "Äpfel", "apple", "Apple pie", "éclair", "eclairs", "item2",
      "item9",
      "item10", "item010b", "zebra", "Zebra 1", "Ωmega", "日本",
    ]),
    .text
  )
  // Texts that are the same in all this still have one order.
  expectOrder(quoted(["Item", "item"]), .text)
  expectOrder(quoted(["item007", "item07", "item7"]), .text)
}

/// The key of an ASCII text without escapes, one byte after another, and whether its beginning implies the rest.
private func naiveKey(_ text: [UInt8], isVersion: Bool) -> (bytes: [UInt8], impliedFrom: Int?) {
  let text = Array(text.prefix(256))
  var (bytes, isExact, position) = ([0x80] as [UInt8], true, 0)
  while position < text.count {
    let run = text[position...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    position += max(1, run.count)
    if run.isEmpty {
      let letter = Array(String(UnicodeScalar(text[position - 1])).lowercased().utf8)[0]
      bytes.append(max(letter, 3))
      isExact = isExact && bytes.last == text[position - 1]
      continue
    }
    var digits = run.drop { $0 == UInt8(ascii: "0") }
    if digits.isEmpty { digits = run.suffix(1) }
    isExact = isExact && digits.count == run.count
    bytes += [0x30, UInt8(min(digits.count, 255))]
    if digits.count >= 255 { bytes += [0, 0, 0, 0, 0, 0, 1, 0] }
    if digits.count == 255 { bytes.replaceSubrange(bytes.count - 2..<bytes.count, with: [0, 255]) }
    bytes += digits
    if isVersion, position < text.count, text[position] == UInt8(ascii: "-") {
      bytes.append(1)
      position += 1
    }
  }
  bytes.append(2)
  return (bytes + text, isExact ? bytes.count : nil)
}

@Test
func `keys of texts are those written one byte after another, and words those after any beginning`()
  throws
{
  var random = SplitMix64(seed: 11)
  let alphabets = ["ab", "aA01-", "09", "xyz /._-", "path/to/Item 0123456789"].map {
    Array($0.utf8)
  }
  for _ in 0..<3_000 {
    let alphabet = alphabets.randomElement(using: &random) ?? []
    let count = Int.random(in: 0...Int.random(in: 0...300, using: &random), using: &random)
    var text = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
    if Bool.random(using: &random) { text = Array("https://example.com/Items/".utf8) + text }
    let isVersion = Bool.random(using: &random)
    let order: ValueOrder = isVersion ? .version : .text
    let expected = naiveKey(text, isVersion: isVersion)
    let row = try #require(valueRows(["\"\(String(decoding: text, as: UTF8.self))\""]).first)
    let value = try #require(row.value.member("v"))
    let key = value.withFound { order.key(of: $0, currency: nil, isMinor: false) }
    guard text.contains(where: { $0 != UInt8(ascii: " ") }) else {
      #expect(key.isMissing)
      continue
    }
    let padding = max(0, 16 - expected.bytes.count)
    #expect(key.bytes == expected.bytes + Array(repeating: 0, count: padding))

    var stem = Array(expected.bytes.prefix(Int.random(in: 1...60, using: &random)))
    let isStray = Int.random(in: 0..<4, using: &random) == 0
    if isStray { stem[stem.count - 1] &+= Bool.random(using: &random) ? 1 : 255 }
    let words = value.withFound { order.words(of: $0, currency: nil, isMinor: false, after: stem) }
    guard expected.bytes.starts(with: stem) else {
      #expect(words == (expected.bytes.lexicographicallyPrecedes(stem) ? .before : .after))
      continue
    }
    let rest = Array(expected.bytes.dropFirst(stem.count))
    let shown = rest.prefix(16) + repeatElement(0, count: max(0, 16 - rest.count))
    let word = { (bytes: ArraySlice<UInt8>) in bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
    let isImplied = expected.impliedFrom.map { $0 <= stem.count + 12 } ?? false
    #expect(
      words
        == KeyWords(
          word(shown.prefix(8)),
          word(shown.suffix(8)),
          isWhole: isImplied || rest.count <= 16 && rest.dropFirst(12).allSatisfy { $0 == 0 }
        )
    )
  }
}

@Test func `letters are reduced to the base of their decomposition`() {
  let table = Dictionary(
    uniqueKeysWithValues: SortKeyWriter.markedLetters.flatMap { base, letters in
      letters.unicodeScalars.map { ($0, base) }
    }
  )
  for value in Array(UInt32(0xC0)..<0x250) + Array(0x1E00..<0x1F00) {
    guard let scalar = Unicode.Scalar(value) else { continue }
    let decomposed = String(scalar).decomposedStringWithCanonicalMapping.lowercased().unicodeScalars
    let base = decomposed.first.flatMap { $0.isASCII && decomposed.count > 1 ? $0 : nil }
    // A capital with a mark of its own when lowercased is not a decomposition.
    guard
      String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1 || base == nil
    else { continue }
    #expect(table[scalar] == base, "\(scalar.escaped(asASCII: true))")
  }
}

@Test func `versions are ordered by their numbers, and candidates before releases`() {
  expectOrder(
    quoted([
      "1.2", "1.9", "1.10-beta", "1.10-rc1", "1.10-rc2", "1.10-rc10", "1.10", "1.10.1", "2.0",
    ]),
    .version
  )
}

@Test func `sizes are ordered by magnitude`() {
  expectOrder(
    quoted([
      "-5", "0B", "250m", "1", "85%", "900 B", "1kB", "1.0K", "1,025", "4.0K", "512 KiB",
      "1MB",
      "1M", "1.2G", "1.3GiB", "2T",
    ]),
    .size
  )
}

@Test func `durations are ordered by length`() {
  expectOrder(
    quoted([
      "0s", "250ns", "3µs", "12ms", "Less than a second ago", "1s", "00:42", "1m30s",
      "2 minutes ago", "01:02:03", "3h12m", "4d2h", "5-00:00:00",
      "2 weeks ago", "3 months ago", "Up 2 years",
    ]),
    .duration
  )
}

@Test func `times are ordered chronologically, however they are written`() {
  expectOrder(
    [
      #""1969-12-31T23:59:59Z""#, "1600000000", #""2021-01-01T00:00:00+02:00""#,
      #""2021-01-01T00:00:00Z""#, "1700000000123", "1700000001", "1700000002000000",
    ],
    .time(.utc)
  )
}

@Test func `rows without a value are last in both directions, and ties keep feed order`() {
  let values = ["2", "null", "1", "2.0", "null", "10", "20e-1"]
  #expect(sorted(values, .number) == ["1", "2", "2.0", "20e-1", "10", "null", "null"])
  #expect(
    sorted(values, .number, isDescending: true) == ["10", "2", "2.0", "20e-1", "1", "null", "null"]
  )
}

@Test func `values of another kind than their column's are last in both directions`() {
  let others = [#""soon""#, ##""#""##, "true", "[1]"]
  for isDescending in [false, true] {
    let sorted = sorted(others + ["3", "1"], .number, isDescending: isDescending)
    #expect(sorted == (isDescending ? ["3", "1"] : ["1", "3"]) + others)
  }
}

@Test func `a blank text or a sign for nothing is no value, in both directions`() {
  let signs = [#""""#, #""-""#, #""n/a""#, #""  ""#]
  for isDescending in [false, true] {
    let numbers = sorted(signs + ["3", "-20", "0.5"], .number, isDescending: isDescending)
    #expect(numbers == (isDescending ? ["3", "0.5", "-20"] : ["-20", "0.5", "3"]) + signs)
    let texts = sorted([#""""#, #""b""#, #""a""#], .text, isDescending: isDescending)
    #expect(texts == (isDescending ? [#""b""#, #""a""#] : [#""a""#, #""b""#]) + [#""""#])
  }
}

@Test func `the order of a column is derived from its values`() {
  func order(_ values: [String], name: String = "v") -> ValueOrder? {
    var decoder = FeedDecoder()
    var list = RowList()
    let text = values.enumerated().map { "{\"id\":\($0),\"\(name)\":\($1)}" }.joined(separator: ",")
    for item in decoder.append(Array("[\(text)]".utf8)) + decoder.finish() { list.apply(item) }
    return ValueOrder(of: column(name), sample: Array(list.rows), reader: .utc)
  }
  #expect(order(["1", "2.5", "-3"]) == .number)
  #expect(order(quoted(["1", "2.5"])) == .number)
  #expect(order(quoted(["1.2G", "900M", "0"])) == .size)
  #expect(order(quoted(["12%", "3%"])) == .size)
  #expect(order(quoted(["3h", "12m", "2d4h"])) == .duration)
  #expect(order(quoted(["01:02", "3-00:00:01"])) == .duration)
  #expect(order(quoted(["3 weeks ago", "About an hour ago"])) == .duration)
  #expect(order(quoted(["2021-01-01T00:00:00Z", "2022-01-01T00:00:00Z"])) == .time(.utc))
  #expect(order(quoted(["1.9.2", "1.10.0", "v2.0.1"])) == .version)
  #expect(order(["1.9", "1.10"], name: "version") == .version)
  #expect(order(quoted(["paid", "open", "3h"])) == .text)
  // A sign of nothing does not count.
  #expect(order(["10", "\"\"", "-2", "\"-\"", "null", "\"n/a\""]) == .number)
  #expect(order(quoted(["", "1.2G", "<none>", "900M"])) == .size)
  #expect(order(quoted(["", ""])) == .text)
  #expect(order(["null"]) == nil)
  // One that is something else does not change the kind of the others.
  #expect(order((0..<20).map(String.init) + [#""n/a""#]) == .number)
}

@Test func `sums match independent decimals, in any order`() throws {
  for seed in UInt64(0)..<40 {
    var random = SplitMix64(seed: seed)
    var sum = ExactSum()
    var expected = Reference(0)
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      let digits = Int.random(in: 1...24, using: &random)
      let whole = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let point = Int.random(in: 0...min(8, digits - 1), using: &random)
      let text =
        (Bool.random(using: &random) ? "-" : "") + whole.dropLast(point)
        + (point > 0 ? "." + whole.suffix(point) : "")
      sum.add(ExactSum.Summand(try #require(DecimalNumber(text))))
      expected += try #require(
        Reference(string: text, locale: Locale(identifier: "en_US_POSIX"))
      )
    }
    #expect(sum.text == expected.description, "seed \(seed)")
  }
}

@Test func `sums of more than 128 bits are exact, and empty again once all is subtracted`() throws {
  var sum = ExactSum()
  let numbers = ["999999999999999999", "0.000000000000000001", "-0.5"].compactMap {
    DecimalNumber($0).map(ExactSum.Summand.init)
  }
  for _ in 0..<1_000 { for number in numbers { sum.add(number) } }
  #expect(sum.text == "999999999999999998500.000000000000001")
  for number in numbers { for _ in 0..<1_000 { sum.subtract(number) } }
  #expect(sum.text == "0")
}

@Test func `a sum too long to read is omitted`() throws {
  var sum = ExactSum()
  sum.add(ExactSum.Summand(try #require(DecimalNumber("1e1000000000"))))
  #expect(sum.text == nil)
}
