import Synchronization

/// The rows of an observable list, which tasks that await its changes read from elsewhere.
///
/// They are in one place only, so that a mutation changes them there and copies nothing, however many
/// await it.
///
/// Unchecked, and safe: the list's own isolation domain is the only one that writes, and does so under
/// the lock. Other domains read, and under the lock only, which is possible if rows are `Sendable`
/// alone: `ListLog`, the only other user, asks for that. The list's own reads need no lock, since
/// nobody else writes.
final class ListStorage<Element>: @unchecked Sendable {
  private let lock = Mutex<Void>(())
  private(set) var rows: [Element]

  init(_ rows: [Element]) {
    self.rows = rows
  }

  /// Changes the rows, and what belongs to them, at once for all readers.
  func mutate(_ body: (inout [Element]) -> Void) {
    lock.withLock { _ in body(&rows) }
  }

  /// Reads the rows, and what belongs to them, in another domain.
  func read<Result>(_ body: ([Element]) -> Result) -> Result {
    lock.withLock { _ in body(rows) }
  }
}
