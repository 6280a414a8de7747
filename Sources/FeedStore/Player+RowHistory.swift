import FeedIdentity
package import FeedValues
package import Values

/// The effect of the feed's items on one row, as far as they are kept.
package struct RowHistory: Sendable {
  /// The effect of one item on the row.
  package struct Change: Sendable {
    /// The number of the item, from 1.
    package let number: Int
    /// When it happened; nil if unknown.
    package let time: FeedTime?
    /// The row before; nil if the item inserted it.
    package let old: Row?
    /// The row after; nil if the item deleted it.
    package let new: Row?

    package init(number: Int, time: FeedTime?, old: Row?, new: Row?) {
      (self.number, self.time, self.old, self.new) = (number, time, old, new)
    }
  }

  /// The changes, the newest first.
  package var changes: [Change] = []
  /// Whether the player has nothing older; false if the limits of the request were reached.
  package var isComplete = true

  /// Creates an empty history.
  package init() {}
}

extension Player {
  /// The row of an identity at the position; nil if there is none.
  ///
  /// - Complexity: O(1).
  package func row(of id: RowID) -> Row? { (shown ?? edge)[id] }

  /// The effect of the items up to the position on a row.
  ///
  /// If a row is deleted and inserted again with its identity, both are included; a mere move is not.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - number: The number of the item after which to begin: 0 for all that are kept.
  ///   - limit: The maximum number of changes to return.
  ///   - work: The approximate number of rows to examine; changes beyond it are omitted.
  /// - Returns: The newest of those changes.
  /// - Complexity: O(*w*) in the rows that the items inserted and deleted, `work` at most.
  package func history(
    of id: RowID,
    after number: Int = 0,
    limit: Int = 100,
    work: Int = 200_000
  ) -> RowHistory {
    var history = RowHistory()
    var (id, left) = (id, work)
    let oldest = max(forgotten, number)
    var position = position
    while position > oldest {
      guard history.changes.count < limit, left > 0 else {
        history.isComplete = false
        return history
      }
      position -= 1
      let step = steps[position]
      left -= step.rowCount + 1
      if let change = step.change(of: id) {
        history.changes.append(
          RowHistory.Change(
            number: position + 1,
            time: step.time,
            old: change.old,
            new: change.new
          )
        )
      }
      // Before this step the row had another identity.
      if let identity = step.identity {
        guard let former = identity.formerID(of: id) else { break }
        id = former
      }
    }
    return history
  }
}

extension HistoryStep {
  /// The number of rows that the step contains.
  var rowCount: Int {
    switch change {
    case .batch(_, let old, let new, _): old.count + new.count
    case .arrival, .insertion, .replacement, .departure: 1
    case .nothing: 0
    }
  }

  /// The row with an identity before and after the step; nil if the step does not change it.
  func change(of id: RowID) -> (old: Row?, new: Row?)? {
    let change: (old: Row?, new: Row?) =
      switch self.change {
      case .batch(_, let old, let new, _):
        (old.values.first { $0.id == id }, new.values.first { $0.id == id })
      case .arrival(let row, let evicted, _), .insertion(let row, _, let evicted):
        (evicted.first { $0.id == id }, row.id == id ? row : nil)
      case .replacement(let old, let new): new.id == id ? (old, new) : (nil, nil)
      case .departure(let row, _, _): (row.id == id ? row : nil, nil)
      case .nothing: (nil, nil)
      }
    return change.old == change.new ? nil : change
  }
}
