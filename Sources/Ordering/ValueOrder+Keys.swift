package import Columns
package import FeedValues
import Values

/// The keys by which values are ordered.
extension ValueOrder {
  /// The key of a row.
  package func key(of row: Row, in column: Column) -> SortKey {
    let (value, isMinor) = (column.value(of: row), column.format == .money)
    guard let value else { return .missing }
    return value.withFound { value in
      guard self == .money, let currency = column.currencyValue(of: row) else {
        return key(of: value, currency: nil, isMinor: isMinor)
      }
      return currency.withFound { key(of: value, currency: $0, isMinor: isMinor) }
    }
  }

  /// The key of a value.
  ///
  /// - Parameters:
  ///   - value: The value; nil for a row without one.
  ///   - currency: The currency next to an amount.
  ///   - isMinor: Whether amounts are in the minor unit of their currency.
  /// - Returns: The key.
  func key(of value: FoundValue?, currency: FoundValue?, isMinor: Bool) -> SortKey {
    guard let value, !isNothing(value) else { return .missing }
    var writer = SortKeyWriter()
    guard append(value, nil, currency, isMinor: isMinor, to: &writer) else { return .missing }
    return writer.key
  }

  /// The words of the key of a value; `words` returns those of a key that it lets be written.
  @inline(__always)
  func words(
    of value: FoundValue?,
    _ number: DecimalNumber?,
    currency: FoundValue?,
    isMinor: Bool,
    after stem: [UInt8],
    words: ((inout SortKeyWriter) -> Void) -> KeyWords
  ) -> KeyWords {
    guard let value, !isNothing(value) else { return .missing }
    if stem.isEmpty, let words = shortWords(of: value, number, currency, isMinor: isMinor) {
      return words
    }
    var isOfKind = true
    let words = words { isOfKind = append(value, number, currency, isMinor: isMinor, to: &$0) }
    return isOfKind ? words : .missing
  }

  /// The words of a short number in its own unit; nil for any other value.
  private func shortWords(
    of value: FoundValue,
    _ number: DecimalNumber?,
    _ currency: FoundValue?,
    isMinor: Bool
  ) -> KeyWords? {
    let code: FoundValue?
    switch self {
    case .number: code = nil
    case .money where !isMinor || currency == nil: code = currency
    default: return nil
    }
    if let number { return KeyWords(short: number, currency: code) }
    guard let number = DecimalNumber(value) else { return nil }
    return KeyWords(short: number, currency: code)
  }

  /// Writes a value; returns false if it is not of the kind that the order compares.
  private func append(
    _ value: FoundValue,
    _ number: DecimalNumber?,
    _ currency: FoundValue?,
    isMinor: Bool,
    to writer: inout SortKeyWriter
  ) -> Bool {
    switch self {
    case .text: writer.append(text: value)
    case .version: writer.append(text: value, isVersion: true)
    case .number:
      guard let number = number ?? DecimalNumber(value) else { return false }
      writer.append(number)
    case .money:
      guard var number = number ?? DecimalNumber(value) else { return false }
      let code = currency.map(Money.code)
      if let code, isMinor {
        number = number.scaled(byPowerOfTen: -Money.decimalPlaces(ofCode: code))
      }
      writer.append(number)
      guard var code else { break }
      code.withUTF8 { for byte in $0.prefix(8) { writer.append(byte) } }
    case .time(let reader):
      guard let time = reader.time(value) else { return false }
      writer.append(time)
    case .size, .commaSize:
      let quantity = Quantity(value.string, usesDecimalComma: self == .commaSize)
      guard let quantity else { return false }
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
}
