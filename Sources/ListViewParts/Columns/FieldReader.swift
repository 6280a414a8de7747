package import Feeds

/// Reads the values of many columns in one walk over a row, where each of them alone would look
/// through the whole row again.
package struct FieldReader: Sendable {
  private let reader: PathReader
  /// For each column the numbers of its paths.
  private let paths: [Range<Int>]
  /// Whether each column has one path, whose number is its own.
  private let isPlain: Bool

  /// Creates a reader of columns.
  init(_ columns: some Collection<Column>) {
    reader = PathReader(columns.flatMap(\.paths))
    var count = 0
    paths = columns.map { column in
      defer { count += column.paths.count }
      return count..<count + column.paths.count
    }
    isPlain = columns.allSatisfy { $0.paths.count == 1 }
  }

  /// The values of a row, as each column's ``Column/value(of:)`` would find them.
  ///
  /// - Complexity: O(*m*) in the length of the text of the row.
  package func values(of row: Row) -> [JSONValue?] {
    var values = reader.values(of: row.value)
    for number in values.indices where values[number]?.kind == .null { values[number] = nil }
    guard !isPlain else { return values }
    return paths.map { paths in
      for path in paths where values[path] != nil { return values[path] }
      return nil
    }
  }
}
