/// What batches did to the entries of a table.
///
/// A row is known by its handle where whoever performs a batch tells it, which costs nothing of the row;
/// all else, headers of sections too, by its identity.
struct EntryMarks<Identity: Hashable & Sendable>: Sendable {
  private var byHandle = MarkTable<Int>()
  private var byIdentity = MarkTable<Identity>()

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
    byIdentity.add(mark, to: identity)
  }

  /// Gives entries other identities.
  mutating func rename(_ identity: (Identity) -> Identity) {
    byIdentity.rename(identity)
  }

  // MARK: Rows known by their handle

  /// Marks what a batch did to rows, each of which is known by its handle.
  mutating func take(_ handles: BatchHandles, batch: UInt32, at instant: ContinuousClock.Instant) {
    for handle in handles.updated {
      byHandle.add(RowMark(batch: batch, update: instant), to: handle)
    }
    for handle in handles.moved {
      byHandle.add(RowMark(batch: batch, move: instant), to: handle)
    }
    for handle in handles.inserted {
      byHandle[handle] = RowMark(batch: batch, insertion: instant)
    }
  }

  /// Marks a row that was changed, beside what it is marked for already.
  mutating func note(_ mark: RowMark, ofHandle handle: Int) {
    byHandle.add(mark, to: handle)
  }

  /// Marks a row that came.
  mutating func set(_ mark: RowMark, ofHandle handle: Int) { byHandle[handle] = mark }

  /// Forgets the rows that went, and follows those that have other handles now.
  mutating func leave(_ handles: BatchHandles) {
    guard !byHandle.isEmpty else { return }
    let renamed = handles.renamed.map {
      (handle: $0.new, mark: byHandle.remove($0.old))
    }
    for handle in handles.departed { byHandle[handle] = nil }
    for case (let handle, let mark?) in renamed { byHandle[handle] = mark }
  }

  /// Knows rows by their identities from now on, as handles will name other ones.
  ///
  /// - Parameter identity: The identity of the row of a handle; nil for one that is forgotten.
  mutating func releaseHandles(_ identity: (Int) -> Identity?) {
    byHandle.forEach { handle, mark in
      if let identity = identity(handle) { byIdentity[identity] = mark }
    }
    byHandle = MarkTable()
  }

  // MARK: What is over

  /// Keeps the marks of which something holds.
  mutating func filter(_ isKept: (RowMark) -> Bool) {
    byHandle.filter(isKept)
    byIdentity.filter(isKept)
  }

  /// Makes room for the marks of a batch where a flood has left more than anybody can see.
  ///
  /// - Complexity: O(1) for each mark that is let go.
  mutating func makeRoom(for count: Int, of limit: Int) {
    guard byHandle.recentCount + byIdentity.recentCount + count > limit else { return }
    byHandle.age()
    byIdentity.age()
  }
}

/// Marks in two generations, so that the older ones can be let go without a look at any.
private struct MarkTable<Key: Hashable & Sendable>: Sendable {
  /// No key is in both.
  private var recent: [Key: RowMark] = [:]
  private var older: [Key: RowMark] = [:]

  var count: Int { recent.count + older.count }
  var recentCount: Int { recent.count }
  var isEmpty: Bool { recent.isEmpty && older.isEmpty }

  subscript(key: Key) -> RowMark? {
    get { recent[key] ?? (older.isEmpty ? nil : older[key]) }
    set {
      recent[key] = newValue
      if !older.isEmpty { older[key] = nil }
    }
  }

  /// Adds what a batch did to what others did.
  mutating func add(_ mark: RowMark, to key: Key) {
    // An older mark becomes a recent one.
    let known = older.isEmpty ? nil : older.removeValue(forKey: key)
    recent[key, default: known ?? RowMark()].add(mark)
  }

  @discardableResult
  mutating func remove(_ key: Key) -> RowMark? {
    recent.removeValue(forKey: key) ?? (older.isEmpty ? nil : older.removeValue(forKey: key))
  }

  mutating func rename(_ name: (Key) -> Key) {
    recent = Dictionary(recent.map { (name($0), $1) }) { first, _ in first }
    older = Dictionary(older.map { (name($0), $1) }) { first, _ in first }
    for key in recent.keys { older[key] = nil }
  }

  func forEach(_ body: (Key, RowMark) -> Void) {
    for (key, mark) in recent { body(key, mark) }
    for (key, mark) in older { body(key, mark) }
  }

  mutating func filter(_ isKept: (RowMark) -> Bool) {
    recent = recent.filter { isKept($0.value) }
    older = older.filter { isKept($0.value) }
  }

  /// Lets go of the older marks; the recent ones are the older ones from now on.
  mutating func age() { (older, recent) = (recent, [:]) }
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
