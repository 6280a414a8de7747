package import Feeds

/// The columns of rows that are written for other programs, whose cells contain whole values.
///
/// Without a choice they are the fields at the top of the rows, in the order in which they first occur. A choice
/// of columns is followed as on the screen, except that these are its default columns. A field that is hidden is
/// not taken out of a field that contains it.
package struct ExportColumns {
  /// A column.
  package struct Column {
    /// The title that the user gave it, or the name of its field.
    package let title: String
    fileprivate let path: FieldPath
  }

  /// The columns, from left to right.
  package let columns: [Column]
  /// The offsets of the columns of fields at the top of the rows, by the names of these.
  private let offsets: [MemberKey: [Int]]
  /// The offsets of all other columns.
  private let others: [Int]

  /// The name for rows that are not objects.
  private static let scalarName = "value"
  /// The maximum number of names that are told apart.
  private static let manyNames = 4_096

  /// Creates the columns.
  ///
  /// - Parameters:
  ///   - spec: The choice; nil for all fields.
  ///   - rows: The rows to write.
  /// - Complexity: O(*n*) in the length of the rows.
  package init(_ spec: ColumnSpec?, of rows: [JSONValue]) {
    let spec = spec ?? ColumnSpec()
    var columns: [Column] = []
    var seen: Set<MemberKey> = []
    for item in spec.items {
      let path = Self.resolved(item.path, in: rows)
      if path.names.count <= 1 { seen.insert(MemberKey(path.names.first ?? Self.scalarName)) }
      guard item.visibility != .hidden else { continue }
      let name = path.names.isEmpty ? Self.scalarName : item.path.description
      columns.append(Column(title: item.title ?? name, path: path))
    }
    if spec.showsOthers {
      for row in rows {
        guard row.kind == .object else {
          if seen.insert(MemberKey(Self.scalarName)).inserted {
            columns.append(Self.top(Self.scalarName))
          }
          continue
        }
        row.forEachMember { name, _ in
          if seen.insert(MemberKey(name)).inserted { columns.append(Self.top(name)) }
          return seen.count < Self.manyNames
        }
      }
    }
    self.columns = columns
    var (offsets, others): ([MemberKey: [Int]], [Int]) = ([:], [])
    for (offset, column) in columns.enumerated() {
      if column.path.names.count == 1 {
        offsets[MemberKey(column.path.name), default: []].append(offset)
      } else {
        others.append(offset)
      }
    }
    (self.offsets, self.others) = (offsets, others)
  }

  private static func top(_ name: String) -> Column {
    Column(title: name, path: FieldPath([name]))
  }

  /// The values of a row's cells; nil where it has no such field.
  ///
  /// - Complexity: O(*n*) in the length of the row for each column of a field that is not at the top.
  package func cells(of row: JSONValue) -> [JSONValue?] {
    var cells = [JSONValue?](repeating: nil, count: columns.count)
    guard row.kind == .object else {
      for (offset, column) in columns.enumerated()
      where column.path.names.isEmpty || column.path.names == [Self.scalarName] {
        cells[offset] = row
      }
      return cells
    }
    if !offsets.isEmpty {
      row.forEachMember { name, value in
        for offset in offsets[MemberKey(name)] ?? [] where cells[offset] == nil {
          cells[offset] = value
        }
        return true
      }
    }
    for offset in others { cells[offset] = row[columns[offset].path] }
    return cells
  }

  /// The field that a path refers to in some rows.
  private static func resolved(_ path: FieldPath, in rows: [JSONValue]) -> FieldPath {
    guard !path.names.isEmpty, !rows.contains(where: { $0[path] != nil }) else { return path }
    var paths: [FieldPath] = []
    var seen: Set<FieldPath> = []
    func visit(_ value: JSONValue, _ parent: FieldPath) {
      guard seen.count < manyNames else { return }
      if value.kind == .array {
        value.firstElement.map { visit($0, parent.appending(FieldPath.elements)) }
      }
      guard value.kind == .object else { return }
      value.forEachMember { name, member in
        let path = parent.appending(name)
        if seen.insert(path).inserted { paths.append(path) }
        if path.names.count < deepest { visit(member, path) }
        return true
      }
    }
    for row in rows { visit(row, FieldPath([])) }
    return path.resolved(among: paths)
  }

  /// The depth below which no field is looked for by an abbreviated name.
  private static let deepest = 16
}
