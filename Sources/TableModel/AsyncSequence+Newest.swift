extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// The elements of this sequence, of which a reader that is slower sees the newest only.
  ///
  /// The binding of a table to a feed of whole lists: while one is being shown, those that arrive
  /// replace each other, so that a feed faster than the eye neither queues nor falls behind. For
  /// snapshots only: batches are relative to each other, and none of them may be left out.
  ///
  /// ```swift
  /// for await snapshot in feed.newest() { table.rows = snapshot }
  /// ```
  ///
  /// The sequence is read in a task of its own, which ends with the stream. At most one element is
  /// kept.
  public func newest() -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        for await element in self { continuation.yield(element) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The elements of this sequence, of which a reader that is slower sees the newest only, up to
  /// an error.
  ///
  /// An element that was not read before the error came is still read before it. See the overload
  /// for sequences that cannot fail.
  public func newest() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        do {
          for try await element in self { continuation.yield(element) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
