/// A path from one order of elements to another, in rounds of exchanges between neighbours.
///
/// Odd–even transposition sort: in each round every element moves by at most one place, so that a row is
/// never seen to jump while it passes others. Sorting *n* elements takes at most *n* rounds (Knuth, The Art
/// of Computer Programming 3, 5.3.4, exercise 37).
struct RowCrossings: Hashable, Sendable {
  /// The elements in initial order, each given by its final position.
  let start: [Int]
  /// The exchanges of all rounds, each given by the position of its first element.
  private(set) var exchanges: [Int] = []
  /// The end of each round in `exchanges`.
  private(set) var ends: [Int] = []

  var rounds: Int { ends.count }

  /// Finds the path; nil if it takes too many exchanges.
  ///
  /// - Parameters:
  ///   - start: A permutation of `0..<n`.
  ///   - limit: The maximum number of exchanges.
  /// - Complexity: O(*n* + exchanges) per round.
  init?(from start: [Int], limit: Int) {
    self.start = start
    var order = start
    var idle = 0
    var parity = 0
    while idle < 2 {
      let before = exchanges.count
      for place in stride(from: parity, to: order.count - 1, by: 2)
      where order[place] > order[place + 1] {
        order.swapAt(place, place + 1)
        exchanges.append(place)
      }
      guard exchanges.count <= limit else { return nil }
      idle = exchanges.count == before ? idle + 1 : 0
      // Rounds without exchanges are omitted.
      if idle == 0 { ends.append(exchanges.count) }
      parity = 1 - parity
    }
  }

  /// The order after a number of rounds.
  func order(afterRounds rounds: Int) -> [Int] {
    var order = start
    guard rounds > 0, !ends.isEmpty else { return order }
    for place in exchanges[..<ends[min(rounds, ends.count) - 1]] {
      order.swapAt(place, place + 1)
    }
    return order
  }
}
