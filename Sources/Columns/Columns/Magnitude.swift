package import Values

/// Formats sizes and durations for people.
package enum Magnitude {
  /// Formats a number of bytes with about three digits and a binary unit: `512 B`, `1.2 GiB`.
  ///
  /// - Parameter text: A whole number.
  /// - Returns: nil if the text is not a whole number, or the value is at least 10,000 of the largest unit.
  static func bytes(_ text: String) -> String? {
    guard NumberText.isNumber(text), let number = DecimalNumber(text)?.approximation else {
      return nil
    }
    var (rest, unit) = (number.magnitude, 0)
    // 1023.96 KiB would be rounded to four digits.
    while rest >= (unit == 0 ? 1_024 : 1_023.95), unit < units.count - 1 {
      rest /= 1_024
      unit += 1
    }
    guard unit > 0 else { return "\(text) B" }
    guard rest < 10_000 else { return nil }
    return "\(number < 0 ? "−" : "")\(tenths(rest)) \(units[unit])"
  }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB"]

  /// Formats a duration in its two largest units: `350ms`, `1.2s`, `2m05s`, `3h12m`, `4d02h`.
  ///
  /// - Parameters:
  ///   - text: A number.
  ///   - unit: The unit of the number.
  /// - Returns: nil if the text is not a number, or the duration is at least 10¹⁵ seconds.
  package static func duration(_ text: String, in unit: DurationUnit) -> String? {
    guard NumberText.isNumber(text),
      let number = DecimalNumber(text)?.scaled(byPowerOfTen: unit.power).approximation
    else { return nil }
    let seconds = number.magnitude
    let sign = number < 0 ? "−" : ""
    guard seconds < 1e15 else { return nil }
    let whole = Int(clamping: seconds)
    switch seconds {
    case 0: return "0s"
    case ..<0.000_000_999_5: return "\(sign)\(short(seconds * 1e9))ns"
    case ..<0.000_999_5: return "\(sign)\(short(seconds * 1e6))µs"
    case ..<0.999_5: return "\(sign)\(short(seconds * 1e3))ms"
    case ..<59.95: return "\(sign)\(tenths(seconds))s"
    case ..<3_600: return "\(sign)\(whole / 60)m\(two(whole % 60))s"
    case ..<86_400: return "\(sign)\(whole / 3_600)h\(two(whole % 3_600 / 60))m"
    default: return "\(sign)\(whole / 86_400)d\(two(whole % 86_400 / 3_600))h"
    }
  }

  private static func short(_ number: Double) -> String {
    number < 9.95 ? tenths(number) : "\(Int(clamping: number.rounded()))"
  }

  /// Formats a number with one decimal place, omitted if it is 0.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int(clamping: (number * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
