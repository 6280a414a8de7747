@testable import Ordering
@testable import Columns
import FeedSources
import FeedStore
import FeedValues
import TableModel
import TestSupport
import Testing
import Values

@testable import ListViewParts

/// A string of JSON.
private func value(_ text: String) -> JSONValue {
  let escaped = text.replacing("\\", with: "\\\\").replacing("\u{1}", with: "\\u0001")
  return literal("\"\(escaped)\"")
}

private func key(_ text: String, _ order: ValueOrder) -> SortKey {
  value(text).withFound { order.key(of: $0, currency: nil, isMinor: false) }
}

private func keyWords(_ text: String, _ order: ValueOrder, _ stem: [UInt8]) -> KeyWords {
  value(text).withFound { order.words(of: $0, currency: nil, isMinor: false, after: stem) }
}

/// Texts that begin alike, and some that do not.
private func texts(_ random: inout SeededGenerator) -> [String] {
  let start = ["", "a", "https://example.com/", "req-2026-11-22-", "Äpfel "].randomElement(
    using: &random
  )
  let parts = [
    "a", "A", "b", "0", "7", "07", "é", "-", " ", "\\", "zz", "\u{1}", "0123456789", "/",
  ]
  return (0..<40).map { _ in
    let rest = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }
    let isStray = Int.random(in: 0..<8, using: &random) == 0
    return (isStray ? "" : start ?? "") + rest.joined()
  }
}

/// A value as it is spelled in JSON.
private func literal(_ text: String) -> JSONValue {
  JSONValue(key: RowID(key: ByteSlice(copying: Array(text.utf8))))
}

@Test(arguments: 1...20 as ClosedRange<UInt64>)
func `words of a number are the first of its complete key`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  var wholes = 0
  for _ in 0..<300 {
    let digits = (0..<Int.random(in: 1...24, using: &random)).map { _ in
      String(Int.random(in: 0...9, using: &random))
    }.joined()
    let whole = digits.prefix(Int.random(in: 1...digits.count, using: &random))
    let fraction = digits.dropFirst(whole.count)
    let sign = ["", "-"].randomElement(using: &random) ?? ""
    let power =
      ["", "", "e3", "e-200", "e111", "e112", "e113", "e-112", "e-130", "e99999999999999"]
      .randomElement(using: &random) ?? ""
    let number =
      sign + (Int(whole) == 0 ? "0" : whole.drop { $0 == "0" })
      + (fraction.isEmpty ? "" : ".\(fraction)") + power
    let code =
      [nil, #""usd""#, #""EUR""#, #""x""#, #""US1""#, #""\u0055SD""#, #""Dollars of Canada""#]
      .randomElement(using: &random) ?? nil
    let isMinor = Bool.random(using: &random)
    let order: ValueOrder = Bool.random(using: &random) ? .number : .money
    let (key, words) = literal(number).withFound { value in
      guard let code else {
        return (
          order.key(of: value, currency: nil, isMinor: isMinor),
          order.words(of: value, currency: nil, isMinor: isMinor, after: [])
        )
      }
      return literal(code).withFound { code in
        (
          order.key(of: value, currency: code, isMinor: isMinor),
          order.words(of: value, currency: code, isMinor: isMinor, after: [])
        )
      }
    }
    let place: Comment = "seed \(seed): \(number) \(code ?? "")"
    let isWhole = key.tail.isEmpty && key.next & 0xFFFF_FFFF == 0
    #expect(words == KeyWords(key.head, key.next, isWhole: isWhole), place)
    if words.isWhole { wholes += 1 }
  }
  #expect(0 < wholes && wholes < 300)
}

@Test(arguments: 1...20 as ClosedRange<UInt64>)
func `words of keys compare like the keys, whatever prefix is omitted`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  var decided = 0
  for round in 0..<5 {
    let order: ValueOrder = [.text, .version, .number].randomElement(using: &random) ?? .text
    let texts = texts(&random)
    let stem = Array(key(texts[0], order).bytes.prefix(Int.random(in: 0...30, using: &random)))
    let all = texts.map { (text: $0, key: key($0, order), words: keyWords($0, order, stem)) }
    for left in all {
      for right in all {
        let place: Comment = "seed \(seed), round \(round): \(left.text), \(right.text)"
        let (a, b) = (left.words, right.words)
        if a.head != b.head || a.next != b.next {
          decided += 1
          #expect(((a.head, a.next) < (b.head, b.next)) == left.key.precedes(right.key), place)
        } else if a.isWhole, b.isWhole {
          decided += 1
          #expect(left.key.equals(right.key), place)
        }
      }
    }
  }
  #expect(decided > 0)
}

@Test func `short folded texts are compared without reading the row`() {
  for text in ["", "apple", "item 7", "name 123", "a-b_c"] {
    #expect(keyWords(text, .text, []).isWhole, "\(text)")
  }
  let long = "https://example.com/orders/12345"
  #expect(!keyWords(long, .text, []).isWhole)
  let stem = Array(key("https://example.com/orders/", .text).bytes.prefix(27))
  #expect(keyWords(long, .text, stem).isWhole)
}

@Test
func `rows with a common text prefix stay in key order as they are inserted and updated`()
  throws
{
  let seed = UInt64.random(in: 0..<1_000_000)
  var random = SeededGenerator(seed: seed)
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 3_000))
  var now = ContinuousClock.now
  var arrangement = Arrangement()
  let column = Column(
    title: "URL",
    paths: [FieldPath("url")],
    format: .text,
    naturalWidth: 8,
    weight: 50,
    isQuiet: false
  )
  // The beginnings of texts change with time, as those of dates do.
  for (round, start) in ["https://a.example/orders/", "https://b.example/", "x"].enumerated() {
    for step in 0..<8 {
      var text = ""
      for _ in 0..<500 {
        let (id, number) = (
          Int.random(in: 0..<4_000, using: &random), Int.random(in: 0..<50, using: &random)
        )
        text += #"{"id":\#(id),"url":"\#(start)\#(number)"}"# + "\n"
      }
      now += .milliseconds(50)
      player.receive(decoder.append(Array(text.utf8)), at: now)
      guard let update = player.advance(to: now) else { continue }
      _ = arrangement.update(update) { $0 == $1 }
      if round == 0, step == 0 {
        arrangement.setSort(.init(column: column, order: .text, isDescending: false))
      }
      _ = arrangement.display()
      let keys = arrangement.content.rows.map { ValueOrder.text.key(of: $0, in: column) }
      let isOrdered = zip(keys, keys.dropFirst()).allSatisfy { !$1.precedes($0) }
      #expect(isOrdered && keys.count == player.rows.count, "seed \(seed), round \(round)")
    }
  }
}

@Test(arguments: 1...20 as ClosedRange<UInt64>)
func `tails of long keys compare like the complete keys`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  let beginnings = ["https://example.com/customers/", "https://example.com/Customers/", "x"]
  let values = (0..<8).flatMap { _ in texts(&random) }.map { text in
    (beginnings.randomElement(using: &random) ?? "") + text
  }
  expectTails(of: values, beginning: beginnings[0], &random)
}

@Test(arguments: 1...5 as ClosedRange<UInt64>)
func `tails that the words determine compare like the complete keys`(seed: UInt64) {
  var random = SeededGenerator(seed: seed)
  let values = (0..<60).map { _ in
    "velvet timber walnut \(["a", "ab", "b"].randomElement(using: &random) ?? "")"
      + "\(Int.random(in: 0..<40, using: &random))"
  }
  expectTails(of: values, beginning: "velvet timber", &random)
}

@Test func `of two tails stored for a slot the last one counts`() throws {
  let texts = ["a", "b", "c"].map { String(repeating: "x", count: 60) + $0 }
  var tails = KeyTails(slotCount: 8)
  for (slot, text) in [(Int32(0), texts[0]), (1, texts[1]), (0, texts[2])] {
    let words = value(text).withFound { value in
      ValueOrder.text.words(of: value, nil, currency: nil, isMinor: false, after: []) {
        tails.words(of: slot, $0)
      }
    }
    try #require(!words.isWhole)
  }
  #expect(tails.comparison(0, 1).map { $0 > 0 } == true)
  tails.rank()
  #expect(tails.areRanked && tails.comparison(0, 1).map { $0 > 0 } == true)
}

/// Expects tails to compare like the complete keys of some texts, most of which begin alike.
private func expectTails(
  of values: [String],
  beginning: String,
  _ random: inout SeededGenerator
) {
  let order = [ValueOrder.text, .version].randomElement(using: &random) ?? .text
  let stem = Bool.random(using: &random) ? [] : Array(key(beginning, order).bytes.prefix(9))
  var tails = KeyTails(after: stem, slotCount: values.count)
  let words = values.enumerated().map { slot, text in
    value(text).withFound { value in
      order.words(of: value, nil, currency: nil, isMinor: false, after: stem) {
        tails.words(of: Int32(slot), $0)
      }
    }
  }
  let keys = values.map { key($0, order) }
  for (text, words) in zip(values, words) { #expect(words == keyWords(text, order, stem)) }
  var known = 0
  for isRanked in [false, true] {
    if isRanked { tails.rank() }
    for left in values.indices where !words[left].isWhole {
      for right in values.indices where words[right] == words[left] {
        guard let sign = tails.comparison(Int32(left), Int32(right))?.signum() else { continue }
        known += 1
        let expected =
          keys[left].equals(keys[right]) ? 0 : keys[left].precedes(keys[right]) ? -1 : 1
        #expect(sign == expected, "\(values[left]), \(values[right])")
      }
    }
  }
  #expect(known > values.count)
}

@Test(arguments: 1...12 as ClosedRange<UInt64>)
func `entries compare like the keys of their rows, and then like their places, however close`(
  seed: UInt64
) throws {
  var random = SeededGenerator(seed: seed)
  var decoder = FeedDecoder(key: [FieldPath("id")])
  var player = Player(start: .liveEdge, limit: RowLimit(rows: 1_000))
  var now = ContinuousClock.now
  // Only of one of the last two does the folded form determine the text.
  let values = texts(&random).prefix(6) + ["requires", "requireS"]
  var lines: [String] = []
  // Half of the rows come between two others.
  for id in 0..<80 {
    let text = values.randomElement(using: &random).map { value($0).text } ?? value("").text
    let line = text.withBytes { #"{"id":\#(id),"text":\#(String(decoding: $0, as: UTF8.self))}"# }
    lines.insert(line, at: id.isMultiple(of: 2) ? lines.count / 2 : lines.count)
    now += .milliseconds(50)
    player.receive(decoder.append(Array("[\(lines.joined(separator: ","))]\n".utf8)), at: now)
    _ = player.advance(to: now)
  }
  let rows = player.rows
  let order = [ValueOrder.text, .version].randomElement(using: &random) ?? .text
  var rule = OrderRule()
  rule.setSort(
    .init(column: column("text"), order: order, isDescending: Bool.random(using: &random))
  )
  rule.chooseStem(for: rows)
  let entries = (0..<rows.count).map { offset in
    let slot = rows.slotNumber(at: offset)
    return rule.knownEntry(of: rows[offset], slot: slot, place: rows.place(of: slot))
  }
  let keys = try rows.map { row in
    try #require(row.value.member("text")).withFound {
      order.key(of: $0, currency: nil, isMinor: false)
    }
  }
  var close = 0
  for left in entries.indices {
    for right in entries.indices {
      let isDescending = rule.isDescending && !keys[left].isMissing && !keys[right].isMissing
      let expected =
        keys[left].equals(keys[right])
        ? left < right : keys[left].precedes(keys[right]) != isDescending
      #expect(
        rule.precedes(entries[left], entries[right], in: rows) == expected,
        "\(rows[left].value.string), \(rows[right].value.string)"
      )
      let places = [left, right].map { rows.place(of: entries[$0].slot) }
      let halves = places.map(FeedRows.upperHalf(ofPlace:))
      if left != right, halves[0] == halves[1], keys[left].equals(keys[right]) { close += 1 }
      #expect(halves[0] == halves[1] || (halves[0] < halves[1]) == (left < right))
    }
  }
  #expect(close > 0)
}

extension ValueOrder {
  /// The words of the key of a value, as an order without the rest of long keys has them.
  func words(
    of value: FoundValue?,
    currency: FoundValue?,
    isMinor: Bool,
    after stem: [UInt8]
  ) -> KeyWords {
    words(of: value, nil, currency: currency, isMinor: isMinor, after: stem) { write in
      SortKeyWriter.words(after: stem, write)
    }
  }
}
