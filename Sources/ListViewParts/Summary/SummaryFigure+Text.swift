import Ordering
import Columns
internal import FeedValues
internal import TerminalCore
internal import Values

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
