internal import Feeds
internal import Values

/// The result of a measure over the rows examined so far, in bounded memory.
struct SummaryFigure: Sendable {
  /// The number of rows counted.
  var count = 0
  /// The sums by currency; the empty string stands for none.
  var amounts: [String: Amount] {
    Dictionary(
      uniqueKeysWithValues: knownAmounts.lazy.filter { $0.amount.count != 0 }
        .map { ($0.code, $0.amount) }
    )
  }
  /// In an array: there are few currencies, mostly one.
  private var knownAmounts: [(code: String, amount: Amount)] = []
  /// Where currencies that were met are among these; the same one may be spelled in several ways.
  private var currencies = ValueNumbers()
  /// The least or greatest values, by currency.
  private(set) var extremes: [String: Extreme] = [:]
  /// The number of rows with each value.
  var tally: [String: Int] {
    Dictionary(uniqueKeysWithValues: values.lazy.map { ($0.text, $0.count) })
  }
  private var values: [(text: String, count: Int)] = []
  /// Where values that were met are among these; the same value may be spelled in many ways.
  private var met = ValueNumbers()
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
  private static let maximumMet = 1_024
  /// Longer values, in bytes, are not distinguished.
  static let maximumLength = 256

  /// Whether every recorded value can be removed again: none was left out that would then have room.
  var isReversible: Bool { leftOut == 0 }

  /// Adds a number, or subtracts one that was added before.
  mutating func add(_ number: DecimalNumber, in currency: FoundValue?, isRemoved: Bool = false) {
    guard let place = place(of: currency) else {
      leftOut += 1
      return
    }
    knownAmounts[place].amount.add(ExactSum.Summand(number), isRemoved: isRemoved)
  }

  /// Where the amounts in a currency are; nil if it is no code, or one too many.
  private mutating func place(of currency: FoundValue?) -> Int? {
    if let currency, let place = currencies[currency] { return Int(place) }
    guard let code = code(currency) else { return nil }
    var place = knownAmounts.firstIndex { $0.code == code }
    if place == nil, knownAmounts.count < Self.maximumCurrencies {
      place = knownAmounts.count
      knownAmounts.append((code, Amount()))
    }
    if let currency, let place, currencies.count < Self.maximumMet {
      currencies[currency] = Int32(place)
    }
    return place
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
    var place = met[value].map(Int.init)
    if place == nil {
      let text = value.withString { String(decoding: $0, as: UTF8.self) }
      place = values.firstIndex { $0.text == text }
      if place == nil, values.count < Self.maximumValues {
        place = values.count
        values.append((text, 0))
      }
      if met.count < Self.maximumMet { met[value] = place.map(Int32.init) }
    }
    guard let place else {
      leftOut += 1
      return
    }
    values[place].count += isRemoved ? -1 : 1
    guard values[place].count == 0 else { return }
    values.remove(at: place)
    met = ValueNumbers()
  }

  /// The uppercased code of a currency, empty if there is none; nil if it is too long for a code.
  private func code(_ currency: FoundValue?) -> String? {
    guard let currency, currency.kind == .string else { return "" }
    return currency.text.count <= 16 ? Money.code(currency) : nil
  }
}
