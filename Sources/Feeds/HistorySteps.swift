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
  mutating func append(_ step: HistoryStep) {
    if count == slots.count { grow() }
    slots[endIndex & (slots.count - 1)] = step
    endIndex += 1
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
