import FeedValues

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

  /// Creates no steps, the first of which will be that after some items.
  init(from count: Int = 0) { (startIndex, endIndex) = (count, count) }

  /// The step before which there are some items.
  ///
  /// - Precondition: The step is kept.
  subscript(number: Int) -> HistoryStep {
    // A part of a step is read without touching its rows.
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
