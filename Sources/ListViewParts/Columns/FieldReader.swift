package import Feeds

/// Reads the values of many columns in a single pass over a row, instead of one pass for each column.
package struct FieldReader: Sendable {
  private let reader: PathReader
  /// For each column, the indices of its paths in the reader.
  private let paths: [Range<Int>]
  /// Whether each column has exactly one path, so that the indices coincide.
  private let isPlain: Bool

  /// Creates a reader for some columns.
  init(_ columns: some Collection<Column>) {
    reader = PathReader(columns.flatMap(\.paths))
    var count = 0
    paths = columns.map { column in
      defer { count += column.paths.count }
      return count..<count + column.paths.count
    }
    isPlain = columns.allSatisfy { $0.paths.count == 1 }
  }

  /// The values of a row, equal to those of each column's ``Column/value(of:)``.
  ///
  /// - Complexity: O(*m*) in the length of the row's text.
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
