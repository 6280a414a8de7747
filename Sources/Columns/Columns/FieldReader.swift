package import FeedValues

/// Reads the values of many columns in a single pass over a row, instead of one pass for each column.
///
/// A class, so that it is not copied for each row.
package final class FieldReader: Sendable {
  private let reader: PathReader
  /// For each column, the indices of its paths in the reader.
  private let paths: [Range<Int>]
  /// Creates a reader for some columns.
  package init(_ columns: some Collection<Column>) {
    reader = PathReader(columns.flatMap(\.paths))
    var count = 0
    paths = columns.map { column in
      defer { count += column.paths.count }
      return count..<count + column.paths.count
    }
  }

  /// The values of a row, equal to those of each column's ``Column/value(of:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  package func values(of row: Row) -> [JSONValue?] {
    withValues(of: row) { values in paths.indices.map { values[$0]?.value } }
  }

  /// The values of a row by the indices of the columns.
  package struct Values {
    fileprivate let found: UnsafeBufferPointer<FoundValue?>
    fileprivate let paths: [Range<Int>]

    /// The value of the column at an index; nil if there is none.
    package subscript(column: Int) -> FoundValue? {
      for path in paths[column] {
        if let value = found[path], value.kind != .null { return value }
      }
      return nil
    }
  }

  /// Calls a closure with the values of a row, which are valid during the call only; see ``values(of:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
  package func withValues<Result>(of row: Row, _ body: (Values) -> Result) -> Result {
    reader.withValues(of: row.value) { body(Values(found: $0, paths: paths)) }
  }
}
