package import FeedValues
internal import RowTree

/// The rows of a feed at one time, in its order.
///
/// A copy shares everything unchanged with the list it was made from, so that the lists before and
/// after a change can exist side by side. Each row has a slot, a small number that it keeps as long as it
/// is in the list, whatever its content and position.
package struct FeedRows: Sendable {
  /// A row and its position.
  package struct Slot: Sendable {
    /// The row; nil if the slot is free.
    package internal(set) var row: Row?
    /// A number that grows along the list; valid while ``FeedRows/numbering`` stays the same.
    package internal(set) var place: Int64

    /// An empty slot.
    package static let free = Slot(row: nil, place: 0)
  }

  /// An element of the tree of places; 12 bytes, which it would not be with a word of eight.
  struct OrderedSlot: SummarizedElement {
    private let high: Int32
    private let low: UInt32
    let slot: Int32

    init(place: Int64, slot: Int32) {
      (high, low) = (Int32(truncatingIfNeeded: place >> 32), UInt32(truncatingIfNeeded: place))
      self.slot = slot
    }

    var place: Int64 { Int64(high) << 32 | Int64(low) }
    var summary: NoSummary { NoSummary() }
  }

  var slots = PagedArray<Slot>()
  var order = RankTree<OrderedSlot>()
  /// The number of the current numbering of places.
  package internal(set) var numbering = 0
  /// The number of bytes of the text of all rows.
  package internal(set) var textBytes = 0

  /// Whether to look at all rows takes longer than a frame: there are more than 20,000, or they are as long as that
  /// many usual ones together.
  package var isLong: Bool {
    count > Self.longCount || count > 1 && textBytes > Self.longCount * Self.usualBytes
  }

  /// The number of rows to look at in a time in which this many usual rows, of half a kilobyte, are looked at.
  ///
  /// - Parameter usual: The number of rows of usual length, greater than 0.
  /// - Returns: As many, or fewer if the rows of this list are longer on average; at least 1.
  package func slice(_ usual: Int) -> Int {
    let most = usual.multipliedReportingOverflow(by: Self.usualBytes)
    let average = textBytes / Swift.max(1, count)
    guard average > Self.usualBytes, !most.overflow else { return usual }
    return Swift.max(1, most.partialValue / average)
  }

  /// The number of rows that make a list long, and the bytes of the text of a usual row.
  private static let (longCount, usualBytes) = (20_000, 512)

  /// Creates an empty list.
  package init() {}

  /// The number of slots, including free ones.
  package var slotCount: Int { slots.count }

  /// The content of a slot; empty for one that does not exist yet.
  ///
  /// - Complexity: O(1).
  package func slot(_ number: Int32) -> Slot {
    Int(number) < slots.count ? slots[Int(number)] : .free
  }

  /// The place of the row in a slot that exists.
  ///
  /// - Complexity: O(1).
  package func place(of number: Int32) -> Int64 { slots[Int(number)].place }

  /// The upper half of a place, which tells most places apart: all but those of rows inserted between neighbours.
  package static func upperHalf(ofPlace place: Int64) -> UInt32 {
    UInt32(clamping: (place >> Int64(lowerPlaceBits)) + 1 << 31)
  }

  /// The number of bits that the upper half of a place is without.
  static let lowerPlaceBits = 31

  /// The slot of the row at an offset.
  ///
  /// - Complexity: O(log *n*).
  package func slotNumber(at offset: Int) -> Int32 { order[offset].slot }

  /// The offset of the row at a place.
  ///
  /// - Complexity: O(log *n*).
  package func offset(ofPlace place: Int64) -> Int { order.position { $0.place < place }.rank }

  /// Calls a closure for the slots of the rows at some offsets, in their order.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* rows.
  package func forEachSlot(in offsets: Range<Int>, _ body: (Int32) -> Void) {
    order.forEach(in: offsets) { body($0.slot) }
  }

  /// Gives the rows up, so that another copy of the list can be changed without copying what both share.
  ///
  /// - Parameter keepsOrder: Whether offsets of places can still be asked for, and the number of rows.
  package mutating func release(keepsOrder: Bool) {
    slots = PagedArray()
    if !keepsOrder { order = RankTree() }
  }

  /// The hash of the identity of the row in a slot; nil if the slot is free.
  func idHash(in slot: Int32) -> UInt64? { slots[Int(slot)].row?.idHash }

  /// Whether the row in a slot has an identity.
  func hasRow(in slot: Int32, with id: RowID) -> Bool { slots[Int(slot)].row?.has(id) ?? false }

  /// Whether the row in a slot has the identity of another row.
  func hasRow(in slot: Int32, like row: Row) -> Bool {
    slots[Int(slot)].row?.hasSameID(as: row) ?? false
  }

  /// Whether the row in a slot has the content of another row.
  func hasContent(in slot: Int32, of row: Row) -> Bool {
    slots[Int(slot)].row?.value.hasSameContent(as: row.value) ?? false
  }

  /// The row in a slot.
  ///
  /// - Precondition: The slot is not free.
  /// - Complexity: O(1).
  package func row(in slot: Int32) -> Row {
    guard let row = slots[Int(slot)].row else { preconditionFailure("the slot is free") }
    return row
  }
}

extension FeedRows: RandomAccessCollection {
  /// The offset of the first row.
  package var startIndex: Int { 0 }
  /// The offset after the last row.
  package var endIndex: Int { order.count }

  /// The row at an offset.
  ///
  /// - Complexity: O(log *n*).
  package subscript(offset: Int) -> Row { row(in: order[offset].slot) }

  /// Iterates over the rows, O(1) each.
  package func makeIterator() -> Iterator { Iterator(rows: self) }

  /// An iterator over rows.
  package struct Iterator: IteratorProtocol {
    let rows: FeedRows
    private var buffer: [Int32] = []
    private var position = 0
    private var offset = 0

    init(rows: FeedRows) { self.rows = rows }

    /// The next row; nil after the last one.
    package mutating func next() -> Row? {
      if position == buffer.count {
        let end = Swift.min(offset + 256, rows.endIndex)
        guard offset < end else { return nil }
        buffer.removeAll(keepingCapacity: true)
        var slots: [Int32] = buffer
        rows.forEachSlot(in: offset..<end) { slots.append($0) }
        (buffer, position, offset) = (slots, 0, end)
      }
      defer { position += 1 }
      return rows.row(in: buffer[position])
    }
  }
}

/// A list, and how it differs from the one at the last examination.
package struct FeedUpdate: Sendable {
  /// A slot whose content may have changed.
  package struct ChangedSlot: Sendable {
    /// The slot's number.
    package let number: Int32
    /// The former content of the slot; its place is that in the list of the last examination.
    package let old: FeedRows.Slot

    /// Creates a changed slot of its parts.
    package init(number: Int32, old: FeedRows.Slot) { (self.number, self.old) = (number, old) }
  }

  /// The slots whose content may have changed.
  package enum Changes: Sendable {
    /// These, each at least once; the first time with what it contained at the last examination.
    case slots([ChangedSlot])
    /// Any of them.
    case anySlot
    /// A different list, which assigns slots anew.
    case otherList
  }

  /// The rows now.
  package let rows: FeedRows
  /// The changes from the rows before.
  package let changes: Changes

  /// Creates an update of its parts.
  package init(rows: FeedRows, changes: Changes) { (self.rows, self.changes) = (rows, changes) }
}
