/// The old and new rows of one identity, by integers: the middle of two lists after interning.
///
/// Offsets in here count from the lower bounds of the ranges. The buffers belong to the owner, who
/// calls `deallocate()` once; they are as long as the ranges and initialised from the start.
@usableFromInline
struct Pairing {
  @usableFromInline let oldRange: Range<Int>
  @usableFromInline let newRange: Range<Int>
  /// The old rows whose identity stood before, each with its class.
  ///
  /// A class is the offset of the first old row of its identity; that of a row not in here is the
  /// row's own offset.
  @usableFromInline var repeats: [(offset: Int32, class: Int32)] = []
  /// The class of each new row, or -1 where no old row has its identity.
  @usableFromInline let newClasses: UnsafeMutablePointer<Int32>
  /// For each class, the offset of its last new row, or -1.
  @usableFromInline let targets: UnsafeMutablePointer<Int32>
  /// Whether no identity was seen twice in one list.
  @usableFromInline var isUnique = true
  /// The pairs whose content differs, if no identity was seen twice: then each new row has its
  /// pair.
  @usableFromInline private(set) var updates: [Difference.Update] = []

  @usableFromInline
  init(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    self.oldRange = oldRange
    self.newRange = newRange
    newClasses = .allocate(capacity: newRange.count)
    newClasses.initialize(repeating: -1, count: newRange.count)
    targets = .allocate(capacity: oldRange.count)
    targets.initialize(repeating: -1, count: oldRange.count)
  }

  /// Notes that an identity stood in the old list before.
  @usableFromInline
  mutating func addRepeat(_ offset: Int, of first: Int) {
    repeats.append((Int32(offset), Int32(first)))
  }

  /// Notes that the content of a pair differs.
  @usableFromInline
  mutating func addUpdate(old: Int, new: Int) {
    updates.append(.init(old: old, new: new))
  }

  /// Forgets all classes.
  @usableFromInline
  mutating func reset() {
    repeats = []
    updates = []
    isUnique = true
    newClasses.update(repeating: -1, count: newRange.count)
    targets.update(repeating: -1, count: oldRange.count)
  }

  @usableFromInline
  func deallocate() {
    newClasses.deallocate()
    targets.deallocate()
  }

  /// Adds the difference of two lists without repeats: unpaired rows are deleted and inserted; of
  /// the pairs a longest increasing subsequence stays, and the others move.
  @usableFromInline
  func add(to parts: inout DifferenceParts, meter: inout WorkMeter) {
    let oldCount = oldRange.count
    let newCount = newRange.count
    var pairs = 0
    for new in 0..<newCount where newClasses[new] >= 0 { pairs += 1 }
    parts.deletions = Array(unsafeUninitializedCapacity: oldCount - pairs) { buffer, count in
      for old in 0..<oldCount where targets[old] < 0 {
        buffer.initializeElement(at: count, to: oldRange.lowerBound + old)
        count += 1
      }
    }
    parts.insertions = Array(unsafeUninitializedCapacity: newCount - pairs) { buffer, count in
      for new in 0..<newCount where newClasses[new] < 0 {
        buffer.initializeElement(at: count, to: newRange.lowerBound + new)
        count += 1
      }
    }
    let sources = UnsafeBufferPointer(start: newClasses, count: newCount)
    var chain = IncreasingChain(of: sources, meter: &meter)
    defer { chain.deallocate() }
    let moves = pairs - chain.length
    parts.moves = Array(unsafeUninitializedCapacity: moves) { buffer, count in
      // From the end, since that is where the chain begins.
      var place = moves
      var new = newCount - 1
      while new >= 0 {
        if new == chain.last {
          chain.removeLast()
        } else if sources[new] >= 0 {
          place -= 1
          buffer.initializeElement(
            at: place,
            to: .init(from: oldRange.lowerBound + Int(sources[new]), to: newRange.lowerBound + new)
          )
        }
        new -= 1
      }
      count = moves
    }
  }
}
