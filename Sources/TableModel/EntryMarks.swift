/// What batches did to the entries of a table.
///
/// A row is known by its handle where whoever performs a batch tells it, which costs nothing of the row;
/// all else, headers of sections too, by its identity.
struct EntryMarks<Identity: Hashable & Sendable>: Sendable {
  private var byHandle: [Int: RowMark] = [:]
  private var byIdentity: [Identity: RowMark] = [:]

  /// How many entries are marked.
  var count: Int { byHandle.count + byIdentity.count }
  var isEmpty: Bool { byHandle.isEmpty && byIdentity.isEmpty }

  /// The mark of an entry.
  ///
  /// - Parameters:
  ///   - handle: The handle of a row; nil for what has none.
  ///   - identity: The identity, asked for only where it matters.
  /// - Returns: The mark; nil where there is none.
  func mark(handle: Int?, identity: @autoclosure () -> Identity) -> RowMark? {
    if let handle, let mark = byHandle[handle] { return mark }
    return byIdentity.isEmpty ? nil : byIdentity[identity()]
  }

  // MARK: Rows known by their identity

  subscript(identity: Identity) -> RowMark? {
    get { byIdentity[identity] }
    set { byIdentity[identity] = newValue }
  }

  /// Marks an entry that was changed, beside what it is marked for already.
  mutating func note(_ mark: RowMark, of identity: Identity) {
    byIdentity[identity, default: RowMark()].add(mark)
  }

  /// Gives entries other identities.
  mutating func rename(_ identity: (Identity) -> Identity) {
    byIdentity = Dictionary(byIdentity.map { (identity($0), $1) }) { first, _ in first }
  }

  // MARK: Rows known by their handle

  /// Marks what a batch did to rows, each of which is known by its handle.
  mutating func take(_ handles: BatchHandles, batch: UInt32, at instant: ContinuousClock.Instant) {
    for handle in handles.updated {
      byHandle[handle, default: RowMark()].add(RowMark(batch: batch, update: instant))
    }
    for handle in handles.moved {
      byHandle[handle, default: RowMark()].add(RowMark(batch: batch, move: instant))
    }
    for handle in handles.inserted {
      byHandle[handle] = RowMark(batch: batch, insertion: instant)
    }
  }

  /// Marks a row that was changed, beside what it is marked for already.
  mutating func note(_ mark: RowMark, ofHandle handle: Int) {
    byHandle[handle, default: RowMark()].add(mark)
  }

  /// Marks a row that came.
  mutating func set(_ mark: RowMark, ofHandle handle: Int) { byHandle[handle] = mark }

  /// Forgets the rows that went, and follows those that have other handles now.
  mutating func leave(_ handles: BatchHandles) {
    guard !byHandle.isEmpty else { return }
    let renamed = handles.renamed.map {
      (handle: $0.new, mark: byHandle.removeValue(forKey: $0.old))
    }
    for handle in handles.departed { byHandle[handle] = nil }
    for case (let handle, let mark?) in renamed { byHandle[handle] = mark }
  }

  /// Knows rows by their identities from now on, as handles will name other ones.
  ///
  /// - Parameter identity: The identity of the row of a handle; nil for one that is forgotten.
  mutating func releaseHandles(_ identity: (Int) -> Identity?) {
    for (handle, mark) in byHandle {
      if let identity = identity(handle) { byIdentity[identity] = mark }
    }
    byHandle = [:]
  }

  // MARK: What is over

  /// Keeps the marks of which something holds.
  mutating func filter(_ isKept: (RowMark) -> Bool) {
    byHandle = byHandle.filter { isKept($0.value) }
    byIdentity = byIdentity.filter { isKept($0.value) }
  }

  /// Calls a closure for all marks.
  func forEach(_ body: (RowMark) -> Void) {
    for mark in byHandle.values { body(mark) }
    for mark in byIdentity.values { body(mark) }
  }
}

/// The handles of the rows of a batch, by which marks follow them without the rows being looked at.
package struct BatchHandles: Sendable {
  /// Those of the rows that came, moved, and changed: as many as the parts of the batch have, in any order.
  package var inserted: [Int] = []
  package var moved: [Int] = []
  package var updated: [Int] = []
  /// Those by which rows are known no more, whether they were among those of the table or not.
  package var departed: [Int] = []
  /// Rows that are known by another one from now on.
  package var renamed: [(old: Int, new: Int)] = []

  package init() {}
}
