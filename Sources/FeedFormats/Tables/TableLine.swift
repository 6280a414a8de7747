import FeedValues
import Values

/// A line of a table as characters: without colours, with tabs expanded to spaces.
package struct TableLine: Sendable {
  let bytes: [UInt8]
  /// The offsets of the characters' first bytes, and of the end; nil if each is one byte.
  private let offsets: [Int]?
  /// The ranges of characters between spaces.
  private(set) var words: [Range<Int>]
  /// The sign in front of the row that is not part of it, as systemctl(1) has it.
  private(set) var sign: [UInt8] = []

  /// Whether a word is a single character that is neither a letter nor a digit.
  func isSign(_ word: Range<Int>) -> Bool {
    guard word.count == 1, let scalar = text(word).unicodeScalars.first else { return false }
    return !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
  }

  package init(_ line: some Sequence<UInt8>) {
    var text = Rendition.removed(from: Array(line))
    if text.contains(UInt8(ascii: "\t")) { text = Self.expandingTabs(text) }
    while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\r") { text.removeLast() }
    text = Self.withoutOuterBars(text)
    bytes = text
    if text.contains(where: { $0 >= 0x80 }) {
      offsets = text.indices.filter { text[$0] & 0xC0 != 0x80 } + [text.count]
    } else {
      offsets = nil
    }
    var words: [Range<Int>] = []
    var start: Int?
    for position in 0...(offsets.map { $0.count - 1 } ?? text.count) {
      let offset = offsets?[position] ?? position
      let isSpace = offset >= text.count || text[offset] == UInt8(ascii: " ")
      if isSpace, let begin = start {
        words.append(begin..<position)
        start = nil
      } else if !isSpace, start == nil {
        start = position
      }
    }
    self.words = words
    if offsets != nil || text.contains(UInt8(ascii: "`")) { self.words = mergingBranches(words) }
    if text.contains(UInt8(ascii: "[")) { self.words = mergingBrackets(self.words) }
  }

  /// The words, with the lines of a tree, as lsblk(8) and findmnt(8) draw them, joined to the next word.
  private func mergingBranches(_ words: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    var start: Int?
    for (offset, word) in words.enumerated() {
      let isBranch = offset + 1 < words.count && isBranch(word, before: words[offset + 1])
      if isBranch {
        start = start ?? word.lowerBound
      } else {
        merged.append((start ?? word.lowerBound)..<word.upperBound)
        start = nil
      }
    }
    return merged
  }

  /// The words, with a bracket and what it encloses as one: `[ ]`, `[ ACC ]` and `[ 1]`.
  private func mergingBrackets(_ words: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for (offset, word) in words.enumerated() where word.lowerBound >= merged.last?.upperBound ?? 0 {
      let isOpen = trimmed(word).elementsEqual("[".utf8)
      let end = words[offset...].prefix(3).first { trimmed($0).last == UInt8(ascii: "]") }
      merged.append(isOpen ? word.lowerBound..<(end ?? word).upperBound : word)
    }
    return merged
  }

  private func isBranch(_ word: Range<Int>, before next: Range<Int>) -> Bool {
    let text = trimmed(word)
    if text.elementsEqual("|".utf8) {
      return trimmed(next).starts(with: "`-".utf8) || trimmed(next).starts(with: "|-".utf8)
    }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy {
      (0x2500...0x257F).contains($0.value)
    }
  }

  /// The line without a sign in front of where the first column begins; nil if there is none.
  func withoutSign(before column: Int) -> TableLine? {
    guard words.count > 1, words[0].upperBound <= column, isSign(words[0]) else { return nil }
    let text = trimmed(words[0])
    var line = TableLine(
      bytes[..<text.startIndex] + [UInt8(ascii: " ")] + bytes[text.endIndex...]
    )
    line.sign = Array(text)
    return line
  }

  /// The line without the sign that it begins with; nil if there is none, or that of a number.
  var withoutFirstSign: TableLine? {
    guard let first = bytes.first, "*+-#~!>@".utf8.contains(first), let word = words.first,
      word.count > 1
    else { return nil }
    let rest = trimmed(word).dropFirst()
    let isNumber = rest.allSatisfy { $0.isDigit || ".,%".utf8.contains($0) }
    if isNumber, rest.count(where: { $0 == UInt8(ascii: ".") }) < 2 { return nil }
    var line = TableLine([UInt8(ascii: " ")] + bytes.dropFirst())
    line.sign = [first]
    return line
  }

  /// The line with the next one behind it, at a place or in its own, if there is room.
  func continued(by next: TableLine, at place: Int? = nil) -> TableLine {
    let indent = place ?? next.words.first?.lowerBound ?? 0
    let gap = [UInt8](repeating: UInt8(ascii: " "), count: max(indent - count, 1))
    var line = TableLine(bytes + gap + next.bytes.drop { $0 == UInt8(ascii: " ") })
    line.sign = sign
    return line
  }

  /// The line with spaces in place of the bars at some places.
  func withoutBars(at places: [Int]) -> TableLine {
    guard offsets == nil, places.contains(where: { isBar($0) }) else { return self }
    var text = bytes
    for place in places where isBar(place) { text[place] = UInt8(ascii: " ") }
    return TableLine(text)
  }

  /// Whether there is a vertical bar at a place.
  func isBar(_ place: Int) -> Bool {
    place < count && bytes[offsets?[place] ?? place] == UInt8(ascii: "|")
  }

  /// The number of characters.
  var count: Int { offsets.map { $0.count - 1 } ?? bytes.count }

  var isBlank: Bool { words.isEmpty }

  /// Whether the character is a space; true for positions after the line.
  func isSpace(_ position: Int) -> Bool {
    guard position >= 0, position < count else { return true }
    return bytes[offsets?[position] ?? position] == UInt8(ascii: " ")
  }

  /// The bytes of some characters, without surrounding spaces.
  func trimmed(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let first = min(max(range.lowerBound, 0), count)
    let last = min(max(range.upperBound, first), count)
    var lower = offsets?[first] ?? first
    var upper = offsets?[last] ?? last
    while lower < upper, bytes[lower] == UInt8(ascii: " ") { lower += 1 }
    while lower < upper, bytes[upper - 1] == UInt8(ascii: " ") { upper -= 1 }
    return bytes[lower..<upper]
  }

  /// Some characters, without surrounding spaces.
  func text(_ range: Range<Int>) -> String {
    String(decoding: trimmed(range), as: UTF8.self)
  }

  /// Whether a word is a number, a share or a time, as are rare in headers and titles.
  func isNumber(_ word: Range<Int>) -> Bool {
    trimmed(word).allSatisfy { $0.isDigit || ".,%:-".utf8.contains($0) }
  }

  /// Whether a cell begins with a number that has digits.
  func isNumeric(_ cell: Range<Int>) -> Bool {
    isNumber(words[cell.lowerBound]) && trimmed(words[cell.lowerBound]).contains(where: \.isDigit)
  }

  /// Whether there is nothing but a date and a time of day: `Fri Nov 27 10:00:01 2026`.
  package var isTime: Bool {
    words.count > 2 && words.contains { TableHeader.isClock(text($0)) }
      && words.allSatisfy { word in
        isNumber(word) || word.count < 5 && trimmed(word).allSatisfy(\.isLetter)
      }
  }

  /// Whether a word is a date, and the next one the time of that day: `2026-11-28 07:35:00`.
  func isDate(_ word: Range<Int>, before next: Range<Int>) -> Bool {
    let (date, time) = (trimmed(word), trimmed(next))
    return date.count == 10 && date.count(where: { $0 == UInt8(ascii: "-") }) == 2
      && date.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
      && time.count(where: { $0 == UInt8(ascii: ":") }) == 2 && time.first?.isDigit == true
  }

  /// A word, with the others of a time that begins there.
  func wholeTime(at offset: Int) -> Range<Int> {
    words[offset].lowerBound..<words[offset + timeCount(at: offset) - 1].upperBound
  }

  /// The number of words of a time that begins at one, with its day and zone: `Mon 2026-11-02 08:01:10 UTC`,
  /// `Mar  1 10:02:33.123`; 1 if none does.
  private func timeCount(at offset: Int) -> Int {
    let isDay = words[offset].count == 3 && LogCursor.dayNames.contains(text(words[offset]))
    let date = isDay ? offset + 1 : offset
    if date + 2 < words.count, words[date].count == 3,
      LogCursor.monthNames.contains(text(words[date])),
      words[date + 1].count < 3, trimmed(words[date + 1]).allSatisfy(\.isDigit),
      Self.isTimeOfDay(trimmed(words[date + 2])),
      (date..<date + 2).allSatisfy({ words[$0 + 1].lowerBound - words[$0].upperBound < 3 })
    {
      return date + 3 - offset
    }
    guard date + 1 < words.count, isDate(words[date], before: words[date + 1]) else { return 1 }
    var end = date + 2
    // A word in capitals may be another cell, except behind what systemd(1) prints.
    while end < words.count, words[end].lowerBound == words[end - 1].upperBound + 1 {
      let text = text(words[end])
      let isZone =
        text == "UTC"
        || isDay && end == date + 2 && 2...5 ~= text.count && text.allSatisfy(\.isUppercase)
        || text.count == 5 && Self.isOffset(text)
      guard isZone else { break }
      end += 1
    }
    return end - offset
  }

  /// Whether a text is the distance of a zone from UTC, and not a number behind a time: `+0530`.
  private static func isOffset(_ text: String) -> Bool {
    guard let sign = text.first, "+-".contains(sign), let number = UInt(text.dropFirst()) else {
      return false
    }
    return number <= 1_400 && [0, 15, 30, 45].contains(number % 100)
  }

  /// Whether a word is a time of day, to the minute or finer.
  private static func isTimeOfDay(_ word: ArraySlice<UInt8>) -> Bool {
    word.count > 4 && word.contains(UInt8(ascii: ":"))
      && word.allSatisfy { $0.isDigit || ":.".utf8.contains($0) }
  }

  /// The words of as many cells as there are columns, each of which is one word, or a date and its time; nil if they are
  /// not as many.
  func singleCells(_ count: Int) -> [Range<Int>]? {
    if words.count == count { return words.indices.map { $0..<$0 + 1 } }
    let cells = datedCells
    return cells.count == count ? cells : nil
  }

  /// The words of cells, each of which is one word, or a date and its time.
  var datedCells: [Range<Int>] {
    var cells: [Range<Int>] = []
    for offset in words.indices where offset >= cells.last?.upperBound ?? 0 {
      cells.append(offset..<offset + timeCount(at: offset))
    }
    return cells
  }

  /// The words of cells that are all there but for the last one; nil if they are not as many.
  func cellsButLast(_ count: Int) -> [Range<Int>]? {
    guard words.count == count - 1, count > 3 else { return nil }
    return words.indices.map { $0..<$0 + 1 } + [0..<0]
  }

  /// The characters of a cell of some words.
  func range(of cell: Range<Int>) -> Range<Int> {
    words[cell.lowerBound].lowerBound..<words[cell.upperBound - 1].upperBound
  }

  /// Whether a word is a day of one digit after the name of a month, which are two spaces apart.
  func isDay(_ word: Range<Int>, after month: Range<Int>) -> Bool {
    word.count == 1 && trimmed(word).allSatisfy(\.isDigit) && month.count == 3
      && trimmed(month).allSatisfy(\.isLetter)
  }

  /// A line of a list within another one, as the AWS command line draws them, without what belongs to the outer one.
  private static func withoutOuterBars(_ text: [UInt8]) -> [UInt8] {
    let (bar, corner) = (UInt8(ascii: "|"), UInt8(ascii: "+"))
    var (start, end) = (0, text.count)
    while end - start > 4, text[start] == bar, text[end - 1] == bar,
      [bar, corner].contains(text[start + 1]), [bar, corner].contains(text[end - 2])
    {
      (start, end) = (start + 1, end - 1)
    }
    return start > 0 ? Array(text[start..<end]) : text
  }

  /// The words that begin before a place.
  func words(before place: Int) -> ArraySlice<Range<Int>> {
    words.prefix { $0.lowerBound < place }
  }

  /// Whether there is a word of its own below each of two names.
  func hasWords(below left: Range<Int>, _ right: Range<Int>) -> Bool {
    let near = words(before: right.upperBound)
    return near.contains { $0.overlaps(left) && !$0.overlaps(right) }
      && near.contains { $0.overlaps(right) && !$0.overlaps(left) }
  }

  /// The ranges of words with one space between them.
  var phrases: [Range<Int>] {
    words.reduce(into: []) { phrases, word in
      if let last = phrases.last, word.lowerBound == last.upperBound + 1 {
        phrases[phrases.count - 1] = last.lowerBound..<word.upperBound
      } else {
        phrases.append(word)
      }
    }
  }

  /// The texts of the words.
  var wordTexts: [String] { words.map { text($0) } }

  /// Whether there are letters, and all of them are capitals.
  var isUppercase: Bool {
    bytes.contains { $0 &- UInt8(ascii: "A") < 26 }
      && !bytes.contains { $0.isLowercaseLetter || $0 >= 0x80 }
  }

  /// The text with tabs, which extend to the next multiple of eight characters, replaced by spaces.
  private static func expandingTabs(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var column = 0
    for byte in text {
      if byte == UInt8(ascii: "\t") {
        let width = 8 - column % 8
        result.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width))
        column += width
      } else {
        result.append(byte)
        if byte & 0xC0 != 0x80 { column += 1 }
      }
    }
    return result
  }
}

extension Sequence<TableLine> {
  /// Looks for columns of numbers.
  ///
  /// - Parameters:
  ///   - count: The number of columns.
  ///   - cells: Returns the cells of a row, the last of which may be empty.
  /// - Returns: The offsets of the cells that are numbers in all rows; nil if a row has not as many cells.
  func numericColumns(_ count: Int, _ cells: (TableLine) -> [Range<Int>]?) -> [Int]? {
    var numeric = [Bool](repeating: true, count: count)
    for row in self {
      guard let cells = cells(row) else { return nil }
      for (offset, cell) in cells.enumerated() where numeric[offset] && !cell.isEmpty {
        numeric[offset] = row.isNumeric(cell)
      }
    }
    return numeric.indices.filter { numeric[$0] }
  }
}

extension Range<Int> {
  /// The number of characters between two ranges.
  func distance(to other: Range<Int>) -> Int {
    Swift.max(other.lowerBound - upperBound, lowerBound - other.upperBound, 0)
  }

  /// The number of characters between the nearer edges of a cell and its name.
  func displacement(from name: Range<Int>) -> Int {
    Swift.min(abs(lowerBound - name.lowerBound), abs(upperBound - name.upperBound))
  }
}
