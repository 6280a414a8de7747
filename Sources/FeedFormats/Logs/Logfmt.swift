import FeedValues
import Values

extension LineForm {
  static let logfmt = LineForm(FeedText.Lines.logfmt) { Logfmt.read($0) }
}

/// Pairs of names and values in logfmt: `level=info msg="it works" took=3ms`.
///
/// Source: Brandur Leach, "logfmt", 2013; the readers of Go's slog and of Grafana Loki.
enum Logfmt {
  /// Reads a line of pairs; only few words may have no value.
  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    var record = LogRecord()
    var cursor = LogCursor(line)
    cursor.skipSpaces()
    guard cursor.position == 0, read(cursor, into: &record, mostFlags: 2),
      record.fields.count > 1, Set(record.fields.map(\.name)).count == record.fields.count
    else { return nil }
    return record
  }

  /// Reads pairs to the end.
  ///
  /// - Parameters:
  ///   - cursor: Where they begin.
  ///   - record: Receives them.
  ///   - mostFlags: The maximum number of words between the pairs, which are fields that are true.
  /// - Returns: Whether there is nothing else among them.
  static func read(
    _ cursor: LogCursor,
    into record: inout LogRecord,
    mostFlags: Int = 0
  ) -> Bool {
    var cursor = cursor
    var flags = 0
    cursor.skipSpaces()
    while !cursor.isAtEnd {
      let before = cursor
      guard let name = key(&cursor) else {
        cursor = before
        flags += 1
        // Sentences that end with pairs have words, too.
        guard flags <= mostFlags, record.fields.count > flags,
          let word = cursor.take(while: { $0.isLetter || $0 == UInt8(ascii: "_") }),
          cursor.isAtEnd || cursor.peek().isBlank
        else { return false }
        record.add(LogName(cursor.bytes[word]), .json(Array("true".utf8)))
        cursor.skipSpaces()
        continue
      }
      let start = cursor.position
      if cursor.peek() == UInt8(ascii: "\"") {
        guard let text = cursor.quoted(), cursor.isAtEnd || cursor.peek().isBlank else {
          return false
        }
        record.add(name, .bytes(unescaped(cursor.bytes[text])))
      } else {
        let value = cursor.word() ?? start..<start
        guard !cursor.bytes[value].contains(UInt8(ascii: "\"")) else { return false }
        record.add(name, .part(value))
      }
      cursor.skipSpaces()
    }
    return true
  }

  /// Reads a name and the equals sign after it.
  private static func key(_ cursor: inout LogCursor) -> LogName? {
    guard cursor.peek().isLetter || "_@".utf8.contains(cursor.peek()),
      let name = cursor.take(while: { $0.isNamePart || $0 == UInt8(ascii: ":") }),
      name.count <= 64, cursor.skip("=")
    else { return nil }
    return LogName(cursor.bytes[name])
  }

  /// The offset of the pairs at the end of a text; nil if there are none.
  static func trailingPairs(_ text: LogCursor) -> Int? {
    var cursor = text
    var first: Int?
    while !cursor.isAtEnd {
      let start = cursor.position
      if start > text.position || cursor.peek().isLetter, key(&cursor) != nil {
        if cursor.peek() == UInt8(ascii: "\"") {
          guard cursor.quoted() != nil else { return nil }
        } else {
          _ = cursor.word()
        }
        first = first ?? start
      } else {
        // A word that is not a pair ends the search.
        cursor.position = start
        first = nil
        _ = cursor.word()
      }
      cursor.skipSpaces()
    }
    return first
  }

  /// The text of a quoted string.
  static func unescaped(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text {
      guard isEscaped else {
        if byte == UInt8(ascii: "\\") { isEscaped = true } else { result.append(byte) }
        continue
      }
      isEscaped = false
      switch byte {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result.append(byte)
      default: result += [UInt8(ascii: "\\"), byte]
      }
    }
    if isEscaped { result.append(UInt8(ascii: "\\")) }
    return result
  }
}
