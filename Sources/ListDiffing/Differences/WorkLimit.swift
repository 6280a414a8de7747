/// A limit to the search for the least difference.
///
/// When the limit is reached, or the work is cancelled, what was paired so far stays paired; of the
/// rest, rows not looked at yet are deleted and inserted, and rows paired but not put in line are
/// moved. That difference says more than it needs to, and is never wrong: applying it gives the
/// new list.
///
/// ```swift
/// // In a task that is cancelled when the next snapshot arrives:
/// let latest = Difference(from: old, to: new, limit: .untilTaskIsCancelled)
/// ```
public struct WorkLimit: Sendable {
  /// The most steps to take, each about one comparison or one hash; nil for no limit.
  public let steps: Int?
  /// Asked every few thousand steps; once true, the work ends.
  public let isCancelled: (@Sendable () -> Bool)?

  /// Creates a limit of a number of steps, a question, or both.
  ///
  /// - Parameters:
  ///   - steps: The most steps to take, 0 or more; nil for no limit.
  ///   - isCancelled: Asked every few thousand steps; once true, the work ends.
  public init(steps: Int? = nil, isCancelled: (@Sendable () -> Bool)? = nil) {
    precondition(steps ?? 0 >= 0, "the number of steps must not be negative")
    self.steps = steps
    self.isCancelled = isCancelled
  }

  /// No limit but the strategy's own.
  public static var none: WorkLimit { WorkLimit() }

  /// Ends the work when the current task is cancelled.
  public static var untilTaskIsCancelled: WorkLimit {
    WorkLimit { Task.isCancelled }
  }
}

extension Difference {
  /// Why a diff ended, and with that how good the difference is; it is correct in any case.
  public enum Completion: Hashable, Sendable, CaseIterable {
    /// No other difference of the strategy's kind takes fewer deletions, insertions and moves.
    ///
    /// Heckel's strategy, which looks for no least difference, ends so as well.
    case complete
    /// The strategy did all that it does, and another difference may be shorter: identities repeat
    /// and many edits lie between the lists, or the identities' hashes hardly distinguish them.
    case approximate
    /// The steps of the limit were used up; the difference is longer than it has to be.
    case workLimitReached
    /// The work was cancelled; the difference is longer than it has to be.
    case cancelled

    /// Whether the strategy ran to its end: no limit stopped it, and it was not cancelled.
    public var isFinished: Bool {
      switch self {
      case .complete, .approximate: true
      case .workLimitReached, .cancelled: false
      }
    }
  }
}
