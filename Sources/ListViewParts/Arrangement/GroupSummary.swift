package import Feeds
internal import Values

/// The contents of a section header: how many rows the group has, and their sums.
package struct GroupSummary: Sendable {
  /// The value that the rows share; nil for those that have none.
  package var value: String?
  /// One of the rows, to write the value as its column does.
  package var sample: Row
  /// How many rows there are.
  var count: Int
  /// The sums, by currency in the order of their codes; amounts of two currencies are never added.
  var sums: [String]

  /// The maximum number of sums in a section header.
  static let shownSums = 3

  /// The count and the sums: `3 · $120.00 + €30.00`.
  package var details: String {
    var sums = sums.prefix(Self.shownSums).joined(separator: " + ")
    if self.sums.count > Self.shownSums { sums += " + …" }
    let count = Money.grouped(String(count))
    return sums.isEmpty ? count : "\(count) · \(sums)"
  }
}

/// Adds up a column of some rows.
struct ColumnSums: Sendable {
  /// The sums by currency, in the order in which they were met: there are a few at most.
  private var sums: [(currency: String, sum: ExactSum, count: Int)] = []

  /// What a row adds: nothing if it has no number.
  struct Summand: Hashable, Sendable {
    /// The currency, or an empty string.
    var currency: String
    var number: ExactSum.Summand

    init?(_ value: JSONValue?, currency: JSONValue?) {
      guard let value, value.isScalar, let number = DecimalNumber(value) else { return nil }
      self.currency = currency.map(Money.code) ?? ""
      self.number = ExactSum.Summand(number)
    }
  }

  mutating func add(_ summand: Summand) {
    if let index = sums.firstIndex(where: { $0.currency == summand.currency }) {
      sums[index].sum.add(summand.number)
      sums[index].count += 1
    } else {
      sums.append((summand.currency, ExactSum(), 1))
      sums[sums.count - 1].sum.add(summand.number)
    }
  }

  /// Takes away what was added.
  mutating func subtract(_ summand: Summand) {
    guard let index = sums.firstIndex(where: { $0.currency == summand.currency }) else { return }
    sums[index].sum.subtract(summand.number)
    sums[index].count -= 1
    if sums[index].count == 0 { sums.remove(at: index) }
  }

  /// The sums as text; a sum that would be too long to read is omitted.
  ///
  /// - Parameter isMinor: Whether the amounts are in the minor unit of their currency.
  /// - Returns: A text for each currency, in the order of their codes.
  func texts(isMinor: Bool) -> [String] {
    sums.sorted { $0.currency < $1.currency }.compactMap { currency, sum, _ in
      sum.text.map { Self.text(of: $0, in: currency, isMinor: isMinor) }
    }
  }

  /// A number as people write it, in a currency or in none.
  ///
  /// - Parameters:
  ///   - number: A number without a power of ten.
  ///   - currency: The code of the currency; an empty text for none.
  ///   - isMinor: Whether the number counts the minor unit of the currency.
  /// - Returns: The text.
  static func text(of number: String, in currency: String, isMinor: Bool = false) -> String {
    if isMinor, !currency.isEmpty, let text = Money.text(minorUnits: number, currency: currency) {
      return text
    }
    var number = number
    // Half a euro is `€0.50`.
    if !currency.isEmpty, !isMinor, let point = number.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let missing = Money.decimalPlaces(of: currency) - number.utf8[point...].count + 1
      number += String(repeating: "0", count: max(0, missing))
    }
    let text = Money.text(amount: number, currency: isMinor ? "" : currency)
    guard currency.isEmpty || isMinor else { return text ?? "\(currency) \(number)" }
    let plain = (text ?? number).filter { $0 != " " }
    return currency.isEmpty ? plain : "\(currency) \(plain)"
  }
}

extension Column {
  /// Whether to add up the values says something: amounts and counts, but no ports and no prices.
  package var isSummable: Bool {
    if format.isMoney { return true }
    guard format == .number else { return false }
    let name = paths.first?.name.lowercased() ?? ""
    return Self.summableNames.contains { name == $0 || name.hasSuffix("_\($0)") }
  }

  private static let summableNames = [
    "amount", "total", "count", "quantity", "qty", "size", "bytes", "errors", "requests",
    "restarts", "items", "hits",
  ]
}
