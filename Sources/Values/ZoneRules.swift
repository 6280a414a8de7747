internal import Searching

/// The rules of a time zone, from a file of the time zone database.
///
/// Source: RFC 9636, "The Time Zone Information Format (TZif)".
package struct ZoneRules: Sendable {
  /// The instants at which the offset changes, in seconds since 1970, ascending.
  private let transitions: [Int]
  /// The offset from each transition on.
  private let offsets: [Int]
  /// The offset before the first transition.
  private let firstOffset: Int
  /// The rule after the last transition.
  private let rule: ZoneRule?
  /// The abbreviations of the zone, such as `CET`, with their offsets in seconds east of Greenwich.
  package let abbreviations: [String: Int]

  /// Parses a file.
  ///
  /// - Returns: nil if the bytes are not such a file, or a damaged one.
  package init?(_ file: [UInt8]) {
    var reader = ByteReader(bytes: file)
    guard var header = TZifHeader(&reader) else { return nil }
    var size = 4
    if header.version >= 2 {
      // The second part has the same data, and more, in 64 bits.
      guard reader.skip(header.length(ofTime: 4)), let second = TZifHeader(&reader) else {
        return nil
      }
      (header, size) = (second, 8)
    }
    var transitions: [Int] = []
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(size), time >= transitions.last ?? .min else { return nil }
      transitions.append(time)
    }
    guard let indices = reader.bytes(header.timeCount) else { return nil }
    var types: [(offset: Int, name: Int)] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(4), -93_600...93_600 ~= offset, reader.skip(1),
        let name = reader.bytes(1)
      else { return nil }
      types.append((offset, Int(name[0])))
    }
    guard let names = reader.bytes(header.characterCount), !types.isEmpty,
      indices.allSatisfy({ Int($0) < types.count }),
      reader.skip(
        header.leapCount * (size + 4) + header.standardCount + header.universalCount
      )
    else { return nil }
    var abbreviations: [String: Int] = [:]
    // Later ones are closer to the present.
    for type in types where type.name < names.count {
      let name = String(decoding: names[type.name...].prefix { $0 != 0 }, as: UTF8.self)
      if name.utf8.allSatisfy({ $0.isLetter }) {
        abbreviations[name] = type.offset
      }
    }
    rule = size == 8 ? ZoneRule(String(decoding: reader.footer, as: UTF8.self)) : nil
    if let rule { abbreviations.merge(rule.abbreviations) { $1 } }
    self.transitions = transitions
    offsets = indices.map { types[Int($0)].offset }
    firstOffset = types[0].offset
    self.abbreviations = abbreviations
  }

  /// Creates the rules of a zone in POSIX syntax, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// - Returns: nil if the text is not such a rule.
  package init?(posix text: String) {
    guard let rule = ZoneRule(text) else { return nil }
    (transitions, offsets, firstOffset, self.rule) = ([], [], rule.standardOffset, rule)
    abbreviations = rule.abbreviations
  }

  /// The offset in seconds east of Greenwich at an instant in seconds since 1970.
  ///
  /// - Complexity: O(log *n*) for *n* transitions.
  package func offset(at seconds: Int) -> Int {
    let next = transitions.partitioningIndex { $0 > seconds }
    if next == transitions.count, let rule { return rule.offset(at: seconds) }
    return next == 0 ? firstOffset : offsets[next - 1]
  }
}

private struct TZifHeader {
  let version: Int
  let universalCount, standardCount, leapCount, timeCount, typeCount, characterCount: Int

  init?(_ reader: inout ByteReader) {
    guard let magic = reader.bytes(4), magic.elementsEqual("TZif".utf8),
      let version = reader.bytes(1), reader.skip(15)
    else { return nil }
    self.version = version[0] == 0 ? 1 : Int(version[0]) - 0x30
    var counts: [Int] = []
    for _ in 0..<6 {
      // No file of the database has as many.
      guard let count = reader.integer(4), 0...1_000_000 ~= count else { return nil }
      counts.append(count)
    }
    (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    (timeCount, typeCount, characterCount) = (counts[3], counts[4], counts[5])
  }

  func length(ofTime size: Int) -> Int {
    timeCount * (size + 1) + typeCount * 6 + characterCount + leapCount * (size + 4)
      + standardCount + universalCount
  }
}

private struct ByteReader {
  let bytes: [UInt8]
  var position = 0

  mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return ArraySlice(Array(bytes[position..<position + count]))
  }

  mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

  /// A big-endian number.
  mutating func integer(_ size: Int) -> Int? {
    guard let bytes = bytes(size) else { return nil }
    let word = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return size == 4
      ? Int(Int32(bitPattern: UInt32(truncatingIfNeeded: word))) : Int(Int64(bitPattern: word))
  }

  /// The text between the newlines at the end.
  var footer: ArraySlice<UInt8> {
    let rest = bytes[position...]
    guard rest.first == 0x0A else { return [] }
    return rest.dropFirst().prefix { $0 != 0x0A }
  }
}

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
