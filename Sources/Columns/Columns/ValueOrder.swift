package import FeedValues
package import Values

/// The order of the values of a column.
///
/// The order is derived once, from a sample, when the user sorts by the column, so that rows that arrive
/// later do not change it. A value of another kind than the column's, such as `unlimited` among numbers, comes last
/// in either direction, as does a missing one.
package enum ValueOrder: Hashable, Sendable {
  /// As text, in which runs of digits compare as numbers.
  case text
  /// As text, with `1.0-rc1` before `1.0`.
  case version
  /// As exact numbers of any length.
  case number
  /// As amounts in the major unit of their currency.
  case money
  /// As times.
  case time(TimeReader)
  /// As sizes, shares and amounts of money with their unit: `1.2G`, `512 KiB`, `85%`, `$1,234.50`.
  case size
  /// As such numbers with a decimal comma: `1.234,50`.
  case commaSize
  /// As durations: `3h12m`, `2 weeks ago`, `01:02:03`.
  case duration
  /// By severity: `debug`, `warn`, `error`.
  case level(LevelScale)

  /// An evenly spread sample of a list, from which an order is derived.
  package static func sample<Rows: RandomAccessCollection<Row>>(
    of rows: Rows,
    count: Int = 200
  ) -> [Row] where Rows.Index == Int {
    let size = min(rows.count, count)
    return (0..<size).map { rows[$0 * rows.count / size] }
  }

  /// Whether users usually want the largest values first.
  package var prefersDescending: Bool {
    switch self {
    case .number, .money, .time, .size, .commaSize, .level: true
    case .text, .version, .duration: false
    }
  }

  /// Derives the order of a column from its name, its format and a sample of rows.
  ///
  /// - Returns: nil if no row of the sample has a value.
  package init?(of column: Column, sample: [Row], reader: TimeReader) {
    let texts = sample.compactMap { column.value(of: $0) }
    guard !texts.isEmpty else { return nil }
    let values = texts.filter { !$0.withFound(\.isSignOfNothing) }
    let name = column.paths.first?.name ?? ""
    func areExceptions(_ others: [JSONValue]) -> Bool {
      var words = OddWords()
      return others.allSatisfy { words.add($0.string(limit: 32).text) }
        && words.areExceptions(among: values.count)
    }
    // A few values of another kind do not change the order.
    func most(_ holds: (JSONValue) -> Bool) -> Bool {
      let others = values.filter { !holds($0) }
      return !values.isEmpty
        && (others.count * 10 <= values.count || areExceptions(others))
    }
    if column.format.isMoney {
      self = .money
    } else if let scale = LevelScale(fieldName: name),
      most({ $0.isScalar && scale.level(of: $0.string) != nil })
    {
      self = .level(scale)
    } else if Self.versionNames.contains(where: name.lowercased().contains) {
      self = .version
    } else if most({ DecimalNumber($0) != nil }) {
      // Numeric times are ordered as times only if the column shows them as such.
      if case .time = column.format { self = .time(reader) } else { self = .number }
    } else if most({ reader.time($0) != nil }) {
      self = .time(reader)
    } else if most({ DurationText.seconds($0.string) != nil }) {
      self = .duration
    } else if case let isComma = Quantity.useDecimalComma(values.lazy.map(\.string)),
      most({ Quantity($0.string, usesDecimalComma: isComma) != nil })
    {
      self = isComma ? .commaSize : .size
    } else {
      self = most({ Self.looksLikeVersion($0.string) }) ? .version : .text
    }
  }

  /// Whether a value stands for none, which is in the last place in either direction.
  package func isNothing(_ value: FoundValue) -> Bool {
    switch self {
    case .text, .version: value.isBlank
    case .number, .money, .time, .size, .commaSize, .duration, .level: value.isSignOfNothing
    }
  }

  /// Whether a value is of the kind that the order compares.
  package func holds(_ value: JSONValue) -> Bool {
    switch self {
    case .text, .version: !value.withFound(\.isBlank)
    case .number, .money: DecimalNumber(value) != nil
    case .time(let reader): reader.time(value) != nil
    case .size: Quantity(value.string) != nil
    case .commaSize: Quantity(value.string, usesDecimalComma: true) != nil
    case .duration: DurationText.seconds(value.string) != nil
    case .level(let scale): scale.level(of: value.string) != nil
    }
  }

  /// The number of a value in sums and means, of sizes in bytes and of durations in seconds; nil if it is none.
  package func summand(_ value: FoundValue) -> DecimalNumber? {
    switch self {
    case .size, .number: DecimalNumber(value) ?? Quantity(value.value.string)?.size
    case .commaSize: Quantity(value.value.string, usesDecimalComma: true)?.size
    case .duration: DurationText.seconds(value.value.string)
    default: DecimalNumber(value)
    }
  }

  private static func looksLikeVersion(_ text: String) -> Bool {
    let text = text.first == "v" ? text.dropFirst() : text[...]
    let parts = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    return parts.count >= 2 && text.first?.isNumber == true
  }

  private static let versionNames = ["version", "release", "tag", "revision"]
}

extension Column {
  /// The currency next to the amount of a row; nil if there is none.
  package func currencyValue(of row: Row) -> JSONValue? {
    guard format.isMoney, let path = paths.first(where: { row.value[$0] != nil }) else {
      return nil
    }
    return row.value[path.parent.appending("currency")]
  }
}
