import Synchronization

/// The changes of an observable list, to be awaited one after the other.
///
/// Changes that a consumer has not taken yet come as one (step by step, as the steps of one change):
/// a consumer that falls behind gets all that it missed at once. The memory held for it is bounded by
/// the rows before and after, whatever the number of mutations, and no rows are copied before it asks.
/// The sequence ends with the list. It is meant for one consumer.
public struct ListChanges<Element: Sendable>: AsyncSequence, Sendable {
  /// Takes the changes, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let log: ListLog<Element>
    var signals: AsyncStream<Void>.Iterator

    /// The next change; nil if the list is gone or the task was cancelled.
    public mutating func next() async -> ListChange<Element>? {
      await next(isolation: nil)
    }

    /// The next change; nil if the list is gone or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ListChange<Element>?
    {
      while true {
        if let change = log.take() { return change }
        guard await signals.next(isolation: actor) != nil else { return log.take() }
      }
    }
  }

  let log: ListLog<Element>

  /// Creates an iterator; only one is to be used.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(log: log, signals: log.signals.makeAsyncIterator())
  }
}

/// Changes on their way from a list to a task.
final class ListLog<Element: Sendable>: Sendable {
  private struct State {
    var changes: [LoggedChange<Element>] = []
    var weight = 0
    /// The weight at which all changes become one.
    var limit = 1024
    /// Steps of a change that was begun to be taken, the next one last.
    var steps: [ListChange<Element>] = []
  }

  /// Signals that there are changes to take; signals that nobody has received yet are combined into one.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Mutex(State())
  private let storage: ListStorage<Element>
  private let isStepwise: Bool

  /// Creates an empty log of changes to stored rows.
  init(of storage: ListStorage<Element>, isStepwise: Bool) {
    self.storage = storage
    self.isStepwise = isStepwise
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Appends a change, while the rows are being changed.
  ///
  /// - Complexity: O(log² *k*) amortised for *k* changes not taken yet.
  func put(_ change: LoggedChange<Element>) {
    state.withLock { state in
      state.changes.append(change)
      state.weight += change.weight
      guard state.weight >= state.limit else { return }
      if let one = LoggedChange.composing(state.changes) {
        state.changes = [one]
        state.weight = one.weight
      }
      state.limit = 2 * state.weight + 1024
    }
  }

  /// Wakes the consumer.
  ///
  /// - Returns: Whether there still is one.
  func wake() -> Bool {
    if case .terminated = signal.yield() { return false }
    return true
  }

  /// Takes out what there is: all changes as one, or the next step of them.
  func take() -> ListChange<Element>? {
    if let step = state.withLock({ $0.steps.popLast() }) { return step }
    // The rows and the changes that led to them belong together.
    let (rows, changes) = storage.read { rows in
      let changes = state.withLock { state in
        defer { state = State() }
        return state.changes
      }
      return (changes.isEmpty ? [] : rows, changes)
    }
    guard let change = LoggedChange.composing(changes), !change.difference.isEmpty else {
      return nil
    }
    guard isStepwise else { return change.change(to: rows) }
    var steps = Array(change.steps(to: rows).reversed())
    let first = steps.popLast()
    state.withLock { $0.steps = steps }
    return first
  }

  func finish() {
    signal.finish()
  }
}
