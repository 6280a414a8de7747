internal import Searching
internal import FeedStore
internal import FeedValues

/// The former content of the slots that changed.
struct SlotsBeforeUpdate: Sendable {
  private var changed: [FeedUpdate.ChangedSlot] = []
  /// The numbers of the slots above their offsets in `changed`, in ascending order; nil if all slots of
  /// another list may have changed.
  private var numbers: [UInt64]? = []
  private var all = FeedRows()

  /// Creates the contents of no slot.
  init() {}

  /// Creates the contents of the slots that an update changes; nil if it replaces the list.
  ///
  /// - Parameters:
  ///   - rows: The rows before the update, which are needed only if any slot may have changed.
  ///   - update: The update.
  init?(_ rows: FeedRows, _ update: FeedUpdate) {
    switch update.changes {
    case .otherList: return nil
    case .anySlot: (numbers, all, count) = (nil, rows, max(rows.slotCount, update.rows.slotCount))
    case .slots(let changed):
      self.changed = changed
      numbers = changed.indices.map { UInt64(changed[$0].number) << 32 | UInt64($0) }.sorted()
      count = changed.count
    }
  }

  /// The number of slots; one that changed several times may count several times.
  private(set) var count = 0

  /// Calls a closure for each slot, once, in ascending order.
  ///
  /// - Parameter body: The closure.
  func forEach(_ body: (Int32, FeedRows.Slot) -> Void) {
    guard let numbers else {
      for slot in 0..<Int32(count) { body(slot, all.slot(slot)) }
      return
    }
    var previous: Int32 = -1
    for number in numbers {
      let slot = changed[Int(number & 0xFFFF_FFFF)]
      guard slot.number != previous else { continue }
      previous = slot.number
      body(slot.number, slot.old)
    }
  }

  /// All rows before the change, given those after it.
  func rows(after rows: FeedRows) -> ComparedRows {
    numbers == nil ? ComparedRows(all) : ComparedRows(rows, before: self)
  }

  /// The former content of a slot; nil if it has not changed.
  fileprivate func slot(_ number: Int32) -> FeedRows.Slot? {
    guard let numbers else { return all.slot(number) }
    let start = UInt64(number) << 32
    let index = numbers.partitioningIndex { $0 >= start }
    guard index < numbers.count, numbers[index] >> 32 == UInt64(number) else { return nil }
    return changed[Int(numbers[index] & 0xFFFF_FFFF)].old
  }
}

/// The rows of a list, or of the list that it was before a change.
struct ComparedRows: Sendable {
  private let rows: FeedRows
  private let before: SlotsBeforeUpdate?

  /// Takes the rows of a list; with `before`, those that it had before the change.
  init(_ rows: FeedRows, before: SlotsBeforeUpdate? = nil) {
    (self.rows, self.before) = (rows, before)
  }

  /// The content of a slot; empty if it is free.
  func slot(_ number: Int32) -> FeedRows.Slot { before?.slot(number) ?? rows.slot(number) }

  /// The place of the row in a slot.
  func place(of slot: Int32) -> Int64 { before?.slot(slot)?.place ?? rows.place(of: slot) }
}
