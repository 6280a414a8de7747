/// A number with a unit after it, or none: `1.2G`, `512 KiB`, `85%`, `1,024`, `90k`, `40m`, `3
/// MB/s`.
///
/// What a unit means depends on what it stands beside: `1.5M` rows are 1,500,000, and `1.5M` as
/// df(1) and top(1) write it are 1.5 · 1,024². ``size`` and ``count`` are these two readings.
public struct Quantity: Hashable, Sendable {
  /// The number before the unit.
  public let number: DecimalNumber
  /// What comes after the number.
  public let unit: Unit

  /// A unit.
  public enum Unit: Hashable, Sendable {
    case none
    case percent
    /// Bytes.
    case bytes
    /// Thousandths, as Kubernetes writes parts of a processor: `40m`.
    case thousandths
    /// A power of 1,000 by its letter, such as `kB`, or `k` alone: 1 for kilo.
    case decimal(Int)
    /// A power of 1,024, such as `KiB` or `Ki`.
    case binary(Int)
    /// A capital alone, such as `K` or `G`, which programs use for both.
    case either(Int)
  }

  /// Reads a number with a unit; nil if the text is something else, such as a span of time.
  ///
  /// - Complexity: O(1): no quantity is longer than 64 bytes, unless it is a number alone.
  public init?(_ text: some StringProtocol) {
    if let number = DecimalNumber(text) {
      (self.number, unit) = (number, .none)
      return
    }
    guard 2...64 ~= text.utf8.count else { return nil }
    let text = Substring(text)
    let digits = text.prefix { ("0"..."9").contains($0) || ",.+-".contains($0) }
    let hasGroups = digits.contains(",")
    guard !hasGroups || Self.isGrouped(digits),
      let number = DecimalNumber(hasGroups ? digits.filter { $0 != "," } : String(digits)),
      let unit = Unit(text[digits.endIndex...].drop { $0 == " " })
    else { return nil }
    (self.number, self.unit) = (number, unit)
  }

  /// Whether commas stand between groups of three digits before the point.
  private static func isGrouped(_ digits: some StringProtocol) -> Bool {
    let parts = digits.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
    return parts.dropFirst().allSatisfy { $0.count == 3 } && parts.first.map { !$0.isEmpty } == true
  }

  /// The number of bytes, or of what else is counted: a capital alone is a power of 1,024.
  public var size: DecimalNumber {
    if case .either(let power) = unit { return Self.times(number, 1_024, power) }
    return count
  }

  /// The number of what is counted: a capital alone is a power of 1,000.
  ///
  /// A percent sign is omitted.
  public var count: DecimalNumber {
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
  /// Reads a unit of size; nil for any other text.
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
