package import TerminalCore

extension Theme.Role {
  /// An inserted row.
  package static let inserted = Theme.Role("inserted", .green)
  /// A deleted row.
  package static let deleted = Theme.Role("deleted", .red)
  /// A moved row.
  package static let moved = Theme.Role("moved", .blue)
  /// A row or cell with new content.
  package static let changed = Theme.Role("changed", .amber)
  /// A status that is not decided yet.
  package static let pending = Theme.Role("pending", .amber)

  /// The roles whose colours can be configured, in the order in which they are listed.
  package static let configurable: [Theme.Role] = [
    text, dim, faint, accent, inserted, deleted, moved, changed, warning, success, failure, pending,
  ]
}
