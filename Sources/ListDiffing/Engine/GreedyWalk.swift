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

/// The limit of a walk: about as much work as hashing every row once.
@usableFromInline
struct WalkBudget {
  /// The most edits to look past; *d* of them take about *d*²/2 steps besides the path.
  @usableFromInline let edits: Int

  /// The edits after which the walk through a short list has to have come somewhere, or -1.
  @usableFromInline let halfWay: Int

  /// The edits that cost too little to ask first whether the lists are alike.
  @inlinable
  static var cheapEdits: Int { 24 }

  /// The budget for two lists.
  ///
  /// A hash costs the more the further its table outgrows the caches: it is worth one step a row in
  /// short lists, and three in long ones. The budget is the same for all types, so that
  /// one change gives one difference. It does not have a floor that short lists would feel: a list
  /// may be one of thousands of sections.
  ///
  /// - Parameters:
  ///   - oldCount: The number of rows before the change, below `Int32.max`.
  ///   - newCount: The number of rows after the change, below `Int32.max`.
  @usableFromInline
  init(_ oldCount: Int, _ newCount: Int) {
    let rows = oldCount + newCount
    let doublings = Int.bitWidth - 1 - max(rows, 1).leadingZeroBitCount
    let steps = rows * min(max(doublings - 15, 1), 3) + 16
    edits = Int((2 * Double(steps)).squareRoot())
    halfWay = edits <= Self.cheapEdits && rows >= 32 ? edits / 2 : -1
  }
}

/// Looks past edits without hashing a row: Myers' greedy walk, until it has cost as much as hashing
/// every row would.
///
/// A feed differs from its last snapshot by some rows at its ends, a rotation by two edits. Walking
/// there costs little more than looking at every row once; hashing costs ten times that. After
/// a few edits the walk asks whether rows of the old list stand near their places in the new one,
/// and ends if they do not: lists that have little in common cost it next to nothing.
///
/// - Parameters:
///   - oldCount: The number of rows before the change, below `Int32.max`.
///   - newCount: The number of rows after the change, below `Int32.max`.
///   - meter: Counts the steps, and may stop them.
///   - isSame: Whether an old and a new offset hold one identity.
///   - look: Called for the offsets of each row that is met, also of those off the path.
/// - Returns: The shared runs in order, of a longest common subsequence; nil if the walk would
///   cost more than hashing every row.
/// - Complexity: O(*n* + *m* + *d*²) comparisons for *d* edits, and (*n* + *m*) times 4 at most, in
///   O(*d* + *s*) space for *s* shared runs met. Eugene W. Myers, An O(ND) Difference Algorithm and
///   Its Variations, Algorithmica 1 (1986).
@inlinable
@inline(__always)
func greedyWalk(
  _ oldCount: Int,
  _ newCount: Int,
  meter: inout WorkMeter,
  isSame: (Int, Int) -> Bool,
  look: (Int, Int) -> Void
) -> [Snake]? {
  let budget = WalkBudget(oldCount, newCount)
  guard abs(oldCount - newCount) <= budget.edits else { return nil }
  var front = WalkFront(edits: budget.edits)
  defer { front.deallocate() }
  var unreported = 0
  var d = 0
  while d <= budget.edits, !front.isFull {
    if d == WalkBudget.cheapEdits + 1 {
      guard isAlike(oldCount, newCount, within: budget.edits, isSame: isSame) else { return nil }
    } else if d == budget.halfWay {
      // Of lists too short to be sampled, those that have little in common show it half way.
      guard front.furthest(after: d) >= d + (oldCount + newCount) / 8 else { return nil }
    }
    var diagonal = -d
    while diagonal <= d {
      var x = d == 0 ? 0 : -1
      var last: Int32 = -1
      // From the diagonal above by an insertion, or from the one below by a deletion.
      if diagonal < d {
        let start = Int(front.offsets[diagonal + 1])
        if start >= 0, start - diagonal <= newCount {
          x = start
          last = front.lastRuns[diagonal + 1]
        }
      }
      if diagonal > -d {
        let start = Int(front.offsets[diagonal - 1])
        if start >= 0, start < oldCount, start >= x {
          x = start + 1
          last = front.lastRuns[diagonal - 1]
        }
      }
      if x >= 0 {
        let start = x
        let end = min(oldCount, newCount + diagonal)
        // By blocks, as `countShared` does it, but written out: through more closures than these the
        // optimiser does not see.
        var looked = start
        var reported = start
        var pause = start
        while x == pause, x < end {
          pause = min(end, x + SharedRun.block)
          while x < pause, isSame(x, x - diagonal) { x += 1 }
          while looked < x {
            look(looked, looked - diagonal)
            looked += 1
          }
          if x - reported >= WorkMeter.stride {
            guard meter.spend(x - reported) else { return nil }
            reported = x
          }
        }
        if x > start {
          last = front.append(
            Snake(old: start, new: start - diagonal, length: x - start),
            after: last
          )
        }
        if x == oldCount, x - diagonal == newCount { return front.runs(endingWith: last) }
      }
      front.offsets[diagonal] = Int32(truncatingIfNeeded: x)
      front.lastRuns[diagonal] = last
      diagonal += 2
    }
    unreported += d + 1
    if unreported >= WorkMeter.stride {
      guard meter.spend(unreported) else { return nil }
      unreported = 0
    }
    d += 1
  }
  return nil
}

/// Whether the lists look as if no more than so many edits lay between them: of short runs of the
/// old list, most stand near their places in the new one.
///
/// A run tells more than a row: if few values repeat, every row is near every place. A run that
/// stands *s* places further on takes *s* insertions before it, and behind it the deletions that
/// bring both lists to their ends, so that *s* is bounded by the edits. And how far runs go on tells
/// how many edits there are, if they are spread out.
@inlinable
@inline(__always)
func isAlike(
  _ oldCount: Int,
  _ newCount: Int,
  within edits: Int,
  runLength length: Int = 8,
  isSame: (Int, Int) -> Bool
) -> Bool {
  let samples = 32
  let places = min(oldCount, newCount) - length
  guard places >= 2 * samples * length else { return true }
  let lowest = (newCount - oldCount - edits) / 2
  let highest = (newCount - oldCount + edits) / 2
  // Edits break runs that they lie in.
  var missesLeft = 4 + samples * length * edits / (2 * places)
  var shift = min(max(0, lowest), highest)
  let longest = max(length, min(8 * places / edits, places / 128))
  var matched = 0
  var breaks = 0
  for sample in 0..<samples {
    let old = places / (2 * samples) * (2 * sample + 1)
    var isFound = false
    var distance = 0
    // Nearest to where the last run was found: 0, 1, -1, 2, -2, …
    while !isFound, shift + distance <= highest || shift - distance >= lowest {
      var candidate = shift + distance
      for _ in 0..<2 {
        let new = old + candidate
        if lowest <= candidate, candidate <= highest, new >= 0, new <= newCount - length {
          var step = 0
          while step < length, isSame(old + step, new + step) { step += 1 }
          if step == length {
            isFound = true
            shift = candidate
            break
          }
        }
        candidate = shift - distance
      }
      distance += 1
    }
    guard isFound else {
      missesLeft -= 1
      if missesLeft < 0 { return false }
      continue
    }
    let end = min(old + longest, oldCount, newCount - shift)
    var next = old + length
    while next < end, isSame(next, next + shift) { next += 1 }
    matched += next - old
    if next < end { breaks += 1 }
  }
  return breaks * places <= matched * edits
}

/// The furthest place of a walk on each diagonal, and the shared runs on the way there.
///
/// The buffers belong to the owner, who calls `deallocate()` once. The walk reads a diagonal only
/// when it has written it.
@usableFromInline
struct WalkFront {
  /// A shared run on the way to a diagonal, and the one before it.
  @usableFromInline
  struct Run {
    @usableFromInline var old: Int32
    @usableFromInline var new: Int32
    @usableFromInline var length: Int32
    /// The number of the run before it, or -1.
    @usableFromInline var previous: Int32

    @inlinable
    init(old: Int32, new: Int32, length: Int32, previous: Int32) {
      self.old = old
      self.new = new
      self.length = length
      self.previous = previous
    }
  }

  /// For each diagonal, counted from the middle, the furthest offset into the old list, or -1.
  @usableFromInline let offsets: UnsafeMutablePointer<Int32>
  /// For each diagonal the number of the last run on the way there, or -1.
  @usableFromInline let lastRuns: UnsafeMutablePointer<Int32>
  @usableFromInline let bound: Int
  /// All runs that were met: few if identities do not repeat.
  @usableFromInline var met: [Run] = []

  /// The most runs that are kept: 16 MiB.
  @inlinable
  static var longestMemory: Int { 1 << 20 }

  /// Makes room for a walk past so many edits.
  @usableFromInline
  init(edits: Int) {
    bound = edits + 1
    offsets = .allocate(capacity: 2 * bound + 1) + bound
    lastRuns = .allocate(capacity: 2 * bound + 1) + bound
  }

  /// Whether so many runs were met that they tell nothing.
  @inlinable
  var isFull: Bool { met.count > Self.longestMemory }

  /// Keeps a run.
  ///
  /// - Returns: Its number.
  @usableFromInline
  mutating func append(_ snake: Snake, after previous: Int32) -> Int32 {
    met.append(
      Run(
        old: Int32(truncatingIfNeeded: snake.old),
        new: Int32(truncatingIfNeeded: snake.new),
        length: Int32(truncatingIfNeeded: snake.length),
        previous: previous
      )
    )
    return Int32(truncatingIfNeeded: met.count - 1)
  }

  /// The progress of the walk on the diagonal on which it has come furthest.
  ///
  /// - Parameter edits: The edits that it will look past next.
  /// - Returns: The rows of both lists that it has passed there.
  @usableFromInline
  func furthest(after edits: Int) -> Int {
    var furthest = 0
    for diagonal in stride(from: 1 - edits, to: edits, by: 2) where offsets[diagonal] >= 0 {
      furthest = max(furthest, 2 * Int(offsets[diagonal]) - diagonal)
    }
    return furthest
  }

  /// The runs on the way to one of them, in order.
  @usableFromInline
  func runs(endingWith last: Int32) -> [Snake] {
    var snakes: [Snake] = []
    var number = last
    while number >= 0 {
      let run = met[Int(number)]
      snakes.append(Snake(old: Int(run.old), new: Int(run.new), length: Int(run.length)))
      number = run.previous
    }
    return snakes.reversed()
  }

  @usableFromInline
  func deallocate() {
    (offsets - bound).deallocate()
    (lastRuns - bound).deallocate()
  }
}
