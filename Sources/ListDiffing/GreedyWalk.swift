/// A run of rows that two lists share in line.
@usableFromInline
struct Snake {
  @usableFromInline var old: Int
  @usableFromInline var new: Int
  @usableFromInline var length: Int

  @inlinable
  init(old: Int, new: Int, length: Int) {
    self.old = old
    self.new = new
    self.length = length
  }
}

/// How far a walk may go: about as much work as hashing every row once.
@usableFromInline
struct WalkBudget {
  /// The most comparisons, those along the path included.
  @usableFromInline let comparisons: Int
  /// The most edits that this many comparisons can look past.
  @usableFromInline let edits: Int

  /// The edits that cost too little to ask first whether the lists are alike.
  @inlinable
  static var cheapEdits: Int { 24 }

  /// The budget for two lists: a comparison of two rows that lie behind references may cost as much as
  /// hashing one. It is the same for all types, so that one change gives one difference.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before the change.
  ///   - newCount: The number of rows after the change.
  @usableFromInline
  init(_ oldCount: Int, _ newCount: Int) {
    let (rows, overflow) = oldCount.addingReportingOverflow(newCount)
    comparisons = (overflow ? 1 << 56 : min(rows, 1 << 56)) + 256
    // The path takes a comparison of every other row, and d edits take about d²/2 besides.
    let besides = comparisons - (comparisons - 256) / 2
    edits = max(Self.cheapEdits, Int((2 * Double(besides)).squareRoot()))
  }
}

/// Looks past edits without hashing a row: Myers' greedy walk, until it has cost as much as hashing
/// every row would.
///
/// A feed differs from its last snapshot by some rows at its ends, a rotation by two edits. Walking
/// there costs little more than looking at every row once, where hashing costs ten times that. After
/// a few edits the walk asks whether rows of the old list stand near their places in the new one,
/// and ends where they do not: lists that have little in common cost it next to nothing.
///
/// - Parameters:
///   - oldCount: The number of rows before the change, below `Int32.max`.
///   - newCount: The number of rows after the change, below `Int32.max`.
///   - meter: Counts the steps, and may stop them.
///   - isSame: Whether an old and a new offset hold one identity.
/// - Returns: The shared runs in order, of a longest common subsequence; nil where the walk would
///   cost more than hashing every row.
/// - Complexity: O(*n* + *m* + *d*²) comparisons for *d* edits and O(*n* + *m*) at most, in
///   O(*d*²) space. Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations,
///   Algorithmica 1 (1986).
@inlinable
@inline(__always)
func greedyWalk(
  _ oldCount: Int,
  _ newCount: Int,
  meter: inout WorkMeter,
  isSame: (Int, Int) -> Bool
) -> [Snake]? {
  let budget = WalkBudget(oldCount, newCount)
  guard abs(oldCount - newCount) <= budget.edits else { return nil }
  // For each d, the d + 1 furthest old offsets on the diagonals -d, -d + 2, …, d.
  var reach = WalkHistory()
  defer { reach.deallocate() }
  let unreachable: Int32 = -1
  var left = budget.comparisons
  var unreported = 0
  var row = 0  // where the furthest offsets for d begin
  var d = 0
  while d <= budget.edits {
    if d == WalkBudget.cheapEdits + 1 {
      guard isAlike(oldCount, newCount, within: budget.edits, isSame: isSame) else { return nil }
    }
    reach.reserve(row + d + 1)
    let previous = row - d
    for position in 0...d {
      let diagonal = 2 * position - d
      var x = -1
      if d == 0 {
        x = 0
      } else {
        // From the diagonal above by an insertion, or from the one below by a deletion.
        if position < d {
          let start = Int(reach[previous + position])
          if start >= 0, start - diagonal <= newCount { x = start }
        }
        if position > 0 {
          let start = Int(reach[previous + position - 1])
          if start >= 0, start < oldCount { x = max(x, start + 1) }
        }
      }
      if x < 0 {
        reach[row + position] = unreachable
        continue
      }
      let start = x
      let end = min(oldCount, newCount + diagonal)
      while x < end {
        let pause = min(end, x + WorkMeter.stride)
        let begin = x
        while x < pause, isSame(x, x - diagonal) { x += 1 }
        if x - begin == WorkMeter.stride, !meter.spend(x - begin) { return nil }
        if x < pause { break }
      }
      reach[row + position] = Int32(truncatingIfNeeded: x)
      if x == oldCount, x - diagonal == newCount {
        return traceBack(reach, d: d, position: position, row: row, oldCount, newCount)
      }
      left -= x - start + 1
    }
    unreported += d + 1
    if unreported >= WorkMeter.stride {
      guard meter.spend(unreported) else { return nil }
      unreported = 0
    }
    guard left >= 0 else { return nil }
    row += d + 1
    d += 1
  }
  return nil
}

/// Whether the lists look as if no more than so many edits lay between them: of eight short runs of
/// the old list, most stand near their places in the new one.
///
/// A run tells more than a row: where few values repeat, every row is near every place.
@inlinable
@inline(__always)
func isAlike(
  _ oldCount: Int,
  _ newCount: Int,
  within distance: Int,
  runLength length: Int = 8,
  isSame: (Int, Int) -> Bool
) -> Bool {
  let places = min(oldCount, newCount) - length
  guard places >= 16 * length else { return true }
  var misses = 0
  for sample in 0..<8 {
    let old = places / 16 * (2 * sample + 1)
    var isFound = false
    var shift = 0
    // Nearest places first: 0, 1, -1, 2, -2, …
    while !isFound, abs(shift) <= distance {
      let new = old + shift
      if new >= 0, new <= newCount - length {
        var step = 0
        while step < length, isSame(old + step, new + step) { step += 1 }
        isFound = step == length
      }
      shift = shift > 0 ? -shift : 1 - shift
    }
    if !isFound { misses += 1 }
    if misses > 3 { return false }
  }
  return true
}

/// The snakes of a walk's path, from its end back to its start.
@usableFromInline
func traceBack(
  _ reach: WalkHistory,
  d: Int,
  position: Int,
  row: Int,
  _ oldCount: Int,
  _ newCount: Int
) -> [Snake] {
  var snakes: [Snake] = []
  var d = d
  var position = position
  var row = row
  var x = oldCount
  while true {
    let diagonal = 2 * position - d
    guard d > 0 else {
      if x > 0 { snakes.append(Snake(old: 0, new: 0, length: x)) }
      return snakes.reversed()
    }
    let previous = row - d
    var start = -1
    var isInsertion = false
    if position < d {
      let before = Int(reach[previous + position])
      if before >= 0, before - diagonal <= newCount {
        start = before
        isInsertion = true
      }
    }
    if position > 0 {
      let before = Int(reach[previous + position - 1])
      if before >= 0, before < oldCount, before + 1 > start {
        start = before + 1
        isInsertion = false
      }
    }
    if x > start { snakes.append(Snake(old: start, new: start - diagonal, length: x - start)) }
    x = isInsertion ? start : start - 1
    if !isInsertion { position -= 1 }
    d -= 1
    row = previous
  }
}
