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

/// Pairs of old and new rows among which identities repeat.
@usableFromInline
struct RepeatedPairs {
  @usableFromInline let oldRange: Range<Int>
  @usableFromInline let newRange: Range<Int>
  /// For each new row its old row, or -1; offsets from the lower bounds of the ranges.
  @usableFromInline private(set) var sources: [Int32]
  /// For each new row, whether its pair stays in line.
  private var stays: [Bool]

  /// All pairs, ascending in the new list.
  @usableFromInline
  var pairs: [Difference.Update] {
    sources.indices.compactMap { new in
      sources[new] < 0
        ? nil
        : Difference.Update(
          old: oldRange.lowerBound + Int(sources[new]),
          new: newRange.lowerBound + new
        )
    }
  }

  /// Adds what is deleted, inserted and moved.
  @usableFromInline
  func add(to parts: inout DifferenceParts) {
    var isPaired = [Bool](repeating: false, count: oldRange.count)
    for new in sources.indices {
      if sources[new] < 0 {
        parts.insertions.append(newRange.lowerBound + new)
        continue
      }
      let old = Int(sources[new])
      isPaired[old] = true
      if !stays[new] {
        parts.moves.append(
          .init(from: oldRange.lowerBound + old, to: newRange.lowerBound + new)
        )
      }
    }
    for old in isPaired.indices where !isPaired[old] {
      parts.deletions.append(oldRange.lowerBound + old)
    }
  }

  init(_ oldRange: Range<Int>, _ newRange: Range<Int>, sources: [Int32], stays: [Bool]) {
    self.oldRange = oldRange
    self.newRange = newRange
    self.sources = sources
    self.stays = stays
  }

  init(_ pairing: Pairing, isExact: Bool, meter: inout WorkMeter) {
    oldRange = pairing.oldRange
    newRange = pairing.newRange
    sources = [Int32](repeating: -1, count: newRange.count)
    stays = [Bool](repeating: false, count: newRange.count)

    // Only rows whose identity is in both lists take part; their classes become small integers.
    var numbers = [Int32](repeating: -1, count: oldRange.count)
    var classCount: Int32 = 0
    var newClasses: [Int32] = []
    var newOffsets: [Int32] = []
    for new in 0..<newRange.count where pairing.newClasses[new] >= 0 {
      let name = Int(pairing.newClasses[new])
      if numbers[name] < 0 {
        numbers[name] = classCount
        classCount += 1
      }
      newClasses.append(numbers[name])
      newOffsets.append(Int32(new))
    }
    var oldClasses: [Int32] = []
    var oldOffsets: [Int32] = []
    var nextRepeat = 0
    for old in 0..<oldRange.count {
      var name = old
      if nextRepeat < pairing.repeats.count, Int(pairing.repeats[nextRepeat].offset) == old {
        name = Int(pairing.repeats[nextRepeat].class)
        nextRepeat += 1
      }
      let number = numbers[name]
      guard number >= 0 else { continue }
      oldClasses.append(number)
      oldOffsets.append(Int32(old))
    }

    let matches = oldClasses.withUnsafeBufferPointer { old in
      newClasses.withUnsafeBufferPointer { new in
        ClassAlignment(
          old,
          new,
          classCount: Int(classCount),
          isExact: isExact,
          meter: &meter
        ).matches
      }
    }

    // Of the rows not in line, the k-th of an identity pairs with the k-th, and moves.
    var isAligned = [Bool](repeating: false, count: oldClasses.count)
    for match in matches where match >= 0 { isAligned[Int(match)] = true }
    var firsts = [Int32](repeating: -1, count: Int(classCount))
    var nexts = [Int32](repeating: -1, count: oldClasses.count)
    for position in oldClasses.indices.reversed() where !isAligned[position] {
      nexts[position] = firsts[Int(oldClasses[position])]
      firsts[Int(oldClasses[position])] = Int32(position)
    }
    for position in newClasses.indices {
      let new = Int(newOffsets[position])
      if matches[position] >= 0 {
        sources[new] = oldOffsets[Int(matches[position])]
        stays[new] = true
      } else if firsts[Int(newClasses[position])] >= 0 {
        let first = Int(firsts[Int(newClasses[position])])
        firsts[Int(newClasses[position])] = nexts[first]
        sources[new] = oldOffsets[first]
      }
    }
  }
}

extension Pairing {
  /// Aligns what can stay in line, and pairs the rest of each identity in order of appearance.
  ///
  /// With a longest common subsequence in line, and all else paired as far as it goes, no other
  /// pairing takes fewer deletions, insertions and moves: a pair saves one operation over a
  /// deletion and an insertion, and a row in line saves one more.
  @usableFromInline
  func pairRepeated(isExact: Bool, meter: inout WorkMeter) -> RepeatedPairs {
    RepeatedPairs(self, isExact: isExact, meter: &meter)
  }
}
