/// A mark as it is stored: times as nanoseconds since another one, in 32 bytes instead of 80.
struct PackedMark: Sendable {
  private var batch: UInt32 = 0
  /// The kinds of times that are set.
  private var kinds: UInt32 = 0
  private var insertion: Int64 = 0
  private var move: Int64 = 0
  private var update: Int64 = 0

  /// No mark.
  init() {}

  init(_ mark: RowMark, since epoch: ContinuousClock.Instant) {
    batch = mark.batch
    func nanoseconds(_ time: ContinuousClock.Instant?, _ kind: UInt32) -> Int64 {
      guard let time else { return 0 }
      kinds |= kind
      let (seconds, attoseconds) = (time - epoch).components
      // Times are those of one process, which are not centuries apart.
      return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }
    insertion = nanoseconds(mark.insertion, 1)
    move = nanoseconds(mark.move, 2)
    update = nanoseconds(mark.update, 4)
  }

  /// Whether there are no times.
  var isEmpty: Bool { kinds == 0 }

  /// The mark, given the time that its times refer to.
  func mark(since epoch: ContinuousClock.Instant) -> RowMark {
    func time(_ nanoseconds: Int64, _ kind: UInt32) -> ContinuousClock.Instant? {
      kinds & kind == 0 ? nil : epoch + .nanoseconds(nanoseconds)
    }
    return RowMark(
      batch: batch,
      insertion: time(insertion, 1),
      move: time(move, 2),
      update: time(update, 4)
    )
  }

  /// Adds the changes made by another batch.
  @inline(__always)
  mutating func add(_ other: PackedMark) {
    batch = other.batch
    kinds |= other.kinds
    if other.kinds & 1 != 0 { insertion = other.insertion }
    if other.kinds & 2 != 0 { move = other.move }
    if other.kinds & 4 != 0 { update = other.update }
  }
}

/// Marks by what identifies their entries.
protocol MarkStore<Key> {
  associatedtype Key
  init()
  var count: Int { get }
  subscript(key: Key) -> PackedMark? { get set }
  /// Adds what a batch did to what others did.
  mutating func add(_ mark: PackedMark, to key: Key)
  /// Removes all marks, but keeps memory for as many.
  mutating func clear()
  /// Keeps only the marks that satisfy a predicate.
  mutating func keep(_ isKept: (PackedMark) -> Bool)
  func forEach(_ body: (Key, PackedMark) -> Void)
}

extension Dictionary: MarkStore where Value == PackedMark {
  mutating func add(_ mark: PackedMark, to key: Key) {
    self[key, default: PackedMark()].add(mark)
  }
  mutating func clear() { removeAll(keepingCapacity: true) }
  mutating func keep(_ isKept: (PackedMark) -> Bool) { self = filter { isKept($0.value) } }
  func forEach(_ body: (Key, PackedMark) -> Void) {
    for (key, mark) in self { body(key, mark) }
  }
}

/// The marks of rows by their handles, with linear probing.
///
/// Handles are numbers that a source makes, not a feed, so that a multiplication spreads them (Knuth, The Art of Computer
/// Programming 3, 6.4). Each changed row needs several lookups: a dictionary took a fifteenth of the
/// time of a change.
struct HandleMarks: MarkStore, Sendable {
  private struct Entry: Sendable {
    var handle = 0
    /// Empty if there is no row.
    var mark = PackedMark()
  }

  private var entries: ContiguousArray<Entry> = []
  private(set) var count = 0

  init() {}

  subscript(handle: Int) -> PackedMark? {
    get { position(of: handle).map { entries[$0].mark } }
    set {
      guard let newValue, !newValue.isEmpty else { return remove(handle) }
      entries[place(of: handle)].mark = newValue
    }
  }

  mutating func add(_ mark: PackedMark, to handle: Int) {
    if !mark.isEmpty { entries[place(of: handle)].mark.add(mark) }
  }

  mutating func clear() {
    // After a single large batch there is more memory than the next ones need.
    if count * 8 < entries.count { entries = [] }
    for position in entries.indices { entries[position].mark = PackedMark() }
    count = 0
  }

  mutating func keep(_ isKept: (PackedMark) -> Bool) {
    let old = entries
    self = HandleMarks()
    for entry in old where !entry.mark.isEmpty && isKept(entry.mark) {
      self[entry.handle] = entry.mark
    }
  }

  func forEach(_ body: (Int, PackedMark) -> Void) {
    for entry in entries where !entry.mark.isEmpty { body(entry.handle, entry.mark) }
  }

  // MARK: Places

  private func home(of handle: Int) -> Int {
    // The highest bits of the product depend on all bits of the handle.
    let product = UInt64(truncatingIfNeeded: handle) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: ((product >> 32) &* UInt64(entries.count)) >> 32)
  }

  private func position(of handle: Int) -> Int? {
    guard count > 0 else { return nil }
    var position = home(of: handle)
    while !entries[position].mark.isEmpty {
      if entries[position].handle == handle { return position }
      position = (position + 1) & (entries.count - 1)
    }
    return nil
  }

  /// The position at which the mark of a row is, or is to be written.
  private mutating func place(of handle: Int) -> Int {
    if (count + 1) * 4 > entries.count * 3 { grow() }
    var position = home(of: handle)
    while !entries[position].mark.isEmpty {
      if entries[position].handle == handle { return position }
      position = (position + 1) & (entries.count - 1)
    }
    entries[position].handle = handle
    count += 1
    return position
  }

  private mutating func grow() {
    let old = entries
    entries = ContiguousArray(repeating: Entry(), count: max(16, 2 * old.count))
    count = 0
    for entry in old where !entry.mark.isEmpty { self[entry.handle] = entry.mark }
  }

  private mutating func remove(_ handle: Int) {
    guard var gap = position(of: handle) else { return }
    let mask = entries.count - 1
    var next = (gap + 1) & mask
    while !entries[next].mark.isEmpty {
      // An entry stays if the gap is not on the way from its home to it.
      if (next - home(of: entries[next].handle)) & mask >= (next - gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    entries[gap].mark = PackedMark()
    count -= 1
  }
}
