/// Durations in the forms that programs print: `3h12m`, `1-02:03:04`, `Up 3 hours`, `2 weeks ago`,
/// `3 days, 4:01`, `5h 50min left`, `About a minute`, `1.5µs`, `PT1H30M`.
package enum DurationText {
  /// The duration in nanoseconds, rounded down.
  ///
  /// - Returns: nil if the text is not a duration, or if it exceeds 292 years.
  /// - Complexity: O(1): text of more than 64 bytes is not a duration.
  package static func nanoseconds(_ text: some StringProtocol) -> Int64? {
    seconds(text)?.wholePart(scaledByPowerOfTen: 9).flatMap { Int64(exactly: $0) }
  }

  /// The exact duration in seconds.
  ///
  /// A month is a twelfth of a year of 365.2425 days. `1:30` means minutes and seconds; after days or
  /// `up`, it means hours and minutes, as uptime(1) prints them.
  ///
  /// - Returns: nil if the text is not a duration.
  /// - Complexity: O(1): text of more than 64 bytes is not a duration.
  package static func seconds(_ text: some StringProtocol) -> DecimalNumber? {
    guard 2...64 ~= text.utf8.count else { return nil }
    var scanner = SpanScanner(text.lowercased())
    return scanner.span()
  }

  /// The seconds of a unit, given by its lowercase name: `h`, `mins`, `weeks`; nil for an unknown unit.
  package static func seconds(ofUnit name: some StringProtocol) -> Double? {
    units[Substring(name)].map { unit in
      var seconds = Double(unit.seconds)
      for _ in 0..<(-unit.power / 3) { seconds /= 1_000 }
      return seconds
    }
  }
}

private struct SpanScanner {
  private var rest: Substring
  private var sum = ExactSum()
  private var hasUnit = false
  private var hasDays = false
  private var isNegative = false
  /// The units of ISO 8601: those of dates before the T, those of times after it.
  private var isStandard = false

  init(_ text: String) { rest = text[...] }

  mutating func span() -> DecimalNumber? {
    if rest.first == "-" || rest.first == "+" { isNegative = rest.removeFirst() == "-" }
    if rest.first == "p", rest.dropFirst().first.map({ $0.isNumber || $0 == "t" }) == true {
      rest.removeFirst()
      isStandard = true
    }
    while !rest.isEmpty {
      guard step() else { return nil }
    }
    guard hasUnit, let seconds = sum.number else { return nil }
    return isNegative ? seconds.negated : seconds
  }

  /// Parses a number with its unit, a clock, or a word without meaning.
  private mutating func step() -> Bool {
    if rest.first == " " || rest.first == "," {
      rest.removeFirst()
      return true
    }
    if isStandard, rest.first == "t" {
      rest.removeFirst()
      isStandard = false
      return true
    }
    if rest.first.map({ ("0"..."9").contains($0) || $0 == "." || "+-".contains($0) && hasDays })
      == true
    {
      return clock() || measure()
    }
    let word = rest.prefix { $0.isLetter }
    rest = rest[word.endIndex...]
    switch word {
    case "a", "an":
      skipSpaces()
      guard let unit = unit() else { return false }
      add(DecimalNumber(1), unit)
    case "less": sum.add(DecimalNumber(digits: [5], power: -1, isNegative: true))
    case "up": hasDays = true
    case "about", "almost", "over", "than", "ago", "left", "remaining", "and", "in", "old", "for":
      break
    default: return false
    }
    return true
  }

  private mutating func skipSpaces() { while rest.first == " " { rest.removeFirst() } }

  /// Parses `[[days-]hours:]minutes:seconds` at the current position.
  private mutating func clock() -> Bool {
    var text = rest.prefix { ("0"..."9").contains($0) || ":.-+".contains($0) }
    let end = text.endIndex
    guard text.contains(":") else { return false }
    // PostgreSQL prints a sign after the days.
    var isLess = false
    if let sign = text.first, "+-".contains(sign) { isLess = text.removeFirst() == "-" }
    var total = ExactSum()
    if let hyphen = text.firstIndex(of: "-") {
      guard let days = DecimalNumber(text[..<hyphen]) else { return false }
      total.add(days.multiplied(by: 86_400))
      text = text[text.index(after: hyphen)...]
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return false }
    let isHours = parts.count == 3 || hasDays
    for (part, unit) in zip(parts, isHours ? [3_600, 60, 1] : [60, 1]) as Zip2Sequence<_, [UInt32]>
    {
      guard part.first.map({ ("0"..."9").contains($0) }) == true, let number = DecimalNumber(part)
      else { return false }
      total.add(number.multiplied(by: unit))
    }
    guard let seconds = total.number else { return false }
    sum.add(isLess ? seconds.negated : seconds)
    rest = rest[end...]
    hasUnit = true
    return true
  }

  /// Parses a number and its unit.
  private mutating func measure() -> Bool {
    var isLess = false
    if rest.first == "-" || rest.first == "+" { isLess = rest.removeFirst() == "-" }
    let digits = rest.prefix { ("0"..."9").contains($0) || ".,".contains($0) }
    guard digits.first.map({ $0 != "," }) == true, digits.last != ",",
      let number = DecimalNumber(digits.filter { $0 != "," })
    else { return false }
    rest = rest[digits.endIndex...]
    skipSpaces()
    guard let unit = unit() else { return false }
    add(isLess ? number.negated : number, unit)
    return true
  }

  private mutating func unit() -> Unit? {
    let word = rest.prefix { $0.isLetter || $0 == "µ" }
    if isStandard || word == "t" {
      // `P1DT2H`: the designators of a date, where M means months.
      guard let letter = word.first, let unit = standardUnits[letter] else { return nil }
      rest.removeFirst()
      return unit
    }
    if let unit = units[word] {
      rest = rest[word.endIndex...]
      hasDays = hasDays || unit.seconds % 86_400 == 0 && unit.power == 0
      return unit
    }
    return nil
  }

  private mutating func add(_ number: DecimalNumber, _ unit: Unit) {
    sum.add(number.multiplied(by: unit.seconds).scaled(byPowerOfTen: unit.power))
    hasUnit = true
  }
}

/// A number of seconds multiplied by a power of ten.
private struct Unit: Sendable {
  var seconds: UInt32
  var power = 0
}

private let standardUnits: [Character: Unit] = [
  "y": Unit(seconds: 31_556_952), "m": Unit(seconds: 2_629_746), "w": Unit(seconds: 604_800),
  "d": Unit(seconds: 86_400),
]

private let units: [Substring: Unit] = {
  var units: [Substring: Unit] = [:]
  for (names, unit) in [
    ("ns nsec nsecs nanosecond nanoseconds", Unit(seconds: 1, power: -9)),
    ("us µs μs usec usecs microsecond microseconds", Unit(seconds: 1, power: -6)),
    ("ms msec msecs millisecond milliseconds", Unit(seconds: 1, power: -3)),
    ("s sec secs second seconds", Unit(seconds: 1)),
    ("m min mins minute minutes", Unit(seconds: 60)),
    ("h hr hrs hour hours", Unit(seconds: 3_600)), ("d day days", Unit(seconds: 86_400)),
    ("w wk wks week weeks", Unit(seconds: 604_800)),
    ("mo mon mons month months", Unit(seconds: 2_629_746)),
    ("y yr yrs year years", Unit(seconds: 31_556_952)),
  ] {
    for name in names.split(separator: " ") { units[name] = unit }
  }
  return units
}()

/// The unit of a number that is a duration.
package enum DurationUnit: String, Hashable, Sendable, CaseIterable {
  case seconds
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The unit in the suffix of a field name: `latency_ms`, `durationNanos`; nil if there is none.
  package init?(fieldName: String) {
    let name = fieldName.lowercased()
    let isCamel = { (suffix: String) in
      // The last letters of `vCPUs` are not a word.
      fieldName.hasSuffix(suffix.prefix(1).uppercased() + suffix.dropFirst())
        && !(fieldName.dropLast(suffix.count).last?.isUppercase ?? false)
    }
    for (unit, suffixes) in Self.suffixes {
      for suffix in suffixes where name.hasSuffix("_" + suffix) || isCamel(suffix) {
        self = unit
        return
      }
    }
    return nil
  }

  private static let suffixes: [(DurationUnit, [String])] = [
    (.milliseconds, ["ms", "msec", "millis", "milliseconds"]),
    (.microseconds, ["us", "usec", "micros", "microseconds"]),
    (.nanoseconds, ["ns", "nsec", "nanos", "nanoseconds"]),
    (.seconds, ["secs", "seconds"]),
  ]

  /// The exponent of the unit in seconds.
  package var power: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: -3
    case .microseconds: -6
    case .nanoseconds: -9
    }
  }
}
