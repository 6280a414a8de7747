package import Feeds

/// Reads the values of many columns in one walk over a row, where each of them alone would look
/// through the whole row again.
package struct FieldReader: Sendable {
  private struct Node {
    var children: [String: Int] = [:]
    /// The columns that have a value here, and which of their paths this is.
    var targets: [(column: Int, rank: Int)] = []
  }

  private var nodes = [Node()]
  private let count: Int

  /// Makes a reader of columns.
  init(_ columns: some Collection<Column>) {
    count = columns.count
    for (number, column) in columns.enumerated() {
      for (rank, path) in column.paths.enumerated() {
        var node = 0
        for name in path.names {
          if let child = nodes[node].children[name] {
            node = child
          } else {
            nodes.append(Node())
            nodes[node].children[name] = nodes.count - 1
            node = nodes.count - 1
          }
        }
        nodes[node].targets.append((number, rank))
      }
    }
  }

  /// The values of a row, as each column's ``Column/value(of:)`` would find them.
  ///
  /// - Complexity: O(*m*) in the length of the text of the row, for each level of nesting.
  package func values(of row: Row) -> [JSONValue?] {
    var values = [JSONValue?](repeating: nil, count: count)
    var ranks = [Int](repeating: .max, count: count)
    read(row.value, at: 0, &values, &ranks)
    return values
  }

  private func read(
    _ value: JSONValue,
    at node: Int,
    _ values: inout [JSONValue?],
    _ ranks: inout [Int]
  ) {
    let kind = value.kind
    if kind != .null {
      for (column, rank) in nodes[node].targets where rank < ranks[column] {
        (values[column], ranks[column]) = (value, rank)
      }
    }
    let children = nodes[node].children
    guard kind == .object, !children.isEmpty else { return }
    // Of a name that stands twice, the first member counts.
    var found: [Int] = []
    value.forEachMember { name, member in
      if let child = children[name], !found.contains(child) {
        found.append(child)
        read(member, at: child, &values, &ranks)
      }
      return found.count < children.count
    }
  }
}
