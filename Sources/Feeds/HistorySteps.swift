internal import CPrefetch

/// The steps of a feed that are kept, by the number of items before each.
///
/// They are in pages, so that none are copied when there are more, and the oldest are discarded one at a time, so that
/// nothing ever waits until many are.
struct HistorySteps: RandomAccessCollection {
  /// The pages from that of the oldest step on; each begins with the step of a multiple of the size of a page.
  private var pages: [[HistoryStep]] = []
  private static let pageSize = 1_024
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
      let (page, offset) = place(of: number)
      yield pages[page][offset]
    }
  }

  private func place(of number: Int) -> (page: Int, offset: Int) {
    (number / Self.pageSize - startIndex / Self.pageSize, number % Self.pageSize)
  }

  /// Adds the step of the next item.
  ///
  /// - Complexity: O(1), amortised.
  mutating func append(_ step: consuming HistoryStep) {
    let offset = endIndex % Self.pageSize
    if offset == 0 || pages.isEmpty {
      var page: [HistoryStep] = []
      page.reserveCapacity(Self.pageSize)
      page += repeatElement(.empty, count: offset)
      pages.append(page)
    }
    pages[pages.count - 1].append(step)
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
    let (page, offset) = place(of: number)
    pages[page].withUnsafeBytes { steps in
      let start = offset * MemoryLayout<HistoryStep>.stride
      for row in 0..<2 {
        let offset = start + row * MemoryLayout<Row>.stride
        let word = steps.load(fromByteOffset: offset, as: UInt.self)
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
    swap(&step, &pages[0][startIndex % Self.pageSize])
    startIndex += 1
    if startIndex.isMultiple(of: Self.pageSize) { pages.removeFirst() }
    return step
  }

  /// Discards all steps.
  mutating func removeAll() { (pages, startIndex) = ([], endIndex) }
}
