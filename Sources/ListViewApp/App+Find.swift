import Columns
internal import FeedStore
internal import FeedValues
internal import ListViewParts
internal import Ordering
internal import Patterns
internal import TableModel
internal import Values

extension App {
  /// The number of rows hidden by the filter.
  var hiddenCount: Int { find.filter == nil ? 0 : list.allRows.count - list.rowCount }

  /// The list's evidence on how to read the values that a filter compares with.
  ///
  /// - Parameters:
  ///   - rows: The rows; nil for those of the list.
  ///   - instant: The current time; nil for that of the start.
  /// - Returns: The reading.
  func listReading(of rows: FeedRows? = nil, at instant: ContinuousClock.Instant?) -> ListReading {
    let present = instant.map { wallClock?.time(at: $0) } ?? wallClock?.start
    return ListReading(
      TimeReader(setup.configuration.calendar, present: present),
      columns: columns.columns,
      rows: rows ?? list.allRows,
      isRecorded: setup.configuration.isRecorded
    )
  }

  /// Sets the filter; nil shows all rows.
  ///
  /// Rows that appear and disappear with the filter are animated, but not counted or marked as changes.
  mutating func setFilter(_ filter: Filter?, at instant: ContinuousClock.Instant) {
    guard filter != find.filter else { return }
    find.filter = filter
    let context = context(at: instant)
    list.setFilter(
      find.resolvedRule(in: listReading(at: instant), at: instant),
      in: context
    )
    guard list.rearrangement == nil else {
      // No row is shown that the title says is hidden.
      if let filter, list.preview == nil, list.wanted.grouping == nil {
        tryOut(filter, at: instant)
      }
      return
    }
    find.appliedFilter = filter
    showFiltered(at: instant)
  }

  /// Whether the rows of a long list are still being filtered.
  var isFiltering: Bool { list.rearrangement != nil && find.filter != find.appliedFilter }

  /// Whether the rows are those that were asked for; not while a long list is being arranged.
  package var isArranged: Bool { front.list.rearrangement == nil }

  /// Shows matches of a filter as they are found.
  private mutating func tryOut(_ filter: Filter, at instant: ContinuousClock.Instant) {
    let rule = filter.resolved(in: listReading(at: instant)).rule
    list.startPreview(rule, in: context(at: instant))
    list.keepPreview()
    fitColumns(at: instant)
  }

  /// Continues the rearrangement of a long list.
  ///
  /// - Returns: Whether the screen may change.
  mutating func continueRearranging(at instant: ContinuousClock.Instant) -> Bool {
    guard list.rearrangement != nil else { return false }
    let (before, isRefresh) = (list.arrangingPercentage, list.isRefreshing)
    let showedPart = list.showsPart
    let report = list.continueRearranging(in: context(at: instant))
    guard list.rearrangement == nil else {
      return list.arrangingPercentage != before || list.showsPart != showedPart
    }
    if isRefresh {
      // The filter that depends on the time shows the same rows most often.
      guard report != nil else { return false }
      restartFigures()
      lookAgain(at: instant)
      return true
    }
    let isFiltered = find.filter != find.appliedFilter
    find.appliedFilter = find.filter
    // A different order or grouping does not change which rows there are.
    if isFiltered { restartFigures() }
    selectFilteredPlace(at: instant)
    lookAgain(at: instant)
    notices.report(isFiltered ? find.filter.flatMap { note(on: $0) } : report)
    return true
  }

  /// Cancels the rearrangement of a long list.
  ///
  /// - Returns: Whether there was one.
  mutating func cancelRearranging(at instant: ContinuousClock.Instant) -> Bool {
    guard list.cancelRearranging(in: context(at: instant)) else { return false }
    find.filter = find.appliedFilter
    selectFilteredPlace(at: instant)
    notices.report(ListState.Text.arrangingCancelled)
    return true
  }

  /// Selects again what was selected before a filter was typed, unless the user has selected something else since.
  private mutating func selectFilteredPlace(at instant: ContinuousClock.Instant) {
    guard let (place, former) = find.filteredPlace else { return }
    find.filteredPlace = nil
    if list.hasSelection(of: former) { list.selectAgain(place, at: instant) }
  }

  private mutating func showFiltered(at instant: ContinuousClock.Instant) {
    restartFigures()
    list.showArranged(in: context(at: instant))
    lookAgain(at: instant)
  }

  /// Restarts the search after rows have moved, and fits the columns to the rows in view.
  private mutating func lookAgain(at instant: ContinuousClock.Instant) {
    find.search?.restart()
    continueSearch(at: instant)
    fitColumns(at: instant)
  }

  /// Applies a filter again that depends on the current time, on those of the rows, or on how cells are written.
  ///
  /// - Returns: Whether the rows changed.
  mutating func refreshFilter(at instant: ContinuousClock.Instant) -> Bool {
    let isDue = nextFilterInstant.map { $0 <= instant } ?? false
    guard isDue || find.isFilterOutdated(by: columns.columns), list.rearrangement == nil else {
      return false
    }
    let context = context(at: instant)
    let rule = find.resolvedRule(in: listReading(at: instant), at: instant)
    guard list.refreshFilter(rule, in: context) else { return false }
    showFiltered(at: instant)
    return true
  }

  /// When the filter has to be applied again; nil if never.
  var nextFilterInstant: ContinuousClock.Instant? {
    find.nextFilterInstant(rowCount: list.allRows.count, columns: columns.columns)
  }

  /// Whether the command line names a field that no row has.
  ///
  /// - Complexity: O(*n*) in the number of rows if there seems to be one, otherwise O(1).
  package var namesUnknownField: Bool {
    arrangementProblem != nil
      || completer.unknownFields(among: givenFields).contains { field in
        !list.allRows.isEmpty && !list.allRows.contains { field.occurs(in: $0) }
      }
  }

  /// The fields named on the command line.
  private var givenFields: [FieldName] {
    let configuration = setup.configuration
    let filters = [configuration.filter, configuration.until?.filter].compactMap(\.self)
    // The columns of groups are made here.
    let columns = setup.isOfCounts ? nil : configuration.columns
    return filters.flatMap(\.fields) + (columns?.fields ?? []) + configuration.summary.fields
  }

  /// A message if no row has a field named on the command line, if a comparison matches none of the values of
  /// its field, or if all columns are hidden; nil otherwise.
  package var fieldProblem: String? {
    let configuration = setup.configuration
    let filters = [configuration.filter, configuration.until?.filter].compactMap(\.self)
    return completer.note(on: givenFields)
      ?? filters.lazy.compactMap { typeProblem(of: $0) }.first ?? columns.problem
  }

  /// A message if a comparison of a filter can hold for no value of its field; nil otherwise.
  private func typeProblem(of filter: Filter) -> String? {
    filter.resolved(in: listReading(at: nil)).typeProblem(in: list.allRows)
  }

  /// A note about a valid filter whose fields do not occur, or whose comparisons match none of their values;
  /// nil if there is nothing to note.
  func note(on filter: Filter) -> String? {
    completer.note(on: filter.fields) ?? typeProblem(of: filter)
  }
}

extension App {
  /// Previews a filter that is being typed.
  ///
  /// An invalid filter leaves the rows unchanged. A comparison that still lacks its value is ignored, and so
  /// is a word at the end that may become the name of a field.
  mutating func previewFilter(_ text: String, at instant: ContinuousClock.Instant) {
    guard let open = openPrompt, case let place = open.before.place else { return }
    defer { selectToPick(at: instant) }
    let length = completer.unfinishedLength(of: text, areWords: open.picking != nil)
    let text = text.dropLast(length)
    guard let filter = try? Filter(String(text)) else {
      guard text.trimming.isEmpty else { return }
      return tryOut(nil, keeping: place, at: instant)
    }
    tryOut(filter, keeping: place, at: instant)
  }

  /// Previews a filter; a long list shows matches as they are found.
  private mutating func tryOut(
    _ filter: Filter?,
    keeping place: TablePosition,
    at instant: ContinuousClock.Instant
  ) {
    guard list.allRows.isLong else {
      return setFilter(filter, keeping: place, at: instant)
    }
    let context = context(at: instant)
    let isSame = filter == openPrompt?.before.filter
    if isSame { return list.endPreview(in: context) }
    list.startPreview(filter?.resolved(in: listReading(at: instant)).rule, in: context)
    fitColumns(at: instant)
  }
}
