public import ListViewParts
public import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// The row that ``Configuration/until`` waits for, once it is there.
  public var awaitedRow: Row? { changeWatch.match }

  /// What the row that is waited for says, in a line without control characters.
  public var awaitedText: String? {
    mutating get {
      guard let row = changeWatch.match else { return nil }
      changeWatch.log.learn(from: player.rows, key: feed.keyRule)
      return changeWatch.log.text(of: row)
    }
  }

  /// Whether nothing will ever be shown that is not shown yet.
  public var isOver: Bool { feed.isEnded && player.behind == 0 && !player.isPaused }

  /// How many changes were shown so far; what was there at first is no change.
  public var changeCount: Int { changeWatch.count }

  /// Whether ``takeChanges()`` has something.
  public var hasChanges: Bool { changeWatch.digest.count > 0 }

  /// What changed since the last call, where ``Configuration/keepsChanges`` asks for it; nil where
  /// nothing did.
  public mutating func takeChanges() -> ChangeDigest? {
    guard hasChanges else { return nil }
    defer { changeWatch.digest = ChangeDigest() }
    return changeWatch.digest
  }

  /// Looks at what the items up to the position changed, each once.
  ///
  /// - Complexity: O(*c*) for *c* changes; O(*n*) where more changed at once than is kept.
  mutating func lookAtChanges(at instant: ContinuousClock.Instant) {
    guard configuration.until != nil || configuration.countsChanges,
      player.position > changeWatch.position
    else { return }
    let reader = timeReader(at: instant)
    let until = configuration.until?.resolved(in: reader)
    let filter = configuration.filter?.resolved(in: reader)
    let isShown = { (row: Row) in filter?.matches(row) ?? true }
    // What was there before anybody looked is no news.
    let isNews = isLoaded && configuration.countsChanges
    if isNews, configuration.keepsChanges {
      changeWatch.log.learn(from: table.rows, key: feed.keyRule)
    }
    let player = player
    let isKnown = player.forEachChange(after: changeWatch.position) { old, new in
      let (old, new) = (
        old.flatMap { isShown($0) ? $0 : nil }, new.flatMap { isShown($0) ? $0 : nil }
      )
      if changeWatch.match == nil, let until, let new, until.matches(new) {
        changeWatch.match = new
      }
      guard isNews, let change = change(from: old, to: new) else { return }
      changeWatch.count += 1
      guard configuration.keepsChanges else { return }
      let key = DisplayWidth.cut(change.row.id.description, to: ChangeLog.summaryWidth)
      let line = changeWatch.digest.hasRoom ? changeWatch.log.line(for: change) : nil
      changeWatch.digest.append(change, key: key, line: line)
    }
    if !isKnown, changeWatch.match == nil, let until {
      changeWatch.match = player.rows.first { isShown($0) && until.matches($0) }
    }
    if !isKnown, isNews { changeWatch.count += 1 }
    changeWatch.position = player.position
  }

  private func change(from old: Row?, to new: Row?) -> RowChange? {
    switch (old, new) {
    case (nil, nil): nil
    case (nil, let new?): .insertion(new, offset: nil)
    case (let old?, nil): .deletion(old, offset: nil)
    case (let old?, let new?):
      clocks.isContentEqual(old, new) ? nil : .update(from: old, to: new, clocks)
    }
  }

  /// What the newest change of a row did to it, in words; nil where none is known.
  func words(for row: Row) -> String? {
    guard let change = player.history(of: row.id, limit: 1).changes.first else { return nil }
    switch (change.old, change.new) {
    case (let old?, let new?):
      let words = RowChange.update(from: old, to: new, clocks).words
      return words.isEmpty ? nil : words
    case (nil, _?): return "came in"
    case (_, nil): return "went"
    }
  }

  /// Counts changes from now on, or no more unless somebody else is told of them.
  mutating func countChanges(_ counts: Bool) {
    if counts, !configuration.countsChanges { changeWatch.position = player.position }
    configuration.countsChanges = counts || configuration.keepsChanges
  }

  /// Shows marks in the margin and flashes of what changes, or shows none.
  mutating func toggleChangeMarks() {
    showsChanges.toggle()
    let key = configuration.keyMap.label(of: [.program(.changeMarks)])
    message = showsChanges ? "change marks on" : "change marks off: \(key) shows them again"
  }

  /// Says what the newest change of the selected row was.
  mutating func tellChange() {
    guard let row = currentRow, let words = words(for: row) else { return }
    let key = DisplayWidth.cut(RowID(key: row.id.key).description, to: 40)
    message = "\(key) · \(words)"
  }
}
