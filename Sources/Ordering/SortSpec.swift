import Columns

/// The columns to sort by as the user names them: `status,-bytes`.
package struct SortSpec: Hashable, Sendable {
  /// The title, name, path or expression of a column, and the direction of its values.
  package struct Key: Hashable, Sendable {
    package var name: String
    package var isDescending: Bool

    package init(_ name: String, isDescending: Bool) {
      (self.name, self.isDescending) = (name, isDescending)
    }
  }

  /// The columns, the one that decides first in front.
  package var keys: [Key]

  package init(_ keys: [Key]) { self.keys = keys }

  /// Reads columns between commas, each after `-` in descending order; nil if one of them has no name.
  package init?(_ text: String) {
    keys = ColumnSpec.split(text, at: ",").map { part in
      let name = part.trimming.drop { $0 == "-" }
      return Key(String(name), isDescending: name.count < part.trimming.count)
    }
    guard keys.allSatisfy({ !$0.name.isEmpty }) else { return nil }
  }

  package var description: String {
    keys.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: ",")
  }
}
