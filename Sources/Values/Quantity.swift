/// A number with an optional unit: `1.2G`, `512 KiB`, `85%`, `1,024`, `90k`, `40m`, `3
/// MB/s`, or an amount of money: `$1,234.50`, `SEK 120`, `1.234,50 €`.
///
/// A remark in brackets after it says nothing of its size, as in restarts that kubectl(1) prints: `12 (3m2s ago)`.
///
/// The meaning of a unit depends on its context: `1.5M` rows are 1,500,000, and `1.5M` printed by
/// df(1) or top(1) is 1.5 · 1,024². ``size`` and ``count`` are these two interpretations.
package struct Quantity: Hashable, Sendable {
  /// The number before the unit.
  package let number: DecimalNumber
  /// The unit after the number.
  package let unit: Unit
  /// The sign or code of the currency beside the number, as it is written; nil for none.
  package let currency: String?

  /// A unit.
  package enum Unit: Hashable, Sendable {
    case none
    case percent
    /// Bytes.
    case bytes
    /// Thousandths, as Kubernetes writes fractions of a CPU: `40m`.
    case thousandths
    /// A power of 1,000, such as `kB`, or `k` alone: 1 for kilo.
    case decimal(Int)
    /// A power of 1,024, such as `KiB` or `Ki`.
    case binary(Int)
    /// A single capital letter, such as `K` or `G`, which programs use for both.
    case either(Int)
  }

  /// Parses a number with a unit; nil for other text, such as a duration.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - usesDecimalComma: Whether the comma precedes the fraction, and points separate thousands: `1.234,50`.
  /// - Complexity: O(1): text of more than 64 bytes is not a quantity, unless it is a plain number.
  package init?(_ text: some StringProtocol, usesDecimalComma: Bool = false) {
    if !usesDecimalComma, let number = DecimalNumber(text) {
      (self.number, unit, currency) = (number, .none, nil)
      return
    }
    guard 1...64 ~= text.utf8.count else { return nil }
    let text = Self.withoutRemark(Substring(text))
    guard let figure = Figure(text, usesDecimalComma: usesDecimalComma) else { return nil }
    guard figure.currency == nil || figure.unit.isEmpty || figure.unit.utf8.count == 1 else {
      return nil
    }
    guard let unit = Unit(figure.unit) else { return nil }
    (number, self.unit, currency) = (figure.number, unit, figure.currency.map(String.init))
  }

  /// Whether texts are numbers with a decimal comma: more of those with a comma can only be read so than only without.
  package static func useDecimalComma(_ texts: some Sequence<String>) -> Bool {
    var lead = 0
    for text in texts where text.utf8.contains(UInt8(ascii: ",")) {
      let isPlain = Quantity(text) != nil
      let isOther = Quantity(text, usesDecimalComma: true) != nil
      lead += isPlain == isOther ? 0 : isOther ? 1 : -1
    }
    return lead > 0
  }

  private static func withoutRemark(_ text: Substring) -> Substring {
    guard text.last == ")", let start = text.firstIndex(of: "("), start > text.startIndex,
      text[text.index(before: start)] == " "
    else { return text }
    return text[..<text.index(before: start)]
  }

  /// The number of bytes or other units: a single capital letter is a power of 1,024.
  package var size: DecimalNumber {
    if case .either(let power) = unit { return Self.times(number, 1_024, power) }
    return count
  }

  /// The count: a single capital letter is a power of 1,000.
  ///
  /// A percent sign is ignored.
  package var count: DecimalNumber {
    switch unit {
    case .none, .percent, .bytes: number
    case .thousandths: number.scaled(byPowerOfTen: -3)
    case .decimal(let power), .either(let power): number.scaled(byPowerOfTen: 3 * power)
    case .binary(let power): Self.times(number, 1_024, power)
    }
  }

  private static func times(
    _ number: DecimalNumber,
    _ factor: UInt32,
    _ power: Int
  ) -> DecimalNumber {
    (0..<power).reduce(number) { product, _ in product.multiplied(by: factor) }
  }
}

extension Quantity.Unit {
  /// Parses a unit of size; nil for any other text.
  fileprivate init?(_ text: some StringProtocol) {
    var rest = Substring(text)
    if rest == "%" || rest.isEmpty {
      self = rest.isEmpty ? .none : .percent
      return
    }
    for suffix in ["/s", "/sec", "ps"] where rest.hasSuffix(suffix) && rest.count > suffix.count {
      rest.removeLast(suffix.count)
      break
    }
    if rest == "m" {
      self = .thousandths
      return
    }
    if ["b", "B", "byte", "bytes", "Bytes", "bit", "bits"].contains(rest) {
      self = .bytes
      return
    }
    guard let letter = rest.first, let place = Self.prefixes.firstIndex(of: letter.uppercased())
    else { return nil }
    switch rest.dropFirst() {
    case "i", "iB", "ib": self = .binary(place + 1)
    case "B", "b", "bit": self = letter == "m" ? .thousandths : .decimal(place + 1)
    case "": self = letter.isUppercase ? .either(place + 1) : .decimal(place + 1)
    default: return nil
    }
    if letter == "m" { return nil }
  }

  private static let prefixes = ["K", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"]
}
