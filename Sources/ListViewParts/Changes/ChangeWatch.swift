package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
internal import TerminalCore

/// Watches the changes of a feed for purposes other than the screen: for a row that is awaited, and for
/// reports of what changed.
///
/// Each change is examined once, when playback reaches it, and not while the screen is paused. Only rows that
/// match `--filter` count.
package struct ChangeWatch: Sendable {
  /// The awaited row or transition.
  let until: RowCondition?
  /// The rows that count; nil for all.
  let filter: Filter?
  /// The transition that counts; nil for all changes.
  let transition: Transition?
  /// Whether changes are counted.
  private(set) var counts: Bool
  /// Whether changes are kept until they are reported.
  let keeps: Bool
  /// The number of items whose changes were examined.
  package internal(set) var position = 0
  /// The awaited row, once it has appeared.
  package internal(set) var match: Row?
  /// The changes not reported yet.
  var digest = ChangeDigest()
  /// The number of changes.
  package internal(set) var count = 0
  /// Formats changes as lines.
  package var log: ChangeLog

  package init(
    until: RowCondition?,
    filter: Filter?,
    transition: Transition? = nil,
    counts: Bool,
    keeps: Bool,
    log: ChangeLog
  ) {
    (self.until, self.filter, self.log, self.transition) = (until, filter, log, transition)
    (self.counts, self.keeps) = (counts, keeps)
  }

  /// Starts counting changes from an item on, or stops, unless they are also kept for reports.
  package mutating func setCounts(_ counts: Bool, from position: Int) {
    if counts, !self.counts { self.position = position }
    self.counts = counts || keeps
  }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { digest.count > 0 }

  /// Returns what changed since the last call; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { digest = ChangeDigest() }
    return digest
  }
}

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

/// A condition to wait for: a row that matches a filter, or a transition of a row.
package enum RowCondition: Hashable, Sendable {
  /// A row that matches, whether inserted or updated.
  case row(Filter)
  /// A row that makes a transition.
  case transition(Transition)

  /// Parses a condition: a transition if the text has the form of one, otherwise a filter.
  ///
  /// - Throws: `SettingError` if it is neither.
  package init(_ text: String) throws(SettingError) {
    if let transition = try Transition(text) {
      self = .transition(transition)
    } else {
      self = .row(try Filter(text))
    }
  }

  /// Returns whether a row that was inserted or updated meets the condition.
  package func holds(from old: Row?, to new: Row) -> Bool {
    switch self {
    case .row(let filter): filter.matches(new)
    case .transition(let transition): transition.holds(from: old, to: new)
    }
  }

  /// The condition as written.
  package var text: String {
    switch self {
    case .row(let filter): filter.text
    case .transition(let transition): transition.text
    }
  }

  /// The expressions that it compares, which rows have to have as fields.
  package var derived: [DerivedField] { filter?.derived ?? [] }

  /// The fields that the condition names.
  package var fields: [FieldName] {
    switch self {
    case .row(let filter): filter.fields
    case .transition(let transition): transition.fields
    }
  }

  /// The filter of rows that match; nil for a transition.
  package var filter: Filter? {
    if case .row(let filter) = self { filter } else { nil }
  }

  /// The condition as the values of a list are read.
  package func resolved(in list: ListReading) -> RowCondition {
    switch self {
    case .row(let filter): .row(filter.resolved(in: list))
    case .transition(let transition): .transition(transition.resolved(in: list))
    }
  }
}
