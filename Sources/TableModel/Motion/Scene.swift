/// An animation from the lines as they were at the last change to the lines at rest.
///
/// A scene lists everything that has a line at the start or the end of the animation, in final order; each
/// item knows when its line opens and closes. Entries beyond either end of the list are at rest.
struct Scene<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  struct Item: Sendable {
    enum Subject: Sendable {
      /// The entry at an offset.
      case entry(Int)
      /// The tombstone with a serial number.
      case tombstone(Int)
      /// An entry that is leaving, because it was deleted or moved out of view.
      case ghost(Outline<Row>.Entry, Mark)
    }

    var subject: Subject
    /// Whether a ghost shows the reason why it leaves.
    var isMarked: Bool
    /// When its line opens; nil if it is open from the start.
    var opensAt: ContinuousClock.Instant?
    /// When its line closes; nil if it stays open.
    var closesAt: ContinuousClock.Instant?
    /// The opacity.
    var opacity: Spring

    // Inlined: with the type of the rows unknown, it would be looked up for each item.
    @inline(__always)
    init(
      subject: Subject,
      isMarked: Bool = true,
      opensAt: ContinuousClock.Instant? = nil,
      closesAt: ContinuousClock.Instant? = nil,
      opacity: Spring
    ) {
      (self.subject, self.isMarked, self.opacity) = (subject, isMarked, opacity)
      (self.opensAt, self.closesAt) = (opensAt, closesAt)
    }

    var isGhost: Bool { if case .ghost = subject { true } else { false } }

    func hasLine(at instant: ContinuousClock.Instant) -> Bool {
      if let opensAt, instant < opensAt { return false }
      if let closesAt, instant >= closesAt { return false }
      return true
    }
  }

  /// The items in their final order.
  var items: [Item]
  /// The exchanges that lead from the initial order to the final one.
  var network: RowCrossings
  /// The number of rounds of exchanges carried out.
  var travel: Spring
  /// The distance of the pinned item from its line, in lines.
  var drift: Spring
  /// Whether the drift exists because the list above the pinned item has become too short to fill the
  /// viewport, so that the list has to start on the first line throughout.
  var isDrawnUp = false
  /// When the current uninterrupted sequence of travels and drifts started.
  var unsettledSince: ContinuousClock.Instant
  /// The range of entries among the items.
  var entries: Range<Int>
  /// The range of tombstones among the items.
  var tombstones: Range<Int>
  /// When everything is at rest.
  var end: ContinuousClock.Instant

  /// Whether rows travel or lines drift, which another change starts over.
  var isShifting: Bool { network.rounds > 0 || drift.from != 0 }

  /// The items in their order at an instant, including those without a line.
  func order(at instant: ContinuousClock.Instant) -> [Int] {
    network.order(afterRounds: travel.wholeValue(at: instant))
  }

  /// The direction in which each travelling entry still has to move, by its offset: 1 towards the end of the
  /// list, −1 towards its start.
  func directions(at instant: ContinuousClock.Instant) -> [Int: Int] {
    guard network.rounds > 0, instant < travel.end else { return [:] }
    var result: [Int: Int] = [:]
    for (position, index) in order(at: instant).enumerated() where position != index {
      if case .entry(let offset) = items[index].subject {
        result[offset] = (index - position).signum()
      }
    }
    return result
  }
}

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
