/// A part of the edit graph: offsets into the old list against offsets into the new one.
@usableFromInline
struct EditBox {
  @usableFromInline var old: Range<Int>
  @usableFromInline var new: Range<Int>

  @inlinable
  init(old: Range<Int>, new: Range<Int>) {
    self.old = old
    self.new = new
  }
}

/// The furthest offsets of both searches for a middle snake, reused from box to box.
///
/// The buffers belong to the owner, who calls `deallocate()` once. Both are read and written only
/// within `bound + 1` of their middle, and written there before they are read, so that memory is
/// taken for the edits there are and not for those there could be.
@usableFromInline
struct Frontiers {
  @usableFromInline let forward: UnsafeMutablePointer<Int>
  @usableFromInline let backward: UnsafeMutablePointer<Int>
  @usableFromInline let bound: Int

  /// Makes room for searches of at most `bound` edits from each end.
  @inlinable
  init(bound: Int) {
    self.bound = bound
    forward = .allocate(capacity: 2 * bound + 3)
    backward = .allocate(capacity: 2 * bound + 3)
  }

  @inlinable
  func deallocate() {
    forward.deallocate()
    backward.deallocate()
  }
}

/// Finds a point in the middle of a shortest edit script, from both ends at once.
///
/// - Parameters:
///   - box: The part to divide, whose first rows differ and whose last rows differ.
///   - frontiers: Room for the search; its bound is the most edits from each end.
///   - budget: The most steps to take.
///   - meter: Counts the steps, and may stop them.
///   - isSame: Whether an old and a new offset hold one identity.
/// - Returns: An old and a new offset, within the box and at neither of its corners; nil if the
///   bound, the budget or the work limit was reached.
/// - Complexity: O((*n* + *m*)*d*) comparisons for *d* edits, O(*n* + *m* + *d*²) expected.
///   Eugene W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1 (1986), §4b.
@inlinable
func middleSnake(
  of box: EditBox,
  frontiers: Frontiers,
  budget: Int,
  meter: inout WorkMeter,
  isSame: (Int, Int) -> Bool
) -> (old: Int, new: Int)? {
  let oldCount = box.old.count
  let newCount = box.new.count
  let oldBase = box.old.lowerBound
  let newBase = box.new.lowerBound
  let delta = oldCount - newCount
  let isOdd = delta & 1 != 0
  // Diagonal k of the forward search is at k, of the backward one at k - delta, from the middle.
  let forward = frontiers.forward + (frontiers.bound + 1)
  let backward = frontiers.backward + (frontiers.bound + 1 - delta)
  forward[0] = 0
  backward[delta] = oldCount
  var forwardLow = 0
  var forwardHigh = 0
  var backwardLow = delta
  var backwardHigh = delta
  var budget = budget
  var edits = 0
  while edits < frontiers.bound {
    edits += 1
    var steps = 0

    // A diagonal at the edge of the box drops out, and its neighbour becomes the outermost.
    if forwardLow > -newCount {
      forwardLow -= 1
      forward[forwardLow - 1] = -1
    } else {
      forwardLow += 1
    }
    if forwardHigh < oldCount {
      forwardHigh += 1
      forward[forwardHigh + 1] = -1
    } else {
      forwardHigh -= 1
    }
    var k = forwardHigh
    while k >= forwardLow {
      let below = forward[k - 1]
      let above = forward[k + 1]
      var x = below < above ? above : below + 1
      let start = x
      while x < oldCount, x - k < newCount, isSame(oldBase + x, newBase + x - k) { x += 1 }
      steps += x - start + 1
      forward[k] = x
      if isOdd, backwardLow <= k, k <= backwardHigh, backward[k] <= x {
        meter.spend(steps)
        return (oldBase + x, newBase + x - k)
      }
      k -= 2
    }

    if backwardLow > -newCount {
      backwardLow -= 1
      backward[backwardLow - 1] = .max
    } else {
      backwardLow += 1
    }
    if backwardHigh < oldCount {
      backwardHigh += 1
      backward[backwardHigh + 1] = .max
    } else {
      backwardHigh -= 1
    }
    k = backwardHigh
    while k >= backwardLow {
      let below = backward[k - 1]
      let above = backward[k + 1]
      var x = below < above ? below : above - 1
      let start = x
      while x > 0, x - k > 0, isSame(oldBase + x - 1, newBase + x - k - 1) { x -= 1 }
      steps += start - x + 1
      backward[k] = x
      if !isOdd, forwardLow <= k, k <= forwardHigh, x <= forward[k] {
        meter.spend(steps)
        return (oldBase + x, newBase + x - k)
      }
      k -= 2
    }

    budget -= steps
    guard meter.spend(steps), budget >= 0 else { return nil }
  }
  return nil
}
