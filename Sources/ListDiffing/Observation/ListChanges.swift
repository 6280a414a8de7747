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

/// A report of an observable list: a change, and the rows as they are after it.
public struct ListChange<Element> {
  /// The changes from the rows that were reported before to `rows`.
  public let difference: Difference
  /// The number of rows before.
  public let oldCount: Int
  /// The rows after the change; step by step, after this step.
  public let rows: [Element]
  /// Whether no further step of the same mutation follows.
  public let isDone: Bool

  /// The change as a batch for a view.
  public var batchUpdates: BatchUpdates {
    BatchUpdates(unchecked: difference, from: oldCount, to: rows.count)
  }
}

extension ListChange: Equatable where Element: Equatable {}
extension ListChange: Hashable where Element: Hashable {}
extension ListChange: Sendable where Element: Sendable {}

/// Keeps an observer attached to a list, until it is cancelled or released.
public final class ListObservation {
  private var detach: (() -> Void)?

  init(detach: @escaping () -> Void) {
    self.detach = detach
  }

  /// Detaches the observer; nothing is reported to it any more.
  public func cancel() {
    detach?()
    detach = nil
  }

  deinit {
    detach?()
  }
}

/// A change without its rows, and what is needed to tell it step by step: the rows that it updated,
/// as they were.
struct LoggedChange<Element> {
  var difference: Difference
  var oldCount: Int
  var newCount: Int
  /// For offsets before the change of updated rows, those rows as they were.
  var oldContents: [Int: Element] = [:]

  /// The room that it takes: one more than its changes, so that an empty one counts as well.
  var weight: Int { difference.changeCount + 1 }

  /// This change and the next one as one.
  func followed(by next: LoggedChange) -> LoggedChange {
    var contents = oldContents
    if !next.oldContents.isEmpty {
      let map = OffsetMap(difference)
      for (offset, row) in next.oldContents {
        guard let before = map.oldOffset(ofNew: offset), contents[before] == nil else { continue }
        contents[before] = row
      }
    }
    return LoggedChange(
      difference: difference.followed(by: next.difference),
      oldCount: oldCount,
      newCount: next.newCount,
      oldContents: contents
    )
  }

  /// Changes one after the other as one.
  ///
  /// - Parameter changes: The changes, each from where the one before it led.
  /// - Returns: One change; nil of none.
  /// - Complexity: O(*k* log² *k*) for *k* changes in all: neighbours are composed first.
  static func composing(_ changes: [LoggedChange]) -> LoggedChange? {
    var changes = changes
    while changes.count > 1 {
      changes = stride(from: 0, to: changes.count, by: 2).map { place in
        place + 1 < changes.count
          ? changes[place].followed(by: changes[place + 1]) : changes[place]
      }
    }
    return changes.first
  }

  /// The change with the rows after it.
  func change(to rows: [Element]) -> ListChange<Element> {
    ListChange(difference: difference, oldCount: oldCount, rows: rows, isDone: true)
  }

  /// The steps of the change, each with the rows in its state: deletions, moves, insertions, updates.
  ///
  /// - Parameter rows: The rows after the change.
  /// - Returns: Up to four steps.
  /// - Complexity: O(*k* log *k*) for *k* changes where one step does it; else O(*n*) for each step
  ///   but the last.
  func steps(to rows: [Element]) -> [ListChange<Element>] {
    let batch = BatchUpdates(unchecked: difference, from: oldCount, to: newCount)
    let stages = batch.stages()
    var sources: [Int: Int] = [:]
    if stages.count > 1 { for update in difference.updates { sources[update.new] = update.old } }
    // From the last to the first: the rows before a step are those after it, without what it did.
    var current = rows
    var steps: [ListChange<Element>] = []
    for (number, stage) in stages.enumerated().reversed() {
      steps.append(
        ListChange(
          difference: stage.difference,
          oldCount: stage.oldCount,
          rows: current,
          isDone: number == stages.count - 1
        )
      )
      guard number > 0 else { break }
      current = stage.inverted().applied(to: current) { offset in
        sources[offset].flatMap { oldContents[$0] } ?? rows[offset]
      }
    }
    return steps.reversed()
  }
}

extension LoggedChange: Sendable where Element: Sendable {}
