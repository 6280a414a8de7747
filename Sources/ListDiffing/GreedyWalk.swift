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

/// Looks past a few edits without hashing a row: Myers' greedy walk with a small bound.
///
/// A feed differs from its last snapshot by some rows at its ends, a rotation by two edits. Walking
/// there costs little more than looking at every row once, where hashing costs ten times that.
///
/// - Parameters:
///   - oldCount: The number of rows before the change.
///   - newCount: The number of rows after the change.
///   - bound: The most deletions and insertions together to look past.
///   - meter: Counts the steps, and may stop them.
///   - isSame: Whether an old and a new offset hold one identity.
/// - Returns: The shared runs in order, of a longest common subsequence; nil where the lists differ
///   by more than the bound, or the walk took more than twice a look at every row.
/// - Complexity: O((*n* + *m*) + *d*²) comparisons for a bound of *d*, in O(*d*²) space.
///   Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986).
@inlinable
@inline(__always)
func greedyWalk(
  _ oldCount: Int,
  _ newCount: Int,
  bound: Int,
  meter: inout WorkMeter,
  isSame: (Int, Int) -> Bool
) -> [Snake]? {
  // For each d, the d + 1 furthest old offsets on the diagonals -d, -d + 2, …, d.
  withUnsafeTemporaryAllocation(of: Int.self, capacity: (bound + 1) * (bound + 2) / 2) { reach in
    let unreachable = -1
    var budget = 2 * (oldCount + newCount) + 4096
    var row = 0  // where the furthest offsets for d begin
    for d in 0...bound {
      let previous = row - d
      for position in 0...d {
        let diagonal = 2 * position - d
        var x = unreachable
        if d == 0 {
          x = 0
        } else {
          // From the diagonal above by an insertion, or from the one below by a deletion.
          if position < d, reach[previous + position] != unreachable,
            reach[previous + position] - diagonal <= newCount
          {
            x = reach[previous + position]
          }
          if position > 0, reach[previous + position - 1] != unreachable,
            reach[previous + position - 1] < oldCount
          {
            x = max(x, reach[previous + position - 1] + 1)
          }
        }
        if x == unreachable {
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
        reach[row + position] = x
        if x == oldCount, x - diagonal == newCount {
          return traceBack(reach, d: d, position: position, row: row, oldCount, newCount)
        }
        budget -= x - start + 1
      }
      if budget < 0 { return nil }
      row += d + 1
    }
    return nil
  }
}

/// The snakes of a walk's path, from its end back to its start.
@usableFromInline
func traceBack(
  _ reach: UnsafeMutableBufferPointer<Int>,
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
    if position < d, reach[previous + position] >= 0,
      reach[previous + position] - diagonal <= newCount
    {
      start = reach[previous + position]
      isInsertion = true
    }
    if position > 0, reach[previous + position - 1] >= 0,
      reach[previous + position - 1] < oldCount, reach[previous + position - 1] + 1 > start
    {
      start = reach[previous + position - 1] + 1
      isInsertion = false
    }
    if x > start { snakes.append(Snake(old: start, new: start - diagonal, length: x - start)) }
    x = isInsertion ? start : start - 1
    if !isInsertion { position -= 1 }
    d -= 1
    row = previous
  }
}
