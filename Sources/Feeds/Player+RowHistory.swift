public import Values

/// What the items of a feed did to one row, as far as they are known.
public struct RowHistory: Sendable {
  /// What one item did to the row.
  public struct Change: Sendable {
    /// The number of the item, from 1.
    public let number: Int
    /// When it happened; nil if unknown.
    public let time: FeedTime?
    /// The row before; nil if the item inserted it.
    public let old: Row?
    /// The row after; nil if it went with the item.
    public let new: Row?
  }

  /// The changes, the newest first.
  public var changes: [Change] = []
  /// Whether nothing older is known to the player; false if there was more than was asked for.
  public var isComplete = true

  /// Creates an empty history.
  public init() {}
}

extension Player {
  /// The row of an identity at the position; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func row(of id: RowID) -> Row? { (shown ?? edge)[id] }

  /// What the items up to the position did to a row.
  ///
  /// Where a row goes and comes again under its identity, both are told. That a row only moved is
  /// not.
  ///
  /// - Parameters:
  ///   - id: Which row.
  ///   - number: The item after which to look: 0 for all known ones.
  ///   - limit: The maximum number of changes to return.
  ///   - work: The maximum number of rows of items to look at, about; beyond it the rest is left
  ///     unsaid.
  /// - Returns: The newest of those changes.
  /// - Complexity: O(*w*) in the rows that the items brought and took away, `work` at most.
  public func history(
    of id: RowID,
    after number: Int = 0,
    limit: Int = 100,
    work: Int = 200_000
  ) -> RowHistory {
    var history = RowHistory()
    var left = work
    let oldest = max(forgotten, number)
    var position = position
    while position > oldest {
      guard history.changes.count < limit, left > 0 else {
        history.isComplete = false
        return history
      }
      position -= 1
      let step = steps[position - forgotten]
      left -= step.rowCount + 1
      guard let change = step.change(of: id) else { continue }
      history.changes.append(
        RowHistory.Change(
          number: position + 1,
          time: step.time,
          old: change.old,
          new: change.new
        )
      )
    }
    return history
  }
}

extension HistoryStep {
  /// The number of rows that the step holds.
  var rowCount: Int {
    switch change {
    case .batch(_, let old, let new): old.count + new.count
    case .arrival, .rotation, .replacement, .departure: 1
    case .nothing: 0
    }
  }

  /// The row with an identity before and after the step; nil if the step does not change it.
  func change(of id: RowID) -> (old: Row?, new: Row?)? {
    let change: (old: Row?, new: Row?) =
      switch self.change {
      case .batch(_, let old, let new):
        (old.values.first { $0.id == id }, new.values.first { $0.id == id })
      case .arrival(let row): (nil, row.id == id ? row : nil)
      case .rotation(let row, let evicted):
        (evicted.first { $0.id == id }, row.id == id ? row : nil)
      case .replacement(let old, let new): new.id == id ? (old, new) : (nil, nil)
      case .departure(let row, _, _): (row.id == id ? row : nil, nil)
      case .nothing: (nil, nil)
      }
    return change.old == change.new ? nil : change
  }
}
