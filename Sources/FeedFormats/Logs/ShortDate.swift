import Values

/// The order of the numbers of a date.
enum DateOrder: Hashable, Sendable {
  case yearFirst, dayFirst, monthFirst

  /// The order that some dates show; nil if they do not.
  init?(of dates: [ShortDate]) {
    guard let last = dates.last else { return nil }
    func isAny(_ number: KeyPath<ShortDate, Int>, above limit: Int) -> Bool {
      dates.contains { $0[keyPath: number] > limit }
    }
    if isAny(\.second, above: 12) {
      self = .monthFirst
    } else if isAny(\.first, above: 31) {
      self = .yearFirst
    } else if isAny(\.first, above: 12) {
      // Hadoop and Spark write the year in two digits, and it is the same in most lines.
      let isYear = isAny(\.third, above: 31) == false && Set(dates.map(\.first)).count == 1
      self = isYear ? .yearFirst : .dayFirst
    } else if last.isAmerican {
      self = .monthFirst
    } else if last.sign != UInt8(ascii: "/") {
      self = .dayFirst
    } else {
      return nil
    }
  }
}

/// A date of three numbers whose order differs from country to country, and the time of day behind it:
/// `11/22/2026, 10:00:00 AM`, `26/11/22 10:00:00`.
struct ShortDate: Sendable {
  let first: Int
  let second: Int
  let third: Int
  /// The sign between the numbers.
  let sign: UInt8
  /// Whether it is written as in the United States: with AM or PM, or a hyphen before the time of day.
  let isAmerican: Bool
  private let clock: [UInt8]

  /// Parses a time; nil for another one.
  init?(_ text: some Collection<UInt8>) {
    var rest = Array(text)[...]
    func take(_ lengths: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      guard lengths ~= digits.count else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    guard let first = take(1...2), let sign = rest.popFirst(), "./-".utf8.contains(sign),
      let second = take(1...2), rest.popFirst() == sign, let third = take(2...4)
    else { return nil }
    (self.first, self.second, self.third, self.sign) = (first, second, third, sign)
    let hasHyphen = rest.first == UInt8(ascii: "-")
    clock = Array(rest.drop { !$0.isDigit })
    let letters =
      clock.suffix(2).elementsEqual("PM".utf8) || clock.suffix(2).elementsEqual("AM".utf8)
    isAmerican = hasHyphen || letters
  }

  /// The date as year, month and day, and the time of day; nil if there is no such date.
  func text(in order: DateOrder) -> [UInt8]? {
    let (year, month, day) =
      switch order {
      case .yearFirst: (first, second, third)
      case .dayFirst: (third, second, first)
      case .monthFirst: (third, first, second)
      }
    guard 1...12 ~= month, 1...31 ~= day else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let full = year < 100 ? 2_000 + year : year
    return Array("\(full)-\(padded(month))-\(padded(day)) ".utf8) + clock
  }
}
