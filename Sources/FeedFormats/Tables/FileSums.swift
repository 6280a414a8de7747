import FeedValues
import Values

extension LineForm {
  static let checksums = LineForm(FeedText.Lines.checksums) { FileSums.read(LogCursor($0)) }
}

/// The output of sha256sum(1) and its like: a checksum and the name of the file, in GNU's order or, with the algorithm,
/// in that of BSD.
enum FileSums {
  private static let hash = LogName("hash")
  private static let filename = LogName("filename")
  private static let algorithm = LogName("algorithm")

  /// The numbers of hexadecimal digits that checksums have.
  private static let lengths: Set<Int> = [32, 40, 56, 64, 96, 128]

  static func read(_ line: LogCursor) -> LogRecord? {
    var cursor = line
    var record = LogRecord()
    // A name with a line feed in it is written with a backslash in front of all.
    _ = cursor.skip("\\")
    if let sum = sum(&cursor) {
      guard cursor.skip(" "), cursor.skip(" ") || cursor.skip("*"), !cursor.isAtEnd else {
        return nil
      }
      record.add(hash, .text(sum))
      record.add(filename, .text(cursor.position..<cursor.end))
      return record
    }
    // `SHA256 (file) = …`
    guard let name = cursor.take(while: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }),
      cursor.skip(" "), cursor.peek() == UInt8(ascii: "("),
      let file = cursor.enclosed("(", ")"), cursor.skip(text: " = "), let sum = sum(&cursor),
      cursor.isAtEnd
    else { return nil }
    record.add(algorithm, .text(name))
    record.add(filename, .text(file))
    record.add(hash, .text(sum))
    return record
  }

  private static func sum(_ cursor: inout LogCursor) -> Range<Int>? {
    let start = cursor
    guard let digits = cursor.take(while: { $0.isDigit || $0 &- UInt8(ascii: "a") < 6 }),
      lengths.contains(digits.count), cursor.isAtEnd || cursor.peek() == UInt8(ascii: " ")
    else {
      cursor = start
      return nil
    }
    return digits
  }
}
