internal import Feeds
internal import ListViewParts
internal import Patterns
internal import TableModel
internal import Values

extension App {
  /// How many rows of the feed the filter hides.
  var hiddenCount: Int { find.filter == nil ? 0 : list.allRows.count - list.rowCount }

  /// Shows the rows that a filter lets through; nil for all.
  ///
  /// Rows that come and go by it have not changed: they move, but they are not counted or marked.
  mutating func setFilter(_ filter: Filter?, at instant: ContinuousClock.Instant) {
    guard filter != find.filter else { return }
    find.filter = filter
    let surroundings = surroundings(at: instant)
    list.setFilter(find.resolvedRule(in: surroundings), in: surroundings)
    guard list.rearrangement == nil else { return }
    find.appliedFilter = filter
    showFiltered(at: instant)
  }

  /// Goes on with another arrangement of a long list.
  ///
  /// - Returns: Whether the screen may look different.
  mutating func continueRearranging(at instant: ContinuousClock.Instant) -> Bool {
    guard let before = list.arrangingPercentage else { return false }
    let report = list.continueRearranging(in: surroundings(at: instant))
    guard list.rearrangement == nil else { return list.arrangingPercentage != before }
    let isFiltered = find.filter != find.appliedFilter
    find.appliedFilter = find.filter
    // In another order the rows are the same.
    if isFiltered { summary.restart() }
    lookAgain(at: instant)
    notices.report(isFiltered ? find.filter.flatMap { note(on: $0) } : report)
    return true
  }

  /// Leaves a long list as it is arranged.
  ///
  /// - Returns: Whether it was about to be arranged otherwise.
  mutating func cancelRearranging(at instant: ContinuousClock.Instant) -> Bool {
    guard list.cancelRearranging(in: surroundings(at: instant)) else { return false }
    find.filter = find.appliedFilter
    notices.report(ListState.Text.arrangingCancelled)
    return true
  }

  private mutating func showFiltered(at instant: ContinuousClock.Instant) {
    summary.restart()
    list.showArranged(in: surroundings(at: instant))
    lookAgain(at: instant)
  }

  /// Searches again in rows that have moved, and fits the columns to them.
  private mutating func lookAgain(at instant: ContinuousClock.Instant) {
    find.search?.restart()
    continueSearch(at: instant)
    fitColumns(at: instant)
  }

  /// Looks again which rows a filter lets through whose times continue with the present.
  ///
  /// - Returns: Whether they are other ones.
  mutating func refreshFilter(at instant: ContinuousClock.Instant) -> Bool {
    guard let due = nextFilterInstant, due <= instant else { return false }
    guard list.rearrangement == nil else { return false }
    let rule = find.resolvedRule(in: surroundings(at: instant))
    guard list.arrangement.setFilter(rule) else { return false }
    showFiltered(at: instant)
    return true
  }

  /// When the filter is to be examined again; nil for never.
  var nextFilterInstant: ContinuousClock.Instant? {
    wallClock == nil ? nil : find.nextFilterInstant(rowCount: list.allRows.count)
  }

  /// That no row has a field that the command line names, or that a comparison fits none of its
  /// values, in words; nil if neither is so.
  public var fieldProblem: String? {
    let configuration = setup.configuration
    let filters = [configuration.filter, configuration.until?.filter].compactMap(\.self)
    let fields = filters.flatMap(\.fields) + (configuration.columns?.fields ?? [])
    return completer.note(on: fields)
      ?? filters.lazy.compactMap { typeProblem(of: $0) }.first
  }

  /// That a comparison of a filter can hold for no value of its field, in words; nil if all may
  /// hold.
  private func typeProblem(of filter: Filter) -> String? {
    let reader = TimeReader(setup.configuration.calendar, present: wallClock?.start)
    return filter.resolved(in: reader).typeProblem(in: list.allRows)
  }

  /// What is worth knowing of a filter that is right: fields that no row has, and comparisons that fit
  /// none of their values.
  func note(on filter: Filter) -> String? {
    completer.note(on: filter.fields) ?? typeProblem(of: filter)
  }
}
