internal import Feeds
internal import Values

/// The result of a measure for the rows that were examined, in bounded memory.
struct SummaryFigure: Sendable {
  /// How many rows were counted.
  var count = 0
  /// What the numbers come to, by currency; an empty text where there is none.
  var amounts: [String: Amount] { knownAmounts.filter { $0.value.count != 0 } }
  private var knownAmounts: [String: Amount] = [:]
  /// The last currency and its code: mostly it is that of the next row too.
  private var lastCode: (currency: JSONValue, code: String)?
  /// The least or greatest values, by currency.
  private(set) var extremes: [String: Extreme] = [:]
  /// How many rows have a value.
  private(set) var tally: [String: Int] = [:]
  /// How many values were omitted, because there are too many different ones or they are too long.
  private(set) var leftOut = 0

  /// How many numbers are above zero, and below.
  private(set) var signs = (rising: 0, falling: 0)

  /// The sum of one currency.
  struct Amount: Sendable {
    private(set) var sum = ExactSum()
    private(set) var count = 0

    fileprivate mutating func add(_ summand: ExactSum.Summand, isRemoved: Bool) {
      if isRemoved { sum.subtract(summand) } else { sum.add(summand) }
      count += isRemoved ? -1 : 1
    }
  }

  /// The row whose value comes first.
  struct Extreme: Sendable {
    var key: SortKey
    var row: Row
    var count = 1
  }

  /// No more currencies than this are inferred from each other.
  static let maximumCurrencies = 32
  /// No more values than this are inferred from each other.
  static let maximumValues = 64
  /// Longer values, in bytes, are not inferred from each other.
  static let maximumLength = 256

  /// Whether what was taken in can be taken out again: nothing was left out that would then have room.
  var isReversible: Bool { leftOut == 0 }

  /// Adds a number, or takes one out that was added.
  mutating func add(_ number: DecimalNumber, in currency: JSONValue?, isRemoved: Bool = false) {
    guard let code = code(currency),
      knownAmounts[code] != nil || knownAmounts.count < Self.maximumCurrencies
    else {
      leftOut += 1
      return
    }
    let summand = ExactSum.Summand(number)
    knownAmounts[code, default: Amount()].add(summand, isRemoved: isRemoved)
  }

  /// Takes in a value of which the least or greatest is looked for.
  mutating func take(_ key: SortKey, of row: Row, in currency: JSONValue?, isGreatest: Bool) {
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

  /// Takes a value out of which the least or greatest is looked for.
  ///
  /// - Returns: Whether that is still known: it was not this one.
  mutating func takeOut(_ key: SortKey, in currency: JSONValue?) -> Bool {
    guard let code = code(currency), let other = extremes[code], other.count > 1,
      other.key.precedes(key) || key.precedes(other.key)
    else { return false }
    extremes[code]?.count -= 1
    return true
  }

  /// Counts a number by its sign, or no more.
  mutating func countSign(of value: JSONValue, isRemoved: Bool = false) {
    guard value.isScalar else { return }
    let one = isRemoved ? -1 : 1
    switch NumberText.sign(of: value.string(limit: 64).text) {
    case .some(.plus): signs.rising += one
    case .some(.minus): signs.falling += one
    default: break
    }
  }

  /// Counts a row by its value, or no more.
  mutating func count(_ value: JSONValue, isRemoved: Bool = false) {
    guard value.isScalar, value.text.count <= Self.maximumLength else {
      leftOut += 1
      return
    }
    let text = value.string
    guard let known = tally[text] else {
      if tally.count < Self.maximumValues { tally[text] = isRemoved ? -1 : 1 } else { leftOut += 1 }
      return
    }
    let count = known + (isRemoved ? -1 : 1)
    tally[text] = count == 0 ? nil : count
  }

  /// The code of a currency as it is told; nil for what is none.
  private mutating func code(_ currency: JSONValue?) -> String? {
    guard let currency, currency.kind == .string else { return "" }
    guard currency.text.count <= 16 else { return nil }
    if let lastCode, lastCode.currency == currency { return lastCode.code }
    let code = currency.string.uppercased()
    lastCode = (currency.compacted(), code)
    return code
  }
}
