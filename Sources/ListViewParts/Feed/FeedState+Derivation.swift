package import Columns
internal import FeedStore
internal import FeedValues
package import Values

/// The fields that the rows do not have by themselves.
extension FeedState {
  /// Other fields that the rows are being given, with all that was recorded, in several turns.
  struct Rederivation: Sendable {
    var rewriting: PlayerRewriting
    var derivation: Derivation
    /// The fields that the rows have so far.
    let former: Set<String>
    /// When it began.
    let start: ContinuousClock.Instant
    /// The items that have arrived since it began.
    var arrivals: [Arrival] = []
  }

  /// The fields that the rows have, or are being given.
  package var derivedFields: [DerivedField] { (rederivation?.derivation ?? derivation).fields }

  /// Whether the rows are being given other fields.
  package var isDeriving: Bool { rederivation != nil }

  /// When to continue; nil if there is nothing to do.
  package var derivationStart: ContinuousClock.Instant? { rederivation?.start }

  /// Gives the rows other derived fields, now and in the past; see ``continueDeriving(_:)``.
  package mutating func derive(
    _ fields: [DerivedField],
    calendar: Calendar,
    at instant: ContinuousClock.Instant
  ) {
    takeArrivals()
    var next = Derivation(fields, calendar: calendar)
    next.hasTimes = derivation.hasTimes
    guard player.count > 0 else {
      (derivation, rederivation) = (next, nil)
      return
    }
    rederivation = Rederivation(
      rewriting: PlayerRewriting(player),
      derivation: next,
      former: Set(derivation.fields.map(\.name)),
      start: instant
    )
  }

  /// Continues to give the rows other fields for a turn.
  ///
  /// - Parameter changeCount: The number of changes to make.
  /// - Returns: Whether the rows have them now.
  @discardableResult
  package mutating func continueDeriving(_ changeCount: Int = 2_000) -> Bool {
    guard var next = rederivation else { return false }
    rederivation = nil
    let former = next.former
    let isDone = next.rewriting.advance(by: changeCount) { items, time in
      next.derivation.derive(items.map { $0.removing(former) }, at: time)
    }
    guard isDone else {
      rederivation = next
      return false
    }
    player = next.rewriting.finished(as: player)
    derivation = next.derivation
    skipNext()
    // The items that the former player has not been given yet are among them.
    dropArrivals()
    for arrival in next.arrivals {
      receive(arrival.items, at: arrival.instant, time: arrival.time)
    }
    return true
  }

  /// Receives the updates of rows whose derived values have changed with time.
  package mutating func refreshDerivation(at instant: ContinuousClock.Instant, time: FeedTime) {
    guard rederivation == nil, let next = derivation.nextRefresh, next <= time else { return }
    let items = derivation.refresh(to: time)
    if !items.isEmpty { enqueue(items, at: instant, time: time) }
  }
}

extension FeedItem {
  /// The item without some members in front of its rows' own.
  fileprivate func removing(_ names: Set<String>) -> FeedItem {
    guard !names.isEmpty else { return self }
    switch self {
    case .upsert(let row, let time): return .upsert(row.removing(membersInFront: names), at: time)
    case .append(let row, let time): return .append(row.removing(membersInFront: names), at: time)
    case .insert(let row, let next, let time):
      return .insert(row.removing(membersInFront: names), inFrontOf: next, at: time)
    case .snapshot(var snapshot):
      snapshot.rows = snapshot.rows.map { $0.removing(membersInFront: names) }
      return .snapshot(snapshot)
    case .delete: return self
    }
  }
}
