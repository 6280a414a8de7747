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
