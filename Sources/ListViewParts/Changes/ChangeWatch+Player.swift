import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
internal import TerminalCore

extension ChangeWatch {
  /// Whether somebody wants to know of changes up to an item, and they were not examined.
  package func isBehind(_ position: Int) -> Bool {
    (until != nil || counts) && position > self.position
  }

  /// Examines the changes up to the position of a player, each once.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - shown: The rows of the table, from which the columns of the lines are derived.
  ///   - key: The rule that identifies rows.
  ///   - clocks: The fields whose progress does not count as a change.
  ///   - isNews: Whether the items are changes, rather than rows that existed at the start.
  ///   - context: The context.
  /// - Complexity: O(*c*) for *c* changes; O(*n*) in the number of rows if more changed at once than is recorded.
  package mutating func look(
    at player: Player,
    showing shown: some Collection<Row>,
    key: KeyRule?,
    clocks: VolatileFields,
    isNews: Bool,
    in context: Context
  ) {
    guard isBehind(player.position) else { return }
    let list = ListReading(
      context.timeReader,
      columns: context.columns,
      rows: player.rows,
      isRecorded: context.isRecorded
    )
    let until = until?.resolved(in: list)
    let filter = filter?.resolved(in: list)
    let transition = transition?.resolved(in: list)
    let isShown = { (row: Row) in filter?.matches(row) ?? true }
    let isNews = isNews && counts
    if isNews, keeps { log.learn(from: shown, key: key) }
    let isKnown = player.forEachChange(after: position) { old, new in
      let (old, new) = (
        old.flatMap { isShown($0) ? $0 : nil }, new.flatMap { isShown($0) ? $0 : nil }
      )
      if match == nil, let until, let new, until.holds(from: old, to: new) { match = new }
      guard isNews, let change = RowChange(from: old, to: new, clocks),
        change.makes(transition)
      else { return }
      count += 1
      guard keeps else { return }
      let key = DisplayWidth.cut(change.row.id.description, to: ChangeLog.summaryWidth)
      let line = digest.hasRoom ? log.line(for: change) : nil
      digest.append(change, key: key, line: line)
    }
    // The individual changes are not known, only the current rows.
    if !isKnown, match == nil, let until = until?.filter {
      match = player.rows.first { isShown($0) && until.matches($0) }
    }
    if !isKnown, isNews { count += 1 }
    position = player.position
  }
}

extension RowChange {
  /// Whether the change is a given transition, which moves and deletions never are; nil matches any change.
  package func makes(_ transition: Transition?) -> Bool {
    guard let transition else { return true }
    return switch self {
    case .insertion(let row, _): transition.holds(from: nil, to: row)
    case .update(let old, let new, _): transition.holds(from: old, to: new)
    case .deletion, .move: false
    }
  }

  /// Creates the change between two versions of a row; nil if they are equal.
  fileprivate init?(from old: Row?, to new: Row?, _ clocks: VolatileFields) {
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, let new?): self = .insertion(new, offset: nil)
    case (let old?, nil): self = .deletion(old, offset: nil)
    case (let old?, let new?):
      guard !clocks.isContentEqual(old, new) else { return nil }
      self = .update(from: old, to: new, clocks)
    }
  }
}

extension RowHistory.Change {
  /// A description of the change; nil if unknown.
  package func words(_ clocks: VolatileFields) -> String? {
    switch (old, new) {
    case (let old?, let new?):
      let words = RowChange.update(from: old, to: new, clocks).words
      return words.isEmpty ? nil : words
    case (nil, _?): return RowChange.Text.inserted
    case (_, nil): return RowChange.Text.deleted
    }
  }
}
