internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// The columns of the feed, in their order on the screen; the hidden ones too.
  var columns: [Column] { columnList.columns }

  /// Chooses the columns of what the source had when it was opened: nobody has seen any yet.
  mutating func chooseColumns(for rows: [Row], at instant: ContinuousClock.Instant) {
    columnList.choose(
      from: rows,
      key: feed.keyRule,
      calendar: configuration.calendar,
      at: configuration.wallClock?.time(at: instant)
    )
    hasFreshColumns = true
    recallColumns(at: instant)
    layOutColumns()
  }

  /// Shows the columns that were picked for a feed of this shape in a former run, as long as the
  /// shape is coming to be known and nobody has picked others.
  @discardableResult
  private mutating func recallColumns(at instant: ContinuousClock.Instant) -> Bool {
    guard columnList.spec == nil, !hasPickedColumns,
      columnList.survey.rowCount <= ListSurvey.settledCount,
      let spec = configuration.columnMemory[columnList.shape]
    else { return false }
    columnList.setSpec(spec, isExact: false, key: feed.keyRule)
    columnList.widen(
      for: ColumnChoice.sample(of: table.rows),
      in: configuration.calendar,
      at: configuration.wallClock?.time(at: instant)
    )
    measuredRows = [:]
    return true
  }

  /// Fits the columns to what is in view now: they take in what is new, and they grow, but never
  /// shrink, so that no column dances.
  mutating func fitColumns(at instant: ContinuousClock.Instant) {
    let first = table.firstVisibleRow
    let rows = table.rows[first..<min(first + table.height, table.rows.count)] + pinTable.rows
    var news: [Row] = []
    var measured: [RowID: JSONValue] = [:]
    for row in rows {
      measured[row.id] = row.value
      if measuredRows[row.id] != row.value { news.append(row) }
    }
    measuredRows = measured
    guard !news.isEmpty || columnList.isOutdated else { return }
    // What columns were chosen from is known.
    if hasFreshColumns { hasFreshColumns = false } else { news.forEach { columnList.observe($0) } }
    let present = configuration.wallClock?.time(at: instant)
    let calendar = configuration.calendar
    var hasChanged = columnList.widen(for: news, in: calendar, at: present)
    if columnList.isOutdated {
      hasChanged = true
      columnList.revise(for: Array(rows), key: feed.keyRule, calendar: calendar, at: present)
      if recallColumns(at: instant) { return layOutColumns() }
    }
    if hasChanged { layOutColumns(keepsShown: true) }
  }

  /// Lays out the columns.
  ///
  /// - Parameter keepsShown: Whether those on the screen stay there unless others say much more; not
  ///   where the user asked for something else.
  mutating func layOutColumns(keepsShown: Bool = false) {
    layout = ColumnLayout(
      columns,
      width: frame.tableColumns.count,
      keeping: keepsShown ? keptColumns : [],
      scrolledTo: firstScrolledColumn
    )
    keptColumns = Set(layout.chosen.map { columns[$0].path })
  }

  /// Scrolls sideways by a number of columns, as far as there are some out of sight.
  mutating func scrollColumns(by distance: Int) {
    if distance > 0, !layout.hasMore {
      message = "no more columns on the right"
      return
    }
    let first = min(max(layout.firstScrolled + distance, 0), layout.scrolled.count - 1)
    firstScrolledColumn = first > 0 ? columns[layout.scrolled[first]].path : nil
    layOutColumns()
  }

  /// Shows columns as they are specified from now on; nil leaves all to the program.
  mutating func setColumns(
    _ spec: ColumnSpec?,
    isExact: Bool = true,
    at instant: ContinuousClock.Instant
  ) {
    columnList.setSpec(spec, isExact: isExact, key: feed.keyRule)
    firstScrolledColumn = nil
    measuredRows = [:]
    fitColumns(at: instant)
    layOutColumns()
  }

  /// What the owner shall do so that the columns that were picked are there again next time.
  var columnEffects: [Effect] {
    guard hasPickedColumns, configuration.columns == nil else { return [] }
    return [.remember(columnList.spec, shape: columnList.shape)]
  }
}
