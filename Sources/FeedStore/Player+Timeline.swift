import FeedValues
internal import ListDiffing
internal import Values
internal import Searching

/// The positions of a player on a line of cells, spaced as they are when played.
package struct PlayerTimeline: Hashable, Sendable {
  /// The number of changes in each cell.
  package let changes: [Int]
  /// The first and the last position that can be shown.
  package let positions: ClosedRange<Int>
  /// The last position in or before each cell.
  private let lastPositions: [Int]

  fileprivate init(changes: [Int], positions: ClosedRange<Int>, lastPositions: [Int]) {
    (self.changes, self.positions, self.lastPositions) = (changes, positions, lastPositions)
  }

  /// The cell of a position.
  ///
  /// - Complexity: O(log *n*) in the cells.
  package func cell(of position: Int) -> Int {
    min(lastPositions.partitioningIndex { $0 >= position }, lastPositions.count - 1)
  }

  /// The position of a cell: the last one in it.
  ///
  /// - Parameter cell: Any number; it is clamped to the line.
  /// - Returns: The number of items up to that position.
  package func position(ofCell cell: Int) -> Int {
    lastPositions[min(max(cell, 0), lastPositions.count - 1)]
  }
}

extension Player {
  /// The available positions on a line of cells; nil if there are fewer than two.
  ///
  /// Positions are spaced as they are when played. If playing them takes no time, they are spaced by
  /// their times, and if those are unknown, evenly.
  ///
  /// - Parameter cells: The number of cells; at least 1.
  /// - Returns: The line; nil if there is nowhere to go.
  /// - Complexity: O(*n* + *c*) for *n* positions and *c* cells.
  package func timeline(cells: Int) -> PlayerTimeline? {
    guard count > earliest, cells > 0 else { return nil }
    let numbers = earliest..<count
    let places = places(of: numbers)
    guard let end = places.last, end > 0 else { return nil }
    var changes = [Int](repeating: 0, count: cells)
    var lastPositions = [Int](repeating: -1, count: cells)
    lastPositions[0] = earliest
    for (number, place) in zip(numbers, places) {
      let cell = min(cells - 1, Int(place / end * Double(cells - 1)))
      changes[cell] += steps[number].changeCount
      lastPositions[cell] = number + 1
    }
    for cell in 1..<max(cells, 1) where lastPositions[cell] < 0 {
      lastPositions[cell] = lastPositions[cell - 1]
    }
    return PlayerTimeline(
      changes: changes,
      positions: earliest...count,
      lastPositions: lastPositions
    )
  }

  /// The distance of each step from the first position, ascending: in nanoseconds, or in steps.
  ///
  /// In doubles, because divisions of durations take longer than all the rest.
  private func places(of numbers: Range<Int>) -> [Double] {
    var place = 0.0
    let played = numbers.map { number in
      place += max(0, Double(steps[number].gapNanoseconds))
      return place
    }
    if place > 0 { return played }
    let first = time(at: earliest) ?? steps[earliest].time
    if let first, let last = steps[count - 1].time, last > first {
      var latest = 0.0
      return numbers.map { number in
        guard let time = steps[number].time else { return latest }
        let seconds = Double(time.seconds - first.seconds)
        latest = max(latest, 1e9 * seconds + Double(time.nanosecond - first.nanosecond))
        return latest
      }
    }
    return numbers.map { Double($0 - earliest + 1) }
  }

  /// Goes to a position as far as it is kept, and pauses there.
  ///
  /// - Complexity: That of ``step(by:at:)``.
  package mutating func go(to position: Int, at instant: ContinuousClock.Instant) {
    if position > self.position, shown == nil { return }
    hold(at: position, instant)
  }

  /// Plays from the beginning of what is kept.
  ///
  /// - Complexity: That of ``step(by:at:)``.
  package mutating func replay(at instant: ContinuousClock.Instant) {
    go(to: earliest, at: instant)
    if isPaused { togglePause(at: instant) }
  }

  /// Whether the user has paused in the past, or is stepping through it.
  package var isInPast: Bool { shown != nil && !(isPaused && pausedAtLiveEdge) }
}
