/// Parses times in all the forms that programs print.
///
/// | Form | Written by |
/// |---|---|
/// | `1795341600`, `1795341600123`, `1795341600.5` | numbers since 1970, the unit follows from the magnitude |
/// | `2026-11-22T10:00:00Z`, `2026-11-22 10:00:00.123456+00`, `20261122T100000Z` | RFC 3339, ISO 8601, SQL |
/// | `2026-11-22 10:00:00`, `2026-11-22`, `2026/11/22 10:00:00,123` | SQL, logs: the zone is the reader's |
/// | `20261122 10:00:00`, `2026-11-22 10.00.00`, `2026/11/22 - 10:00:00` | logs |
/// | `22.11.2026 10:00:00`, `22.11.2026` | Central and Eastern Europe |
/// | `2026-11-22 10:00:00.123 +0000 UTC m=+0.1` | Go |
/// | `2026-11-22T10:00:00+01:00[Europe/Berlin]` | Java |
/// | `Sun, 22 Nov 2026 10:00:00 GMT`, `22-Nov-26` | RFC 5322, HTTP |
/// | `22/Nov/2026:10:00:00 +0000` | web servers |
/// | `Sun Nov 22 10:00:00 2026`, with a zone or without | asctime(3), date(1), git |
/// | `Sun 2026-11-22 10:00:00 UTC` | systemd |
/// | `Nov 22 10:00:00` | syslog: the year is inferred |
///
/// A date without a time of day is its first instant. A date without a year is less than a year before
/// the present, or up to two days after it.
package struct TimeReader: Hashable, Sendable {
  /// The zone of times without one.
  package var calendar: Calendar
  /// The present, from which a missing year is inferred; nil if unknown.
  package var present: FeedTime?

  /// Creates a reader.
  package init(_ calendar: Calendar, present: FeedTime? = nil) {
    (self.calendar, self.present) = (calendar, present)
  }

  /// A reader of times in UTC, without a present.
  package static let utc = TimeReader(.utc)

  /// Parses a time; nil for other text.
  ///
  /// - Complexity: O(1): text of more than 96 bytes is not a time, unless it is a number.
  package func time(_ text: Span<UInt8>) -> FeedTime? {
    if let number = DecimalNumber(text) { return FeedTime(number) }
    return TimeFields(text).flatMap(time)
  }

  /// Parses a time; nil for other text.
  package func time(_ text: some StringProtocol) -> FeedTime? {
    var text = String(text)
    return text.withUTF8 { bytes in unsafe time(bytes.span) }
  }

  /// Parses a date, with or without a time of day, but not a number; nil for other text.
  package func date(_ text: Span<UInt8>) -> FeedTime? { TimeFields(text).flatMap(time) }

  /// Parses a date, with or without a time of day, but not a number; nil for other text.
  package func date(_ text: some StringProtocol) -> FeedTime? {
    var text = String(text)
    return text.withUTF8 { bytes in unsafe date(bytes.span) }
  }

  /// The instants of a day, given by a date without a time of day; nil for other text.
  ///
  /// The day is that of the zone, whatever its length.
  package func day(_ text: some StringProtocol) -> Range<FeedTime>? {
    var text = String(text)
    let fields = text.withUTF8 { bytes in unsafe TimeFields(bytes.span) }
    guard let fields, !fields.hasClock, let start = time(of: fields) else { return nil }
    if fields.offset != nil || fields.zoneName != nil {
      return start..<start.advanced(by: .seconds(86_400))
    }
    // Noon of the next day is unambiguous in every zone.
    let noon = start.advanced(by: .seconds(36 * 3_600))
    let next = calendar.parts(of: noon)
    guard let day = TimeFields(year: next.year, month: next.month, day: next.day),
      let end = time(of: day), start < end
    else { return nil }
    return start..<end
  }

  private func time(of fields: TimeFields) -> FeedTime? {
    guard fields.hasYear else { return inferredTime(of: fields) }
    if let time = fields.absoluteTime { return time }
    if let name = fields.zoneName {
      return (calendar.offset(named: name) ?? TimeFields.usualZones[name]).flatMap {
        FeedTime(seconds: fields.date.seconds - $0, nanosecond: fields.nanosecond)
      }
    }
    return FeedTime(
      seconds: calendar.seconds(ofLocal: fields.date.seconds),
      nanosecond: fields.nanosecond
    )
  }

  /// The latest instant of a day and time at most two days after the present.
  private func inferredTime(of fields: TimeFields) -> FeedTime? {
    guard let present else { return nil }
    let latest = present.advanced(by: .seconds(2 * 86_400))
    let year = calendar.parts(of: present).year
    // 29 February may be up to eight years ago.
    for year in stride(from: year + 1, through: year - 8, by: -1) {
      guard
        var dated = TimeFields(year: year, month: fields.date.month, day: fields.date.day)
      else { continue }
      let clock = fields.date
      guard dated.setClock(clock.hour, clock.minute, clock.second, fields.nanosecond) else {
        return nil
      }
      (dated.offset, dated.zoneName) = (fields.offset, fields.zoneName)
      if let time = time(of: dated), time <= latest { return time }
    }
    return nil
  }
}

/// Times of day and time zones.
extension TimeScanner {
  /// Consumes `10:00`, `10:00:00`, `10:00:00.123456`, `10:00:00,123`, `10.00.00`, `100000`, and AM or PM.
  mutating func clock(into fields: inout TimeFields) -> Bool {
    let hasColons = digitCount <= 2
    let hasPoints = [2, 5].allSatisfy { peek($0) == UInt8(ascii: ".") }
    let separator = UInt8(ascii: hasPoints ? "." : ":")
    guard let hour = number(min(digitCount, 2)), !hasColons || skip(separator),
      let minute = number(2)
    else { return false }
    var (second, nanosecond) = (0, 0)
    if hasColons ? peek() == separator && isDigit(1) : isDigit() {
      if hasColons { position += 1 }
      guard let number = number(2) else { return false }
      second = number
      if ".,".utf8.contains(peek()), isDigit(1) {
        position += 1
        nanosecond = fraction()
      }
    }
    guard !isDigit() else { return false }
    var shift = 0
    let start = position
    skipSpaces()
    let mark = peek() | 0x20
    if mark == UInt8(ascii: "a") || mark == UInt8(ascii: "p"),
      peek(1) | 0x20 == UInt8(ascii: "m"), !isLetter(2)
    {
      guard 1...12 ~= hour else { return false }
      position += 2
      shift = (mark == UInt8(ascii: "p") ? 12 : 0) - (hour == 12 ? 12 : 0)
    } else {
      position = start
    }
    return fields.setClock(hour + shift, minute, second, nanosecond)
  }

  /// Consumes the digits after a decimal point as nanoseconds; digits after the ninth are ignored.
  private mutating func fraction() -> Int {
    var (result, unit) = (0, 100_000_000)
    while isDigit() {
      result += Int(peek() - UInt8(ascii: "0")) * unit
      unit /= 10
      position += 1
    }
    return result
  }

  /// Consumes the zone after a time of day, if there is one: `Z`, `+01:00`, `+0100`, `+01`, `UTC`,
  /// `GMT+0100`, `Z+0000`, `+0000 UTC`, `+01:00[Europe/Berlin]`.
  mutating func zone(into fields: inout TimeFields) -> Bool {
    skipSpaces()
    if isLetter() {
      let start = position
      while isLetter() { position += 1 }
      let name = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
      guard name.utf8.count <= 5 else { return false }
      fields.zoneName = name
    }
    if "+-".utf8.contains(peek()), isDigit(1) {
      let isWest = peek() == UInt8(ascii: "-")
      position += 1
      guard let hours = number(2), hours < 24 else { return false }
      // Some programs omit the colon, some the minutes.
      let hasColon = peek() == UInt8(ascii: ":") && isDigit(1)
      if hasColon { position += 1 }
      var minutes = 0
      if hasColon || isDigit() {
        guard let number = number(2), number < 60 else { return false }
        minutes = number
      }
      guard !isDigit() else { return false }
      fields.offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    skipSpaces()
    // Go writes `+0000 UTC m=+0.000012`.
    if fields.offset != nil, isLetter(), peek() != UInt8(ascii: "m") || peek(1) != UInt8(ascii: "=")
    {
      while isLetter() { position += 1 }
      skipSpaces()
    }
    if peek() == UInt8(ascii: "m"), peek(1) == UInt8(ascii: "=") { position = bytes.count }
    // Java appends the name of the zone to its offset.
    if fields.offset != nil || fields.zoneName != nil, peek() == UInt8(ascii: "["),
      bytes.last == UInt8(ascii: "]")
    {
      position = bytes.count
    }
    return true
  }
}
