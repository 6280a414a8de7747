import Columns
internal import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import Searching
internal import TerminalCore
internal import Values

/// Views by name: what is shown, and how.
extension App {
  /// The view on the screen, under a name.
  func view(named name: String) -> NamedView {
    var view = NamedView(named: name)
    // Columns that the program chose are chosen again, for the width of the screen then.
    view.columns = columns.list.spec
    view.filter = find.filter
    view.options.group = list.wanted.grouping.map {
      GroupSpec(optionName(of: $0.column), ranking: $0.ranking).description
    }
    view.options.sort = sortName
    view.summary = summary.spec
    view.rowColors = setup.configuration.rowColors
    view.fields = columns.columns.isEmpty ? nil : columns.list.fingerprint
    if let shown = counts.last, shown.isShown {
      view.count = shown.plan.spec
      view.options.sort = shown.app.sortName
    }
    return view
  }

  /// The order as an option of the command line; nil for that of the feed.
  private var sortName: String? {
    guard let sort = list.wanted.sort else { return nil }
    return SortSpec(
      sort.keys.map { SortSpec.Key(optionName(of: $0.column), isDescending: $0.isDescending) }
    )
    .description
  }

  /// The name by which an option finds a column.
  private func optionName(of column: Column) -> String {
    let isColumn = columns.list.spec?.items.contains { $0.path == column.path } ?? false
    if let expression = column.expression, !isColumn { return expression.text }
    let path = column.path.description
    return columns.columns.named(path)?.path == column.path ? path : column.title.lowercased()
  }

  /// Keeps what is on the screen as a view.
  mutating func saveView(named name: String) throws(SettingError) -> [Effect] {
    guard NamedView.isName(name) else {
      throw SettingError(CommandMistake.badArgument(name, expected: NamedView.Text.name))
    }
    // The rows and their filter are known to the list behind that of their groups alone.
    if setup.isOfCounts { return [.runBehind("save \(name)")] }
    let view = view(named: name)
    setup.configuration.views.removeAll { $0.name == name }
    setup.configuration.views.append(view)
    setup.configuration.view = name
    return [.keepView(view)]
  }

  /// Shows what a view says.
  mutating func showView(
    named name: String,
    at instant: ContinuousClock.Instant
  ) throws(SettingError) -> [Effect] {
    guard let view = setup.configuration.views.first(where: { $0.name == name }) else {
      throw SettingError(setup.configuration.views.problem(of: name))
    }
    if setup.isOfCounts { return [.runBehind("view \(name)")] }
    show(view, at: instant)
    return []
  }

  /// Carries out a command line of the list in front.
  mutating func runBehind(_ line: String, at instant: ContinuousClock.Instant) -> [Effect] {
    do throws(SettingError) {
      return try run(line, at: instant)
    } catch {
      notices.report(error.description)
      return []
    }
  }

  /// Shows what a view says; all that it does not mention is as at a start without options.
  private mutating func show(_ view: NamedView, at instant: ContinuousClock.Instant) {
    setup.configuration.view = view.name
    setup.configuration.viewOptions = view.options
    setup.configuration.count = view.count
    setup.configuration.rowColors = view.rowColors
    setup.hasOpenedCounts = false
    while !counts.isEmpty { leaveCounts(at: instant) }
    setColumns(view.columns, at: instant)
    let others =
      (view.filter?.derived ?? []) + view.options.derived + (view.count?.derived ?? [])
    _ = hasFields(others + view.summary.derived, at: instant)
    fitColumns(at: instant)
    columns.layOut(in: layout)
    setFilter(view.filter, at: instant)
    // The order of a view of groups is theirs.
    sort(asIn: view.count == nil ? view.options.sort : nil, at: instant)
    group(asIn: view.options.group, at: instant)
    setSummary(view.summary, at: instant)
    updateTints(at: instant)
    notices.report(NamedView.Text.shown(view.name))
    openAskedCounts(at: instant)
    adoptLateOptions(from: list.allRows, at: instant)
    if let problem = view.filter.flatMap({ note(on: $0) }) { notices.report(problem) }
  }

  private mutating func sort(asIn option: String?, at instant: ContinuousClock.Instant) {
    guard let option else {
      if list.wanted.sort != nil { sort(by: nil, at: instant) }
      list.pendingOptions.sort = nil
      return
    }
    guard let spec = SortSpec(option) else { return }
    let columns = spec.keys.compactMap { self.columns.columns.named($0.name) }
    if columns.count == spec.keys.count {
      sort(by: spec, columns, at: instant)
    } else {
      // The rows are sorted by them as soon as they have them all.
      list.pendingOptions.sort = option
    }
  }

  private mutating func group(asIn option: String?, at instant: ContinuousClock.Instant) {
    guard let option else {
      if list.wanted.grouping != nil { group(by: nil, at: instant) }
      list.pendingOptions.group = nil
      return
    }
    let spec = GroupSpec(option)
    guard let column = columns.columns.named(spec.name) else {
      list.pendingOptions.group = option
      return
    }
    group(by: column, asIn: spec, at: instant)
  }

  /// Groups by a column, unless the rows are grouped in that way already.
  mutating func group(
    by column: Column,
    asIn spec: GroupSpec,
    at instant: ContinuousClock.Instant
  ) {
    let known = list.wanted.grouping
    guard known?.column.paths != column.paths || known?.ranking != spec.ranking else { return }
    group(by: column, ranking: spec.ranking, at: instant)
  }

  /// A message about views that were made for lists with these fields, unless something has been asked for already.
  var offerOfViews: String? {
    let configuration = setup.configuration
    guard !configuration.views.isEmpty, configuration.view == nil, configuration.columns == nil,
      configuration.viewOptions.isEmpty, configuration.count == nil, !columns.columns.isEmpty
    else { return nil }
    let fingerprint = columns.list.fingerprint
    let names = configuration.views.filter { $0.fields == fingerprint }.names
    return names.isEmpty ? nil : NamedView.Text.fits(names)
  }
}

/// The entries of a log in the order of their times.
struct TimedEntries {
  let rows: TableRows<Row>
  let scale: TimeScale
  /// The time of the selected row, or else of the newest one; nil if it has none.
  let present: FeedTime?
  let newest: FeedTime?

  /// The maximum number of rows without a time that are looked at.
  static let longestTrace = 1_000

  /// The offset of the first row that is not before a time, or of the last one.
  ///
  /// - Complexity: O(*m* · log *n*) for *n* rows, of which at most *m*, or a thousand, without a time follow each other.
  func offset(of time: FeedTime) -> Int {
    // Rows without a time, such as those of a trace, belong to the one before.
    func isBefore(_ offset: Int) -> Bool {
      var offset = offset
      let least = max(0, offset - Self.longestTrace)
      while offset > least, scale.time(of: rows[offset]) == nil { offset -= 1 }
      return scale.time(of: rows[offset]).map { $0 < time } ?? true
    }
    let first = (0..<rows.count).partitioningIndex { !isBefore($0) }
    return min(first, rows.count - 1)
  }
}

extension App {
  /// The entries of a log, if the table shows them in the order of their times, the newest one last.
  func timedEntries(at instant: ContinuousClock.Instant) -> TimedEntries? {
    let rows = list.searchedRows
    guard feed.status.opensAtEnd, rows.count > 0, list.wanted.sort == nil,
      list.wanted.grouping == nil,
      let scale = TimeScale(
        columns.columns,
        sample: ValueOrder.sample(of: list.allRows),
        reader: context(at: instant).timeReader
      )
    else { return nil }
    let newest = rows.indices.suffix(TimedEntries.longestTrace).reversed().lazy
      .compactMap { scale.time(of: rows[$0]) }.first
    let present = list.currentRow.flatMap { scale.time(of: $0) } ?? newest
    return TimedEntries(rows: rows, scale: scale, present: present, newest: newest)
  }
}

/// The number of rows at each time, and the choice of a span of time.
extension App {
  /// The rows at each time, as many cells as the screen has room for; nil if they are not on the screen.
  var strip: TimeStrip? {
    guard layout.strip != nil else { return nil }
    return summary.histogram.strip(cells: TimeStripView.cells(of: setup.size.columns))
  }

  /// Reserves a line for the number of rows at each time, as soon as they are seen to be in the order of their times.
  ///
  /// - Returns: Whether it was reserved just now, so that the table has one line less.
  mutating func adoptStrip(from rows: FeedRows, at instant: ContinuousClock.Instant) -> Bool {
    guard summary.scale == nil, summary.spec != .none, rows.count >= TimeScale.fewRows,
      !setup.isOfCounts, columns.columns.contains(where: \.isTime),
      let scale = TimeScale(
        columns.columns,
        sample: ValueOrder.sample(of: rows),
        reader: context(at: instant).timeReader
      )
    else { return false }
    summary.takeStrip(scale)
    layOut(at: instant)
    return true
  }

  /// Lets the user choose a span of time, from the latest one on.
  mutating func openSpanPick(at column: Int? = nil) {
    guard let strip else {
      typealias Text = SpanPick.Text
      let isHidden = summary.spec == .none
      return notices.report(
        isHidden ? Text.noSummary : summary.scale == nil ? Text.noTimes : Text.noRoom
      )
    }
    let cell = column.map { TimeStripView.cell(at: $0, of: strip, in: setup.size) }
    open(SpanPick(strip, cell: cell ?? strip.cells.count - 1))
  }

  /// Shows the rows of a span of time alone: their times are a term of the filter, in place of that of another span.
  mutating func showTimes(
    of strip: TimeStrip,
    in cells: ClosedRange<Int>,
    at instant: ContinuousClock.Instant
  ) {
    guard let scale = summary.scale else { return }
    let all = TimeScale.span(of: ValueOrder.sample(of: list.allRows), scale)
    let range = strip.range(of: cells, needsDate: all.map { $0.count > 86_400 } ?? true)
    let term = scale.term(range)
    var rest = find.filter?.text ?? ""
    if let former = find.spanTerm, rest.hasSuffix(former) {
      rest = String(rest.dropLast(former.count).trimming)
    } else if rest.contains(" or ") {
      rest = "(\(rest))"
    }
    let text = rest.isEmpty ? term : "\(rest) \(term)"
    guard let filter = try? Filter(text) else { return }
    find.spanTerm = term
    setFilter(filter, at: instant)
  }
}
