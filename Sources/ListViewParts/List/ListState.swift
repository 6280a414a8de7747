import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import Ordering
package import TableModel
package import TerminalCore

/// The rows of the feed, and the table that shows them filtered, sorted, grouped, pinned and marked.
package struct ListState: Sendable {
  /// The table.
  package var table: TableView<Row, FieldPath>
  /// The rows pinned above the table.
  package var pinTable: TableView<Row, FieldPath>
  /// The mapping of the feed's rows to those of the table.
  package var arrangement = Arrangement()
  /// The preview of a filter; nil if there is none, or the list is short enough to filter at once.
  package var preview: FilterPreview?
  /// Whether the previewed filter was accepted, so that the preview is shown until the filter is applied.
  var isPreviewKept = false
  /// The predicate of the previewed filter.
  var previewRule: (@Sendable (Row) -> Bool)?
  /// The rearrangement of a long list that is under way; nil if there is none.
  package var rearrangement: Rearrangement?
  /// While the table shows only the first rows of the order that is being computed: the groups among them.
  var firstGroups: [SectionID: GroupSummary]?
  /// Whether new rows come at the end of the list while it is in feed order.
  private(set) var readsDownwards = false {
    didSet { setLiveEdge(of: shownArrangement) }
  }
  /// Whether the list is a log, which is read from its end.
  private(set) var opensAtEnd = false
  /// Whether the next arrangement is shown from its beginning, because no row was held when it was asked for.
  var leavesPlace = false
  /// The view options of the command line that have to wait for rows.
  package var pendingOptions: ViewOptions
  /// Whether the order of the kind of list has yet to be asked for.
  var awaitsPreset = true
  /// Whether the last update left everything in view unchanged.
  package internal(set) var isViewUntouched = false
  /// The number of times that the table was rebuilt, without animation and without its selection and position,
  /// because changes of the feed did not apply to it: a fault of the program, which is reported.
  package internal(set) var rebuildCount = 0
  /// When groups were ordered by their figures last, and when that is due again; nil if nothing has changed since.
  var rankedAt: ContinuousClock.Instant?
  var nextRanking: ContinuousClock.Instant?
  /// The number of lines above the table for pinned rows.
  var linesOfPins = 0
  /// Whether two versions of a row have the same content, apart from running clocks.
  private(set) var isContentEqual: @Sendable (Row, Row) -> Bool
  /// The places of the errors among the rows of the table.
  package var errors = ErrorIndex()
  /// The rows with which those of the list are compared; nil if they are not.
  package internal(set) var comparison: StepComparison?
  /// The folding of log entries that repeat the one before them.
  package var repeats = Repeats()
  /// The colours of rows by rules.
  package var tints = RowTints()
  /// Whether changed rows flash and have change marks.
  package var showsChanges = true
  /// Whether the last key was a `Z` that had no groups to fold.
  var foldedAllLast = false

  package init(height: Int, motion: Motion, options: ViewOptions) {
    let clocks = VolatileFields()
    isContentEqual = { clocks.isContentEqual($0, $1) }
    table = TableView(
      height: height,
      motion: motion,
      isContentEqual: isContentEqual,
      changedFields: { clocks.changedFields(from: $0, to: $1) }
    )
    pinTable = table
    pinTable.resize(height: 0)
    pendingOptions = options
  }

  /// Sets the fields that are running clocks, whose progress does not count as a change.
  package mutating func setClocks(_ clocks: VolatileFields) {
    isContentEqual = { clocks.isContentEqual($0, $1) }
    let changes = { @Sendable in clocks.changedFields(from: $0, to: $1) }
    table.setRules(isContentEqual: isContentEqual, changedFields: changes)
    pinTable.setRules(isContentEqual: isContentEqual, changedFields: changes)
  }

  /// Adopts at which end of the list new rows come.
  package mutating func adoptOrder(of status: FeedStatus) {
    opensAtEnd = status.opensAtEnd
    if readsDownwards != status.readsDownwards { readsDownwards = status.readsDownwards }
  }

  /// Goes to the first row of a text, which is read from there unless it is a log, and of a list to choose from.
  package mutating func showFirstRow(at instant: ContinuousClock.Instant) {
    guard readsDownwards, table.selection == nil else { return }
    table.scrollTo(row: 0, position: .top, at: instant)
  }

  /// New rows come at the end of a text, unless another order decides where they stand.
  mutating func setLiveEdge(of arrangement: Arrangement) {
    let isFeedOrder = arrangement.sort == nil && arrangement.grouping == nil
    let edge: LiveEdge = readsDownwards && isFeedOrder ? .bottom : .top
    if table.liveEdge != edge { table.liveEdge = edge }
  }

  /// Sets how much of a change is animated.
  package mutating func setMotion(_ motion: Motion) {
    table.motion = motion
    pinTable.motion = motion
  }

  /// Gives the rows other identities: they stay where they are, with their marks and pins.
  package mutating func identifyRows(by change: IdentityChange) {
    table.identifyRows(change.renamed)
    pinTable.identifyRows(change.renamed)
    arrangement.identifyRows(by: change)
    comparison = nil
  }

  /// The rows of the feed, including those that the filter hides.
  package var allRows: FeedRows { arrangement.rows }

  /// The row that keys act on: the selected one, whether pinned, in the table, or a tombstone.
  package var currentRow: Row? { pinTable.selectedRow ?? table.selectedRow }

  /// The slot of the current row; nil if it is not known.
  var currentSlot: Int32? {
    guard let id = pinTable.selection else { return selectedSlot }
    return arrangement.pins.first { $0.id == id }?.slot
  }

  /// The slot of the selected row of the table; nil if there is none.
  var selectedSlot: Int32? {
    // A row that is gone has none.
    table.selectedHandle.flatMap { $0 < 0 ? nil : Int32(exactly: $0) }
  }

  /// Scrolls the row that a key acts on into view, because nothing is done to a row out of sight.
  package mutating func showSelection(at instant: ContinuousClock.Instant) {
    if pinTable.selection == nil { table.showSelection(at: instant) }
  }

  /// The marked rows in screen order.
  package var markedRows: [Row] { arrangement.markedRows }

  /// The number of pinned rows and rows of the table, including those in folded groups.
  package var rowCount: Int { arrangement.shownCount + arrangement.pinnedCount }

  /// A description of faults of the table; nil if there were none.
  package var faults: String? { rebuildCount > 0 ? Text.rebuilt(rebuildCount) : nil }

  /// A description of the arrangement; nil if there is none.
  var arrangementText: String? {
    var words: [String] = []
    if let sort = arrangement.sort {
      words.append(Text.sorted(sort.label))
    }
    if let grouping = arrangement.grouping {
      words.append(Text.groupedBy(grouping.column.title, grouping.ranking))
    }
    if arrangement.isFrozen { words.append(Text.orderFrozen) }
    if arrangement.markedCount > 0 { words.append(Text.marked(arrangement.markedCount)) }
    if arrangement.pins.count > 0 { words.append(Text.pinned(arrangement.pins.count)) }
    return words.isEmpty ? nil : words.joined(separator: " · ")
  }

  /// The messages of the list.
  package enum Text {
    package static let frozen = "frozen"
    package static let orderFrozen = "order frozen"
    package static func sorted(_ order: String) -> String { "sorted by \(order)" }
    package static func groupedBy(_ title: String, _ ranking: GroupSpec.Ranking) -> String {
      "grouped \(group(title, ranking))"
    }
    package static func group(_ title: String, _ ranking: GroupSpec.Ranking = .value) -> String {
      "by \(title)" + (ranking == .value ? "" : ", \(ranking.rawValue) ▼")
    }
    package static func marked(_ count: Int) -> String { "\(grouped(count)) marked" }
    package static func pinned(_ count: Int) -> String { "\(grouped(count)) pinned" }
    package static func arranging(_ percentage: Int) -> String { "arranging \(percentage) %" }
    package static func arranging(_ key: String) -> String {
      "arranging the rows: \(key) leaves them as they are"
    }
    package static let rebuilding = "table rebuilt"
    package static func rebuilt(_ count: Int) -> String {
      "The table was rebuilt \(count == 1 ? "once" : "\(grouped(count)) times"), because changes did not apply "
        + "to it: no row is missing, but the selection and the position were lost. This is a fault of "
        + "listview: please report it."
    }
    package static let arrangingCancelled = "left as it was"
    package static let noSums = "no column to sum: the groups are in the order of their values"
    package static let unarranged = "feed order, ungrouped"
    package static let notSorted = "not sorted: s sorts by a column"
    package static let notGrouped = "not grouped: b groups by a column"
    package static let noneMarked = "no marked rows: v marks one"
    package static let markedElsewhere = "the marked rows are not in the table"
    package static func noSelection(_ keys: String) -> String {
      "no row selected: \(keys) select one"
    }
    package static func noColumn(_ name: String, _ titles: String) -> String {
      "no column '\(name)' so far: there are \(titles)"
    }
    package static func comparedAsNumbers(_ report: String, _ currencies: [String]) -> String {
      let shown = currencies.prefix(4).map { DisplayWidth.cut($0, to: 4) }
      let more = currencies.count > shown.count ? " +\(currencies.count - shown.count)" : ""
      return "\(report) (\(shown.joined(separator: ", "))\(more) compared as numbers)"
    }
    package static func wayToFirst(_ report: String, _ key: String) -> String {
      "\(report)   \(key) goes to the first row"
    }
    package static func repetition(_ count: Int, _ span: String?, isFolded: Bool) -> String {
      let span = span.map { $0.hasPrefix("0") ? "" : " · \($0)" } ?? ""
      return "\(isFolded ? "" : "▾ ")×\(grouped(count))\(span)"
    }
    package static func marks(_ areShown: Bool, _ key: String) -> String {
      areShown ? "change marks on" : "change marks off: \(key) shows them again"
    }
  }
}

extension ListState {
  /// Moves the selection or the view.
  package mutating func move(_ action: MoveAction, at instant: ContinuousClock.Instant) {
    if movesAmongPins(action, at: instant) { return }
    switch action {
    case .nextRow: table.moveSelection(by: 1, at: instant)
    case .previousRow: table.moveSelection(by: -1, at: instant)
    case .pageDown: moveSelection(.pageDown, at: instant)
    case .pageUp: moveSelection(.pageUp, at: instant)
    case .halfPageDown: moveSelection(.halfPageDown, at: instant)
    case .halfPageUp: moveSelection(.halfPageUp, at: instant)
    case .firstRow: moveSelection(.first, at: instant)
    case .lastRow: moveSelection(.last, at: instant)
    case .scrollDown: table.scroll(by: 1, at: instant)
    case .scrollUp: table.scroll(by: -1, at: instant)
    case .nextChange: moveSelection(.nextMarked, at: instant)
    case .previousChange: moveSelection(.previousMarked, at: instant)
    case .track: table.track(!table.isTracking, at: instant)
    }
  }

  private mutating func moveSelection(_ movement: Movement, at instant: ContinuousClock.Instant) {
    // The first key selects a row; the page is turned from there.
    if table.selection == nil { table.moveSelection(by: 1, at: instant) }
    table.moveSelection(movement, at: instant)
  }
}

extension ListState {
  /// Whether a key is the second `Z` of `ZZ`, which quits in vi and less.
  ///
  /// A single `Z` folds all groups and the next one unfolds them; without groups it does nothing.
  ///
  /// - Parameters:
  ///   - event: The key.
  ///   - action: The action of the key by itself.
  /// - Returns: Whether the program should quit.
  package mutating func isQuitting(by event: InputEvent, _ action: Action) -> Bool {
    let isFirst = !foldedAllLast
    foldedAllLast =
      action == .arrangement(.foldAll) && event == .character("Z") && arrangement.grouping == nil
    return foldedAllLast && !isFirst
  }
}

/// Keeps groups in the order of their figures.
extension ListState {
  /// How long groups stay in their order at least; those of a long list, which takes longer to order.
  private static let rankingSpan = (short: Duration.seconds(1), long: Duration.seconds(10))

  /// Takes note that the figures of groups may have changed.
  mutating func noteFigures(at instant: ContinuousClock.Instant) {
    guard arrangement.grouping.map({ $0.ranking != .value }) ?? false, nextRanking == nil else {
      return
    }
    let span = arrangement.rows.isLong ? Self.rankingSpan.long : Self.rankingSpan.short
    nextRanking = max(instant, rankedAt.map { $0 + span } ?? instant)
  }

  /// When ``rankGroups(in:)`` has something to do; nil if nothing has changed, or something else is under way.
  package var nextRankingInstant: ContinuousClock.Instant? {
    rearrangement == nil && preview == nil ? nextRanking : nil
  }

  /// Puts the groups in the order of their figures if that is due.
  ///
  /// - Returns: Whether any group overtook another one.
  package mutating func rankGroups(in context: Context) -> Bool {
    guard let due = nextRankingInstant, due <= context.instant else { return false }
    (nextRanking, rankedAt) = (nil, context.instant)
    if arrangement.isOutgrown {
      arrangement.arrangeAnew()
    } else if arrangement.isFrozen || !arrangement.rankGroups() {
      return false
    }
    present(in: context)
    return true
  }
}

extension ListState {
  /// Restores the position at which the prompt was opened, as far as its rows still exist.
  package mutating func go(backTo place: TablePosition, at instant: ContinuousClock.Instant) {
    let isSelected =
      place.selection.map { select($0, place.selectionHandle, at: instant) } ?? false
      || place.section.map { table.select(section: $0, at: instant) } ?? false
    if !isSelected { table.clearSelection(at: instant) }
    if let pin = place.pin { pinTable.select(pin, at: instant) } else { leavePins(at: instant) }
    if place.isTracking {
      table.track(at: instant)
    } else if place.isFollowing {
      table.follow(at: instant)
    } else {
      if isSelected {
        // The filter may have changed the rows around it: the selection stays on its line.
        table.scrollSelection(to: place.selectionLine, at: instant)
      } else if let top = place.top.flatMap({ offset(of: $0, place.topHandle) }) {
        table.scrollTo(row: top, line: place.topLine, at: instant)
      }
      table.unfollow(at: instant)
    }
  }

  /// Selects the row or the header of a place again, if it is shown, and lets the row have its line.
  package mutating func selectAgain(_ place: TablePosition, at instant: ContinuousClock.Instant) {
    if let section = place.section {
      if table.selectedSection != section, table.select(section: section, at: instant) {
        go(backTo: place, at: instant)
      }
    } else if let selection = place.selection, table.selection != selection,
      offset(of: selection, place.selectionHandle) != nil
    {
      go(backTo: place, at: instant)
    }
  }

  /// Whether the same row or header is selected as at a place.
  package func hasSelection(of place: TablePosition) -> Bool {
    table.selection == place.selection && table.selectedSection == place.section
  }

  /// The offset of the row at which a search starts, among those that it looks at.
  package func searchStart(from place: TablePosition) -> Int {
    let selected = place.selection.map { ($0, place.selectionHandle) }
    guard let (id, handle) = selected ?? place.top.map({ ($0, place.topHandle) }) else { return 0 }
    return offset(of: id, handle).map { rows(ofLine: $0).lowerBound } ?? 0
  }

  /// The offset of a row among those displayed.
  ///
  /// - Parameters:
  ///   - id: Its identity.
  ///   - handle: The handle that it had.
  /// - Returns: The offset; nil if it is not among them.
  /// - Complexity: O(log *n*); O(*n*) if the row no longer has that handle.
  package func offset(of id: RowID, _ handle: Int?) -> Int? {
    guard let handle, hasRow(id, in: handle) else {
      return table.displayedRows.firstIndex { $0.id == id }
    }
    return table.displayedRows.offset(ofHandle: handle)
  }

  private func hasRow(_ id: RowID, in handle: Int) -> Bool {
    handle >= 0 && Int32(exactly: handle).map { arrangement.rows.slot($0).row?.id == id } ?? false
  }

  /// Selects the row in a slot, where it is pinned or in the table, and expands its section if that is necessary.
  ///
  /// - Returns: Whether it is in one of them.
  package mutating func selectRow(inSlot slot: Int32, at instant: ContinuousClock.Instant) -> Bool {
    if let pin = arrangement.pins.firstIndex(where: { $0.slot == slot }) {
      table.clearSelection(at: instant)
      return pinTable.selectRow(atOffset: pin, at: instant)
    }
    guard let row = allRows.slot(slot).row, arrangement.shows(row) else { return false }
    if let section = arrangement.groupID(of: slot).map({ SectionID($0) }),
      table.collapsedSections.contains(section)
    {
      table.expand(section: section, at: instant)
    }
    guard let offset = searchedRows.offset(ofHandle: Int(slot)) else { return false }
    selectRow(offset, at: instant)
    return true
  }

  /// Selects a row that had a handle, and expands its section if that is necessary.
  ///
  /// - Returns: Whether it is in the table.
  mutating func select(_ id: RowID, _ handle: Int?, at instant: ContinuousClock.Instant) -> Bool {
    if let offset = offset(of: id, handle) {
      return table.selectRow(atOffset: offset, at: instant)
    }
    let isCollapsed = !table.collapsedSections.isEmpty && arrangement.grouping != nil
    return isCollapsed && table.select(id, at: instant)
  }
}
