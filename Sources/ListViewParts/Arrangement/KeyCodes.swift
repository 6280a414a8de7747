internal import Feeds
internal import Searching

/// Divides the sort keys of a column among ranges and single keys, so that a byte tells where the row of a slot
/// belongs, roughly, in any order by the column.
///
/// The ranges come from a sample, so that rows are spread evenly among them, except for the keys that many rows
/// share, which are single.
final class KeyCoder: Sendable {
  /// The rule by which rows have these keys.
  let rule: OrderRule
  private let boundaries: [SortKey]
  /// The words of these keys, and the first of each, by which most others are told from them.
  private let words: [KeyWords]
  private let heads: [UInt64]
  /// Whether values recur, so that their codes are worth remembering.
  let hasFewValues: Bool

  /// The code of a free slot, and of a row without a value.
  static let free = UInt8.max
  static let missing = UInt8.max - 1
  /// The number of positions of codes in an order.
  static let positions = Int(missing) + 1
  private static let maximumBoundaries = 120
  private static let sampleCount = 2_048

  /// Creates a coder for the keys of a rule, as rows of the feed have them.
  init(_ rule: OrderRule, of rows: FeedRows) {
    self.rule = rule
    let keys = rule.keys(of: ValueOrder.sample(of: rows, count: Self.sampleCount))
    var boundaries: [OrderRule.SampledKey] = []
    let changes = zip(keys, keys.dropFirst()).count { !$0.key.equals($1.key) }
    hasFewValues = changes * 8 < keys.count
    for number in 0..<min(keys.count, Self.maximumBoundaries) {
      let offset = (2 * number + 1) * keys.count / (2 * min(keys.count, Self.maximumBoundaries))
      if boundaries.last.map({ !$0.key.equals(keys[offset].key) }) ?? true {
        boundaries.append(keys[offset])
      }
    }
    self.boundaries = boundaries.map(\.key)
    words = boundaries.map(\.words)
    heads = words.map(\.head)
  }

  /// The code of a value: odd if all rows with it have equal keys.
  func code(of amount: AmountReader.Amount) -> UInt8 {
    let own = rule.words(of: amount)
    guard own.head != .max else { return Self.missing }
    var start = heads.partitioningIndex { $0 >= own.head }
    guard start < heads.count, heads[start] == own.head else { return UInt8(2 * start) }
    var end = heads.partitioningIndex { $0 > own.head }
    var complete: SortKey?
    while start < end {
      let middle = (start + end) / 2
      let other = words[middle]
      if own.next != other.next {
        if own.next < other.next { end = middle } else { start = middle + 1 }
        continue
      }
      if own.isWhole, other.isWhole { return UInt8(2 * middle + 1) }
      let key = complete ?? rule.key(of: amount)
      complete = key
      if key.equals(boundaries[middle]) { return UInt8(2 * middle + 1) }
      if key.precedes(boundaries[middle]) { end = middle } else { start = middle + 1 }
    }
    return UInt8(2 * start)
  }

  /// Whether all rows with a code have equal keys.
  static func isSingle(_ position: Int) -> Bool {
    position == missing || !position.isMultiple(of: 2)
  }

  /// The position of a code in an order; rows without a value are last in either direction.
  static func position(of code: UInt8, isDescending: Bool) -> Int {
    isDescending && code < missing ? Int(missing) - 2 - Int(code) : Int(code)
  }
}
