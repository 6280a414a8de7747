package import Feeds
package import TableModel

/// The rows of the feed, and what of them is shown: filtered, sorted, grouped, pinned and marked.
package struct ListState: Sendable {
  /// The rows that are shown.
  package var table: TableView<Row, FieldPath>
  /// The rows pinned above the table.
  package var pinTable: TableView<Row, FieldPath>
  /// How the rows of the feed become those of the table.
  package var arrangement = Arrangement()
  /// What a filter that is tried out has found so far; nil if none is, or the list is so short that
  /// it is arranged at once.
  package var preview: FilterPreview?
  /// Whether what is tried out is to be kept, and is shown until it is.
  var isPreviewKept = false
  /// What is tried out.
  var previewRule: (@Sendable (Row) -> Bool)?
  /// How a long list will be arranged; nil if nothing is under way.
  package var rearrangement: Rearrangement?
  /// Whether the table shows the first rows of the order that is under way, without the others.
  var showsFirstRows = false
  /// What is known of the rows' sort keys while the user chooses another order of a long list.
  var keptKeys: KeptKeys?
  /// The options of the command line that cannot be applied before there are rows.
  package var pendingOptions: ViewOptions
  /// Whether the last change of the rows left all in view as it was.
  package internal(set) var isViewUntouched = false
  /// The number of lines above the table for pinned rows.
  var linesOfPins = 0
  /// Whether rows bear change marks and flash when they change.
  package var showsChanges = true
  /// Whether the last key was a `Z` that had nothing to fold.
  var foldedAllLast = false

  package init(height: Int, motion: Motion, options: ViewOptions) {
    table = TableView(
      height: height,
      motion: motion,
      isContentEqual: { VolatileFields().isContentEqual($0, $1) },
      changedFields: { VolatileFields().changedFields(from: $0, to: $1) }
    )
    pinTable = table
    pinTable.resize(height: 0)
    pendingOptions = options
  }

  /// Sets the fields that are running clocks: they advance without counting as a change.
  package mutating func setClocks(_ clocks: VolatileFields) {
    let isEqual = { @Sendable in clocks.isContentEqual($0, $1) }
    let changes = { @Sendable in clocks.changedFields(from: $0, to: $1) }
    table.setRules(isContentEqual: isEqual, changedFields: changes)
    pinTable.setRules(isContentEqual: isEqual, changedFields: changes)
  }

  /// Sets how much of a change is shown as it happens.
  package mutating func setMotion(_ motion: Motion) {
    table.motion = motion
    pinTable.motion = motion
  }

  /// The rows of the feed, with those that the filter hides.
  package var allRows: FeedRows { arrangement.rows }

  /// The row that keys act upon: the selected one, be it pinned, in the table or a tombstone there.
  package var currentRow: Row? { pinTable.selectedRow ?? table.selectedRow }

  /// Brings the row that a key acts on into view: nothing is done to a row out of sight.
  package mutating func showSelection(at instant: ContinuousClock.Instant) {
    if pinTable.selection == nil { table.showSelection(at: instant) }
  }

  /// The rows that the user marked, in their order on the screen.
  package var markedRows: [Row] { arrangement.markedRows }

  /// How many rows there are in the table, those in folded groups too, and above it.
  package var rowCount: Int { arrangement.shownCount + arrangement.pins.count { !$0.isGone } }

  /// What is done to the rows, in words.
  var arrangementText: String? {
    var words: [String] = []
    if let sort = arrangement.sort {
      words.append(Text.sorted(sort.column.title, isDescending: sort.isDescending))
    }
    if let grouping = arrangement.grouping { words.append(Text.groupedBy(grouping.column.title)) }
    if arrangement.isFrozen { words.append(Text.orderFrozen) }
    if arrangement.markedCount > 0 { words.append(Text.marked(arrangement.markedCount)) }
    if arrangement.pins.count > 0 { words.append(Text.pinned(arrangement.pins.count)) }
    return words.isEmpty ? nil : words.joined(separator: " · ")
  }

  /// What the list reports.
  package enum Text {
    package static let frozen = "frozen"
    package static let orderFrozen = "order frozen"
    package static func sorted(_ title: String, isDescending: Bool) -> String {
      "sorted by \(title) \(isDescending ? "▼" : "▲")"
    }
    package static func groupedBy(_ title: String) -> String { "grouped by \(title)" }
    package static func group(_ title: String) -> String { "by \(title)" }
    package static func marked(_ count: Int) -> String { "\(grouped(count)) marked" }
    package static func pinned(_ count: Int) -> String { "\(grouped(count)) pinned" }
    package static func arranging(_ percentage: Int) -> String { "arranging \(percentage) %" }
    package static func arranging(_ key: String) -> String {
      "arranging the rows: \(key) leaves them as they are"
    }
    package static let arrangingCancelled = "left as it was"
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
    package static func wayToFirst(_ report: String, _ key: String) -> String {
      "\(report)   \(key) goes to the first row"
    }
    package static func marks(_ areShown: Bool, _ key: String) -> String {
      areShown ? "change marks on" : "change marks off: \(key) shows them again"
    }
  }
}
