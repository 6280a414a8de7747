/// The strategies on two buffers of rows.
///
/// The default one takes three passes, each of which ends the work where it can: both ends
/// that the lists share are trimmed; a greedy walk looks past a few edits; what is left is interned
/// by hash to integers, and all that follows compares integers.
///
/// The first two are always inlined: where a client gives its rules as closures, that puts the
/// closures' bodies into the loops, which is worth up to six times on a list of integers. The rest
/// is called, as it would make each place of use large.
@usableFromInline
struct KeyedEngine<Rule: RowRule> {
  @usableFromInline let old: UnsafeBufferPointer<Rule.Row>
  @usableFromInline let new: UnsafeBufferPointer<Rule.Row>
  @usableFromInline let rule: Rule
  @usableFromInline let isExact: Bool
  @usableFromInline var meter: WorkMeter
  @usableFromInline var difference = Difference()

  @inlinable
  init(
    _ old: UnsafeBufferPointer<Rule.Row>,
    _ new: UnsafeBufferPointer<Rule.Row>,
    rule: Rule,
    isExact: Bool,
    limit: WorkLimit
  ) {
    self.old = old
    self.new = new
    self.rule = rule
    self.isExact = isExact
    meter = WorkMeter(limit)
  }

  /// The most edits that the walk looks past before anything is hashed.
  ///
  /// A failed walk costs about half its square in comparisons, which are few beside a hash of
  /// every row; a live feed stays well below it.
  @inlinable
  static var walkBound: Int { 24 }

  /// Computes the difference.
  @inlinable
  @inline(__always)
  mutating func run() {
    let shared = min(old.count, new.count)
    let prefix = trimPrefix(shared)
    var suffixUpdates: [Difference.Update] = []
    let suffix =
      meter.isRunning ? trimSuffix(shared - prefix, updates: &suffixUpdates) : 0
    let oldRange = prefix..<(old.count - suffix)
    let newRange = prefix..<(new.count - suffix)
    if !oldRange.isEmpty, !newRange.isEmpty, meter.isRunning {
      runMiddle(oldRange, newRange)
    } else {
      difference.deletions = Array(oldRange)
      difference.insertions = Array(newRange)
    }
    difference.updates.append(contentsOf: suffixUpdates.reversed())
  }

  /// Compares from the start on, and tells how many rows the lists share there.
  @inlinable
  @inline(__always)
  mutating func trimPrefix(_ shared: Int) -> Int {
    var prefix = 0
    while prefix < shared, meter.isRunning {
      let begin = prefix
      let pause = min(shared, begin + WorkMeter.stride)
      while prefix < pause, rule.isSame(old[prefix], new[prefix]) {
        if !rule.isContentEqual(old[prefix], new[prefix]) {
          difference.updates.append(.init(old: prefix, new: prefix))
        }
        prefix += 1
      }
      meter.spend(prefix - begin + 1)
      if prefix < pause { break }
    }
    return prefix
  }

  /// Compares from the end backwards, and tells how many of `shared` rows the lists share there.
  @inlinable
  @inline(__always)
  mutating func trimSuffix(_ shared: Int, updates: inout [Difference.Update]) -> Int {
    var suffix = 0
    while suffix < shared, meter.isRunning {
      let begin = suffix
      let pause = min(shared, begin + WorkMeter.stride)
      while suffix < pause {
        let before = old.count - 1 - suffix
        let after = new.count - 1 - suffix
        guard rule.isSame(old[before], new[after]) else { break }
        if !rule.isContentEqual(old[before], new[after]) {
          updates.append(.init(old: before, new: after))
        }
        suffix += 1
      }
      meter.spend(suffix - begin + 1)
      if suffix < pause { break }
    }
    return suffix
  }

  /// Works on what is left when the shared ends are gone: neither range is empty, and neither the
  /// first nor the last rows of both have one identity.
  @inlinable
  @inline(__always)
  mutating func runMiddle(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    let oldBase = oldRange.lowerBound
    let newBase = newRange.lowerBound
    // The content is looked at while the row is at hand, which for a long list is half the cost;
    // pairs that turn out to lie off the path are dropped.
    var changed: [Difference.Update] = []
    let snakes = greedyWalk(
      oldRange.count,
      newRange.count,
      bound: Self.walkBound,
      meter: &meter
    ) { [old, new, rule] in
      guard rule.isSame(old[oldBase + $0], new[newBase + $1]) else { return false }
      if !rule.isContentEqual(old[oldBase + $0], new[newBase + $1]) {
        changed.append(.init(old: oldBase + $0, new: newBase + $1))
      }
      return true
    }
    if let snakes {
      emit(snakes, changed, oldRange, newRange)
    } else if meter.isRunning, max(old.count, new.count) < Int(Int32.max) {
      runInterned(oldRange, newRange)
    } else {
      difference.deletions = Array(oldRange)
      difference.insertions = Array(newRange)
    }
  }

  /// Tells the difference that a walk found: what lies between the runs goes and comes, and of
  /// that, rows of one identity move.
  @inlinable
  mutating func emit(
    _ snakes: [Snake],
    _ changed: [Difference.Update],
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>
  ) {
    var deletions: [Int] = []
    var insertions: [Int] = []
    var nextOld = oldRange.lowerBound
    var nextNew = newRange.lowerBound
    for snake in snakes {
      let oldStart = oldRange.lowerBound + snake.old
      let newStart = newRange.lowerBound + snake.new
      deletions += nextOld..<oldStart
      insertions += nextNew..<newStart
      nextOld = oldStart + snake.length
      nextNew = newStart + snake.length
    }
    deletions += nextOld..<oldRange.upperBound
    insertions += nextNew..<newRange.upperBound
    var updates = changed.filter { update in
      let x = update.old - oldRange.lowerBound
      let y = update.new - newRange.lowerBound
      return snakes.contains {
        $0.old <= x && x < $0.old + $0.length && x - y == $0.old - $0.new
      }
    }

    // A bounded walk leaves few of both, so that looking at every pair is cheaper than hashing.
    insertions.removeAll { target in
      let position = deletions.firstIndex { rule.isSame(old[$0], new[target]) }
      guard let position else { return false }
      let source = deletions.remove(at: position)
      difference.moves.append(.init(from: source, to: target))
      if !rule.isContentEqual(old[source], new[target]) {
        updates.append(.init(old: source, new: target))
      }
      return true
    }
    difference.deletions = deletions
    difference.insertions = insertions
    // At the edge of a box the walk may meet a pair a second time.
    updates.sort { $0.new < $1.new }
    for update in updates where difference.updates.last?.new != update.new {
      difference.updates.append(update)
    }
  }
}
