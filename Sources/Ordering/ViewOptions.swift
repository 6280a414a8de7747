package import Columns
package import FeedValues

/// The initial arrangement of the rows.
package struct ViewOptions: Hashable, Sendable {
  /// The columns to sort by; see ``SortSpec``.
  package var sort: String?
  /// The column to group by; see ``GroupSpec``.
  package var group: String?

  /// The expressions among them, which rows have to have as fields.
  package var derived: [DerivedField] {
    let names =
      (sort.flatMap { SortSpec($0) }?.keys.map(\.name) ?? [])
      + (group.map { [GroupSpec($0).name] } ?? [])
    return names.compactMap { try? Expression.unlessName($0) }.map { DerivedField($0) }
  }

  /// Creates view options; by default rows are ungrouped and in feed order.
  package init(sort: String? = nil, group: String? = nil) {
    (self.sort, self.group) = (sort, group)
  }
}

/// The screen lines of the pinned rows, the rule below them and the table.
package struct PinLayout: Hashable {
  package var pins: Range<Int>
  package var rule: Int?
  package var table: Range<Int>

  /// Divides lines: pinned rows get at most a third, and a low screen has no rule.
  package init(lines: Range<Int>, count: Int) {
    let room = lines.count < 3 ? 0 : max(1, lines.count / 3)
    let pinned = min(count, room)
    let hasRule = pinned > 0 && lines.count >= 6
    pins = lines.prefix(pinned)
    rule = hasRule ? pins.upperBound : nil
    table = pins.upperBound + (hasRule ? 1 : 0)..<lines.upperBound
  }
}

/// A row pinned above the table.
package struct PinnedRow: Sendable, Identifiable {
  /// The current version of the row, or the last one if it was deleted.
  package var row: Row
  /// The slot in the feed; nil if the row is not in the list at the player's position.
  package var slot: Int32?

  package var id: RowID { row.id }
  package var isAbsent: Bool { slot == nil }
}

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
