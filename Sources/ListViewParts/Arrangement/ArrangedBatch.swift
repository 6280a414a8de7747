package import Feeds
package import ListDiffing
package import TableModel

/// What became of rows, each of them once.
package struct NetChanges: Sendable {
  var changes: [NetChange]
}

/// What became of one row, between two lists of the feed.
struct NetChange: Sendable {
  /// A row before or after a change.
  struct Side: Sendable {
    var row: Row
    var slot: Int32
    var place: Int64
  }

  var old: Side?
  var new: Side?

  var oldSlot: Int? { old.map { Int($0.slot) } }
  var newSlot: Int? { new.map { Int($0.slot) } }
}

/// A change of the table's rows.
package struct ArrangedBatch: Sendable {
  /// The offsets.
  package let updates: BatchUpdates
  /// The handles of the rows, which are their slots.
  package let handles: BatchHandles
  /// Whether rows say something else that does not count as a change, as a running clock does.
  package let hasSilentChanges: Bool
  /// The rows as they were before, as far as they changed.
  package let leftRows: LeftRows
}

/// The rows of a table before a change: those that left their place or changed are known.
package struct LeftRows: RowSource {
  package let count: Int
  /// Where each change found its row; nil where it was not in the table.
  let offsets: [Int?]
  let changes: [NetChange]

  package subscript(offset: Int) -> Row {
    guard let index = offsets.firstIndex(of: offset), let row = changes[index].old?.row else {
      preconditionFailure("a row that did not change is not asked for")
    }
    return row
  }

  package func handle(at offset: Int) -> Int {
    guard let index = offsets.firstIndex(of: offset), let slot = changes[index].old?.slot else {
      preconditionFailure("a row that did not change is not asked for")
    }
    return Int(slot)
  }

  package func offset(ofHandle handle: Int) -> Int? {
    changes.firstIndex { $0.old.map { Int($0.slot) } == handle }.flatMap { offsets[$0] }
  }
}
