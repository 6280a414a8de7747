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
