import Columns
package import Ordering
package import FeedIdentity
package import FeedStore
package import FeedValues
package import TableModel
internal import TerminalCore

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
