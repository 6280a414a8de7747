import FeedValues
internal import ListDiffing
package import Values

/// Makes another player of a player: one whose rows have other members, and the same past.
///
/// Two turns do it: first the changes are undone in a copy of the list, then each of them is made again.
package struct PlayerRewriting: Sendable {
  /// Returns items as they are to be, given those that led to a list and when they happened.
  package typealias Body = ([FeedItem], FeedTime?) -> [FeedItem]

  private let source: Player
  /// The list at the position, with the rows of the source.
  private var list: RowList
  private var position: Int
  /// The player that is made.
  private var result: Player
  /// For the positions of the source from the earliest one on, those of the result.
  private var positions: [Int] = []
  private var isUndone = false

  /// Begins to rewrite a player.
  package init(_ source: Player) {
    self.source = source
    list = source.shown ?? source.edge
    position = source.position
    result = source
  }

  private var earliest: Int { source.earliest }

  /// Continues for a turn.
  ///
  /// - Parameters:
  ///   - changeCount: The number of changes after which the turn ends.
  ///   - body: Gives rows their members; called for the items in order.
  /// - Returns: Whether everything is done.
  package mutating func advance(by changeCount: Int, _ body: Body) -> Bool {
    var left = changeCount
    while position > earliest, !isUndone, left > 0 {
      position -= 1
      let step = source.steps[position]
      step.undo(in: &list)
      left -= 1 + step.changeCount
    }
    if !isUndone {
      guard position <= earliest else { return false }
      isUndone = true
      begin(body)
      left -= list.count
    }
    while position < source.count, left > 0 {
      let step = source.steps[position]
      step.apply(to: &list)
      position += 1
      left -= 1 + step.changeCount
      remake(step, body)
    }
    return position == source.count
  }

  /// Gives the rows of the earliest list their members.
  private mutating func begin(_ body: Body) {
    let rows = Array(list.rows)
    let time = source.time(at: earliest)
    let items: [FeedItem] =
      source.beginsWithSnapshot
      ? [.snapshot(Snapshot(rows: rows))] : rows.map { .upsert($0, at: nil) }
    result.restart(with: list, at: earliest, time)
    guard !rows.isEmpty else { return positions.append(result.count) }
    for item in body(items, time) {
      switch item {
      case .snapshot(let snapshot):
        for row in snapshot.rows { result.edge.place(row, atEnd: false) }
      case .upsert(let row, _), .append(let row, _), .insert(let row, _, _):
        result.edge.place(row, atEnd: false)
      case .delete: break
      }
    }
    _ = result.edge.takeChanges()
    positions.append(result.count)
  }

  private mutating func remake(_ step: HistoryStep, _ body: Body) {
    let item: FeedItem? =
      switch step.change {
      case .batch: .snapshot(Snapshot(rows: Array(list.rows)))
      case .arrival(let row, _, let atEnd): atEnd ? .append(row, at: nil) : .upsert(row, at: nil)
      case .insertion(let row, let next, _): .insert(row, inFrontOf: next, at: nil)
      case .replacement(_, let row): .upsert(row, at: nil)
      case .departure(let row, _, _): .delete(row.id, at: nil)
      case .nothing: nil
      }
    let items = item.map { body([$0], step.time) } ?? []
    // Changes that come with time happen before the item.
    for (offset, item) in items.enumerated() {
      let isLast = offset == items.count - 1
      if isLast, let identity = step.identity { result.edge.identify(by: identity) }
      result.remake(item, isLast ? step.identity : nil, gap: isLast ? step.gap : .zero, step.time)
    }
    if items.isEmpty { result.remake(nil, nil, gap: step.gap, step.time) }
    positions.append(result.count)
  }

  /// The new player, which shows the list that another one shows.
  ///
  /// - Parameter current: The source as it is now: it may be elsewhere than when the rewriting began.
  /// - Returns: The player.
  package func finished(as current: Player) -> Player {
    var player = result
    player.adoptPosition(of: current) { position in
      let offset = position - earliest
      return positions.indices.contains(offset) ? positions[offset] : nil
    }
    return player
  }
}
