import Ordering
import Columns
internal import FeedValues
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
  /// The positions among these of the currencies that were met; the same one may be spelled in several ways.
  private var currencies = ValueNumbers()
  /// The least or greatest values, by currency.
  private(set) var extremes: [String: Extreme] = [:]
  /// The number of rows with each value.
  var tally: [String: Int] {
    Dictionary(uniqueKeysWithValues: values.lazy.map { ($0.text, $0.count) })
  }
  private var values: [(text: String, count: Int)] = []
  /// The position of each value among these.
  private var places: [String: Int] = [:]
  /// The positions among these of the values that were met; the same value may be spelled in many ways.
  private var met = ValueNumbers()
  /// The number of values not counted, because they are too long or no numbers, or there are too many different ones.
  private(set) var leftOut = 0
  /// Whether values were left out because there were too many different ones.
  private var hasManyValues = false
  /// Whether the count of some value may be zero.
  private var mayHaveZeroCounts = false

  /// The number of rows at each time.
  var histogram = TimeHistogram()

  /// The rows of a count without groups.
  var table: CountTable?

  /// The number of positive and of negative numbers.
  private(set) var signs = (rising: 0, falling: 0)

  /// The sum and the number of amounts in one currency.
  struct Amount: Sendable {
    private(set) var sum = ExactSum()
    private(set) var count = 0

    mutating func add(_ summand: ExactSum.Summand, isRemoved: Bool) {
      if isRemoved { sum.subtract(summand) } else { sum.add(summand) }
      count += isRemoved ? -1 : 1
    }
  }

  /// The maximum number of currencies that are distinguished.
  static let maximumCurrencies = 32
  /// The maximum number of values that are distinguished: so many that the most frequent ones are among those met
  /// first.
  static let maximumValues = 256
  private static let maximumMet = 1_024
  /// Longer values, in bytes, are not distinguished.
  static let maximumLength = 256

  /// Adds a number, or subtracts one that was added before; without one, the value is left out.
  mutating func add(_ number: DecimalNumber?, in currency: FoundValue?, isRemoved: Bool = false) {
    guard let number, let place = place(of: currency) else {
      return leaveOut(isRemoved: isRemoved)
    }
    knownAmounts[place].amount.add(ExactSum.Summand(number), isRemoved: isRemoved)
    mayHaveZeroCounts = mayHaveZeroCounts || knownAmounts[place].amount.count == 0
  }

  /// Counts a value as left out, or no longer.
  private mutating func leaveOut(isRemoved: Bool) { leftOut += isRemoved ? -1 : 1 }

  /// Discards values whose count is zero; to be called once all rows have been examined.
  ///
  /// - Returns: Whether the figure is that of all rows, which it is not if a value that was left out now has room.
  mutating func settle() -> Bool {
    guard mayHaveZeroCounts else { return true }
    let count = values.count
    values.removeAll { $0.count == 0 }
    if values.count < count {
      met = ValueNumbers()
      places = Dictionary(uniqueKeysWithValues: values.indices.map { (values[$0].text, $0) })
    }
    mayHaveZeroCounts = knownAmounts.contains { $0.amount.count == 0 }
    return !hasManyValues || !mayHaveZeroCounts && values.count == count
  }

  /// The position of the amounts in a currency; nil if it is not a code, or one too many.
  private mutating func place(of currency: FoundValue?) -> Int? {
    if let currency, let place = currencies[currency] { return Int(place) }
    guard let code = Self.code(currency) else { return nil }
    var place = knownAmounts.firstIndex { $0.code == code }
    if place == nil, knownAmounts.count < Self.maximumCurrencies {
      place = knownAmounts.count
      knownAmounts.append((code, Amount()))
    }
    hasManyValues = hasManyValues || place == nil
    if let currency, let place, currencies.count < Self.maximumMet {
      currencies[currency] = Int32(place)
    }
    return place
  }

  /// Records a value of a column whose least or greatest is wanted.
  mutating func take(_ key: SortKey, of row: Row, in code: String?, isGreatest: Bool) {
    guard let code else { return leaveOut(isRemoved: false) }
    if extremes[code] == nil {
      guard extremes.count < Self.maximumCurrencies else {
        hasManyValues = true
        return leaveOut(isRemoved: false)
      }
      extremes[code] = Extreme(isGreatest: isGreatest)
    }
    extremes[code]?.insert(key, row)
  }

  /// Removes a value of a column whose least or greatest is wanted.
  ///
  /// - Returns: Whether the extreme is still known.
  mutating func takeOut(_ key: SortKey, of row: Row, in code: String?) -> Bool {
    guard let code, extremes[code] != nil else {
      leaveOut(isRemoved: true)
      return code == nil || hasManyValues
    }
    let isKnown = extremes[code]?.remove(key, row) ?? false
    guard extremes[code]?.isEmpty ?? true else { return isKnown }
    extremes[code] = nil
    return !hasManyValues
  }

  /// Whether the extreme may change when a value is removed.
  func mayDepend(on key: SortKey, in code: String?) -> Bool {
    code.flatMap { extremes[$0] }?.mayKeep(key) ?? true
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
      return leaveOut(isRemoved: isRemoved)
    }
    var place = met[value].map(Int.init)
    if place == nil {
      let text = value.withString { String(decoding: $0, as: UTF8.self) }
      place = places[text]
      if place == nil, values.count < Self.maximumValues {
        place = values.count
        places[text] = place
        values.append((text, 0))
      }
      if met.count < Self.maximumMet { met[value] = place.map(Int32.init) }
    }
    guard let place else {
      hasManyValues = true
      return leaveOut(isRemoved: isRemoved)
    }
    values[place].count += isRemoved ? -1 : 1
    mayHaveZeroCounts = mayHaveZeroCounts || values[place].count == 0
  }

  /// The uppercased code of a currency, empty if there is none; nil if it is too long for a code.
  static func code(_ currency: FoundValue?) -> String? {
    guard let currency, currency.kind == .string else { return "" }
    return currency.text.count <= 16 ? Money.code(currency) : nil
  }
}
