/// Leads over runs of places that are free, so that who looks for the nearest one that is taken does
/// not go through them one by one every time.
///
/// Places that were taken may become free; when a free one is taken again, all that is known has to
/// be forgotten (``removeAll()``).
///
/// Source: Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm" (1975): path compression.
struct HoleJumps: Sendable {
  /// For a free place, one below it: all that lie between are free.
  private var jumps: [Int: Int] = [:]

  /// Runs up to this length are not worth remembering.
  private static let shortRun = 4

  /// The nearest place below another one that is taken, or the end.
  ///
  /// - Parameters:
  ///   - start: Where to begin; it is not looked at. It is greater than the end.
  ///   - end: The last place to look at.
  ///   - isTaken: Whether a place is taken.
  /// - Returns: The place.
  /// - Complexity: O(log *n*), amortised.
  mutating func place(below start: Int, downTo end: Int, isTaken: (Int) -> Bool) -> Int {
    var place = start - 1
    var visited = 0
    while place > end, !isTaken(place) {
      place = max(jumps[place] ?? place - 1, end)
      visited += 1
    }
    guard visited > Self.shortRun else { return place }
    var hole = start - 1
    while hole > place {
      let next = jumps[hole] ?? hole - 1
      jumps[hole] = place
      hole = next
    }
    return place
  }

  /// Forgets all.
  mutating func removeAll() {
    if !jumps.isEmpty { jumps.removeAll() }
  }
}
