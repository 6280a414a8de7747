/// A printed table: a header, and lines whose cells stand under its names.
///
/// A line is cut where the header's columns stand and never at each space, so that cells may be
/// empty or hold spaces. A name of two words, as `Mounted on`, is told from two names by the first
/// line below it.
struct TableForm: Sendable {
  private var header: [UInt8]?
  private var columns: [Column] = []
  private var names: [[UInt8]] = []

  /// Where a name stands in the header, in characters.
  struct Column: Hashable, Sendable {
    var start: Int
    var end: Int
  }

  init() {}

  mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard !line.allSatisfy({ $0 == UInt8(ascii: " ") }) else { return }
    guard let header else {
      header = Array(line)
      return
    }
    // Programs that go on printing print their header again.
    if line.elementsEqual(header) { return }
    let text = TableLine(line)
    if columns.isEmpty {
      let top = header.withUnsafeBufferPointer { TableLine($0) }
      columns = Self.columns(of: top, above: text)
      let cells = columns.map { top.trimmed($0.start..<$0.end) }
      names = columnNames(
        cells.map { range in header[range] }
      )
    }
    let cells = Self.cut(text, columns).map { line[$0] }
    values.appendRecord(names, cells)
  }

  /// The columns of a header, as the line below it tells them.
  static func columns(of header: TableLine, above line: TableLine) -> [Column] {
    var columns: [Column] = []
    let words = header.words
    for (offset, word) in words.enumerated() {
      // A word that begins a name of its own does not end another one.
      let next = offset + 1 < words.count ? words[offset + 1] : word
      guard let last = columns.last, word.lowerBound == last.end + 1,
        next == word || !isKnown(header, word, next), isOneName(header, last, word, line)
      else {
        columns.append(Column(start: word.lowerBound, end: word.upperBound))
        continue
      }
      columns[columns.count - 1].end = word.upperBound
    }
    // Labels in front of the first name are a column without one.
    if let first = columns.first, let label = line.words.first, label.upperBound < first.start {
      columns.insert(Column(start: 0, end: label.upperBound), at: 0)
      columns[0].end = min(label.upperBound, first.start - 1)
    }
    return columns
  }

  /// Whether two words of a header with one space between them are one name.
  private static func isOneName(
    _ header: TableLine,
    _ left: Column,
    _ right: Range<Int>,
    _ line: TableLine
  ) -> Bool {
    let name = String(
      decoding: header.bytes[header.trimmed(left.start..<right.upperBound)],
      as: UTF8.self
    )
    if knownNames.contains(name) { return true }
    let start = header.bytes[header.trimmed(left.start..<left.end)]
    if knownNames.contains(String(decoding: start, as: UTF8.self)) { return false }
    // Two columns are apart where the line has a space there, and a word that stands under the right
    // name's start or its end.
    guard left.end < line.count else {
      let first = header.bytes[header.trimmed(right)].first
      return first.map { $0 &- UInt8(ascii: "a") < 26 } ?? true
    }
    guard line.isSpace(left.end) else { return true }
    let stands = line.words.contains {
      $0.lowerBound == right.lowerBound
        || $0.upperBound == right.upperBound && $0.lowerBound > left.end
    }
    return !stands
  }

  private static let knownNames: Set<String> = [
    "Mounted on", "Local Address:Port", "Peer Address:Port", "Local Address", "Foreign Address",
    "CONTAINER ID", "IMAGE ID", "LAST SEEN", "NOMINATED NODE", "READINESS GATES",
  ]

  /// The bytes of a line's cells, without the spaces around them.
  static func cut(_ line: TableLine, _ columns: [Column]) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var start = 0
    for offset in columns.indices {
      guard offset + 1 < columns.count else {
        cells.append(line.trimmed(min(start, line.count)..<line.count))
        break
      }
      let end = max(start, boundary(of: line, columns[offset], columns[offset + 1]))
      cells.append(line.trimmed(min(start, line.count)..<min(end, line.count)))
      start = end
    }
    return cells
  }

  /// Where the cell of the right column begins.
  private static func boundary(of line: TableLine, _ left: Column, _ right: Column) -> Int {
    if line.isSpace(right.start - 1) { return right.start }
    // What stands there reaches over from a side: from the right where it is set against the end of
    // its name, and leaves the left column's name alone.
    var start = right.start - 1
    while start > 0, !line.isSpace(start - 1) { start -= 1 }
    var end = right.start
    while end < line.count, !line.isSpace(end) { end += 1 }
    if start >= left.end || end == right.end && start > left.start { return start }
    return end
  }

  /// Whether a first line is the header of a table.
  ///
  /// - Parameters:
  ///   - first: The first line.
  ///   - second: The line below it; nil where there is none.
  /// - Returns: Whether the first line is names, and the second has words under half of them.
  static func isTable(
    _ first: UnsafeBufferPointer<UInt8>,
    _ second: UnsafeBufferPointer<UInt8>?
  ) -> Bool {
    let header = TableLine(first)
    guard mayBeHeader(header) else { return false }
    guard let second else { return header.isUppercase || hasKnownName(header) }
    let line = TableLine(second)
    let columns = columns(of: header, above: line)
    guard columns.count > 1 else { return false }
    let starts = Set(line.words.map(\.lowerBound))
    let ends = Set(line.words.map(\.upperBound))
    let standing = columns.count { starts.contains($0.start) || ends.contains($0.end) }
    return standing * 2 >= columns.count
  }

  /// Whether the line holds a name of two words that only headers hold, as that of ss(8), whose names
  /// stand one space apart.
  private static func hasKnownName(_ line: TableLine) -> Bool {
    zip(line.words, line.words.dropFirst()).contains { isKnown(line, $0, $1) }
  }

  private static func isKnown(_ line: TableLine, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let name = line.bytes[line.trimmed(left.lowerBound..<right.upperBound)]
    return knownNames.contains(String(decoding: name, as: UTF8.self))
  }

  private static let logLevels: Set<String> = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL",
  ]

  /// Whether a line has names, several, and no sentence.
  private static func mayBeHeader(_ line: TableLine) -> Bool {
    let words = line.words
    guard words.count > 1, line.count <= 4_096 else { return false }
    // A line of a log may be set in columns, but under no header.
    let opening = String(decoding: line.bytes[line.trimmed(words[0])], as: UTF8.self)
    guard !logLevels.contains(opening) else { return false }
    let wideGaps = zip(words, words.dropFirst()).count { $1.lowerBound - $0.upperBound > 1 }
    guard wideGaps > 1 || line.isUppercase || hasKnownName(line) else { return false }
    return words.allSatisfy { word in
      let bytes = line.bytes[line.trimmed(word)]
      guard let first = bytes.first, let last = bytes.last else { return false }
      let isNamed = bytes.contains { ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 >= 0x80 }
      return isNamed && !"[{(<=\"'".utf8.contains(first) && !":,;.!?".utf8.contains(last)
        || bytes.elementsEqual("#".utf8) || bytes.elementsEqual("%".utf8)
    }
  }
}

/// A line of a table by characters.
struct TableLine {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offsets of the characters' first bytes, and of the end; nil where each has one byte.
  private let offsets: [Int]?

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      offsets = nil
      return
    }
    offsets = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
  }

  /// The number of characters.
  var count: Int { offsets.map { $0.count - 1 } ?? bytes.count }

  /// Whether the character is a space, as are all behind the line.
  func isSpace(_ position: Int) -> Bool {
    guard position < count else { return true }
    return bytes[offsets?[position] ?? position] == UInt8(ascii: " ")
  }

  /// The bytes of some characters, without the spaces around them.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var lower = offsets?[range.lowerBound] ?? range.lowerBound
    var upper = offsets?[range.upperBound] ?? range.upperBound
    while lower < upper, bytes[lower] == UInt8(ascii: " ") { lower += 1 }
    while lower < upper, bytes[upper - 1] == UInt8(ascii: " ") { upper -= 1 }
    return lower..<upper
  }

  /// Runs of characters that are no spaces.
  var words: [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for position in 0...count {
      let isSpace = isSpace(position)
      if isSpace, let begin = start {
        words.append(begin..<position)
        start = nil
      } else if !isSpace, start == nil {
        start = position
      }
    }
    return words
  }

  /// Whether there are letters, and all of them are capitals.
  var isUppercase: Bool {
    bytes.contains { $0 &- UInt8(ascii: "A") < 26 }
      && !bytes.contains { $0 &- UInt8(ascii: "a") < 26 || $0 >= 0x80 }
  }
}
