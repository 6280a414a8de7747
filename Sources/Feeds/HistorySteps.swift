internal import CPrefetch

/// The steps of a feed that are kept, by the number of items before each.
///
/// A ring buffer: the oldest steps are discarded one at a time, so that nothing ever waits until many are.
struct HistorySteps: RandomAccessCollection {
  /// The step before which there are *n* items is in slot *n* modulo the number of slots, a power of two.
  private var slots = [HistoryStep.empty]
  /// The number of items whose steps are no longer kept.
  private(set) var startIndex = 0
  /// The number of items.
  private(set) var endIndex = 0

  /// The step before which there are some items.
  ///
  /// - Precondition: The step is kept.
  subscript(number: Int) -> HistoryStep {
    // To read a part of a step, its rows are not touched.
    _read {
      precondition(indices.contains(number), "the step is not kept")
      yield slots[number & (slots.count - 1)]
    }
  }

  /// Adds the step of the next item.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ step: consuming HistoryStep) {
    if count == slots.count { grow() }
    slots[endIndex & (slots.count - 1)] = step
    endIndex += 1
  }

  /// Asks for the memory of the rows of the oldest steps, which nothing has looked at for long: to discard a step is to
  /// count references to them.
  func prefetchOldest(_ count: Int) {
    for number in startIndex..<Swift.min(startIndex + count, endIndex) {
      forEachStoreAddress(ofStep: number) { CPrefetch.prefetch($0) }
    }
  }

  /// Calls the closure with the addresses of the stores of the two rows of a step of single rows, and with others
  /// for other steps.
  ///
  /// They are read as plain numbers, without the bits that tell the kind of a change from another.
  func forEachStoreAddress(ofStep number: Int, _ body: (UnsafeRawPointer?) -> Void) {
    slots.withUnsafeBytes { slots in
      let start = (number & (self.slots.count - 1)) * MemoryLayout<HistoryStep>.stride
      for row in 0..<2 {
        let offset = start + row * MemoryLayout<Row>.stride
        let word = slots.load(fromByteOffset: offset, as: UInt.self)
        body(UnsafeRawPointer(bitPattern: word & 0x00FF_FFFF_FFFF_FFF8))
      }
    }
  }

  /// Discards the oldest step; returns it.
  ///
  /// - Precondition: There is a step.
  mutating func removeFirst() -> HistoryStep {
    precondition(!isEmpty, "no step is kept")
    var step = HistoryStep.empty
    swap(&step, &slots[startIndex & (slots.count - 1)])
    startIndex += 1
    return step
  }

  /// Discards all steps.
  mutating func removeAll() { (slots, startIndex) = ([.empty], endIndex) }

  private mutating func grow() {
    var larger = [HistoryStep](repeating: .empty, count: 2 * slots.count)
    for number in indices { larger[number & (larger.count - 1)] = self[number] }
    slots = larger
  }
}
