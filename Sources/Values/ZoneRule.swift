/// A time zone in POSIX syntax: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2024, "Environment Variables", `TZ`; RFC 9636, section 3.3.1.
struct ZoneRule: Sendable {
  /// The standard offset in seconds east of Greenwich.
  let standardOffset: Int
  let abbreviations: [String: Int]
  private let summer: Summer?

  private struct Summer: Sendable {
    var offset: Int
    var start: Day
    var end: Day
  }

  /// A day of the year, and a second of it.
  private struct Day: Sendable {
    enum Kind: Sendable {
      /// The *n*th occurrence of a weekday in a month; 5 is the last.
      case weekday(month: Int, week: Int, day: Int)
      /// A day counted from 1, which is never 29 February.
      case julian(Int)
      /// A day counted from 0.
      case ordinal(Int)
    }

    var kind: Kind
    var time: Int
  }

  init?(_ text: String) {
    var rest = text[...]
    guard let name = Self.name(&rest), let offset = Self.offset(&rest) else { return nil }
    standardOffset = -offset
    guard !rest.isEmpty else {
      (summer, abbreviations) = (nil, [name: -offset])
      return
    }
    guard let summerName = Self.name(&rest) else { return nil }
    var summerOffset = -offset + 3_600
    if let first = rest.first, first != "," {
      guard let given = Self.offset(&rest) else { return nil }
      summerOffset = -given
    }
    if rest.isEmpty { rest = ",M3.2.0,M11.1.0" }
    guard let start = Self.day(&rest), let end = Self.day(&rest), rest.isEmpty else { return nil }
    summer = Summer(offset: summerOffset, start: start, end: end)
    // If both have the same name, it does not indicate the season and means standard time.
    abbreviations = [name: -offset].merging([summerName: summerOffset]) { standard, _ in standard }
  }

  func offset(at seconds: Int) -> Int {
    guard let summer else { return standardOffset }
    let year = CivilDate(seconds: seconds + standardOffset).year
    let start = Self.seconds(of: summer.start, year: year) - standardOffset
    let end = Self.seconds(of: summer.end, year: year) - summer.offset
    // In the southern hemisphere, summer spans the turn of the year.
    let isSummer =
      start < end ? start <= seconds && seconds < end : seconds < end || start <= seconds
    return isSummer ? summer.offset : standardOffset
  }

  private static func seconds(of day: Day, year: Int) -> Int {
    let newYear = CivilDate(year: year, month: 1, day: 1).seconds
    switch day.kind {
    case .ordinal(let number): return newYear + number * 86_400 + day.time
    case .julian(let number):
      let leap = CivilDate.days(ofMonth: 2, year: year) == 29 && number > 59 ? 1 : 0
      return newYear + (number - 1 + leap) * 86_400 + day.time
    case .weekday(let month, let week, let weekday):
      let first = CivilDate(year: year, month: month, day: 1)
      var date = 1 + (weekday - first.weekday + 7) % 7 + (week - 1) * 7
      if date > CivilDate.days(ofMonth: month, year: year) { date -= 7 }
      return first.seconds + (date - 1) * 86_400 + day.time
    }
  }

  // MARK: Reading

  private static func name(_ rest: inout Substring) -> String? {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return nil }
      defer { rest = rest[rest.index(after: end)...] }
      return String(rest[rest.index(after: rest.startIndex)..<end])
    }
    let name = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest[name.endIndex...]
    return name.count >= 3 ? String(name) : nil
  }

  private static func number(_ rest: inout Substring, _ range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 3, let number = Int(digits), range ~= number else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  private static func offset(_ rest: inout Substring) -> Int? {
    var sign = 1
    if let first = rest.first, first == "+" || first == "-" {
      sign = first == "-" ? -1 : 1
      rest.removeFirst()
    }
    guard var seconds = number(&rest, 0...167) else { return nil }
    seconds *= 3_600
    for unit in [60, 1] where rest.first == ":" {
      rest.removeFirst()
      guard let part = number(&rest, 0...59) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  private static func day(_ rest: inout Substring) -> Day? {
    guard rest.first == "," else { return nil }
    rest.removeFirst()
    let kind: Day.Kind
    if rest.first == "M" {
      rest.removeFirst()
      guard let month = number(&rest, 1...12), skipPoint(&rest), let week = number(&rest, 1...5),
        skipPoint(&rest), let day = number(&rest, 0...6)
      else { return nil }
      kind = .weekday(month: month, week: week, day: day)
    } else if rest.first == "J" {
      rest.removeFirst()
      guard let day = number(&rest, 1...365) else { return nil }
      kind = .julian(day)
    } else {
      guard let day = number(&rest, 0...365) else { return nil }
      kind = .ordinal(day)
    }
    guard rest.first == "/" else { return Day(kind: kind, time: 7_200) }
    rest.removeFirst()
    return offset(&rest).map { Day(kind: kind, time: $0) }
  }

  private static func skipPoint(_ rest: inout Substring) -> Bool {
    guard rest.first == "." else { return false }
    rest.removeFirst()
    return true
  }
}
