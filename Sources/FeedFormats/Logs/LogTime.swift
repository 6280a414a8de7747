import FeedValues
import Values

/// Times in log lines.
extension LogCursor {
  /// The precision of an instant in a text.
  enum TimeKind {
    /// A day and a time of day, or a count of seconds.
    case full
    /// A time of day.
    case clock
  }

  /// Reads a time; nil if there is none here.
  ///
  /// It accepts what ``Values/TimeReader`` reads, or a time of day; whether the day exists is not
  /// checked.
  mutating func time() -> (range: Range<Int>, kind: TimeKind)? {
    let start = position
    for read in [Self.takeNumeric, Self.takeNamed] {
      position = start
      if let kind = read(&self), isAtEnd || !(peek().isLetter || peek().isDigit) {
        return (start..<position, kind)
      }
    }
    position = start
    return nil
  }

  /// A time that begins with digits.
  private static func takeNumeric(_ cursor: inout LogCursor) -> TimeKind? {
    var count = 0
    while count < 20, cursor.isDigit(count) { count += 1 }
    switch count {
    case 4:
      let sign = cursor.peek(4)
      guard "-/.".utf8.contains(sign) else { return nil }
      cursor.position += 5
      guard cursor.digits(2...2) != nil, cursor.peek() == sign else { return nil }
      cursor.position += 1
      guard cursor.digits(2...2) != nil else { return nil }
      return cursor.clockAfterDate() ? .full : nil
    case 1, 2:
      if cursor.peek(count) == UInt8(ascii: ":") { return cursor.clock() ? .clock : nil }
      if let date = ShortDate(cursor) {
        cursor.position = date.end
        return cursor.clockAfterDate() ? .full : nil
      }
      // 22/Nov/2026:10:00:00 +0000, 22-Nov-2026 10:00:00.123, 22 Nov 2026 10:00:00.123
      let sign = cursor.peek(count)
      guard "/- ".utf8.contains(sign) else { return nil }
      cursor.position += count + 1
      guard cursor.month(), cursor.peek() == sign else { return nil }
      cursor.position += 1
      guard cursor.digits(4...4) != nil else { return nil }
      return cursor.clockAfterDate() ? .full : nil
    case 8 where cursor.peek(8) == UInt8(ascii: "T"):
      cursor.position += 9
      guard cursor.digits(6...6) != nil else { return nil }
      cursor.fraction()
      cursor.zone()
      return .full
    // 20241122 10:00:00
    case 8 where cursor.peek(8) == UInt8(ascii: " ") && "12".utf8.contains(cursor.peek()):
      cursor.position += 8
      return cursor.clockAfterDate() ? .full : nil
    // Seconds since 1970, from 2001 to 2038: larger numbers are often checksums, or inodes.
    case 10
    where cursor.peek() != UInt8(ascii: "0")
      && cursor.bytes[cursor.position..<cursor.position + 10]
        .lexicographicallyPrecedes("2147483648".utf8):
      cursor.position += 10
      cursor.fraction()
      return .full
    case 13, 16, 19:
      guard cursor.peek() == UInt8(ascii: "1") else { return nil }
      cursor.position += count
      return .full
    default: return nil
    }
  }

  /// A time that begins with the name of a day or of a month.
  private static func takeNamed(_ cursor: inout LogCursor) -> TimeKind? {
    guard cursor.peek().isLetter else { return nil }
    if cursor.weekday() {
      _ = cursor.skip(",")
      guard cursor.skipSpaces() > 0 else { return nil }
      if cursor.isDigit() { return takeNumeric(&cursor) == .full ? .full : nil }
    }
    guard cursor.month(), cursor.skipSpaces() > 0, cursor.digits(1...2) != nil else { return nil }
    _ = cursor.skip(",")
    guard cursor.skipSpaces() > 0 else { return nil }
    let isYear = cursor.isDigit(3) && !cursor.isDigit(4)
    if isYear {
      cursor.position += 4
      _ = cursor.skip(",")
      guard cursor.skipSpaces() > 0 else { return nil }
    }
    guard cursor.clock() else { return nil }
    guard !isYear else { return .full }
    // asctime(3) writes the year after the time of day, and date(1) the zone before it.
    let end = cursor.position
    if cursor.skip(" ") {
      let zone = cursor.position
      if cursor.take(while: { $0.isLetter }).map({ isZone(cursor.bytes[$0]) }) ?? false {
        guard cursor.skip(" ") else {
          cursor.position = end
          return .full
        }
      } else {
        cursor.position = zone
      }
      if cursor.digits(4...4) != nil, cursor.isAtEnd || !cursor.peek().isNamePart,
        cursor.peek() != UInt8(ascii: ":")
      {
        return .full
      }
      cursor.position = end
    }
    return .full
  }

  /// Reads a time of day after a date, and its zone.
  private mutating func clockAfterDate() -> Bool {
    let start = position
    _ = skip(",")
    // 2026/11/22 - 10:00:00, 2026-11-22  5:00:00
    if peek() == UInt8(ascii: " "), peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: " ") {
      position += 2
    } else if peek() == UInt8(ascii: " "), peek(1) == UInt8(ascii: " ") {
      position += 1
    }
    guard "T :_-".utf8.contains(peek()), isDigit(1) else {
      position = start
      return false
    }
    position += 1
    return clock() || clockWithPoints()
  }

  /// Reads `10.00.00` behind a date.
  private mutating func clockWithPoints() -> Bool {
    for part in 0..<3 {
      guard part == 0 || skip("."), let number = digits(2...2),
        Int(text(number)).map({ $0 < (part == 0 ? 24 : 60) }) ?? false
      else { return false }
    }
    // An address has a fourth number, of at most three digits.
    let end = position
    fraction()
    if 2...4 ~= position - end, !isAtEnd, peek() == UInt8(ascii: " "), position - end < 4 {
      return false
    }
    zone()
    return true
  }

  /// Reads `10:00` or `10:00:00`, with an optional fraction after a point or a comma, AM or PM, and a zone.
  private mutating func clock() -> Bool {
    let start = position
    guard digits(1...2) != nil, skip(":"), digits(2...2) != nil else {
      position = start
      return false
    }
    if peek() == UInt8(ascii: ":"), isDigit(1), isDigit(2) {
      position += 3
      fraction()
    }
    let half = peek() == UInt8(ascii: " ") ? 1 : 0
    if "AP".utf8.contains(peek(half)), peek(half + 1) == UInt8(ascii: "M"), !peek(half + 2).isLetter
    {
      position += half + 2
    }
    zone()
    return true
  }

  private mutating func fraction() {
    guard ".,".utf8.contains(peek()), isDigit(1) else { return }
    position += 1
    while isDigit() { position += 1 }
  }

  /// Reads a zone if there is one: `Z`, `+01:00`, ` +0100`, ` UTC`.
  private mutating func zone() {
    let start = position
    if skip("Z") {
      if peek().isLetter || isDigit() { position = start }
      return
    }
    let hasSpace = skip(" ")
    if "+-".utf8.contains(peek()), isDigit(1), isDigit(2) {
      position += 3
      if peek() == UInt8(ascii: ":"), isDigit(1), isDigit(2), !isDigit(3) {
        position += 3
        return
      }
      if isDigit(), isDigit(1), !isDigit(2) {
        position += 2
        return
      }
      // PostgreSQL leaves out the minutes: ` +03 [1] LOG:`
      let isZone = peek() == UInt8(ascii: " ") && (peek(1) == UInt8(ascii: "[") || isCapital(1))
      if !isDigit(), !hasSpace || isZone { return }
    } else if hasSpace, let name = take(while: { $0.isLetter }), Self.isZone(bytes[name]),
      isAtEnd || !peek().isNamePart
    {
      return
    }
    position = start
  }

  private func isCapital(_ distance: Int) -> Bool { peek(distance) &- UInt8(ascii: "A") < 26 }

  /// Whether a word is the name of a zone: capitals that, with a few exceptions, end with a T.
  private static func isZone(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard 3...4 ~= word.count, word.allSatisfy({ $0 &- UInt8(ascii: "A") < 26 }) else {
      return false
    }
    return word.last == UInt8(ascii: "T") && !word.elementsEqual("ALRT".utf8)
      || word.elementsEqual("UTC".utf8) || word.elementsEqual("MSK".utf8)
  }

  private mutating func month() -> Bool { name(of: Self.months) }

  private mutating func weekday() -> Bool { name(of: Self.weekdays) }

  /// Reads three letters, the first a capital, that are one of the names.
  private mutating func name(of names: Set<UInt32>) -> Bool {
    guard peek(2) != 0, !peek(3).isLetter else { return false }
    let word = UInt32(peek()) << 16 | UInt32(peek(1)) << 8 | UInt32(peek(2))
    guard names.contains(word) else { return false }
    position += 3
    return true
  }

  static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  static let dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static let months = words(monthNames)
  private static let weekdays = words(dayNames)

  private static func words(_ list: [String]) -> Set<UInt32> {
    Set(list.map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
  }
}

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
      // Hadoop and Spark write the year in two digits, and it is the same in most lines; so is the day in a short log.
      let isSame = Set(dates.map(\.first)).count == 1
      if isAny(\.third, above: 31) || !isSame {
        self = .dayFirst
      } else if dates.allSatisfy({ $0.third <= $0.first }) || Set(dates.map(\.third)).count > 1 {
        self = .yearFirst
      } else {
        return nil
      }
    } else if last.isAmerican {
      self = .monthFirst
    } else if last.sign == UInt8(ascii: ".") {
      self = .dayFirst
    } else {
      return nil
    }
  }
}

/// A date of three numbers whose order differs from country to country: `11/22/2026`, `22.11.2026`, `26/11/22`.
struct ShortDate {
  let first: Int
  let second: Int
  let third: Int
  /// The sign between the numbers.
  let sign: UInt8
  /// The offset of the end of the date in the line.
  let end: Int
  /// The date and the time of day behind it.
  private let line: LogCursor

  /// Reads a date; nil for another one.
  init?(_ line: LogCursor) {
    var cursor = line
    func number(_ lengths: ClosedRange<Int>) -> Int? {
      cursor.digits(lengths).flatMap { Int(cursor.text($0)) }
    }
    guard let first = number(1...2), "./-".utf8.contains(cursor.peek()) else { return nil }
    let sign = cursor.peek()
    cursor.position += 1
    guard let second = number(1...2), cursor.peek() == sign else { return nil }
    cursor.position += 1
    let start = cursor.position
    guard let third = number(2...4), case let length = cursor.position - start,
      length == 4 || length == 2 && sign == UInt8(ascii: "/")
    else { return nil }
    (self.first, self.second, self.third, self.sign) = (first, second, third, sign)
    (end, self.line) = (cursor.position, line)
  }

  private var clock: Slice<UnsafeBufferPointer<UInt8>> {
    line.bytes[end..<line.end].drop { !$0.isDigit }
  }

  /// Whether it is written as in the United States: with AM or PM, or a hyphen before the time of day.
  var isAmerican: Bool {
    line.bytes[end..<line.end].first == UInt8(ascii: "-")
      || clock.suffix(2).elementsEqual("PM".utf8) || clock.suffix(2).elementsEqual("AM".utf8)
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
