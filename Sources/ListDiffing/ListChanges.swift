import Synchronization

/// The changes of an observable list, to be awaited one after the other.
///
/// What a consumer has not taken yet is held as one change, or, step by step, as at most 64: a
/// consumer that falls behind gets what it missed at once, and no list of changes grows without
/// bound. The sequence ends with the list. It is meant for one consumer.
public struct ListChanges<Row: Sendable>: AsyncSequence, Sendable {
  /// Takes the changes, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let mailbox: ListMailbox<Row>
    var signals: AsyncStream<Void>.Iterator

    /// The next change; nil where the list is gone or the task was cancelled.
    public mutating func next() async -> ListChange<Row>? {
      await next(isolation: nil)
    }

    /// The next change; nil where the list is gone or the task was cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ListChange<Row>? {
      while true {
        if let change = mailbox.take() { return change }
        guard await signals.next(isolation: actor) != nil else { return mailbox.take() }
      }
    }
  }

  let mailbox: ListMailbox<Row>

  /// Makes an iterator; only one is to be used.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(mailbox: mailbox, signals: mailbox.signals.makeAsyncIterator())
  }
}

/// Changes on their way from a list to a task.
final class ListMailbox<Row: Sendable>: Sendable {
  /// Tells that there is something to take; one signal stands for all that came before it.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let pending = Mutex<[ListChange<Row>]>([])
  private let bound: Int

  /// Makes an empty mailbox.
  ///
  /// - Parameter bound: How many changes it holds before it makes one of them.
  init(bound: Int) {
    self.bound = bound
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Puts a change in.
  ///
  /// - Returns: Whether anybody can still take it.
  func put(_ change: ListChange<Row>) -> Bool {
    pending.withLock { pending in
      if pending.count >= bound, let first = pending.first {
        let missed = pending.dropFirst().reduce(first) { $0.followed(by: $1) }
        pending = [missed.followed(by: change)]
      } else {
        pending.append(change)
      }
    }
    if case .terminated = signal.yield() { return false }
    return true
  }

  /// Takes the oldest change out.
  func take() -> ListChange<Row>? {
    pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func finish() {
    signal.finish()
  }
}
