import Columns
internal import FeedValues
internal import ListViewParts
import Ordering
internal import Patterns
internal import TableModel
internal import Values

/// Searches the rows.
extension App {
  /// Searches for a text from a row on; an empty text ends the search.
  ///
  /// - Throws: `PatternError` if the text is not a regular expression; the current search is then kept.
  mutating func search(
    for text: String,
    at instant: ContinuousClock.Instant
  ) throws(PatternError) {
    let place = openPrompt?.before.place ?? TablePosition(list.table, pin: list.pinTable.selection)
    try find.startSearch(for: text, from: list.searchStart(from: place), at: instant)
    continueSearch(at: instant)
  }

  /// Goes to the next or previous match, wrapping around at the end of the list.
  mutating func jump(isForward: Bool, at instant: ContinuousClock.Instant) {
    guard find.search != nil else { return notices.report(FindState.Text.noSearch) }
    let table = list.table
    let line = table.selectedOffset ?? (isForward ? table.firstVisibleRow - 1 : 0)
    let rows = list.rows(ofLine: line)
    let start = isForward ? rows.upperBound : rows.lowerBound - 1
    find.search?.jump = Search.Jump(start: start, isForward: isForward)
    continueSearch(at: instant)
  }

  /// Examines a slice of the rows, for both the jump to a match and the count.
  ///
  /// - Returns: Whether the screen may change.
  @discardableResult
  mutating func continueSearch(at instant: ContinuousClock.Instant) -> Bool {
    // No copy of the search is kept: what it has found is changed where it is.
    guard find.search != nil else { return false }
    let isForward = find.search?.jump?.isForward ?? true
    let context = context(at: instant)
    let rows = list.searchedRows
    let result = find.continueSearch(rows, of: list.allRows, in: context)
    switch result.arrival {
    case .found(let offset, let report):
      let finder = find.search.map { RowFinder($0.pattern, in: context) }
      list.selectRow(offset, at: instant) { finder?.shows($0) ?? false }
      notices.report(report)
    case .nowhere(let pattern):
      if let openPrompt {
        list.go(backTo: openPrompt.before.place, at: instant)
      } else {
        selectPinnedMatch(of: pattern, isForward: isForward, at: instant)
      }
    case nil: break
    }
    return result.isChanged
  }

  // MARK: Errors

  /// Tells which rows are errors; nil if none of the columns does.
  var severity: Severity? {
    setup.isOfCounts ? nil : Severity(among: columns.columns)
  }

  /// Resolves the rules for the colours of rows, if that is necessary.
  ///
  /// - Returns: Whether rows may have other colours.
  @discardableResult
  mutating func updateTints(at instant: ContinuousClock.Instant) -> Bool {
    var tints = list.tints
    defer { list.tints = tints }
    return tints.update(
      setup.configuration.rowColors,
      columns: columns.columns,
      at: instant,
      reading: { listReading(at: instant) }
    )
  }

  /// Uses other rules for the colours of rows.
  mutating func setRowColors(_ rules: [RowColor], at instant: ContinuousClock.Instant) {
    setup.configuration.rowColors = rules
    _ = hasFields([], at: instant)
    updateTints(at: instant)
  }

  /// The first row in which the next error is looked for: without a selection the first one in view, and none at the
  /// end of a log.
  var errorStart: Int {
    let table = list.table
    let isAtEnd = table.liveEdge == .bottom && table.isFollowing
    return table.selectedOffset.map { $0 + 1 }
      ?? (isAtEnd ? table.displayedRows.count : table.firstVisibleRow)
  }

  /// Goes to the next or previous error, wrapping around at the end of the list.
  ///
  /// Without a selection it goes to the nearest one, even if that is on the other side.
  mutating func jumpToError(isForward: Bool, at instant: ContinuousClock.Instant) {
    let isSelected = list.table.selectedOffset != nil
    let start = isForward ? errorStart : errorStart - (isSelected ? 2 : 1)
    list.errors.jump = Search.Jump(start: start, isForward: isForward)
    list.errors.jump?.turns = !isSelected
    continueErrors(at: instant)
  }

  /// Examines a slice of the rows for errors, and ends a jump to one if its target is known.
  ///
  /// - Returns: Whether the screen may change.
  @discardableResult
  mutating func continueErrors(at instant: ContinuousClock.Instant) -> Bool {
    let isChanged = list.errors.advance(
      list.table.displayedRows,
      of: list.allRows,
      by: severity,
      at: instant
    )
    switch list.errors.arrival() {
    case .found(let offset, let report):
      list.leavePins(at: instant)
      let isInView = list.table.visibleRows?.contains(offset) ?? false
      list.table.selectRow(atOffset: offset, at: instant)
      // Rows that led to it are above it.
      if !isInView { list.table.scrollTo(row: offset, position: .middle, at: instant) }
      notices.report(report)
    case .nowhere: notices.report(ErrorIndex.Text.none)
    case nil: return isChanged
    }
    return true
  }

  /// Selects a pinned row that shows a match, because no row of the table does; reports that there is none otherwise.
  mutating func selectPinnedMatch(
    of pattern: Pattern,
    isForward: Bool = true,
    at instant: ContinuousClock.Instant
  ) {
    let finder = RowFinder(pattern, in: context(at: instant))
    guard !list.selectPin(isForward: isForward, where: finder.shows, at: instant) else { return }
    let isFolded = !list.table.collapsedSections.isEmpty
    notices.report(FindState.Text.noMatchInColumns(pattern.text, isFolded: isFolded))
  }

  /// The number of matches as shown to the user: of pinned rows if the table has none.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - none: The text for no match; nil for a number.
  ///   - context: The columns and the time.
  /// - Returns: The text; `…` until the first count.
  func matchCount(
    of search: Search,
    none: String? = nil,
    in context: Context
  ) -> String {
    guard
      let count = search.count(
        at: list.table.selectedOffset.map { list.rows(ofLine: $0).lowerBound }
      )
    else { return "…" }
    guard search.isCounted, search.matches.isEmpty else { return count }
    let pins = list.arrangement.pins
    guard pins.count > 0 else { return none ?? count }
    let finder = RowFinder(search.pattern, in: context)
    let pinned = pins.count(where: { finder.shows($0.row) })
    return pinned > 0 ? FindState.Text.pinned(pinned) : none ?? count
  }
}
