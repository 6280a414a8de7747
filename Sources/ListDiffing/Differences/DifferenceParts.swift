/// The parts of a difference while it is being found.
@usableFromInline
struct DifferenceParts {
  @usableFromInline var deletions: [Int] = []
  @usableFromInline var insertions: [Int] = []
  @usableFromInline var moves: [Difference.Move] = []
  @usableFromInline var updates: [Difference.Update] = []

  @inlinable
  init() {}

  /// Adds the update of a row.
  ///
  /// Not inlined, because it is rare: the code for growing an array would take the place of rules
  /// that the optimiser puts into loops.
  @usableFromInline
  mutating func addUpdate(old: Int, new: Int) {
    updates.append(.init(old: old, new: new))
  }

  /// Adds updates that come after those that are there.
  @usableFromInline
  mutating func addUpdates(_ later: [Difference.Update]) {
    updates += later
  }

  /// The updates, the last one first.
  @usableFromInline
  var reversedUpdates: [Difference.Update] { updates.reversed() }

  /// Makes the difference one that deletes and inserts all rows of two ranges.
  @usableFromInline
  mutating func replaceAll(_ old: Range<Int>, _ new: Range<Int>) {
    deletions = Array(old)
    insertions = Array(new)
  }

  /// Adds shared runs: what lies between them is deleted and inserted.
  ///
  /// - Parameters:
  ///   - snakes: The runs in order, offsets counted from the starts of the ranges.
  ///   - old: The range of the old list that they lead through.
  ///   - new: The range of the new list that they lead through.
  @usableFromInline
  mutating func addGaps(between snakes: [Snake], _ old: Range<Int>, _ new: Range<Int>) {
    var nextOld = old.lowerBound
    var nextNew = new.lowerBound
    for snake in snakes {
      deletions += nextOld..<(old.lowerBound + snake.old)
      insertions += nextNew..<(new.lowerBound + snake.new)
      nextOld = old.lowerBound + snake.old + snake.length
      nextNew = new.lowerBound + snake.new + snake.length
    }
    deletions += nextOld..<old.upperBound
    insertions += nextNew..<new.upperBound
  }

  /// Adds shared runs, the content of whose rows was not looked at yet.
  @inlinable
  mutating func add(
    _ snakes: [Snake],
    _ old: Range<Int>,
    _ new: Range<Int>,
    isContentEqual: (Int, Int) -> Bool
  ) {
    addGaps(between: snakes, old, new)
    for snake in snakes {
      let before = old.lowerBound + snake.old
      let after = new.lowerBound + snake.new
      for step in 0..<snake.length where !isContentEqual(before + step, after + step) {
        updates.append(.init(old: before + step, new: after + step))
      }
    }
  }

  /// Adds shared runs, the content of whose rows was looked at along the way.
  ///
  /// - Parameters:
  ///   - snakes: The runs in order, offsets counted from the starts of the ranges.
  ///   - changed: Pairs of rows whose content differs, on the path or off it, in any order.
  ///   - old: The range of the old list that they lead through.
  ///   - new: The range of the new list that they lead through.
  @usableFromInline
  mutating func add(
    _ snakes: [Snake],
    _ changed: [Difference.Update],
    _ old: Range<Int>,
    _ new: Range<Int>
  ) {
    addGaps(between: snakes, old, new)
    guard !changed.isEmpty else { return }
    var next = 0
    for update in changed.sorted(by: { ($0.new, $0.old) < ($1.new, $1.old) }) {
      let place = update.new - new.lowerBound
      while next < snakes.count, snakes[next].new + snakes[next].length <= place { next += 1 }
      guard next < snakes.count else { break }
      let snake = snakes[next]
      let isOnPath =
        snake.new <= place && update.old - old.lowerBound - place == snake.old - snake.new
      // At the edge of a box the walk may meet a pair a second time.
      if isOnPath, updates.last != update { updates.append(update) }
    }
  }
}
