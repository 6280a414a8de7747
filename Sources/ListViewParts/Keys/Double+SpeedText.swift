internal import Values

extension Double {
  /// Formats a speed as a whole number, the reciprocal of one, or with three digits: `4`, `1/64`, `2.5`.
  ///
  /// The `speed` command accepts the text.
  package var speedText: String {
    if self == rounded(), abs(self) < 1e9 { return grouped(Int(clamping: self)) }
    if self > 0, self < 1 {
      let inverse = (1 / self).rounded()
      if inverse < 1e9, abs(inverse * self - 1) < 1e-9 {
        return "1/\(grouped(Int(clamping: inverse)))"
      }
    }
    guard abs(self) < 1e9, abs(self) >= 1e-6 else { return String(self) }
    var unit = 100.0
    while abs(self) * unit < 100 { unit *= 10 }
    return String((self * unit).rounded() / unit)
  }

  /// Parses a speed: `4`, `0.5`, `1/64`, `×2`; nil for anything else.
  package init?(speedText text: String) {
    let text = text.first == "×" || text.first == "x" ? text.dropFirst() : text[...]
    let parts = text.filter { $0 != "," }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let number = parts.first.flatMap({ Double($0) }) else { return nil }
    let divisor = parts.count == 2 ? Double(parts[1]) : 1
    guard let divisor, divisor > 0 else { return nil }
    let speed = number / divisor
    guard speed > 0, speed.isFinite else { return nil }
    self = speed
  }
}
