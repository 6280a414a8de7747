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
      for number in items.indices {
        let tag: UInt64
        switch items[number] {
        case .upsert(let row, _), .append(let row, _): tag = RowIndex.tag(of: row)
        case .delete(let id, _): tag = RowIndex.tag(ofHash: id.textHash)
        case .snapshot: continue
        }
        buffer.initializeElement(at: tags, to: tag)
        index.prefetch(buffer[tags])
        tags += 1
      }
      // Every pass needs what the one before has asked for.
      var slots = 0
      func add(_ slot: Int) {
        CPrefetch.prefetch(rows.slots.addressOfPageReference(for: slot))
        buffer[slots] = UInt64(slot)
        slots += 1
      }
      for tag in buffer[..<tags] { index.firstSlot(tag).map(add) }
      let changed = slots
      // The others are new, and as many may be evicted.
      if count + tags - changed > limit.rows {
        rows.forEachSlot(in: count - (tags - changed)..<count) { add(Int($0)) }
      }
      for slot in buffer[..<slots] { rows.prefetchSlot(Int32(slot)) }
      for slot in buffer[..<slots] { prefetchText(Int(slot)) }
      for slot in buffer[changed..<slots] {
        rows.idHash(in: Int32(slot)).map { index.prefetch(RowIndex.tag(ofHash: $0)) }
      }
    }
  }

  /// Asks for the text of a row, and for the references to it.
  private func prefetchText(_ slot: Int) {
    guard let (store, text) = textAddress(slot) else { return }
    CPrefetch.prefetch(store)
    for line in 0..<2 { CPrefetch.prefetch(text + 64 * line) }
  }

  /// Asks for the store of the row in one of the last slots, which are looked at from the last to the first.
  func prefetchStore(ofLast slots: [Int32]) {
    guard slots.count >= Self.slotsAhead else { return }
    let slot = Int(slots[slots.count - Self.slotsAhead])
    if let (store, _) = textAddress(slot) { CPrefetch.prefetch(store) }
  }

  /// How many slots ahead memory is asked for.
  private static let slotsAhead = 8

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

extension FeedRows {
  /// Asks for the memory of a slot, and for the number of references to its page, which a change of it needs.
  package func prefetchSlot(_ slot: Int32) {
    guard Int(slot) < slots.count else { return }
    CPrefetch.prefetch(slots.address(of: Int(slot)))
    CPrefetch.prefetch(slots.addressOfPage(with: Int(slot)))
  }
}
