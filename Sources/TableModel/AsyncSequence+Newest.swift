extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// The elements of this sequence, of which a slower reader receives only the newest.
  ///
  /// Connects a table to a feed of whole lists: while one is being shown, those that arrive replace each
  /// other, so that a fast feed neither queues up nor falls behind. Use it for snapshots only: batches build
  /// on each other, and none may be skipped.
  ///
  /// ```swift
  /// for await snapshot in feed.newest() { table.rows = snapshot }
  /// ```
  ///
  /// The sequence is read in a task of its own, which ends with the stream. At most one element is buffered.
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
  /// The elements of this sequence, of which a slower reader receives only the newest, up to an error.
  ///
  /// An element that has not been read when the error occurs is still delivered before it. See the overload
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
