internal import CPrefetch
internal import RowTree

/// Asks for memory ahead of time, so that the processor waits once for what many items need, and not for each in
/// turn: the rows of a long list are nowhere near each other.
extension RowList {
  /// The number of items for which memory is asked for at a time: what they need fits into the nearest cache.
  static let prefetchedItems = 64
  /// The minimum number of rows: a shorter list is in a cache anyway.
  private static let fewRows = 20_000

  /// Asks for the memory that some items will need.
  func prefetch(for items: ArraySlice<FeedItem>) {
    guard items.count > 1, count > Self.fewRows else { return }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: items.count) { buffer in
      var tags = 0
      for item in items {
        let id: RowID
        switch item {
        case .upsert(let row, _): id = row.id
        case .delete(let other, _): id = other
        case .snapshot: continue
        }
        buffer.initializeElement(at: tags, to: RowIndex.tag(of: id))
        index.prefetch(buffer[tags])
        tags += 1
      }
      for tag in buffer[..<tags] { index.firstSlot(tag).map(prefetchSlot) }
      for tag in buffer[..<tags] { index.firstSlot(tag).map(prefetchText) }
    }
    guard count + items.count > limit.rows else { return }
    // As many may be evicted.
    let oldest = count - items.count..<count
    rows.forEachSlot(in: oldest) { prefetchSlot(Int($0)) }
    rows.forEachSlot(in: oldest) { prefetchText(Int($0)) }
    rows.forEachSlot(in: oldest) { index.prefetch(RowIndex.tag(of: rows.row(in: $0).id)) }
  }

  private func prefetchSlot(_ slot: Int) { CPrefetch.prefetch(rows.slots.address(of: slot)) }

  /// Asks for the text of a row, and for the references to it.
  private func prefetchText(_ slot: Int) {
    guard let (store, text) = textAddress(slot) else { return }
    CPrefetch.prefetch(store)
    for line in 0..<3 { CPrefetch.prefetch(text + 64 * line) }
  }

  /// Where the store and the text of the row in a slot are; nil for a free slot.
  ///
  /// They are read as plain numbers: to count a reference is to wait for the store.
  func textAddress(_ slot: Int) -> (store: UnsafeRawPointer, text: UnsafeRawPointer)? {
    let row = rows.slots.address(of: slot)
    guard let store = row.load(as: UnsafeRawPointer?.self) else { return nil }
    let start = row.load(fromByteOffset: MemoryLayout<ByteStore>.size, as: UInt32.self)
    // The type, the number of references, and the header are in front of the bytes.
    return (store, store + 16 + MemoryLayout<ByteStore.Header>.size + Int(start))
  }
}
