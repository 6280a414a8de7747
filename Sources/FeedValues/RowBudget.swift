/// The bounds of rows that are made of other text: of a line, a table, a document, a reply.
///
/// A row that is made can always be read again, so it is no longer than a value may be. Escapes make a row up to six
/// times as long as its text; names in a header, which are repeated in each row, have no such bound of their own: a
/// kilobyte could name the single letters of each of a million lines. So all rows together are at most ``factor``
/// times as long as what they are made of, beyond an allowance that no real header needs.
package struct RowBudget: Sendable {
  /// The maximum number of bytes of a row as JSON, as of any value.
  package static let maximumRow = 64 << 20
  /// The maximum ratio of the rows' length to that of their text, in the long run.
  package static let factor = 20
  /// The number of bytes by which rows may be longer than that.
  static let allowance = 64 << 20
  /// The maximum number of bytes that may be made at once, however much was read before.
  private static let capacity = 1 << 28

  /// The number of bytes that may still be made.
  private(set) var rest = Self.allowance

  /// Creates the budget of a stream that has not begun.
  package init() {}

  /// Creates the budget of rows that are made of one value.
  package init(of value: JSONValue) { note(read: value.text.count) }

  /// Notes that bytes were read of which rows may be made.
  package mutating func note(read count: Int) {
    let (more, overflow) = count.multipliedReportingOverflow(by: Self.factor)
    rest = min(rest + min(overflow ? .max : more, Self.capacity), Self.capacity)
  }

  /// Takes the bytes of a row, or of a document of many rows; returns whether there are as many left, and otherwise
  /// takes none.
  package mutating func take(_ count: Int, isDocument: Bool = false) -> Bool {
    guard count <= (isDocument ? rest : limit) else { return false }
    rest -= count
    return true
  }

  /// The maximum number of bytes of the next row.
  package var limit: Int { min(rest, Self.maximumRow) }

  /// Why a row of as many bytes is refused.
  package static func refusal(_ count: Int) -> String {
    count > maximumRow
      ? FeedText.Malformed.longRow(maximumRow) : FeedText.Malformed.repeatedNames(factor)
  }
}

extension JSONValue {
  /// A row made of JSON text; nil if it is longer than a value may be.
  package static func made(_ json: [UInt8]) -> JSONValue? { made(json, looks: []) }

  /// The same, with the styles of texts in it.
  static func made(_ json: [UInt8], looks: [TextLook]) -> JSONValue? {
    guard json.count <= RowBudget.maximumRow else { return nil }
    return JSONValue(ByteSlice(ByteStore(json, looks: looks), 0..<json.count))
  }
}

/// The row limit for single rows: by their number, and by the bytes of memory that they use.
package struct RowLimit: Hashable, Sendable {
  /// The maximum number of rows; at least one.
  package let rows: Int
  /// The maximum number of bytes: of text, and ``overhead`` for each row.
  package let bytes: Int

  /// The approximate number of bytes of a row in addition to its text.
  package static let overhead = 112

  /// No limit at all.
  package static let none = RowLimit()

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - rows: The maximum number of rows.
  ///   - bytes: The maximum number of bytes.
  /// - Precondition: Both are greater than 0.
  package init(rows: Int = .max, bytes: Int = .max) {
    precondition(rows > 0 && bytes > 0, "a limit must be greater than 0")
    (self.rows, self.bytes) = (rows, bytes)
  }

  /// Whether this many rows with this much text exceed the limit of bytes.
  package func isExceeded(rows: Int, textBytes: Int) -> Bool {
    textBytes > bytes || rows > (bytes - textBytes) / Self.overhead
  }
}
