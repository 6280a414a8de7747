/// Limits how many pieces of work are done at a time, so that everything else gets its turn soon, whatever a
/// piece costs.
///
/// ```swift
/// var size = SliceSize(taking: .milliseconds(4))
/// let start = ContinuousClock.now
/// let count = work(atMost: size.limit)
/// size.record(count, taking: .now - start)
/// ```
public struct SliceSize: Hashable, Sendable {
  /// The maximum number of pieces to do next; `Int.max` if doing fewer was found to take as long.
  public private(set) var limit: Int
  private let minimum: Int
  private let target: Duration
  /// The last slice, if it took too long: its number of pieces, and its time.
  private var longCount = 0
  private var longTime = Duration.zero

  /// Creates a limit for work of unknown cost.
  ///
  /// - Parameters:
  ///   - target: The time that a slice should take.
  ///   - minimum: The smallest limit.
  /// - Precondition: `target` and `minimum` are greater than 0.
  public init(taking target: Duration, minimum: Int = 16) {
    precondition(target > .zero && minimum > 0, "a slice takes time and has a piece")
    (self.target, self.minimum, limit) = (target, minimum, minimum)
  }

  /// Records a slice.
  ///
  /// - Parameters:
  ///   - count: The number of pieces, which may exceed the limit; nothing is recorded for none.
  ///   - time: The time that they took.
  public mutating func record(_ count: Int, taking time: Duration) {
    guard count > 0 else { return }
    guard time > target else {
      (longCount, longTime) = (0, .zero)
      if limit == .max { limit = max(minimum, count) }
      // By as much as the time left over allows, and at most twice as many: a slice is not to take twice its time
      // before the next one is as short again.
      if count >= limit {
        limit = max(limit, min(limit > .max / 2 ? .max : limit * 2, fitting(count, time)))
      }
      return
    }
    let isShorter = count <= longCount / 2 || count <= minimum && longCount > 0
    if isShorter, longTime * 0.75...longTime * 1.5 ~= time {
      // Fewer pieces than the time before took as long: they are not what takes the time.
      (limit, longCount, longTime) = (.max, 0, .zero)
    } else {
      limit = max(minimum, fitting(count, time))
      (longCount, longTime) = (count, time)
    }
  }

  /// The number of pieces that fit into the time that a slice should take, if some took a given time.
  private func fitting(_ count: Int, _ time: Duration) -> Int {
    guard time > .zero else { return .max }
    return Int(min(Double(count) * (target / time), 0x1p62))
  }
}
