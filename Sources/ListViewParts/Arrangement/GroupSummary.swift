package import Feeds
internal import Values

/// The contents of a section header: the number of rows in the group, and their sums.
package struct GroupSummary: Sendable {
  /// The common value of the rows; nil if they have none.
  package var value: String?
  /// One of the rows, by which the column formats the value.
  package var sample: Row
  /// The number of rows.
  var count: Int
  /// The sums in the order of their currency codes; different currencies are never added.
  var sums: [String]

  /// The maximum number of sums in a section header.
  static let shownSums = 3

  /// The count and the sums, as in `3 · $120.00 + €30.00`.
  package var details: String {
    var sums = sums.prefix(Self.shownSums).joined(separator: " + ")
    if self.sums.count > Self.shownSums { sums += " + …" }
    let count = Money.grouped(String(count))
    return sums.isEmpty ? count : "\(count) · \(sums)"
  }
}

/// The sums of a column over some rows, by currency.
struct ColumnSums: Sendable {
  /// The sums in the order in which their currencies first occurred; there are only a few.
  private var sums: [(currency: String, sum: ExactSum, count: Int)] = []

  /// The contribution of a row; nil if it has no number.
  struct Summand: Hashable, Sendable {
    /// The currency code; empty for none.
    var currency: String
    var number: ExactSum.Summand

    /// Creates the contribution of a value, whose number may be known already.
    init?(_ value: FoundValue?, _ number: DecimalNumber? = nil, currency: FoundValue?) {
      guard let number = number ?? value.flatMap({ DecimalNumber($0) }) else { return nil }
      self.currency = currency.map(Money.code) ?? ""
      self.number = ExactSum.Summand(number)
    }
  }

  mutating func add(_ summand: Summand) {
    if let index = index(of: summand.currency) {
      sums[index].sum.add(summand.number)
      sums[index].count += 1
    } else {
      sums.append((summand.currency, ExactSum(), 1))
      sums[sums.count - 1].sum.add(summand.number)
    }
  }

  private func index(of currency: String) -> Int? {
    sums.indices.first { sums[$0].currency == currency }
  }

  /// Subtracts a contribution that was added before.
  mutating func subtract(_ summand: Summand) {
    guard let index = index(of: summand.currency) else { return }
    sums[index].sum.subtract(summand.number)
    sums[index].count -= 1
    if sums[index].count == 0 { sums.remove(at: index) }
  }

  /// Formats the sums; those too long to read are omitted.
  ///
  /// - Parameter isMinor: Whether the amounts are in the minor unit of their currency.
  /// - Returns: One text per currency, in the order of their codes.
  func texts(isMinor: Bool) -> [String] {
    sums.sorted { $0.currency < $1.currency }.compactMap { currency, sum, _ in
      sum.text.map { Self.text(of: $0, in: currency, isMinor: isMinor) }
    }
  }

  /// Formats a number in a currency, or without one.
  ///
  /// - Parameters:
  ///   - number: A decimal number without an exponent.
  ///   - currency: The currency code; empty for none.
  ///   - isMinor: Whether the number is in the minor unit of the currency.
  /// - Returns: The text.
  static func text(of number: String, in currency: String, isMinor: Bool = false) -> String {
    if isMinor, !currency.isEmpty, let text = Money.text(minorUnits: number, currency: currency) {
      return text
    }
    var number = number
    // Cents have two digits: `€0.50`, not `€0.5`.
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
  /// Whether the sum of the values is meaningful: for amounts and counts, but not for ports or prices.
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
