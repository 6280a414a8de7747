import FeedValues
import Values

/// Logs that name their fields in a line: `#Fields:` in W3C's extended format (IIS, CloudFront), and
/// `#fields` in Zeek's logs.
package struct DirectiveForm: Sendable {
  private var names: [[UInt8]] = []
  private var separator: UInt8?
  /// Whether an instant is in two fields, the day before the time of day, as in W3C's format.
  private var isSplitTime: Bool {
    separator == nil
      && names.firstIndex(of: Self.date.json).map { names[$0...].contains(LogName.time.json) }
        ?? false
  }

  private static let date = LogName("date")

  /// Creates a form without names.
  package init() {}

  /// Whether the first of some lines is such a directive.
  static func holds(_ lines: [UnsafeBufferPointer<UInt8>]) -> Bool {
    guard let first = lines.first(where: { !$0.allSatisfy(\.isBlank) }) else { return false }
    let words: [StaticString] = ["#Version:", "#Fields:", "#Software:", "#separator", "#fields\t"]
    return words.contains { word in
      var cursor = LogCursor(first)
      return cursor.skip(text: word)
    }
  }

  package mutating func take(_ line: UnsafeBufferPointer<UInt8>, into values: inout TextValues) {
    guard line.first != UInt8(ascii: "#") else {
      takeDirective(LogCursor(line))
      return values.note(.header)
    }
    guard !line.allSatisfy(\.isBlank) else { return }
    guard !names.isEmpty else { return values.appendLine(line) }
    var record = LogRecord()
    var cursor = LogCursor(line)
    var day: Range<Int>?
    for (offset, name) in names.enumerated() {
      guard !cursor.isAtEnd else { break }
      let isLast = offset == names.count - 1
      let start = cursor.position
      let cell: Range<Int>
      if isLast {
        cell = cursor.rest()
      } else if cursor.peek() == UInt8(ascii: "\""), let text = cursor.quoted() {
        cell = text
      } else {
        cell = cursor.take { isEnd($0) == false } ?? start..<start
      }
      if !isLast, !cursor.isAtEnd { cursor.position += 1 }
      let text = line[cell]
      guard !text.isEmpty, !(text.count == 1 && text.first == UInt8(ascii: "-")) else { continue }
      if isSplitTime, name == Self.date.json {
        day = cell
      } else if name == LogName.time.json, let date = day {
        // W3C's format writes both in UTC.
        record.add(
          .time,
          .bytes(Array(line[date]) + Array(" ".utf8) + Array(text) + Array("Z".utf8))
        )
        day = nil
      } else {
        record.add(LogName(json: name), .part(cell))
      }
    }
    record.add(Self.date, day)
    values.append(record, of: line)
  }

  private func isEnd(_ byte: UInt8) -> Bool { separator.map { $0 == byte } ?? byte.isBlank }

  private mutating func takeDirective(_ line: LogCursor) {
    var cursor = line
    if cursor.skip(text: "#separator ") {
      // Zeek writes the separator in hexadecimal digits.
      guard cursor.skip(text: "\\x"), let digits = cursor.word() else { return }
      separator = UInt8(cursor.text(digits), radix: 16)
      return
    }
    cursor = line
    guard cursor.skip(text: "#Fields:") || cursor.skip(text: "#fields") else { return }
    var cells: [ArraySlice<UInt8>] = []
    cursor.skipSpaces()
    while let word = cursor.word() {
      cells.append(Array(line.bytes[word])[...])
      cursor.skipSpaces()
    }
    names = columnNames(Array(cells.prefix(512)))
  }
}
