/// A row of a section: the index path of a sectioned list.
///
/// Like an offset, it counts either in the list before a change or in the one after it; each use
/// says which.
public struct RowIndexPath: Hashable, Sendable, Codable {
  /// The offset of the section.
  public var section: Int
  /// The offset of the row in its section.
  public var row: Int

  /// Makes the index path of a row.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension RowIndexPath: Comparable {
  /// Whether one path comes before another in reading order.
  public static func < (first: RowIndexPath, second: RowIndexPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }
}

extension RowIndexPath: CustomStringConvertible {
  /// The path as a pair of numbers.
  public var description: String { "(\(section), \(row))" }
}
