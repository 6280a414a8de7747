internal import Feeds
internal import Values

/// The result of a measure over the rows examined so far, in bounded memory.
struct SummaryFigure: Sendable {
  /// The number of rows counted.
  var count = 0
  /// The sums by currency; the empty string stands for none.
  var amounts: [String: Amount] { knownAmounts.filter { $0.value.count != 0 } }
  private var knownAmounts: [String: Amount] = [:]
  /// The least or greatest values, by currency.
  private(set) var extremes: [String: Extreme] = [:]
  /// The number of rows with each value.
  private(set) var tally: [String: Int] = [:]
  /// The number of values not counted, because they are too long or there are too many different ones.
  private(set) var leftOut = 0

  /// The number of positive and of negative numbers.
  private(set) var signs = (rising: 0, falling: 0)

  /// The sum and the number of amounts in one currency.
  struct Amount: Sendable {
    private(set) var sum = ExactSum()
    private(set) var count = 0

    fileprivate mutating func add(_ summand: ExactSum.Summand, isRemoved: Bool) {
      if isRemoved { sum.subtract(summand) } else { sum.add(summand) }
      count += isRemoved ? -1 : 1
    }
  }

  /// The row with the least or greatest value, and the number of values seen.
  struct Extreme: Sendable {
    var key: SortKey
    var row: Row
    var count = 1
  }

  /// The maximum number of currencies that are distinguished.
  static let maximumCurrencies = 32
  /// The maximum number of values that are distinguished.
  static let maximumValues = 64
  /// Longer values, in bytes, are not distinguished.
  static let maximumLength = 256

  /// Whether every recorded value can be removed again: none was left out that would then have room.
  var isReversible: Bool { leftOut == 0 }

  /// Adds a number, or subtracts one that was added before.
  mutating func add(_ number: DecimalNumber, in currency: FoundValue?, isRemoved: Bool = false) {
    guard let code = code(currency),
      knownAmounts[code] != nil || knownAmounts.count < Self.maximumCurrencies
    else {
      leftOut += 1
      return
    }
    let summand = ExactSum.Summand(number)
    knownAmounts[code, default: Amount()].add(summand, isRemoved: isRemoved)
  }

  /// Records a value of a column whose least or greatest is wanted.
  mutating func take(_ key: SortKey, of row: Row, in currency: FoundValue?, isGreatest: Bool) {
    guard let code = code(currency),
      extremes[code] != nil || extremes.count < Self.maximumCurrencies
    else {
      leftOut += 1
      return
    }
    guard let other = extremes[code] else {
      extremes[code] = Extreme(key: key, row: row)
      return
    }
    extremes[code]?.count += 1
    guard isGreatest ? other.key.precedes(key) : key.precedes(other.key) else { return }
    extremes[code]?.key = key
    extremes[code]?.row = row
  }

  /// Removes a value of a column whose least or greatest is wanted.
  ///
  /// - Returns: Whether the extreme is still known, which it is not if this value was the extreme.
  mutating func takeOut(_ key: SortKey, in currency: FoundValue?) -> Bool {
    guard let code = code(currency), let other = extremes[code], other.count > 1,
      other.key.precedes(key) || key.precedes(other.key)
    else { return false }
    extremes[code]?.count -= 1
    return true
  }

  /// Counts a number by its sign, or removes it from the count.
  mutating func countSign(of value: FoundValue, isRemoved: Bool = false) {
    guard value.isScalar else { return }
    let one = isRemoved ? -1 : 1
    switch NumberText.sign(of: value.value.string(limit: 64).text) {
    case .some(.plus): signs.rising += one
    case .some(.minus): signs.falling += one
    default: break
    }
  }

  /// Counts a row by its value, or removes it from the count.
  mutating func count(_ value: FoundValue, isRemoved: Bool = false) {
    guard value.isScalar, value.text.count <= Self.maximumLength else {
      leftOut += 1
      return
    }
    let text = value.withString { String(decoding: $0, as: UTF8.self) }
    guard let known = tally[text] else {
      if tally.count < Self.maximumValues { tally[text] = isRemoved ? -1 : 1 } else { leftOut += 1 }
      return
    }
    let count = known + (isRemoved ? -1 : 1)
    tally[text] = count == 0 ? nil : count
  }

  /// The uppercased code of a currency, empty if there is none; nil if it is too long for a code.
  private func code(_ currency: FoundValue?) -> String? {
    guard let currency, currency.kind == .string else { return "" }
    return currency.text.count <= 16 ? Money.code(currency) : nil
  }
}
