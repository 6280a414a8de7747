/// The change marks of the entries of a table.
///
/// Rows are identified by handles if the batches provide them, which avoids reading the rows; all other
/// entries, including section headers, by their identities.
struct EntryMarks<Identity: Hashable & Sendable>: Sendable {
  private var byHandle = MarkTable<Int>()
  private var byIdentity = MarkTable<Identity>()

  /// The number of marked entries.
  var count: Int { byHandle.count + byIdentity.count }
  var isEmpty: Bool { byHandle.isEmpty && byIdentity.isEmpty }

  /// The mark of an entry.
  ///
  /// - Parameters:
  ///   - handle: The handle of a row; nil if there is none.
  ///   - identity: The identity; evaluated only if needed.
  /// - Returns: The mark; nil if there is none.
  func mark(handle: Int?, identity: @autoclosure () -> Identity) -> RowMark? {
    if let handle, let mark = byHandle[handle] { return mark }
    return byIdentity.isEmpty ? nil : byIdentity[identity()]
  }

  // MARK: Identities

  /// Sets the mark of an entry that was inserted.
  mutating func set(_ mark: RowMark, of identity: Identity) {
    byIdentity[identity] = mark
  }

  /// Removes the mark of an entry that was deleted.
  mutating func remove(_ identity: Identity) { byIdentity[identity] = nil }

  /// Adds a mark to those that an entry already has.
  mutating func note(_ mark: RowMark, of identity: Identity) {
    byIdentity.add(mark, to: identity)
  }

  /// Changes the identities of all entries.
  mutating func rename(_ identity: (Identity) -> Identity) {
    byIdentity.rename(identity)
  }

  // MARK: Handles

  /// Marks the rows changed by a batch.
  mutating func take(_ handles: BatchHandles, batch: UInt32, at instant: ContinuousClock.Instant) {
    byHandle.reserve(handles.updated.count + handles.moved.count + handles.inserted.count)
    let update = RowMark(batch: batch, update: instant)
    for handle in handles.updated { byHandle.add(update, to: handle) }
    let move = RowMark(batch: batch, move: instant)
    for handle in handles.moved { byHandle.add(move, to: handle) }
    let insertion = RowMark(batch: batch, insertion: instant)
    for handle in handles.inserted { byHandle[handle] = insertion }
  }

  /// Adds a mark to those that a row already has.
  mutating func note(_ mark: RowMark, ofHandle handle: Int) {
    byHandle.add(mark, to: handle)
  }

  /// Sets the mark of an inserted row.
  mutating func set(_ mark: RowMark, ofHandle handle: Int) { byHandle[handle] = mark }

  /// Removes the marks of deleted rows, and updates the handles of renamed ones.
  mutating func remove(_ handles: BatchHandles) {
    guard !byHandle.isEmpty else { return }
    let renamed = handles.renamed.map { handles in
      defer { byHandle[handles.old] = nil }
      return (handle: handles.new, mark: byHandle[handles.old])
    }
    for handle in handles.departed { byHandle[handle] = nil }
    for case (let handle, let mark?) in renamed { byHandle[handle] = mark }
  }

  /// Switches from handles to identities, because the handles will be reused for other rows.
  ///
  /// - Parameter identity: Returns the identity of the row with a handle; nil discards its mark.
  mutating func releaseHandles(_ identity: (Int) -> Identity?) {
    byHandle.forEach { handle, mark in
      if let identity = identity(handle) { byIdentity[identity] = mark }
    }
    byHandle = MarkTable()
  }

  /// Calls a closure with the marks of all entries and the handles of their rows.
  ///
  /// - Returns: Whether there are no others, of entries without handles.
  func forEachHandle(_ body: (_ handle: Int, RowMark) -> Void) -> Bool {
    guard byIdentity.isEmpty else { return false }
    byHandle.forEach(body)
    return true
  }

  // MARK: Expiry

  /// Keeps only the marks that satisfy a predicate.
  mutating func filter(_ isKept: (RowMark) -> Bool) {
    byHandle.filter(isKept)
    byIdentity.filter(isKept)
  }

  /// Makes room for the marks of a batch if a flood has left more than anybody can see.
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
    get { recent[key] ?? older[key] }
    set {
      recent[key] = newValue
      if !older.isEmpty { older[key] = nil }
    }
  }

  /// Adds what a batch did to what others did; an older mark becomes a recent one.
  mutating func add(_ mark: RowMark, to key: Key) {
    let known = older.isEmpty ? nil : older.removeValue(forKey: key)
    recent[key, default: known ?? RowMark()].add(mark)
  }

  /// Makes room for so many more.
  mutating func reserve(_ count: Int) { recent.reserveCapacity(recent.count + count) }

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

/// The handles of the rows changed by a batch, by which marks follow rows without reading them.
package struct BatchHandles: Sendable {
  /// The handles of the inserted, moved and updated rows; one for each such change, in any order.
  package var inserted: [Int] = []
  package var moved: [Int] = []
  package var updated: [Int] = []
  /// The handles that are no longer in use, whether or not their rows were in the table.
  package var departed: [Int] = []
  /// The rows whose handles changed.
  package var renamed: [(old: Int, new: Int)] = []

  package init() {}
}

/// The recent changes of a row, each with the time of the last batch that made it.
struct RowMark: Sendable {
  /// The serial number of the last such batch, since several may have the same time.
  var batch: UInt32 = 0
  var insertion: ContinuousClock.Instant?
  var move: ContinuousClock.Instant?
  var update: ContinuousClock.Instant?

  /// Whether the row counts as changed: its mark is still shown, or was set by the last batch.
  func isSeen(
    at instant: ContinuousClock.Instant,
    after batch: UInt32,
    for life: Duration
  ) -> Bool {
    func isAlive(_ change: ContinuousClock.Instant?) -> Bool {
      guard let change else { return false }
      return instant - change < life
    }
    return self.batch == batch || isAlive(update) || isAlive(insertion) || isAlive(move)
  }

  /// Adds the changes made by another batch.
  mutating func add(_ other: RowMark) {
    batch = other.batch
    if let insertion = other.insertion { self.insertion = insertion }
    if let move = other.move { self.move = move }
    if let update = other.update { self.update = update }
  }
}

/// The steps of a fade.
struct FadeSteps {
  var length: Duration
  var count: Int

  /// - Parameters:
  ///   - life: The total duration.
  ///   - count: The number of steps; values below 1 count as 1.
  init(life: Duration, count: Int) {
    self.count = min(max(1, count), 1000)
    length = max(.zero, life) / self.count
  }

  /// The remaining strength at an age.
  ///
  /// - Parameters:
  ///   - age: The time since the start.
  ///   - end: Set to the age at which the strength next decreases.
  /// - Returns: 1 at first, decreasing in equal steps; nil if nothing is left.
  func strength(at age: Duration, until end: inout Duration) -> Double? {
    for step in 0..<count where age < length * (step + 1) {
      end = length * (step + 1)
      return 1 - Double(step) / Double(count)
    }
    return nil
  }
}
