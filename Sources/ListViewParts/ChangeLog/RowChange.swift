import Columns
package import FeedIdentity
package import FeedValues
internal import ListDiffing
internal import TerminalCore

/// A change of a row from one list to the next.
///
/// Offsets count from 0: those of deletions and the sources of moves refer to the list before, all others to
/// the list after. Rows of a feed of single events have none.
package enum RowChange: Sendable {
  /// A row was deleted.
  case deletion(Row, offset: Int?)
  /// A row moved.
  case move(Row, from: Int, to: Int)
  /// A row was inserted.
  case insertion(Row, offset: Int?)
  /// The given fields of a row changed.
  case update(old: Row, new: Row, fields: [ChangedField])

  /// The smallest set of changes from one list to another.
  ///
  /// - Parameters:
  ///   - before: The rows before, with unique identities.
  ///   - after: The rows after, with unique identities.
  ///   - clocks: The fields whose progress does not count as a change.
  /// - Returns: Deletions, then moves, insertions and updates, each by offset.
  /// - Complexity: O(*n* log *n*), or O(*n*) if no row moved.
  package static func changes(
    from before: [Row],
    to after: [Row],
    clocks: VolatileFields = VolatileFields()
  ) -> [RowChange] {
    let difference = Difference(
      from: before,
      to: after,
      identity: { $0.id },
      isContentEqual: clocks.isContentEqual
    )
    return difference.deletions.map { .deletion(before[$0], offset: $0) }
      + difference.moves.map { .move(after[$0.target], from: $0.source, to: $0.target) }
      + difference.insertions.map { .insertion(after[$0], offset: $0) }
      + difference.updates.map { .update(from: before[$0.old], to: after[$0.new], clocks) }
  }

  /// The change of a row that was updated in place.
  package static func update(from old: Row, to new: Row, _ clocks: VolatileFields) -> RowChange {
    let fields = clocks.changes(from: old, to: new).sorted {
      $0.path.names.lexicographicallyPrecedes($1.path.names)
    }
    return .update(old: old, new: new, fields: fields)
  }

  /// A description of an update, field by field: `status: pending → failed, amount: 4 → 5`, without control
  /// characters; empty for other changes.
  package var words: String {
    segments.map(\.text).joined()
  }

  /// The description as styled segments.
  var segments: [Segment] {
    guard case .update(_, _, let fields) = self else { return [] }
    func text(_ value: JSONValue?) -> String {
      guard let value else { return Text.none }
      return DisplayWidth.cut(value.string, to: ChangeLog.valueWidth)
    }
    return fields.enumerated().flatMap { offset, field in
      let path = field.path
      let name = DisplayWidth.cut(path.description, to: ChangeLog.summaryWidth)
      return [
        Segment(text: offset == 0 ? "" : ", ", role: .dim),
        Segment(text: path.names.isEmpty ? "" : name + ": ", role: .dim),
        Segment(text: text(field.old), role: .deleted), Segment(text: " → ", role: .dim),
        Segment(text: text(field.new), role: .inserted),
      ]
    }
  }

  /// The row; after the change unless it was deleted.
  package var row: Row {
    switch self {
    case .deletion(let row, _), .move(let row, _, _), .insertion(let row, _): row
    case .update(_, let new, _): new
    }
  }
}

extension RowChange {
  /// The words for changes.
  package enum Text {
    package static let inserted = "inserted"
    package static let deleted = "deleted"
    package static let none = "none"
    package static func moved(from source: Int, to target: Int) -> String {
      "from \(source) to \(target)"
    }
  }
}
