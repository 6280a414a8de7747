package import Columns
package import FeedIdentity
package import FeedValues
internal import Values

/// The columns of a feed, and which of them are on the screen.
package struct ColumnState: Sendable {
  package var list = ColumnList()
  package private(set) var layout: ColumnLayout
  /// The columns that the user chose in earlier runs.
  private let memory: ColumnMemory
  /// The columns given on the command line.
  private let asked: ColumnSpec?
  /// The column scrolled to the front; nil if not scrolled.
  private var firstScrolled: FieldPath?
  /// The columns last shown without scrolling, which stay unless others are much more informative.
  private var kept: Set<FieldPath> = []
  /// The width for which the columns were laid out.
  private var dividedWidth = 0
  /// The columns that were shown before the table became narrower, and how wide it was.
  private var roomy: (width: Int, kept: Set<FieldPath>)?
  /// The rows for which the columns were widened: those in view when it was last checked.
  package private(set) var measuredRows: [Row] = []
  /// The numbers in view over the last minutes.
  package private(set) var history = CellHistory()
  /// The numbers up to the latest step, while an earlier one is shown; nil otherwise.
  private var latest: (history: CellHistory, position: Int)?
  private var position = 0
  /// The column whose numbers are drawn as a graph, which keeps it.
  private var graphColumn: FieldPath?
  /// The layout to adopt once no row moves, and when; nil if there is none pending.
  ///
  /// It is computed when the rows arrive rather than when it is due, because it depends on which columns were
  /// kept, and the timing of motion must not affect the choice of columns.
  private var waiting: (layout: ColumnLayout, due: ContinuousClock.Instant)?
  /// Whether the columns have just been chosen from all rows.
  private var isFresh = false
  /// The path of the column that took the place of another one last.
  package private(set) var replacement: FieldPath?
  /// Whether the user chose columns in this run.
  private var isPicked = false

  package init(asked: ColumnSpec?, memory: ColumnMemory, width: Int, hasLooks: Bool = false) {
    (self.asked, self.memory) = (asked, memory)
    list.hasLooks = hasLooks
    list.setSpec(asked, isExact: true, key: nil)
    layout = ColumnLayout(list.columns, width: width)
  }

  /// The columns of the feed in screen order, including hidden ones.
  package var columns: [Column] { list.columns }

  /// A note if all columns are hidden; nil otherwise.
  package var problem: String? {
    !columns.isEmpty && columns.allSatisfy { $0.visibility == .hidden } ? Text.allHidden : nil
  }

  /// Adopts what is known about the feed besides its rows.
  package mutating func adopt(_ status: FeedStatus) {
    (list.source, list.hasHeader) = (status.source, status.hasHeader)
  }

  /// Chooses the columns for the rows that exist when the source is opened, before any have been shown.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - context: The context.
  package mutating func choose<Rows: RandomAccessCollection<Row>>(
    for rows: Rows,
    key: KeyRule?,
    in context: Context
  ) where Rows.Index == Int {
    list.choose(from: rows, key: key, calendar: context.calendar, at: context.present)
    isFresh = true
    // Their widths are those of a sample again.
    measuredRows = []
    recall(for: rows, key: key, in: context)
    layOut(in: context.screen)
  }

  /// Shows the columns chosen in an earlier run for a feed with these fields, or those of its kind of list, while the
  /// fields are becoming known and the user has not chosen others.
  @discardableResult
  private mutating func recall<Rows: RandomAccessCollection<Row>>(
    for rows: Rows,
    key: KeyRule?,
    in context: Context
  ) -> Bool where Rows.Index == Int {
    guard list.spec == preset, !isPicked, list.survey.rowCount <= ListSurvey.settledCount else {
      return false
    }
    let known = memory[list.fingerprint]
    let kind = known == nil ? ListPreset.matching(columns)?.spec(among: columns) : nil
    guard let spec = known ?? kind, spec != list.spec else { return false }
    preset = kind
    list.setSpec(spec, isExact: false, key: key)
    let sample = ColumnChoice.sample(of: rows)
    list.widen(for: sample, in: context.calendar, at: context.present)
    measuredRows = []
    return true
  }

  /// Hides the columns of the kind of list whose values come from changes, if no row has one, as in a list printed once.
  package mutating func hideUnknown(over rows: some Sequence<Row>) {
    guard preset != nil else { return }
    list.arrange { columns in
      for offset in columns.indices where columns[offset].expression?.dependsOnHistory == true {
        let column = columns[offset]
        if !rows.contains(where: { column.value(of: $0) != nil }) {
          columns[offset].visibility = .hidden
        }
      }
    }
  }

  /// The columns that the kind of list has, if they are shown.
  private var preset: ColumnSpec?

  /// Adapts the columns to the rows in view: new columns are added, and existing ones grow but never shrink,
  /// so that they do not jump back and forth.
  ///
  /// - Parameters:
  ///   - rows: The rows in view.
  ///   - all: All rows of the table.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - comparison: The rows with which these are compared; nil if they are not.
  ///   - context: The context.
  ///   - motion: The time for which rows will be in motion.
  package mutating func fit<Rows: RandomAccessCollection<Row>>(
    to rows: [Row],
    of all: Rows,
    key: KeyRule?,
    comparedWith comparison: StepComparison? = nil,
    in context: Context,
    during motion: Duration = .zero
  ) where Rows.Index == Int {
    let changes = changes(to: rows)
    measuredRows = rows
    let news = changes.map(\.row)
    let hasGraph = record(changes, inView: rows, at: context.instant)
    guard !news.isEmpty || list.isOutdated || hasGraph || comparison != nil else { return }
    // The rows from which the columns were chosen have already been examined.
    if isFresh { isFresh = false } else { news.forEach { list.observe($0) } }
    let (calendar, present) = (context.calendar, context.present)
    var hasChanged = list.widen(for: news, in: calendar, at: present)
    if let comparison {
      // All of them, because it may have just begun: there are few in view.
      let changes = rows.compactMap { row in comparison.before(row.id).map { ($0, row) } }
      hasChanged = list.widen(forChanges: changes, in: calendar, at: present) || hasChanged
    }
    let paths = columns.map(\.path)
    if list.isOutdated {
      hasChanged = true
      list.revise(for: rows, key: key, calendar: calendar, at: present)
      if recall(for: all, key: key, in: context) { return layOut(in: context.screen) }
    }
    guard hasChanged || hasGraph else { return }
    let (before, due) = (layout, waiting?.due)
    layOut(in: context.screen, keepsShown: true)
    // Columns do not move while rows do: they are widened when the rows have come to rest. The exceptions are
    // the column that names a row, which is never cut, and new columns, which are shown at once.
    guard motion > .zero, paths == columns.map(\.path), layout.moves(from: before) else { return }
    waiting = (layout, due ?? context.instant + motion)
    layout = before
  }

  /// The rows that were not in view when it was last checked, and those whose values changed since.
  func changes(to rows: [Row]) -> [(row: Row, old: Row?)] {
    var changes: [(row: Row, old: Row?)] = []
    /// The former offset of a row that still follows the one before it: most do.
    var next = 0
    var table: [RowID: Int]?
    for row in rows {
      var old = next < measuredRows.count && measuredRows[next].hasSameID(as: row) ? next : nil
      if old == nil {
        let others =
          table ?? Dictionary(measuredRows.enumerated().map { ($1.id, $0) }) { first, _ in first }
        table = others
        old = others[row.id]
      }
      guard let old else {
        changes.append((row, nil))
        continue
      }
      next = old + 1
      let before = measuredRows[old]
      if !before.isSameText(as: row), before.value != row.value { changes.append((row, before)) }
    }
    return changes
  }

  /// When the pending layout is due; nil if there is none.
  package var layoutDue: ContinuousClock.Instant? { waiting?.due }

  /// Adopts the pending layout once it is due.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  package mutating func layOutWhenDue(at instant: ContinuousClock.Instant) -> Bool {
    guard let waiting, instant >= waiting.due else { return false }
    layout = waiting.layout
    self.waiting = nil
    return true
  }

  /// Follows the step that is shown: what is seen of the past is no part of the latest minutes.
  ///
  /// - Parameters:
  ///   - position: The number of the step.
  ///   - isLatest: Whether it is the latest one.
  package mutating func show(position: Int, isLatest: Bool) {
    if isLatest, var (known, _) = latest {
      known.learnMovements(from: history)
      history = known
    } else if position < self.position, !isLatest {
      latest = latest ?? (history, self.position)
      history = history.restarted
    }
    // A recording that is played beyond that step has numbers of its own.
    if isLatest || latest.map({ $0.position < position }) ?? false { latest = nil }
    self.position = position
  }

  /// Records the numbers in view.
  ///
  /// - Returns: Whether a column became worth a graph.
  private mutating func record(
    _ changes: [(row: Row, old: Row?)],
    inView: [Row],
    at instant: ContinuousClock.Instant
  ) -> Bool {
    // The timing of motion must not affect which numbers are recorded.
    let shown = (waiting?.layout ?? layout).places.map {
      (offset: $0.column, column: columns[$0.column])
    }
    let reader = list.valueReader()
    history.record(changes, inView: inView, columns: shown, reader: reader, at: instant)
    guard list.hasLooks, graphColumn == nil else { return false }
    graphColumn = shown.first { !$0.column.hasMeter && history.moves($0.column) }?.column.path
    return graphColumn != nil
  }

  /// Lays out the columns.
  ///
  /// - Parameters:
  ///   - screen: The layout of the screen.
  ///   - keepsShown: Whether the columns on the screen stay unless others are much more informative; false if
  ///     the user asked for something else.
  package mutating func layOut(in screen: ScreenLayout, keepsShown: Bool = false) {
    waiting = nil
    dividedWidth = screen.tableColumns.count
    if !keepsShown { roomy = nil }
    layout = ColumnLayout(
      columns,
      width: screen.tableColumns.count,
      keeping: keepsShown ? kept : [],
      needing: needed,
      scrolledTo: firstScrolled,
      hasMeters: list.hasLooks,
      graph: graphColumn
    )
    kept = Set(layout.chosen.map { columns[$0].path })
  }

  /// The columns that are on the screen whatever else has room: those of the order.
  private var needed: Set<FieldPath> = []

  /// Makes room for the columns that the rows are sorted by.
  package mutating func need(_ paths: Set<FieldPath>, in screen: ScreenLayout) {
    guard paths != needed else { return }
    needed = paths
    layOut(in: screen, keepsShown: true)
  }

  /// Lays out the columns for another division of the screen: what still has room stays as it is, and what had none
  /// comes back if there is room for it again.
  package mutating func divide(_ screen: ScreenLayout) {
    let width = screen.tableColumns.count
    guard width != dividedWidth else { return }
    if let roomy, width >= roomy.width {
      (kept, self.roomy) = (roomy.kept, nil)
    } else if roomy == nil, width < dividedWidth {
      roomy = (dividedWidth, kept)
    }
    layOut(in: screen, keepsShown: true)
  }

  /// Widens the columns for some rows.
  package mutating func widen(for rows: some Sequence<Row>, in context: Context) {
    list.widen(for: rows, in: context.calendar, at: context.present)
  }

  /// Scrolls sideways by a number of columns, as far as there are any out of view.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func scroll(by distance: Int, in screen: ScreenLayout) -> String? {
    if distance > 0, !layout.hasMore { return Text.noMore }
    let first = min(max(layout.firstScrolled + distance, 0), layout.scrolled.count - 1)
    firstScrolled = first > 0 ? columns[layout.scrolled[first]].path : nil
    layOut(in: screen)
    return nil
  }

  /// Shows the specified columns from now on; nil restores the automatic choice.
  package mutating func set(_ spec: ColumnSpec?, key: KeyRule?, in screen: ScreenLayout) {
    isPicked = true
    list.setSpec(spec, isExact: true, key: key)
    firstScrolled = nil
    measuredRows = []
    // The layout refers to columns by offsets, which have changed.
    layOut(in: screen)
  }

  /// Shows columns of counts at the end from now on, each with the name of its member as the title.
  package mutating func append(_ names: [String], key: KeyRule?) {
    var spec = list.spec ?? list.currentSpec
    let known = Set(spec.items.map(\.path))
    spec.items += names.filter { !known.contains(FieldPath([$0])) }.map {
      ColumnSpec.Item(path: FieldPath([$0]), title: $0, format: .number)
    }
    list.setSpec(spec, isExact: true, key: key)
    firstScrolled = nil
    measuredRows = []
  }

  /// Shows one more column, after the first one on the screen.
  package mutating func add(_ item: ColumnSpec.Item, key: KeyRule?, in screen: ScreenLayout) {
    var spec = list.currentSpec
    spec.items.removeAll { $0.path == item.path }
    let first = layout.places.first.map { columns[$0.column].path }
    let place = spec.items.firstIndex { $0.path == first }.map { $0 + 1 } ?? 0
    spec.items.insert(item.named(after: columns), at: min(place, spec.items.count))
    set(spec, key: key, in: screen)
  }

  /// Carries out a change that the user makes to the columns.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - samples: Rows that determine the possible formats.
  ///   - key: The rule by which the feed identifies its rows.
  ///   - context: The context.
  package mutating func carryOut(
    _ change: ColumnChange,
    samples: [Row],
    key: KeyRule?,
    in context: Context
  ) {
    replacement = nil
    switch change {
    case .toggle(let offset):
      let isShown = context.isShown(offset)
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
      if let next = nextComputation(of: column, in: context.history) {
        replace(column, by: next, key: key)
        break
      }
      let value = column.firstRow(in: samples).flatMap(column.value(of:))
      let names = Column.formats(for: value, reader: context.timeReader)
      let next = names.firstIndex(of: column.formatName).map { ($0 + 1) % names.count } ?? 0
      if next == 0, column.expression == nil, value?.kind == .number {
        // After the last format, that of the program.
        replace(column, by: ColumnSpec.Item(path: column.path), key: key)
        break
      }
      list.arrange { columns in
        columns[offset].setFormat(names[next], spansDays: true)
        columns[offset].resetWidth()
      }
      measuredRows = []
    case .reset:
      set(asked, key: key, in: context.screen)
      preset = asked == nil ? ListPreset.matching(columns)?.spec(among: columns) : nil
      guard let preset else { return }
      list.setSpec(preset, isExact: false, key: key)
      return layOut(in: context.screen)
    }
    isPicked = true
    // A change to one column neither adds nor removes others.
    layOut(in: context.screen, keepsShown: true)
  }

  /// The next form of a column of numbers: its changes, these per second, a graph, then the first format again.
  private func nextComputation(of column: Column, in history: CellHistory) -> ColumnSpec.Item? {
    let field = columns.first { $0.path == column.item.field } ?? column
    let isCounter = history.isCounter(field.path)
    if var plain = column.item.withoutComputation {
      plain.format = .text
      return column.item.nextComputation(isCounter: isCounter, of: field) ?? plain
    }
    // A field that has never changed has no changes to show.
    let isPlain =
      column.isRightAligned && column.chosenFormat == nil && column.expression == nil
      && history.hasChanged(field.path)
    return isPlain ? column.item.nextComputation(isCounter: isCounter, of: field) : nil
  }

  /// Shows another item in the place of a column.
  private mutating func replace(_ column: Column, by item: ColumnSpec.Item, key: KeyRule?) {
    var spec = list.currentSpec
    spec.replace(column.path, by: item)
    list.setSpec(spec, isExact: true, key: key)
    measuredRows = []
    replacement = item.path
  }

  /// The columns that the user chose and the schema fingerprint they apply to; nil if there is nothing to
  /// remember.
  package var picked: (spec: ColumnSpec?, fingerprint: String)? {
    isPicked && asked == nil ? (list.spec == preset ? nil : list.spec, list.fingerprint) : nil
  }

  /// The messages of the columns.
  package enum Text {
    package static let noMore = "no more columns on the right"
    package static let allHidden = "all columns are hidden: the one that names the rows is shown"
  }
}
