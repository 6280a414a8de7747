package import Feeds
package import Values

/// How the values of a column compare.
///
/// It is decided once, from a sample, when the user sorts by the column: what arrives later does
/// not change the order of what is there. A value that is not of its column's kind comes after
/// those that are, as text.
package enum ValueOrder: Hashable, Sendable {
  /// By the words, and the numbers in them.
  case text
  /// As text, and `1.0-rc1` before `1.0`.
  case version
  /// By the number, of any length and exactly.
  case number
  /// By the amount as it is shown, in the major unit of the currency beside it.
  case money
  /// By the instant.
  case time(TimeReader)
  /// By `1.2G`, `512 KiB`, `85%`.
  case size
  /// By `3h12m`, `2 weeks ago`, `01:02:03`.
  case duration
  /// By how grave it is: `debug`, `warn`, `error`.
  case level(LevelScale)

  /// Some rows of a list, spread over it, from which an order is derived.
  package static func sample<Rows: RandomAccessCollection<Row>>(of rows: Rows) -> [Row]
  where Rows.Index == Int {
    let size = min(rows.count, 200)
    return (0..<size).map { rows[$0 * rows.count / size] }
  }

  /// Whether people look for the largest first.
  package var prefersDescending: Bool {
    switch self {
    case .number, .money, .time, .size, .level: true
    case .text, .version, .duration: false
    }
  }

  /// The order of a column, derived from its name, its format and a sample of its rows.
  ///
  /// - Returns: nil if no row of the sample has a value.
  package init?(of column: Column, sample: [Row], reader: TimeReader) {
    let values = sample.compactMap { column.value(of: $0) }
    guard !values.isEmpty else { return nil }
    let name = column.paths.first?.name ?? ""
    // One value that is something else among many does not make a text of a number.
    func most(_ holds: (JSONValue) -> Bool) -> Bool {
      values.count(where: holds) * 10 >= values.count * 9
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
      // An instant is a number, whose magnitude says the unit.
      if case .time = column.format { self = .time(reader) } else { self = .number }
    } else if most({ reader.time($0) != nil }) {
      self = .time(reader)
    } else if most({ DurationText.seconds($0.string) != nil }) {
      self = .duration
    } else if most({ Quantity($0.string) != nil }) {
      self = .size
    } else {
      self = most({ Self.looksLikeVersion($0.string) }) ? .version : .text
    }
  }

  /// The key of a row.
  func key(of row: Row, in column: Column) -> SortKey {
    key(
      of: column.value(of: row),
      currency: self == .money ? column.currencyValue(of: row) : nil,
      isMinor: column.format == .money
    )
  }

  /// The key of a value.
  ///
  /// - Parameters:
  ///   - value: The value; nil for a row without one.
  ///   - currency: The currency beside an amount.
  ///   - isMinor: Whether amounts are in the minor unit of their currency.
  /// - Returns: The key.
  func key(of value: JSONValue?, currency: JSONValue?, isMinor: Bool) -> SortKey {
    guard let value else { return .missing }
    var writer = SortKeyWriter()
    write(value, currency, isMinor: isMinor, to: &writer)
    return writer.key
  }

  /// The words of the key of a value.
  ///
  /// - Parameters:
  ///   - value: The value; nil for a row without one.
  ///   - currency: The currency beside an amount.
  ///   - isMinor: Whether amounts are in the minor unit of their currency.
  ///   - stem: What most keys begin with.
  /// - Returns: The words.
  func words(
    of value: JSONValue?,
    currency: JSONValue?,
    isMinor: Bool,
    after stem: [UInt8]
  ) -> KeyWords {
    guard let value else { return .missing }
    var writer = SortKeyWriter(wordsAfter: stem)
    write(value, currency, isMinor: isMinor, to: &writer)
    return writer.words
  }

  /// Writes what a value means; one that is not of the kind that the order compares, as text.
  private func write(
    _ value: JSONValue,
    _ currency: JSONValue?,
    isMinor: Bool,
    to writer: inout SortKeyWriter
  ) {
    if !append(value, currency, isMinor: isMinor, to: &writer) { writer.append(text: value) }
  }

  /// Whether a value is of the kind that the order compares.
  func holds(_ value: JSONValue) -> Bool {
    switch self {
    case .text, .version: true
    case .number, .money: DecimalNumber(value) != nil
    case .time(let reader): reader.time(value) != nil
    case .size: Quantity(value.string) != nil
    case .duration: DurationText.seconds(value.string) != nil
    case .level(let scale): scale.level(of: value.string) != nil
    }
  }

  /// Writes what a value means; false if it is not of the kind that the order compares.
  private func append(
    _ value: JSONValue,
    _ currency: JSONValue?,
    isMinor: Bool,
    to writer: inout SortKeyWriter
  ) -> Bool {
    switch self {
    case .text: writer.append(text: value)
    case .version: writer.append(text: value, isVersion: true)
    case .number:
      guard let number = DecimalNumber(value) else { return false }
      writer.append(number)
    case .money:
      guard var number = DecimalNumber(value) else { return false }
      let code = currency.map(Money.code)
      if let code, isMinor {
        number = number.scaled(byPowerOfTen: -Money.decimalPlaces(ofCode: code))
      }
      writer.append(number)
      for byte in (code ?? "").utf8.prefix(8) { writer.append(byte) }
    case .time(let reader):
      guard let time = reader.time(value) else { return false }
      writer.append(time)
    case .size:
      guard let quantity = Quantity(value.string) else { return false }
      writer.append(quantity.size)
    case .duration:
      guard let seconds = DurationText.seconds(value.string) else { return false }
      writer.append(seconds)
    case .level(let scale):
      guard let level = scale.level(of: value.string) else { return false }
      writer.append(DecimalNumber(level.rawValue + 1))
    }
    return true
  }

  private static func looksLikeVersion(_ text: String) -> Bool {
    let text = text.first == "v" ? text.dropFirst() : text[...]
    let parts = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
    return parts.count >= 2 && text.first?.isNumber == true
  }

  private static let versionNames = ["version", "release", "tag", "revision"]
}

extension Column {
  /// The currency beside the amount of a row; nil if there is none.
  func currencyValue(of row: Row) -> JSONValue? {
    guard format.isMoney, let path = paths.first(where: { row.value[$0] != nil }) else {
      return nil
    }
    return row.value[path.parent.appending("currency")]
  }
}
