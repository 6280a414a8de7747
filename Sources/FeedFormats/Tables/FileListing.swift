import FeedValues
import Values

extension LineForm {
  static let listing = LineForm(FeedText.Lines.listing, FileListing.read)
}

/// Listings of files: `ls -l` in its forms, and `tar -tv`.
enum FileListing {
  private static let inode = LogName("inode")
  private static let blocks = LogName("blocks")
  private static let mode = LogName("mode")
  private static let links = LogName("links")
  private static let owner = LogName("owner")
  private static let group = LogName("group")
  private static let size = LogName("size")
  private static let device = LogName("device")
  private static let modified = LogName("modified")
  private static let name = LogName("name")
  private static let target = LogName("target")

  /// A file: with `ls -i` and `ls -s` its inode and its blocks; its mode, links, owner and group, its size or device numbers, when it was changed, its name,
  /// and the target of a symbolic link.
  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var cursor = LogCursor(line)
    var numbers: [Range<Int>] = []
    if cursor.isDigit() || line.first?.isBlank == true {
      cursor.skipSpaces()
      while numbers.count < 2, let number = cursor.digits(1...20), cursor.skipSpaces() > 0 {
        numbers.append(number)
      }
    }
    guard let permissions = cursor.word(), isMode(line[permissions]), cursor.skipSpaces() > 0
    else { return nil }
    var record = LogRecord()
    record.add(mode, .text(permissions))
    if let count = cursor.digits(1...10), cursor.peek().isBlank {
      record.add(links, .part(count))
      cursor.skipSpaces()
    } else {
      cursor.position = permissions.upperBound
      cursor.skipSpaces()
    }
    guard addOwner(&cursor, to: &record) else { return nil }
    addNumbers(numbers, before: cursor, to: &record)
    guard addSize(&cursor, to: &record), let date = date(&cursor), cursor.skip(" "), !cursor.isAtEnd
    else { return nil }
    // A year at the left of its five columns is followed by a space.
    if isYearAtLeft(line[date]) { _ = cursor.skip(" ") }
    record.add(modified, .text(date))
    let isLink = line[permissions.lowerBound] == UInt8(ascii: "l")
    addName(cursor, isLink: isLink, to: &record)
    return record
  }

  /// Adds the numbers in front of a file: a single one as the number of its blocks if it is about as large as the
  /// size, which comes next.
  private static func addNumbers(
    _ numbers: [Range<Int>],
    before cursor: LogCursor,
    to record: inout LogRecord
  ) {
    guard let first = numbers.first else { return }
    var front = LogRecord()
    var cursor = cursor
    let size = cursor.digits(1...18).map { number(cursor.bytes[$0]) }
    let count = number(cursor.bytes[first])
    let areBlocks =
      numbers.count == 1
      && (count == 0
        || size.map { abs(count - ($0 + 4_095) / 4_096 * 4) <= 8 + count / 64 } ?? false)
    front.add(areBlocks ? blocks : inode, .part(first))
    if numbers.count > 1 { front.add(blocks, .part(numbers[1])) }
    record.putInFront(front)
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    digits.prefix(18).reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
  }

  /// Whether a line is a file behind numbers that are set to the right.
  static func isNumbered(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    line.first == UInt8(ascii: " ") && read(line) != nil
  }

  /// Whether a line is the total above a listing, in one of the languages of ls(1).
  static func isTotal(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    guard let word = cursor.word(), word.count < 20,
      totals.contains(String(decoding: line[word], as: UTF8.self)),
      cursor.skip(" "), cursor.isDigit()
    else { return false }
    _ = cursor.take { $0.isDigit || $0.isLetter || ".,".utf8.contains($0) }
    return cursor.isAtEnd
  }

  private static let totals: Set<String> = [
    "total", "totale", "totaal", "totalt", "insgesamt", "razem", "celkem", "spolu", "yhteensä",
    "összesen",
    "toplam", "итого", "всього", "合計", "總計", "总计", "总用量", "合计", "합계", "ukupno", "skupaj",
  ]

  /// Ten letters, and an optional sign for further permissions.
  private static func isMode(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard 10...11 ~= word.count, let kind = word.first, "-dlbcpsDCMn?".utf8.contains(kind),
      word.dropFirst().prefix(9).allSatisfy({ "-rwxsStTl?".utf8.contains($0) })
    else { return false }
    return word.count == 10 || word.last.map { ".+@".utf8.contains($0) } ?? false
  }

  /// Reads the owner and the group: two words, or one with a slash in it, as tar(1) writes them.
  private static func addOwner(_ cursor: inout LogCursor, to record: inout LogRecord) -> Bool {
    guard let first = cursor.word(), cursor.skipSpaces() > 0 else { return false }
    if let slash = cursor.bytes[first].firstIndex(of: UInt8(ascii: "/")) {
      record.add(owner, .text(first.lowerBound..<slash))
      record.add(group, .text(slash + 1..<first.upperBound))
      return true
    }
    record.add(owner, .text(first))
    guard let second = cursor.word(), cursor.skipSpaces() > 0 else { return false }
    record.add(group, .text(second))
    return true
  }

  /// Reads a size, as a number or as `4.0K`, or the two numbers of a device.
  private static func addSize(_ cursor: inout LogCursor, to record: inout LogRecord) -> Bool {
    guard cursor.isDigit(), let word = cursor.word(), cursor.skipSpaces() > 0 else { return false }
    if cursor.bytes[word.upperBound - 1] == UInt8(ascii: ",") {
      guard let minor = cursor.digits(1...10), cursor.skipSpaces() > 0 else { return false }
      record.add(device, .text(word.lowerBound..<minor.upperBound))
      return true
    }
    guard
      cursor.bytes[word].allSatisfy({ $0.isDigit || $0.isLetter || ".,".utf8.contains($0) })
    else { return false }
    record.add(size, word)
    return true
  }

  /// Reads a date: `Nov 22 03:04`, `May  9  2026`, or `2026-11-22 03:04` with an optional fraction and zone.
  private static func date(_ cursor: inout LogCursor) -> Range<Int>? {
    let start = cursor.position
    guard let first = cursor.word(), cursor.skipSpaces() > 0 else { return nil }
    if cursor.bytes[first.lowerBound].isDigit, first.count > 4, !isMonth(cursor.bytes[first]) {
      guard let clock = cursor.word(), isClock(cursor.bytes[clock]) else { return nil }
      let end = cursor.position
      var zone = cursor
      if zone.skip(" "), "+-".utf8.contains(zone.peek()), zone.isDigit(1), zone.word()?.count == 5 {
        cursor = zone
        return start..<cursor.position
      }
      return start..<end
    }
    // The month and the day, in either order, then a time of day or a year.
    guard let second = cursor.word(), cursor.skipSpaces() > 0, let last = cursor.word(),
      isMonth(cursor.bytes[first]) != isMonth(cursor.bytes[second]),
      isClock(cursor.bytes[last]) || last.count == 4 && cursor.bytes[last].allSatisfy(\.isDigit)
    else { return nil }
    return start..<cursor.position
  }

  /// Whether a word is the name of a month, and no day: `Nov`, `févr.`, `11月`, but not `25.`.
  private static func isMonth(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    word.contains { $0.isLetter || $0 >= 0x80 }
  }

  /// Whether a date ends with a year, and one space before it.
  private static func isYearAtLeft(_ date: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let end = date.suffix(6)
    return end.count == 6 && end.suffix(4).allSatisfy(\.isDigit)
      && end.dropFirst().first == UInt8(ascii: " ") && end.first != UInt8(ascii: " ")
  }

  private static func isClock(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    word.contains(UInt8(ascii: ":"))
      && word.allSatisfy { $0.isDigit || ":.".utf8.contains($0) }
  }

  private static func addName(_ cursor: LogCursor, isLink: Bool, to record: inout LogRecord) {
    let range = cursor.position..<cursor.end
    let arrow = Array(" -> ".utf8)
    if isLink, let place = cursor.bytes[range].firstRange(of: arrow) {
      record.add(name, .text(range.lowerBound..<place.lowerBound))
      record.add(target, .text(place.upperBound..<range.upperBound))
    } else {
      record.add(name, .text(range))
    }
  }
}
