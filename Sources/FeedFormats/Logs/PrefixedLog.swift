import FeedValues
import Values

extension LineForm {
  static let prefixed = LineForm(FeedText.Lines.prefixed, PrefixedLog.read)
}

/// JSON behind what the program that collected it writes in front of each line: `web-1  | {…}` (docker compose), `[1] {…}`
/// (concurrently), `2026-05-18T18:16:07Z {…}` (`kubectl logs --timestamps`).
enum PrefixedLog {
  private static let source = LogName("source")
  /// The maximum length of what stands in front.
  private static let longestPrefix = 128

  /// The fields of the object, after the time or the name in front of it.
  static func read(_ line: UnsafeBufferPointer<UInt8>) -> LogRecord? {
    guard let start = line.prefix(longestPrefix).firstIndex(of: UInt8(ascii: "{")), start > 1,
      line[start - 1].isBlank
    else { return nil }
    var scanner = JSONScanner()
    guard case .value(let end) = scanner.scan(line, from: start),
      line[end...].allSatisfy(\.isJSONSpace), var record = prefix(LogCursor(line), end: start)
    else { return nil }
    let value = JSONValue(ByteSlice(copying: UnsafeBufferPointer(rebasing: line[start..<end])))
    // The object may have a source of its own.
    if value.member("source") != nil { record.rename(source, to: LogName("container")) }
    var isEmpty = true
    value.forEachMember { name, member in
      isEmpty = false
      record.replace(LogName(name), .json(member.text.withBytes { Array($0) }))
      return true
    }
    return isEmpty ? nil : record
  }

  /// The prefix of an object: a time, a name in brackets, or a name before a bar.
  private static func prefix(_ line: LogCursor, end: Int) -> LogRecord? {
    var cursor = line
    var record = LogRecord()
    if cursor.peek() == UInt8(ascii: "[") {
      guard let name = cursor.enclosed("[", "]") else { return nil }
      record.add(source, .text(name))
    } else if let time = cursor.time(), time.kind == .full {
      record.add(.time, .text(time.range))
    } else {
      cursor.position = line.position
      guard let name = cursor.take(while: { !$0.isBlank && $0 != UInt8(ascii: "{") }) else {
        return nil
      }
      cursor.skipSpaces()
      guard cursor.skip("|") else { return nil }
      record.add(source, .text(name))
    }
    cursor.skipSpaces()
    return cursor.position == end ? record : nil
  }
}
