import FeedValues
import Values

extension LineForm {
  static let audit = LineForm(FeedText.Lines.audit) { AuditLog.read(LogCursor($0)) }
}

/// Records of the audit system of Linux: `type=LOGIN msg=audit(1700000000.123:456): pid=1 msg='op=x res=failed'`.
///
/// Source: Red Hat Enterprise Linux, "Security hardening", "Understanding Audit log files".
enum AuditLog {
  static func read(_ line: LogCursor) -> LogRecord? {
    var cursor = line
    guard cursor.skip(text: "type="), let type = cursor.word(), cursor.skip(text: " msg=audit("),
      let time = cursor.take(while: { $0.isDigit || $0 == UInt8(ascii: ".") }), cursor.skip(":"),
      let serial = cursor.digits(1...20), cursor.skip(text: "):")
    else { return nil }
    var record = LogRecord()
    record.add(.time, .part(time))
    record.add(LogName("type"), .text(type))
    record.add(LogName("serial"), .part(serial))
    takePairs(&cursor, into: &record)
    return record
  }

  /// Reads pairs to the end, those of programs within single quotation marks as well; of equal names the first counts.
  private static func takePairs(_ cursor: inout LogCursor, into record: inout LogRecord) {
    var names = Set(record.fields.map(\.name))
    while !cursor.isAtEnd {
      // Names that the system found for numbers are behind a separator of groups.
      guard cursor.skipSpaces() == 0, !"'\u{1D},".utf8.contains(cursor.peek()) else {
        cursor.position += cursor.isAtEnd || !"'\u{1D},".utf8.contains(cursor.peek()) ? 0 : 1
        continue
      }
      let start = cursor.position
      guard let name = cursor.take(while: { $0.isNamePart }), cursor.skip("=") else {
        cursor.position = start
        _ = cursor.word()
        continue
      }
      // The pairs that follow are read as any.
      if cursor.skip("'") { continue }
      let value = cursor.quoted() ?? cursor.take { !$0.isBlank && !"'\u{1D}".utf8.contains($0) }
      let field = LogName(cursor.bytes[name])
      if let value, names.insert(field).inserted { record.add(field, .part(value)) }
    }
  }
}
