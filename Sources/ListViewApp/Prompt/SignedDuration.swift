/// A span of time with its sign, as a command line takes it: `-5m`, `+1h30m`, `-90s`.
struct SignedDuration: Hashable, Sendable {
  let nanoseconds: Int64

  /// Reads a span; nil where the text is none, or longer than nanoseconds can count.
  init?(_ text: String) {
    guard let sign = text.first, sign == "-" || sign == "+" else { return nil }
    var total: Int64 = 0
    var count: Int64?
    for character in text.dropFirst() {
      if character.isASCII, let digit = character.wholeNumberValue {
        guard (count ?? 0) < 1_000_000_000_000 else { return nil }
        count = (count ?? 0) * 10 + Int64(digit)
        continue
      }
      guard let value = count, let seconds = Self.units[character] else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: seconds * 1_000_000_000)
      let (sum, isTooLong) = total.addingReportingOverflow(product)
      guard !overflows, !isTooLong else { return nil }
      (total, count) = (sum, nil)
    }
    guard count == nil, text.count > 1 else { return nil }
    nanoseconds = sign == "-" ? -total : total
  }

  private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
}
