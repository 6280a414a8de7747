package import Feeds
internal import Values

/// The columns as they become known, and which of them are on the screen.
package struct ColumnState: Sendable {
  package var list = ColumnList()
  package private(set) var layout: ColumnLayout
  /// The columns that were picked in former runs.
  private let memory: ColumnMemory
  /// The columns that the command line asks for.
  private let asked: ColumnSpec?
  /// The column that is scrolled to the front; nil for no scrolling.
  private var firstScrolled: FieldPath?
  /// The columns that were on the screen without scrolling: they stay unless others say much more.
  private var kept: Set<FieldPath> = []
  /// The rows that columns have made room for: those in view when they were last examined.
  package private(set) var measuredRows: [RowID: Row] = [:]
  /// What the numbers in view were in the last minutes.
  package private(set) var history = CellHistory()
  /// The column whose numbers have a graph; it keeps it.
  private var graphColumn: FieldPath?
  /// The layout that columns take as soon as no row moves, and when that is; nil if they have it.
  ///
  /// It is made when the rows come, and not anew when it is due: what is laid out depends on what was
  /// kept, and motion must not decide which columns there are.
  private var waiting: (layout: ColumnLayout, due: ContinuousClock.Instant)?
  /// Whether the columns were chosen from all rows just now.
  private var isFresh = false
  /// Whether the reader has picked columns since the program began.
  private var isPicked = false

  package init(asked: ColumnSpec?, memory: ColumnMemory, width: Int, hasLooks: Bool = false) {
    (self.asked, self.memory) = (asked, memory)
    list.hasLooks = hasLooks
    list.setSpec(asked, isExact: true, key: nil)
    layout = ColumnLayout(list.columns, width: width)
  }

  /// The columns of the feed, in their order on the screen; the hidden ones too.
  package var columns: [Column] { list.columns }

  /// Takes what is known of the feed beside its rows.
  package mutating func adopt(_ status: FeedStatus) {
    (list.source, list.hasHeader) = (status.source, status.hasHeader)
  }

  /// Chooses the columns for the rows that exist when the source is opened: none have been shown
  /// yet.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - key: How they are identified.
  ///   - surroundings: The surroundings of the columns.
  package mutating func choose<Rows: RandomAccessCollection<Row>>(
    for rows: Rows,
    key: KeyRule?,
    in surroundings: Surroundings
  ) where Rows.Index == Int {
    list.choose(from: rows, key: key, calendar: surroundings.calendar, at: surroundings.present)
    isFresh = true
    recall(for: rows, key: key, in: surroundings)
    layOut(in: surroundings.screen)
  }

  /// Shows the columns that were picked for a feed with these fields in an earlier run, while the
  /// fields are becoming known and the user has not picked others.
  @discardableResult
  private mutating func recall<Rows: RandomAccessCollection<Row>>(
    for rows: Rows,
    key: KeyRule?,
    in surroundings: Surroundings
  ) -> Bool where Rows.Index == Int {
    guard list.spec == nil, !isPicked, list.survey.rowCount <= ListSurvey.settledCount,
      let spec = memory[list.fingerprint]
    else { return false }
    list.setSpec(spec, isExact: false, key: key)
    let sample = ColumnChoice.sample(of: rows)
    list.widen(for: sample, in: surroundings.calendar, at: surroundings.present)
    measuredRows = [:]
    return true
  }

  /// Fits the columns to what is in view now: they take in what is new, and they grow, but never
  /// shrink, so that no column dances.
  ///
  /// - Parameters:
  ///   - rows: The rows in view.
  ///   - all: All rows of the table.
  ///   - key: How they are identified.
  ///   - surroundings: What the columns are shown in.
  ///   - motion: For how long rows are in motion from now on.
  package mutating func fit<Rows: RandomAccessCollection<Row>>(
    to rows: some Collection<Row>,
    of all: Rows,
    key: KeyRule?,
    in surroundings: Surroundings,
    during motion: Duration = .zero
  ) where Rows.Index == Int {
    var news: [Row] = []
    var changes: [(row: Row, old: Row?)] = []
    var measured: [RowID: Row] = [:]
    for row in rows {
      measured[row.id] = row
      let old = measuredRows[row.id]
      guard old?.value != row.value else { continue }
      news.append(row)
      changes.append((row, old))
    }
    measuredRows = measured
    let hasGraph = record(changes, inView: rows.map(\.id), at: surroundings.instant)
    guard !news.isEmpty || list.isOutdated || hasGraph else { return }
    // What columns were chosen from is known.
    if isFresh { isFresh = false } else { news.forEach { list.observe($0) } }
    let (calendar, present) = (surroundings.calendar, surroundings.present)
    var hasChanged = list.widen(for: news, in: calendar, at: present)
    let paths = columns.map(\.path)
    if list.isOutdated {
      hasChanged = true
      list.revise(for: Array(rows), key: key, calendar: calendar, at: present)
      if recall(for: all, key: key, in: surroundings) { return layOut(in: surroundings.screen) }
    }
    guard hasChanged || hasGraph else { return }
    let (before, due) = (layout, waiting?.due)
    layOut(in: surroundings.screen, keepsShown: true)
    // No column moves while rows do: it gets its room when they have come to rest. Only the column
    // that names a row is never cut, and a new column is shown at once.
    guard motion > .zero, paths == columns.map(\.path), layout.moves(from: before) else { return }
    waiting = (layout, due ?? surroundings.instant + motion)
    layout = before
  }

  /// When the columns take the room that they want; nil if they have it.
  package var layoutDue: ContinuousClock.Instant? { waiting?.due }

  /// Gives the columns the room that they want, once it is time.
  package mutating func layOutWhenDue(at instant: ContinuousClock.Instant) {
    guard let waiting, instant >= waiting.due else { return }
    layout = waiting.layout
    self.waiting = nil
  }

  /// Records the numbers in view.
  ///
  /// - Returns: Whether a column has become worth a graph.
  private mutating func record(
    _ changes: [(row: Row, old: Row?)],
    inView: [RowID],
    at instant: ContinuousClock.Instant
  ) -> Bool {
    // Motion must not decide whose numbers are recorded.
    let shown = (waiting?.layout ?? layout).places.map { columns[$0.column] }
    history.record(changes, inView: inView, columns: shown, at: instant)
    guard list.hasLooks, graphColumn == nil else { return false }
    graphColumn = shown.first { !$0.hasMeter && history.moves($0) }?.path
    return graphColumn != nil
  }

  /// Lays out the columns.
  ///
  /// - Parameters:
  ///   - screen: What the screen is divided into.
  ///   - keepsShown: Whether those on the screen stay there unless others say much more; not where the
  ///     user asked for something else.
  package mutating func layOut(in screen: ScreenLayout, keepsShown: Bool = false) {
    waiting = nil
    layout = ColumnLayout(
      columns,
      width: screen.tableColumns.count,
      keeping: keepsShown ? kept : [],
      scrolledTo: firstScrolled,
      hasMeters: list.hasLooks,
      graph: graphColumn
    )
    kept = Set(layout.chosen.map { columns[$0].path })
  }

  /// Makes the columns as wide as some rows need.
  package mutating func widen(for rows: some Sequence<Row>, in surroundings: Surroundings) {
    list.widen(for: rows, in: surroundings.calendar, at: surroundings.present)
  }

  /// Scrolls sideways by a number of columns, as far as there are some out of sight.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func scroll(by distance: Int, in screen: ScreenLayout) -> String? {
    if distance > 0, !layout.hasMore { return Text.noMore }
    let first = min(max(layout.firstScrolled + distance, 0), layout.scrolled.count - 1)
    firstScrolled = first > 0 ? columns[layout.scrolled[first]].path : nil
    layOut(in: screen)
    return nil
  }

  /// Shows columns as they are specified from now on; nil leaves all to the program.
  package mutating func set(_ spec: ColumnSpec?, key: KeyRule?, in screen: ScreenLayout) {
    isPicked = true
    list.setSpec(spec, isExact: true, key: key)
    firstScrolled = nil
    measuredRows = [:]
    // The layout refers to columns by their offsets, which others have now.
    layOut(in: screen)
  }

  /// Does to the columns what the reader asks for.
  ///
  /// - Parameters:
  ///   - change: What.
  ///   - samples: Rows that show which formats there are.
  ///   - key: How rows are identified.
  ///   - surroundings: What the columns are shown in.
  package mutating func carryOut(
    _ change: ColumnChange,
    samples: [Row],
    key: KeyRule?,
    in surroundings: Surroundings
  ) {
    switch change {
    case .toggle(let offset):
      let isShown = surroundings.isShown(offset)
      list.arrange { $0[offset].visibility = isShown ? .hidden : .shown }
    case .swap(let offset): list.arrange { $0.swapAt(offset, offset + 1) }
    case .resize(let offset, let distance):
      let shown = layout.places.first { $0.column == offset }?.width
      let width = shown ?? columns[offset].wantedWidth
      let range = ColumnSpec.widths
      list.arrange {
        $0[offset].chosenWidth = min(max(width + distance, range.lowerBound), range.upperBound)
      }
    case .nextFormat(let offset):
      let column = columns[offset]
      let value = column.firstRow(in: samples).flatMap(column.value(of:))
      let names = Column.formats(for: value, reader: surroundings.timeReader)
      let next = names.firstIndex(of: column.formatName).map { ($0 + 1) % names.count } ?? 0
      list.arrange { columns in
        columns[offset].setFormat(names[next], spansDays: true)
        columns[offset].resetWidth()
      }
      measuredRows = [:]
    case .reset: return set(asked, key: key, in: surroundings.screen)
    }
    isPicked = true
    // Nothing else comes or goes with what the reader does to one column.
    layOut(in: surroundings.screen, keepsShown: true)
  }

  /// The columns that were picked, with the fingerprint of the feed that they are for; nil if there is
  /// nothing to keep for another run.
  package var picked: (spec: ColumnSpec?, fingerprint: String)? {
    isPicked && asked == nil ? (list.spec, list.fingerprint) : nil
  }

  /// What the columns report.
  package enum Text {
    package static let noMore = "no more columns on the right"
  }
}
