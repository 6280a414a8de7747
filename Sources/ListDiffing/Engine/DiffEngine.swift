/// The strategies on two lists that are known by offsets into them.
@usableFromInline
struct DiffEngine {
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  @usableFromInline let strategy: Difference.Strategy
  @usableFromInline var meter: WorkMeter
  @usableFromInline var parts = DifferenceParts()

  @inlinable
  init(_ oldCount: Int, _ newCount: Int, strategy: Difference.Strategy, limit: WorkLimit) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.strategy = strategy
    meter = WorkMeter(limit)
  }

  @inlinable
  init<Row>(_ lists: RowLists<Row>, strategy: Difference.Strategy, limit: WorkLimit) {
    self.init(lists.old.count, lists.new.count, strategy: strategy, limit: limit)
  }

  /// Computes the difference of two lists by rules for identity and content.
  ///
  /// Always inlined, as are the functions that it calls: that puts the rules into the innermost loops, where they are
  /// known.
  @inlinable
  @inline(__always)
  mutating func run<Row>(
    _ lists: RowLists<Row>,
    identity: (Row) -> some Hashable,
    isContentEqual: (Row, Row) -> Bool
  ) {
    switch strategy {
    case .automatic, .exact:
      let rest = takeFastPath(
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
      guard let rest else { break }
      resume(lists, rest) { engine, lists, rest in
        engine.runInterned(
          rest,
          oldHash: { lists.lendOld($0) { identity($0).hashValue } },
          newHash: { lists.lendNew($0) { identity($0).hashValue } },
          isRepeated: { lists.lendOld($0, $1) { identity($0) == identity($1) } },
          isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
          isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
        )
      }
    case .myers:
      runMyers(
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
    case .heckel:
      runHeckel(
        oldHash: { lists.lendOld($0) { identity($0).hashValue } },
        newHash: { lists.lendNew($0) { identity($0).hashValue } },
        isRepeated: { lists.lendOld($0, $1) { identity($0) == identity($1) } },
        isSame: { lists.lend(old: $0, new: $1) { identity($0) == identity($1) } },
        isContentEqual: { lists.lend(old: $0, new: $1, isContentEqual) }
      )
    }
  }

  /// Trims and walks.
  ///
  /// - Returns: The rest of the work; nil if `parts` are the difference.
  @inlinable
  @inline(__always)
  mutating func takeFastPath(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) -> FastPath.Rest? {
    var way = FastPath(
      oldCount,
      newCount,
      meter: meter
    )
    let rest = way.run(isSame: isSame, isContentEqual: isContentEqual)
    meter = way.meter
    parts = way.parts
    return rest
  }

  /// Calls a closure that does what the fast path left.
  ///
  /// In a function of its own the optimiser puts the rules that the closure knows into the loops
  /// there: into one function it inlines only so much.
  @inlinable
  @inline(never)
  mutating func resume<Row>(
    _ lists: RowLists<Row>,
    _ rest: FastPath.Rest,
    _ body: (inout DiffEngine, RowLists<Row>, FastPath.Rest) -> Void
  ) {
    body(&self, lists, rest)
  }

  /// The difference, with why the work ended.
  @inlinable
  var outcome: Difference.Outcome {
    Difference.Outcome(difference: Difference(parts), completion: meter.completion)
  }
}

extension DiffEngine {
  /// Computes Heckel's difference of the whole lists.
  @inlinable
  mutating func runHeckel(
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    guard max(oldCount, newCount) < Int(Int32.max) else {
      meter.settleForLess()
      parts.deletions = Array(0..<oldCount)
      parts.insertions = Array(0..<newCount)
      return
    }
    var pairing = Pairing(0..<oldCount, 0..<newCount)
    defer { pairing.deallocate() }
    intern(
      &pairing,
      oldHash: oldHash,
      newHash: newHash,
      isRepeated: isRepeated,
      isSame: isSame,
      isContentEqual: isContentEqual
    )
    add(pairing.pairByNeighbours(), isContentEqual: isContentEqual)
  }
}

extension Pairing {
  /// Heckel's six passes.
  ///
  /// Symbols that stand once in each list pair, as do imaginary ones before the first row and after
  /// the last; then, forwards and backwards, the neighbours of pairs that have one symbol. A pair
  /// stays if its rank among the paired rows is the same in both lists.
  ///
  /// Paul Heckel, A Technique for Isolating Differences Between Files, CACM 21 (1978).
  @usableFromInline
  func pairByNeighbours() -> RepeatedPairs {
    var oldClasses = (0..<oldRange.count).map { Int32($0) }
    for (offset, name) in repeats { oldClasses[Int(offset)] = name }
    var oldCounts = [Int32](repeating: 0, count: oldRange.count)
    var newCounts = [Int32](repeating: 0, count: oldRange.count)
    for name in oldClasses { oldCounts[Int(name)] += 1 }
    for new in 0..<newRange.count where newClasses[new] >= 0 {
      newCounts[Int(newClasses[new])] += 1
    }

    var sources = [Int32](repeating: -1, count: newRange.count)
    var targets = [Int32](repeating: -1, count: oldRange.count)
    let pair = { (old: Int, new: Int) in
      guard sources[new] < 0, targets[old] < 0, newClasses[new] == oldClasses[old] else { return }
      sources[new] = Int32(old)
      targets[old] = Int32(new)
    }
    for new in 0..<newRange.count {
      let name = Int(newClasses[new])
      // The class is the offset of its only row.
      if name >= 0, oldCounts[name] == 1, newCounts[name] == 1 { pair(name, new) }
    }
    if !oldRange.isEmpty, !newRange.isEmpty { pair(0, 0) }
    for new in sources.indices.dropLast() where sources[new] >= 0 {
      let old = Int(sources[new]) + 1
      if old < oldRange.count { pair(old, new + 1) }
    }
    if !oldRange.isEmpty, !newRange.isEmpty { pair(oldRange.count - 1, newRange.count - 1) }
    for new in sources.indices.dropFirst().reversed() where sources[new] >= 0 {
      let old = Int(sources[new]) - 1
      if old >= 0 { pair(old, new - 1) }
    }

    var ranks = [Int32](repeating: 0, count: oldRange.count)
    var rank: Int32 = 0
    for old in targets.indices where targets[old] >= 0 {
      ranks[old] = rank
      rank += 1
    }
    var stays = [Bool](repeating: false, count: newRange.count)
    rank = 0
    for new in sources.indices where sources[new] >= 0 {
      stays[new] = ranks[Int(sources[new])] == rank
      rank += 1
    }
    return RepeatedPairs(oldRange, newRange, sources: sources, stays: stays)
  }
}

extension DiffEngine {
  /// Works on what the fast path left by hash: every row gets a class, which its identity alone
  /// decides.
  ///
  /// - Parameters:
  ///   - rest: The rest.
  ///   - oldHash: The hash of the identity at an offset of the old list.
  ///   - newHash: The hash of the identity at an offset of the new list.
  ///   - isRepeated: Whether two offsets of the old list hold one identity.
  ///   - isSame: Whether an old and a new offset hold one identity.
  ///   - isContentEqual: Whether an old and a new offset of one identity say the same.
  @inlinable
  @inline(__always)
  mutating func runInterned(
    _ rest: FastPath.Rest,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    var pairing = Pairing(rest.old, rest.new)
    defer { pairing.deallocate() }
    intern(
      &pairing,
      oldHash: oldHash,
      newHash: newHash,
      isRepeated: isRepeated,
      isSame: isSame,
      isContentEqual: isContentEqual
    )
    if pairing.isUnique {
      parts.addUpdates(pairing.updates)
      pairing.add(to: &parts, meter: &meter)
    } else {
      add(
        pairing.pairRepeated(isExact: strategy == .exact, meter: &meter),
        isContentEqual: isContentEqual
      )
    }
    parts.addUpdates(rest.updatesBehind)
  }

  /// Adds what is deleted, inserted and moved, and looks at the content of every pair.
  @inlinable
  mutating func add(_ pairs: RepeatedPairs, isContentEqual: (Int, Int) -> Bool) {
    pairs.add(to: &parts)
    for pair in pairs.pairs where !isContentEqual(pair.old, pair.new) {
      parts.addUpdate(old: pair.old, new: pair.new)
    }
  }

  /// Gives each old row the offset of the first row of its identity as its class, and finds the
  /// class of each new row.
  ///
  /// If hashes say so little that a table would look at too many rows, rows of one hash are
  /// searched near the place of the last one.
  @inlinable
  @inline(__always)
  mutating func intern(
    _ pairing: inout Pairing,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isRepeated: (Int, Int) -> Bool,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    let oldCount = pairing.oldRange.count
    let newCount = pairing.newRange.count
    var table = IdentityTable(count: oldCount, searches: oldCount + newCount)
    defer { table.deallocate() }
    // Each step is done for a block of rows before the next step: then the processor fetches several
    // rows, and several slots of the table, from memory at a time.
    let block = SharedRun.block
    let hashes = UnsafeMutablePointer<Int>.allocate(capacity: 2 * block)
    defer { hashes.deallocate() }
    let places = hashes + block

    var start = 0
    while start < oldCount {
      if start % WorkMeter.stride == 0 {
        guard meter.spend(min(WorkMeter.stride, oldCount - start) + table.takeProbes()) else {
          return
        }
      }
      let count = min(block, oldCount - start)
      for step in 0..<count { hashes[step] = oldHash(oldBase + start + step) }
      for step in 0..<count { places[step] = table.skip(hashes[step]) }
      for step in 0..<count {
        let offset = start + step
        let place = table.find(hashes[step], from: places[step]) {
          isRepeated(oldBase + $0, oldBase + offset)
        }
        switch place {
        case .empty(let slot): table.insert(offset, hashes[step], at: slot)
        case .found(let first): pairing.addRepeat(offset, of: first)
        case .givenUp:
          return internByBuckets(
            &pairing,
            oldHash: oldHash,
            newHash: newHash,
            isSame: isSame,
            isContentEqual: isContentEqual
          )
        }
      }
      start += count
    }

    pairing.isUnique = pairing.repeats.isEmpty
    start = 0
    while start < newCount {
      if start % WorkMeter.stride == 0 {
        guard meter.spend(min(WorkMeter.stride, newCount - start) + table.takeProbes()) else {
          return
        }
      }
      let count = min(block, newCount - start)
      for step in 0..<count { hashes[step] = newHash(newBase + start + step) }
      for step in 0..<count { places[step] = table.skip(hashes[step]) }
      for step in 0..<count {
        let row = newBase + start + step
        switch table.find(hashes[step], from: places[step], isSame: { isSame(oldBase + $0, row) }) {
        case .empty: places[step] = -1
        case .givenUp:
          return internByBuckets(
            &pairing,
            oldHash: oldHash,
            newHash: newHash,
            isSame: isSame,
            isContentEqual: isContentEqual
          )
        case .found(let first):
          places[step] = first
          pairing.newClasses[start + step] = Int32(first)
          if pairing.targets[first] >= 0 { pairing.isUnique = false }
          pairing.targets[first] = Int32(start + step)
        }
      }
      // Only now are both rows at hand; without repeats each pair is the final one.
      if pairing.isUnique {
        for step in 0..<count where places[step] >= 0 {
          let (old, new) = (oldBase + places[step], newBase + start + step)
          if !isContentEqual(old, new) { pairing.addUpdate(old: old, new: new) }
        }
      }
      start += count
    }
  }

  /// Pairs each new row with an old one of its identity that no other row is paired with, whatever
  /// the hashes are worth.
  ///
  /// All rows are paired that can be, unless that takes more comparisons than `HashBuckets` allows,
  /// which counts as an approximate result. Places decide which of several rows of one identity
  /// pair, so that the difference is known to be the least only without moves.
  @inlinable
  mutating func internByBuckets(
    _ pairing: inout Pairing,
    oldHash: (Int) -> Int,
    newHash: (Int) -> Int,
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    pairing.reset()
    let oldBase = pairing.oldRange.lowerBound
    let newBase = pairing.newRange.lowerBound
    var buckets = HashBuckets(oldCount: pairing.oldRange.count, newCount: pairing.newRange.count)
    for offset in 0..<pairing.oldRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride) { return }
      buckets.append(offset, hash: oldHash(oldBase + offset))
    }
    var last: Int32 = -1
    for offset in 0..<pairing.newRange.count {
      if offset % WorkMeter.stride == 0, !meter.spend(WorkMeter.stride + buckets.takeSteps()) {
        return
      }
      let row = newBase + offset
      let source = buckets.remove(hash: newHash(row)) { isSame(oldBase + $0, row) }
      guard let source else { continue }
      pairing.newClasses[offset] = Int32(source)
      pairing.targets[source] = Int32(offset)
      if Int32(source) < last { meter.settleForLess() }
      last = Int32(source)
      if !isContentEqual(oldBase + source, row) {
        pairing.addUpdate(old: oldBase + source, new: row)
      }
    }
    if buckets.isExhausted { meter.settleForLess() }
  }
}

extension DiffEngine {
  /// Computes a difference of deletions and insertions only, as few as there can be, in linear
  /// space.
  ///
  /// Boxes wait on a stack of their own, whose height is the logarithm of the edits, so that no
  /// thread's stack is too small.
  @inlinable
  mutating func runMyers(
    isSame: (Int, Int) -> Bool,
    isContentEqual: (Int, Int) -> Bool
  ) {
    let frontiers = Frontiers(bound: (oldCount + newCount + 1) / 2 + 1)
    defer { frontiers.deallocate() }
    var snakes: [Snake] = []
    var tasks = [MyersTask.box(EditBox(old: 0..<oldCount, new: 0..<newCount))]
    while let task = tasks.popLast(), meter.isRunning {
      switch task {
      case .run(let snake): snakes.append(snake)
      case .box(var box):
        let prefix = sharedPrefix(of: box, isSame: isSame)
        if prefix > 0 {
          snakes.append(Snake(old: box.old.lowerBound, new: box.new.lowerBound, length: prefix))
        }
        box.old = (box.old.lowerBound + prefix)..<box.old.upperBound
        box.new = (box.new.lowerBound + prefix)..<box.new.upperBound
        let suffix = sharedSuffix(of: box, isSame: isSame)
        box.old = box.old.lowerBound..<(box.old.upperBound - suffix)
        box.new = box.new.lowerBound..<(box.new.upperBound - suffix)
        if suffix > 0 {
          tasks.append(
            .run(Snake(old: box.old.upperBound, new: box.new.upperBound, length: suffix))
          )
        }
        meter.spend(prefix + suffix)
        guard !box.old.isEmpty, !box.new.isEmpty else { continue }
        let middle = middleSnake(
          of: box,
          frontiers: frontiers,
          budget: .max,
          meter: &meter,
          isSame: isSame
        )
        guard let middle else { continue }
        tasks.append(
          .box(
            EditBox(old: middle.old..<box.old.upperBound, new: middle.new..<box.new.upperBound)
          )
        )
        tasks.append(
          .box(
            EditBox(old: box.old.lowerBound..<middle.old, new: box.new.lowerBound..<middle.new)
          )
        )
      }
    }
    parts.add(snakes, 0..<oldCount, 0..<newCount, isContentEqual: isContentEqual)
  }
}

/// The work that is left, from the start of both lists to their ends.
@usableFromInline
enum MyersTask {
  case box(EditBox)
  case run(Snake)
}

@inlinable
@inline(__always)
func sharedPrefix(of box: EditBox, isSame: (Int, Int) -> Bool) -> Int {
  var length = 0
  let end = min(box.old.count, box.new.count)
  while length < end, isSame(box.old.lowerBound + length, box.new.lowerBound + length) {
    length += 1
  }
  return length
}

@inlinable
@inline(__always)
func sharedSuffix(of box: EditBox, isSame: (Int, Int) -> Bool) -> Int {
  var length = 0
  let end = min(box.old.count, box.new.count)
  while length < end, isSame(box.old.upperBound - 1 - length, box.new.upperBound - 1 - length) {
    length += 1
  }
  return length
}
