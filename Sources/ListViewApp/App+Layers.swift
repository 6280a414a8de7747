import Ordering
import Columns
internal import FeedValues
internal import ListViewParts
internal import TableModel
internal import TerminalCore

/// Opens and closes layers.
extension App {
  /// Opens a pane over the table.
  mutating func open(_ pane: some LayerContents) { layers.append(.pane(pane)) }

  /// Lets the user choose a column.
  mutating func pickColumn(to purpose: ColumnPick.Purpose) {
    guard let first = columns.layout.places.first else {
      return notices.report(ColumnPick.Text.noColumns)
    }
    let arrangement = list.wanted
    let current =
      switch purpose {
      case .sort: arrangement.sort?.column
      case .group: arrangement.grouping?.column
      case .count: Column?.none
      }
    open(
      ColumnPick(
        purpose: purpose,
        current: (current ?? columns.columns[first.column]).path,
        groups: arrangement.grouping.map { .init($0) }
      )
    )
  }

  /// Opens the list of possible keys.
  mutating func openKeyPicker() {
    guard !list.allRows.isEmpty else { return notices.report(KeyPicker.Text.noRows) }
    let rows = Array(list.allRows.prefix(KeyPicker.maximumRows))
    let shown = columns.columns.filter { $0.visibility != .hidden && $0.expression == nil }
    open(KeyPicker(rows, rule: feed.status.keyRule, showing: shown.flatMap(\.paths)))
  }

  /// Opens the list of malformed input.
  mutating func openMalformedInput(at instant: ContinuousClock.Instant) {
    let configuration = setup.configuration
    let pane = MalformedInputPane(
      feedName: configuration.feedName,
      log: feed.status.malformedInput,
      keyProblems: feed.status.keyProblems,
      omissions: [list.faults].compactMap(\.self)
        + feed.omissions(limit: configuration.limit, in: context(at: instant))
    )
    open(pane)
  }

  /// Turns mouse support on or off.
  mutating func toggleMouse() -> [Effect] {
    setup.usesMouse.toggle()
    let key = setup.configuration.keyMap.label(of: [.program(.mouse)])
    notices.report(
      setup.usesMouse ? Notices.Text.mouseOn(key) : Notices.Text.mouseOff
    )
    return [.mouse(setup.usesMouse)]
  }

  /// Ends one thing: a rearrangement under way; otherwise the search in the detail, or the detail; otherwise
  /// the search, the filter or the selection of the table.
  mutating func close(at instant: ContinuousClock.Instant) {
    if cancelRearranging(at: instant) { return }
    if layers.last?.isDetail ?? false, detail?.search != nil {
      detail?.setSearch(for: nil)
    } else if let detail, !detail.isPreview {
      closeDetail(at: instant)
    } else if find.search != nil {
      find.search = nil
    } else if counts.last?.isShown == false {
      returnToCounts(at: instant)
    } else if find.filter != nil {
      setFilter(nil, at: instant)
    } else {
      list.table.clearSelection(at: instant)
      list.leavePins(at: instant)
    }
  }

  /// Clears the message of the last key, and messages that stay until a key is pressed.
  mutating func clearNotices() {
    notices.clear()
    if !explainsEmptyTable { feed.status.notice = nil }
  }

  // MARK: Order and groups

  mutating func sort(
    by column: Column?,
    isFurther: Bool = false,
    at instant: ContinuousClock.Instant
  ) {
    let context = context(at: instant)
    rearrange { $0.sort(by: column, isFurther: isFurther, in: context) }
  }

  /// Sorts by the columns of a specification; an empty one restores feed order.
  mutating func sort(
    by spec: SortSpec,
    _ columns: [Column],
    at instant: ContinuousClock.Instant
  ) {
    let keys = zip(columns, spec.keys).map { (column: $0, isDescending: $1.isDescending as Bool?) }
    let context = context(at: instant)
    rearrange { $0.sort(by: keys, in: context) }
  }

  mutating func group(
    by column: Column?,
    ranking: GroupSpec.Ranking = .value,
    at instant: ContinuousClock.Instant
  ) {
    let context = context(at: instant)
    rearrange { $0.group(by: column, ranking: ranking, in: context) }
  }

  mutating func invertOrder(at instant: ContinuousClock.Instant) {
    let context = context(at: instant)
    rearrange { $0.invertSort(in: context) }
  }

  /// Changes the arrangement of the rows, and reports the result.
  mutating func rearrange(_ change: (inout ListState) -> String) {
    notices.report(change(&list))
  }
}

extension Layer {
  /// Whether the layer is the detail, which then has the focus.
  var isDetail: Bool {
    if case .detail = self { true } else { false }
  }
}
