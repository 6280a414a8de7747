/// Counts the steps of one diff, and says when to stop.
///
/// A loop reports its steps a few thousand at a time: often enough for a cancellation to be felt
/// within microseconds, seldom enough to cost nothing.
@usableFromInline
struct WorkMeter {
  /// How many steps a loop may take between two reports.
  @inlinable
  static var stride: Int { 4096 }

  @usableFromInline
  private(set) var outcome = Difference.Completion.complete
  private var remaining: Int
  private let isCancelled: (@Sendable () -> Bool)?

  /// Makes the meter of a limit.
  @usableFromInline
  init(_ limit: WorkLimit) {
    remaining = limit.steps ?? .max
    isCancelled = limit.isCancelled
    spend(0)
  }

  /// Whether the work may go on.
  @inlinable
  var isRunning: Bool { outcome == .complete }

  /// Reports steps that were taken, and asks whether the work was cancelled meanwhile.
  ///
  /// - Returns: Whether the work may go on.
  @usableFromInline
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    guard outcome == .complete else { return false }
    remaining -= min(steps, remaining)
    if isCancelled?() == true {
      outcome = .cancelled
    } else if remaining == 0, steps > 0 {
      outcome = .workLimitReached
    }
    return outcome == .complete
  }
}
