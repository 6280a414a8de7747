import Columns
internal import FeedValues
import Ordering
internal import Searching
internal import TerminalCore
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

extension SummaryMeasure {
  /// The name of the figure.
  var name: String {
    switch self {
    case .count: Summary.Text.rows
    case .fold(.sum, let column, _), .total(let column), .signs(let column):
      column.title.lowercased()
    case .fold(let fold, let column, _): "\(fold.rawValue) \(column.title.lowercased())"
    case .tally(let column, _): column.title.lowercased()
    case .classes(let severity): severity.column.title.lowercased()
    case .times(let scale): scale.column.title.lowercased()
    case .matching(let filter): filter.text
    case .figure(let plan): plan.figureName
    case .rate: Summary.Text.rate
    case .last: Summary.Text.latest
    case .unknown(let name): name
    }
  }

  /// The role that fits a large number of matching rows.
  fileprivate var role: Theme.Role {
    guard case .matching(let filter) = self, let sign = filter.text.firstIndex(of: "="),
      filter.text[..<sign].last != "!"
    else { return .text }
    let word = filter.text[filter.text.index(after: sign)...].filter { $0 != "\"" }
    let tone = StatusTone(word)
    return tone == .neutral ? .text : tone.role
  }
}

extension SummaryFigure {
  /// The label of a row count.
  func count(of measure: SummaryMeasure) -> SummaryLabel {
    SummaryLabel(
      id: measure.id,
      name: measure.name,
      values: [Money.grouped(String(count))],
      role: count == 0 ? .text : measure.role
    )
  }

  /// The labels of the counts of positive and negative numbers.
  func signLabels(id: String) -> [SummaryLabel] {
    [("▲", signs.rising, Theme.Role.success), ("▼", signs.falling, .failure)].compactMap {
      sign,
      count,
      role in
      guard count > 0 else { return nil }
      var label = SummaryLabel(
        id: "\(id)\(sign)",
        name: "",
        values: [Money.grouped(String(count))],
        role: role
      )
      label.sign = sign
      label.fit(nil)
      return label
    }
  }

  /// The label of the sum of a column, with about three digits.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - id: The identity of the label.
  ///   - order: The previous order of the currencies, which is kept.
  /// - Returns: The label, its first value as a number in the unit that is shown, and the currency of that value.
  func total(
    of column: Column,
    id: String,
    order: [String]
  ) -> (label: SummaryLabel, level: Double?, currency: String) {
    let known = order.filter { amounts[$0] != nil }
    let new = amounts.filter { !known.contains($0.key) }
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.key)
    var values: [(code: String, text: String, number: Double)] = []
    for code in known + new {
      guard let sum = amounts[code]?.sum, let text = sum.text,
        var number = sum.number?.approximation
      else { continue }
      if column.format == .money { number /= Money.unit(of: code) }
      let exact = column.text(ofNumber: text, in: code)
      values.append((code, Money.compact(number, currency: code, exact: exact), number))
    }
    var label = SummaryLabel(
      id: id,
      name: column.format.isMoney ? "" : column.title.lowercased().filter { $0 != "%" },
      values: values.map { $0.text + (column.format.isMoney ? "" : "%") },
      hasMore: leftOut > 0 || values.count < amounts.count
    )
    label.order = values.map(\.code)
    return (label, values.first?.number, values.first?.code ?? "")
  }

  /// The label of a fold over the values of a column.
  ///
  /// - Parameters:
  ///   - fold: The fold.
  ///   - column: The column.
  ///   - id: The identity of the label.
  ///   - order: The previous order of the currencies, which is kept.
  ///   - calendar: The time zone in which times are written.
  /// - Returns: The label, and its first value as a number.
  func fold(
    _ fold: SummarySpec.Fold,
    of column: Column,
    id: String,
    order: [String],
    _ calendar: Calendar
  ) -> (label: SummaryLabel, level: Double?) {
    var counts = amounts.mapValues(\.count)
    for (code, extreme) in extremes { counts[code] = extreme.count }
    let known = order.filter { counts[$0] != nil }
    let new = counts.filter { !known.contains($0.key) }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    var texts: [String] = []
    var shown: [String] = []
    var level: Double?
    for code in known + new {
      var text: String?
      var number: Double?
      if let amount = amounts[code] {
        number = amount.sum.number?.approximation
        text = fold == .avg ? amount.meanText : amount.sum.text
        if fold == .avg { number = number.map { $0 / Double(max(amount.count, 1)) } }
        text = text.map { column.text(ofNumber: $0, in: code) }
      } else if let row = extremes[code]?.row {
        text = column.cellText(of: row, in: calendar)
        number = column.value(of: row).flatMap { DecimalNumber($0)?.approximation }
      }
      // Figures that are too long to read are omitted.
      guard let text else { continue }
      if texts.isEmpty { level = number }
      texts.append(text)
      shown.append(code)
    }
    var name = column.title.lowercased()
    if fold != .sum { name = "\(fold.rawValue) \(name)" }
    var label = SummaryLabel(
      id: id,
      name: name,
      values: texts,
      hasMore: leftOut > 0 || texts.count < counts.count
    )
    label.order = shown
    return (label, level)
  }
}

extension SummaryFigure.Amount {
  /// The mean, with enough digits to tell it from nearby values.
  ///
  /// A large mean of whole numbers, such as amounts in minor units, is rounded to a whole number.
  var meanText: String? {
    guard let total = sum.number, count > 0, let divisor = UInt64(exactly: count),
      let whole = total.divided(by: divisor, places: 0)
    else { return nil }
    if total.isWhole, whole.exponent > 2 { return whole.text }
    // Two digits after the point, or three significant ones if the mean is small.
    let size = total.divided(by: divisor, places: 22)?.exponent ?? 0
    return total.divided(by: divisor, places: min(20, max(2, 3 - size)))?.text
  }
}

extension Column {
  /// Formats a number the way the column does.
  fileprivate func text(ofNumber number: String, in currency: String) -> String {
    switch format {
    case .bytes:
      sizeText(of: number) ?? ColumnSums.text(of: number, in: "")
    case .duration(let unit):
      Magnitude.duration(number, in: unit) ?? ColumnSums.text(of: number, in: "")
    default: ColumnSums.text(of: number, in: currency, isMinor: format == .money)
    }
  }
}

/// The row with the least or greatest value, and the next ones in order, so that its successor is known when it leaves.
struct Extreme: Sendable {
  /// The number of values.
  private(set) var count = 0
  private let isGreatest: Bool
  /// The first rows, in order.
  private var first: [(key: SortKey, row: Row)] = []
  /// No row that is not kept comes before this key; nil if all rows are kept.
  private var bound: SortKey?

  /// The maximum number of rows that are kept.
  static let maximumKept = 256

  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  /// The row with the least or greatest value.
  var row: Row? { first.first?.row }

  /// Whether all rows that were added have been removed.
  var isEmpty: Bool { count == 0 && first.isEmpty }

  private func isInFront(_ key: SortKey, of other: SortKey) -> Bool {
    isGreatest ? other.precedes(key) : key.precedes(other)
  }

  /// Whether a row with a key may be among those kept.
  func mayKeep(_ key: SortKey) -> Bool { bound.map { !isInFront($0, of: key) } ?? true }

  /// Adds a row.
  mutating func insert(_ key: SortKey, _ row: Row) {
    count += 1
    guard mayKeep(key) else { return }
    first.insert((key, row), at: first.partitioningIndex { isInFront(key, of: $0.key) })
    guard first.count > Self.maximumKept else { return }
    bound = first.removeLast().key
  }

  /// Removes a row.
  ///
  /// - Returns: Whether the first row is still known.
  mutating func remove(_ key: SortKey, _ row: Row) -> Bool {
    count -= 1
    let place = first.partitioningIndex { !isInFront($0.key, of: key) }
    let equals = first[place...].prefix { $0.key.equals(key) }
    if !equals.isEmpty {
      // Equal keys may be written differently.
      first.remove(at: equals.firstIndex { $0.row.hasSameID(as: row) } ?? place)
    } else if bound == nil || mayKeep(key) && bound?.equals(key) == false {
      // A row that must be among those kept is not: its key has changed.
      return false
    }
    return !first.isEmpty
  }
}
