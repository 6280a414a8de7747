/// The date and time in a text, before a time zone is applied.
struct TimeFields: Hashable, Sendable {
  var date: CivilDate
  /// Whether the text has a year; otherwise the year of ``date`` is undefined.
  var hasYear = true
  /// Whether the text has a time of day; otherwise it is midnight.
  var hasClock = false
  /// The nanoseconds within the second.
  var nanosecond = 0
  /// The offset in seconds east of Greenwich, if the text has one.
  var offset: Int?
  /// The abbreviation of the zone, if the text has no offset.
  var zoneName: String?

  /// The maximum length of a text.
  static let longestText = 96

  /// Parses a text, ignoring surrounding white space and one pair of square brackets.
  ///
  /// - Returns: nil unless the text is a Gregorian date, with or without a time of day.
  init?(_ text: Span<UInt8>) {
    guard 8...Self.longestText ~= text.count else { return nil }
    var scanner = TimeScanner(text)
    guard let fields = scanner.date() else { return nil }
    self = fields
  }

  /// Creates the fields of a date; nil if the date does not exist.
  init?(year: Int?, month: Int, day: Int) {
    // Without a year, 29 February is accepted.
    guard 0...9_999 ~= year ?? 0, 1...12 ~= month,
      1...CivilDate.days(ofMonth: month, year: year ?? 0) ~= day
    else { return nil }
    date = CivilDate(year: year ?? 0, month: month, day: day)
    hasYear = year != nil
  }

  /// Sets the time of day; returns false if it is invalid.
  ///
  /// A leap second keeps the number 60: it is the first second of the next minute.
  mutating func setClock(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int) -> Bool {
    guard !hasClock, hour < 24, minute < 60, second <= 60 else { return false }
    (date.hour, date.minute, date.second) = (hour, minute, second)
    (self.nanosecond, hasClock) = (nanosecond, true)
    return true
  }

  /// The instant, if the text determines one.
  var absoluteTime: FeedTime? {
    guard hasYear, let offset = offset ?? zoneName.flatMap({ Self.zones[$0] }) else { return nil }
    return FeedTime(seconds: date.seconds - offset, nanosecond: nanosecond)
  }

  /// The abbreviations with the same meaning everywhere.
  ///
  /// Source: RFC 5322, section 4.3, "Obsolete Date and Time".
  static let zones: [String: Int] = [
    "UTC": 0, "GMT": 0, "UT": 0, "Z": 0, "EST": -18_000, "EDT": -14_400, "CST": -21_600,
    "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200,
  ]

  /// The abbreviations that nearly always mean the same, unless the reader's zone uses them otherwise.
  ///
  /// Source: the time zone database; of several zones that share one, that with most people.
  static let usualZones: [String: Int] = [
    "WET": 0, "WEST": 3_600, "BST": 3_600, "CET": 3_600, "CEST": 7_200, "EET": 7_200,
    "EEST": 10_800, "SAST": 7_200, "MSK": 10_800, "PKT": 18_000, "IST": 19_800, "WIB": 25_200,
    "HKT": 28_800, "SGT": 28_800, "AWST": 28_800, "JST": 32_400, "KST": 32_400, "ACST": 34_200,
    "ACDT": 37_800, "AEST": 36_000, "AEDT": 39_600, "NZST": 43_200, "NZDT": 46_800,
    "AKST": -32_400, "AKDT": -28_800, "HST": -36_000, "BRT": -10_800,
  ]
}

/// Parses times in the forms that programs print: each component once, in any order.
struct TimeScanner {
  let bytes: [UInt8]
  var position = 0
  /// The name of a month, a day, a year and a clock, as far as they were read.
  private var month: Int?
  private var day: Int?
  private var year: Int?
  private var hasWeekday = false

  init(_ text: Span<UInt8>) {
    var (start, end) = (0, text.count)
    while start < end, text[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
    if end - start > 2, text[start] == UInt8(ascii: "["), text[end - 1] == UInt8(ascii: "]") {
      (start, end) = (start + 1, end - 1)
    }
    bytes = (start..<end).map { text[$0] }
  }

  /// The byte at a distance from the current position; 0 after the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < bytes.count ? bytes[position + distance] : 0
  }

  func isDigit(_ distance: Int = 0) -> Bool { peek(distance).isDigit }

  func isLetter(_ distance: Int = 0) -> Bool { peek(distance).isLetter }

  /// The number of digits at the current position.
  var digitCount: Int {
    var count = 0
    while isDigit(count) { count += 1 }
    return count
  }

  /// Consumes a number with the given number of digits; consumes nothing if there are fewer.
  mutating func number(_ count: Int) -> Int? {
    guard (0..<count).allSatisfy(isDigit) else { return nil }
    defer { position += count }
    return bytes[position..<position + count].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  mutating func skipSpaces() { while skip(UInt8(ascii: " ")) {} }

  var isAtEnd: Bool { position >= bytes.count }

  // MARK: Dates

  mutating func date() -> TimeFields? {
    if isDigit(), let fields = numericDate() { return isAtEnd ? fields : nil }
    position = 0
    return namedDate()
  }

  /// `2026-11-22`, `2026/11/22` or `20261122T…`, followed by a time of day, or `22.11.2026`.
  private mutating func numericDate() -> TimeFields? {
    if digitCount <= 2 { return pointedDate() }
    let isBasic =
      digitCount == 8
      && (peek(8) | 0x20 == UInt8(ascii: "t")
        || peek(8) == UInt8(ascii: " ") && isDigit(9) && isDigit(10) && peek(11) == 0x3A)
    guard isBasic || digitCount == 4, let year = number(4) else { return nil }
    let separator = peek()
    guard isBasic || "-/".utf8.contains(separator) else { return nil }
    if !isBasic { position += 1 }
    guard let month = number(2), isBasic || skip(separator), let day = number(2), !isDigit(),
      var fields = TimeFields(year: year, month: month, day: day)
    else { return nil }
    guard !isAtEnd else { return fields }
    _ = skip(UInt8(ascii: ","))
    // A hyphen may also begin a zone: it is before hours, minutes and seconds.
    let isClock = peek() == UInt8(ascii: "-") && [1, 2, 4, 5, 7].allSatisfy(isDigit) && !isDigit(6)
    guard isClock || "Tt _:".utf8.contains(peek()) else { return nil }
    position += 1
    if skip(UInt8(ascii: "-")), peek() != UInt8(ascii: " ") { return nil }
    skipSpaces()
    guard clock(into: &fields), zone(into: &fields) else { return nil }
    return fields
  }

  /// `22.11.2026`, alone or followed by a time of day: with points, the day is first everywhere.
  private mutating func pointedDate() -> TimeFields? {
    guard let day = number(digitCount), skip(UInt8(ascii: ".")), 1...2 ~= digitCount,
      let month = number(digitCount), skip(UInt8(ascii: ".")), digitCount == 4,
      let year = number(4), var fields = TimeFields(year: year, month: month, day: day)
    else { return nil }
    guard !isAtEnd else { return fields }
    _ = skip(UInt8(ascii: ","))
    guard "Tt ".utf8.contains(peek()) else { return nil }
    position += 1
    skipSpaces()
    guard clock(into: &fields), zone(into: &fields) else { return nil }
    return fields
  }

  /// A date with the name of a month: words and numbers, each of which is unambiguous.
  private mutating func namedDate() -> TimeFields? {
    var clockFields = TimeFields(year: 0, month: 1, day: 1)
    while !isAtEnd {
      let start = position
      if isLetter() || peek() >= 0x80 {
        guard word(&clockFields) else { return nil }
      } else if isDigit() {
        guard digits(&clockFields) else { return nil }
      } else if "+-".utf8.contains(peek()), clockFields?.hasClock == true, isDigit(1) {
        guard var fields = clockFields, zone(into: &fields) else { return nil }
        clockFields = fields
      } else if " ,/-:".utf8.contains(peek()) {
        position += 1
      } else if peek() == UInt8(ascii: "("), clockFields?.hasClock == true {
        position = bytes.count  // a comment, such as the long name of the zone
      } else {
        return nil
      }
      guard position > start else { return nil }
    }
    guard let month, let day, let clockFields, year != nil || clockFields.hasClock,
      var fields = TimeFields(year: year, month: month, day: day)
    else { return nil }
    let clock = clockFields.date
    (fields.date.hour, fields.date.minute, fields.date.second) = (
      clock.hour, clock.minute, clock.second
    )
    (fields.hasClock, fields.nanosecond) = (clockFields.hasClock, clockFields.nanosecond)
    (fields.offset, fields.zoneName) = (clockFields.offset, clockFields.zoneName)
    return fields
  }

  /// Consumes the name of a month, a day of the week or a zone, or AM and PM.
  private mutating func word(_ fields: inout TimeFields?) -> Bool {
    let start = position
    while isLetter() || peek() >= 0x80 { position += 1 }
    guard position - start <= 16 else { return false }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let name = text.lowercased()
    if let number = Self.number(ofMonth: name, isAfterDay: day != nil), month == nil {
      month = number
      _ = skip(UInt8(ascii: "."))
      return true
    }
    if Self.number(of: name, among: Self.weekdays) != nil, !hasWeekday {
      hasWeekday = true
      return true
    }
    if name == "at" || name == "t" && isDigit() { return true }
    guard var clock = fields, clock.hasClock, clock.zoneName == nil else { return false }
    position = start
    guard zone(into: &clock) else { return false }
    fields = clock
    return true
  }

  /// Consumes a day, a year, a clock or a numeric date.
  private mutating func digits(_ fields: inout TimeFields?) -> Bool {
    let count = digitCount
    if count <= 2, peek(count) == UInt8(ascii: ":"), day != nil || hasWeekday || month != nil {
      guard var clock = fields, self.clock(into: &clock) else { return false }
      fields = clock
      return true
    }
    if let sign = ideograph(at: count) { return component(count, sign) }
    switch count {
    case 1 where day == nil, 2 where day == nil:
      day = number(count)
      // `25. Mai 2023`
      if peek(1) == UInt8(ascii: " ") { _ = skip(UInt8(ascii: ".")) }
      return true
    case 2 where year == nil && month != nil && position > 0 && bytes[position - 1] == 0x2D:
      // RFC 850: `22-Nov-26`.
      year = number(2).map { $0 < 70 ? 2_000 + $0 : 1_900 + $0 }
      return true
    case 4 where year == nil:
      let number = number(4)
      year = number
      // `Sun 2026-11-22 10:00:00 UTC`, as systemd prints it.
      if month == nil, peek() == 0x2D, isDigit(1), isDigit(2), peek(3) == 0x2D {
        position += 1
        month = self.number(2)
        position += 1
        day = self.number(2)
        return day != nil
      }
      return true
    default: return false
    }
  }

  /// The sign that names a year, month or day at a distance, as in `2026年11月26日`; nil if there is none.
  private func ideograph(at distance: Int) -> Character? {
    guard peek(distance) >= 0x80 else { return nil }
    let start = position + distance
    let text = String(decoding: bytes[start..<min(start + 3, bytes.count)], as: UTF8.self)
    return text.first.flatMap { "年月日년월일".contains($0) ? $0 : nil }
  }

  /// Consumes a year, month or day before its sign.
  private mutating func component(_ count: Int, _ sign: Character) -> Bool {
    guard count <= 4, let value = number(count) else { return false }
    position += 3
    switch sign {
    case "年" where year == nil, "년" where year == nil: year = value
    case "月" where month == nil, "월" where month == nil: month = value
    case "日" where day == nil, "일" where day == nil: day = value
    default: return false
    }
    return true
  }

  /// The number of a month, from 1, by its English name, or by one as ls(1) and date(1) write it elsewhere.
  ///
  /// In the latter case the day comes before it: `5 set 2023` is a date, and `Set 5 2023` is none.
  private static func number(ofMonth name: String, isAfterDay: Bool) -> Int? {
    number(of: name, among: months).map { $0 + 1 } ?? (isAfterDay ? otherMonths[name] : nil)
  }

  private static func number(of name: String, among names: [String]) -> Int? {
    guard name.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0 == name || name.utf8.count == 3 && $0.hasPrefix(name) }
      ?? (name == "sept" ? names.firstIndex(of: "september") : nil)
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  /// Names of months in German, French, Spanish, Italian, Portuguese and Dutch that are no English ones.
  private static let otherMonths: [String: Int] = {
    let names = [
      "januar jänner janv janvier ene enero gen gennaio janeiro januari",
      "februar févr fév février febrero febbraio fev fevereiro februari",
      "mär märz mars marzo março mrt maart", "avr avril abr abril aprile",
      "mai mayo mag maggio maio mei", "juni juin junio giu giugno junho",
      "juli juil juillet julio lug luglio julho", "août ago agosto augustus",
      "sept septembre septiembre set settembre setembro",
      "okt oktober octobre octubre ott ottobre out outubro",
      "novembre noviembre novembro", "dez dezember déc décembre dic diciembre dicembre dezembro",
    ]
    var months: [String: Int] = [:]
    for (offset, line) in names.enumerated() {
      for name in line.split(separator: " ") { months[String(name)] = offset + 1 }
    }
    return months
  }()
  private static let weekdays = [
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
  ]
}
