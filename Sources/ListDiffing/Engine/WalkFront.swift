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
