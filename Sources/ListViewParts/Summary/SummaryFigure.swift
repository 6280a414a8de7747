internal import Feeds
internal import Values

/// What a measure has come to over the rows that were looked at, in bounded memory.
struct SummaryFigure: Sendable {
  /// How many rows were counted.
  var count = 0
  /// What the numbers come to, by currency; an empty text where there is none.
  private(set) var amounts: [String: Amount] = [:]
  /// The least or greatest values, by currency.
  private(set) var extremes: [String: Extreme] = [:]
  /// How many rows have a value.
  private(set) var tally: [String: Int] = [:]
  /// How many values were left out, because there are too many different ones or they are too long.
  private(set) var leftOut = 0

  /// How many numbers are above zero, and below.
  private(set) var signs = (rising: 0, falling: 0)

  /// What the numbers of one currency come to.
  struct Amount: Sendable {
    var sum = ExactSum()
    var count = 0
  }

  /// The row whose value comes first.
  struct Extreme: Sendable {
    var key: SortKey
    var row: Row
    var count = 1
  }

  /// No more currencies than this are told from each other.
  static let maximumCurrencies = 32
  /// No more values than this are told from each other.
  static let maximumValues = 64
  /// Longer values, in bytes, are not told from each other.
  static let maximumLength = 256

  mutating func add(_ number: DecimalNumber, in currency: JSONValue?) {
    guard let code = code(currency), amounts[code] != nil || amounts.count < Self.maximumCurrencies
    else {
      leftOut += 1
      return
    }
    let summand = ExactSum.Summand(number)
    amounts[code, default: Amount()].sum.add(summand)
    amounts[code]?.count += 1
  }

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

  /// Counts a number by its sign.
  mutating func countSign(of value: JSONValue) {
    guard value.isScalar else { return }
    switch NumberText.sign(of: value.string(limit: 64).text) {
    case .some(.plus): signs.rising += 1
    case .some(.minus): signs.falling += 1
    default: break
    }
  }

  mutating func count(_ value: JSONValue) {
    guard value.isScalar, value.text.count <= Self.maximumLength else {
      leftOut += 1
      return
    }
    let text = value.string
    if tally[text] == nil, tally.count >= Self.maximumValues {
      leftOut += 1
    } else {
      tally[text, default: 0] += 1
    }
  }

  /// The code of a currency as it is told; nil for what is none.
  private func code(_ currency: JSONValue?) -> String? {
    guard let currency, currency.kind == .string else { return "" }
    return currency.text.count <= 16 ? currency.string.uppercased() : nil
  }
}
