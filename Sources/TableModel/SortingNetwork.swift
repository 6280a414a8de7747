/// The way from one order of some elements to another, in rounds of exchanges between neighbours.
///
/// Odd–even transposition sort: in each round every element moves by one place at most, so that a
/// row on its way past others is never seen to jump, whatever else is on its way. A sort of *n*
/// elements takes *n* rounds at most (Knuth, The Art of Computer Programming 3, 5.3.4, exercise 37).
struct SortingNetwork: Hashable, Sendable {
  /// The elements as they stand at first, each as its place in the order at last.
  let start: [Int]
  /// The exchanges of all rounds, each as the place of its first element.
  private(set) var exchanges: [Int] = []
  /// Where each round ends in `exchanges`.
  private(set) var ends: [Int] = []

  var rounds: Int { ends.count }

  /// Finds the way, or nil if it takes more exchanges than a limit.
  ///
  /// - Parameters:
  ///   - start: A permutation of `0..<n`.
  ///   - limit: How many exchanges it may take.
  /// - Complexity: O(*n* + exchanges) a round.
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
      // A round without an exchange is no step of the way.
      if idle == 0 { ends.append(exchanges.count) }
      parity = 1 - parity
    }
  }

  /// The order after some of the rounds.
  func order(afterRounds rounds: Int) -> [Int] {
    var order = start
    guard rounds > 0, !ends.isEmpty else { return order }
    for place in exchanges[..<ends[min(rounds, ends.count) - 1]] {
      order.swapAt(place, place + 1)
    }
    return order
  }
}
