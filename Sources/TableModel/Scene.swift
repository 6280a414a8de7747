/// What is in motion between the lines as they stood at the last change and as they will stand.
///
/// A scene lists what stands on a line at either end of the motion, in its order then; each item
/// knows when its line opens and closes. Beyond both ends of the list the table goes on at rest.
struct Scene<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  struct Item: Sendable {
    enum Subject: Sendable {
      /// The entry at an offset.
      case entry(Int)
      /// The tombstone of a serial number.
      case tombstone(Int)
      /// An entry that is leaving, because it was deleted or because it moved out of view.
      case ghost(Outline<Row>.Entry, Mark)
    }

    var subject: Subject
    /// Whether a ghost shows why it leaves.
    var isMarked = true
    /// When its line opens; nil if it has one.
    var opensAt: ContinuousClock.Instant?
    /// When its line closes; nil if it stays.
    var closesAt: ContinuousClock.Instant?
    /// How solid it is.
    var opacity: Spring

    var isGhost: Bool { if case .ghost = subject { true } else { false } }

    func hasLine(at instant: ContinuousClock.Instant) -> Bool {
      if let opensAt, instant < opensAt { return false }
      if let closesAt, instant >= closesAt { return false }
      return true
    }
  }

  /// The items in the order in which they will stand.
  var items: [Item]
  /// The way there from the order in which they stood at first.
  var network: SortingNetwork
  /// How far on that way, in rounds.
  var travel: Spring
  /// How many lines the pin stands off its line.
  var drift: Spring
  /// Whether that is because the list has become too short above the pin, and begins on the first
  /// line: it then goes on to do so at every instant.
  var isDrawnUp = false
  /// When a travel or a drift that was not interrupted since began.
  var unsettledSince: ContinuousClock.Instant
  /// The entries from the first of the list to the last.
  var entries: Range<Int>
  /// The tombstones of the list.
  var tombstones: Range<Int>
  /// When everything has come to rest.
  var end: ContinuousClock.Instant

  /// Whether rows travel or lines drift, which a change begins anew.
  var isShifting: Bool { network.rounds > 0 || drift.from != 0 }

  /// The items in the order in which they stand at an instant, those without a line among them.
  func order(at instant: ContinuousClock.Instant) -> [Int] {
    network.order(afterRounds: travel.wholeValue(at: instant))
  }

  /// Which way each entry that is under way still has to go at an instant, by its offset: 1 towards
  /// the end of the list, −1 towards its start.
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
