package import FeedValues
package import ListDiffing
package import TableModel

/// The changes of rows between two lists of the feed, at most one per row.
package struct NetChanges: Sendable {
  var changes: [NetChange]
  /// The contents of the changed slots before the change.
  var before = SlotsBeforeUpdate()
}

/// The change of one row between two lists of the feed.
struct NetChange: Sendable {
  /// A row before or after the change.
  struct Side: Sendable {
    var row: Row
    var slot: Int32
    var place: Int64
  }

  var old: Side?
  var new: Side?

  /// Whether the row has the same slot and place as before.
  var keepsPlace: Bool { old?.slot == new?.slot && old?.place == new?.place }
  var oldSlot: Int? { old.map { Int($0.slot) } }
  var newSlot: Int? { new.map { Int($0.slot) } }
}

/// A batch of changes of the table's rows.
package struct ArrangedBatch: Sendable {
  /// The changes by their offsets.
  package let updates: BatchUpdates
  /// The changes of the sections; nil if rows are not grouped.
  package let sections: SectionUpdate?
  /// The handles of the changed rows, which are their slots.
  package let handles: BatchHandles
  /// Whether the content of rows changed in ways that do not count as a change, such as a running clock.
  package let hasSilentChanges: Bool
  /// The previous versions of the rows that changed.
  package let leftRows: LeftRows
}

/// The rows of a table before a batch; only those that moved or changed are available.
package struct LeftRows: RowSource {
  package let count: Int
  /// The previous offset of each change's row; nil if it was not in the table.
  let offsets: [Int?]
  let changes: [NetChange]

  package subscript(offset: Int) -> Row {
    guard let index = offsets.firstIndex(of: offset), let row = changes[index].old?.row else {
      preconditionFailure("the row did not change, and was not kept")
    }
    return row
  }

  package func handle(at offset: Int) -> Int {
    guard let index = offsets.firstIndex(of: offset), let slot = changes[index].old?.slot else {
      preconditionFailure("the row did not change, and was not kept")
    }
    return Int(slot)
  }

  package func offset(ofHandle handle: Int) -> Int? {
    changes.firstIndex { $0.old.map { Int($0.slot) } == handle }.flatMap { offsets[$0] }
  }
}
