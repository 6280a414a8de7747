/// Counts the steps of one diff, and decides when to stop.
///
/// A loop reports its steps a few thousand at a time: often enough for a cancellation to be felt
/// within microseconds, seldom enough to cost nothing.
@usableFromInline
struct WorkMeter {
  /// The number of steps that a loop may take between two reports.
  @inlinable
  static var stride: Int { 4096 }

  /// Whether the work may go on.
  @usableFromInline
  private(set) var isRunning = true
  /// Why the work ended.
  @usableFromInline
  private(set) var completion = Difference.Completion.complete
  private var remaining: Int
  private let isCancelled: (@Sendable () -> Bool)?

  /// Makes the meter of a limit.
  @usableFromInline
  init(_ limit: WorkLimit) {
    remaining = limit.steps ?? .max
    isCancelled = limit.isCancelled
    spend(0)
  }

  /// Records that the difference may not be minimal, although the work goes on.
  @usableFromInline
  mutating func settleForLess() {
    if isRunning { completion = .approximate }
  }

  /// Reports steps that were taken, and asks whether the work was cancelled meanwhile.
  ///
  /// - Returns: Whether the work may go on.
  @usableFromInline
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    guard isRunning else { return false }
    remaining -= min(steps, remaining)
    if isCancelled?() == true {
      completion = .cancelled
      isRunning = false
    } else if remaining == 0, steps > 0 {
      completion = .workLimitReached
      isRunning = false
    }
    return isRunning
  }
}
