package import Feeds

/// The positions of the columns on a line of the screen.
package struct ColumnLayout: Sendable {
  /// A column in its place.
  package struct Slot: Hashable, Sendable {
    /// The offset of the column among all columns.
    package var column: Int
    /// Which column it is.
    package var path: FieldPath
    /// Whether the column is the key of the rows, or a part of it.
    package var isKey = false
    /// Its first column of the screen.
    package var start: Int
    /// How many columns of the screen it takes.
    package var width: Int
    /// How many columns of the screen its meter takes, behind a space; 0 for none.
    package var meter = 0
  }

  /// A graph of a column's numbers in the last minutes, behind all columns.
  package struct Graph: Hashable, Sendable {
    /// The column.
    package var path: FieldPath
    /// Its first column of the screen.
    package var start: Int
    /// How many columns of the screen it takes.
    package var width: Int
  }

  /// The columns shown, from left to right.
  package private(set) var places: [Slot] = []
  /// The graph beside the columns; nil if there is no room, or nothing to see.
  package private(set) var graph: Graph?
  /// Reads the values of the columns shown, in the order of their places.
  package private(set) var reader = FieldReader([])
  /// The columns that are shown where nothing is scrolled.
  package private(set) var chosen: [Int] = []
  /// The columns that scrolling goes through, from left to right: those that are shown without it,
  /// then the others.
  package private(set) var scrolled: [Int] = []
  /// The offset in `scrolled` of the first one in view.
  package private(set) var firstScrolled = 0
  /// Whether columns are out of sight on the right.
  package private(set) var hasMore = false
  /// Whether some of them would be on the screen if it were wider: that is worth a sign, which what
  /// says nothing is not.
  package private(set) var lacksRoom = false

  /// The margin on the left: the bar of the selection, the mark, a space.
  package static let margin = 3
  /// The scroll bar on the right, and a space before it.
  package static let rightMargin = 2

  static let spacing = 2
  /// A screen with fewer columns than this is narrow.
  static let narrow = 60
  /// Columns from this weight on are worth narrowing others for.
  static let telling = 70
  /// A second column is better cut to this than omitted.
  static let minimumWidth = 6
  /// A column that was omitted comes in where so much of it fits.
  static let minimumUseful = 8
  /// Columns from this weight on make a screen narrow before they are omitted.
  static let vital = 85
  /// The widths of a meter, and of a graph.
  static let meterWidths = 6...12
  static let graphWidths = 12...24
  /// Screens from this width on have graphs.
  static let wide = 110
  /// The columns of a time without its seconds.
  static let shortTime = 5
  /// A column that is on the screen stays there unless another one says so much more.
  static let inertia = 25
  /// That holds as long as it has not turned out to say less than this.
  static let dull = 30
  /// So many columns are shown if there are so many, whatever they say.
  static let minimumCount = 3

  /// Lays out as many columns as a width holds.
  ///
  /// The columns that say the most are taken first, each at its narrowest; what room is left goes
  /// to those that are cut, in the same order, so that a column is cut before another one is
  /// omitted.
  ///
  /// Scrolled sideways, the leading columns up to the key stay, and the others come after them from
  /// the first one in view on, as wide as they were.
  ///
  /// - Parameters:
  ///   - columns: All columns, in their order on the screen.
  ///   - width: The columns of the screen.
  ///   - kept: The columns that were on the screen, which stay unless others say much more.
  ///   - first: The column that is scrolled to the front; nil for no scrolling.
  ///   - hasMeters: Whether percentages have meters.
  ///   - graph: The column whose numbers a graph shows where there is room; nil for none.
  package init(
    _ columns: [Column],
    width: Int,
    keeping kept: Set<FieldPath> = [],
    scrolledTo first: FieldPath? = nil,
    hasMeters: Bool = false,
    graph: FieldPath? = nil
  ) {
    let room = max(0, width - Self.margin - Self.rightMargin)
    let weights = Self.weights(columns, kept)
    let byWeight = columns.indices.filter { weights[$0] != nil }.sorted {
      (weights[$0] ?? 0, -$0) > (weights[$1] ?? 0, -$1)
    }
    func narrowest(_ isNarrow: Bool) -> [Int: Int] {
      Self.narrowest(columns, byWeight, weights, kept, room: room, isNarrow: isNarrow)
    }
    var widths = narrowest(width < Self.narrow)
    // What is worth it makes a screen narrow that need not be.
    let lacksVital = byWeight.contains { widths[$0] == nil && weights[$0] ?? 0 >= Self.vital }
    if lacksVital, width >= Self.narrow {
      let narrow = narrowest(true)
      if narrow.count > widths.count { widths = narrow }
    }
    var left = room - widths.values.reduce(-Self.spacing) { $0 + $1 + Self.spacing }
    for isCommon in [true, false] {
      left = Self.widen(
        &widths,
        columns,
        byWeight,
        upTo: Column.comfortableWidth,
        common: isCommon,
        by: left
      )
    }
    chosen = columns.indices.filter { widths[$0] != nil }
    // A meter says more than the end of a long text.
    let meters = hasMeters ? Self.meters(chosen, of: columns, in: &left) : [:]
    left = Self.widen(&widths, columns, byWeight, upTo: .max, by: left)

    let pinned = Self.pinned(chosen, columns, widths, room: room)
    let others = columns.indices.filter { offset in
      widths[offset] == nil && columns[offset].visibility != .hidden
    }
    scrolled = chosen.dropFirst(pinned) + others
    firstScrolled =
      first.flatMap { path in
        scrolled.firstIndex { columns[$0].path == path }
      } ?? 0
    guard firstScrolled > 0 else {
      place(chosen, widths, meters, of: columns)
      if let graph, width >= Self.wide, left - Self.spacing >= Self.graphWidths.lowerBound,
        let last = places.last, places.contains(where: { columns[$0.column].path == graph })
      {
        let start = last.start + last.width + (last.meter > 0 ? last.meter + 1 : 0) + Self.spacing
        let width = min(left - Self.spacing, Self.graphWidths.upperBound)
        self.graph = Graph(path: graph, start: start, width: width)
      }
      let isCut = chosen.contains { (widths[$0] ?? 0) < columns[$0].wantedWidth }
      hasMore = scrolled.count > 1 && (!others.isEmpty || isCut)
      lacksRoom = hasMore && (isCut || others.contains { weights[$0] != nil })
      return
    }

    var shown = Array(chosen.prefix(pinned))
    var used = shown.reduce(0) { $0 + (widths[$1] ?? 0) + Self.spacing }
    var shownWidths = widths.filter { shown.contains($0.key) }
    for offset in scrolled[firstScrolled...] {
      let wanted = widths[offset] ?? min(columns[offset].wantedWidth, Column.comfortableWidth)
      let width = min(wanted, room - used)
      guard width >= min(wanted, Self.minimumWidth) else {
        hasMore = true
        break
      }
      shown.append(offset)
      shownWidths[offset] = width
      used += width + Self.spacing
      hasMore = hasMore || width < wanted
    }
    lacksRoom = hasMore
    left = room - used + Self.spacing
    for limit in [Column.comfortableWidth, .max] {
      left = Self.widen(&shownWidths, columns, shown, upTo: limit, by: left)
    }
    place(shown, shownWidths, of: columns)
  }

  private mutating func place(
    _ offsets: [Int],
    _ widths: [Int: Int],
    _ meters: [Int: Int] = [:],
    of columns: [Column]
  ) {
    reader = FieldReader(offsets.map { columns[$0] })
    var start = Self.margin
    for offset in offsets {
      let width = widths[offset] ?? 0
      let meter = meters[offset] ?? 0
      places.append(
        Slot(
          column: offset,
          path: columns[offset].path,
          isKey: columns[offset].isKey,
          start: start,
          width: width,
          meter: meter
        )
      )
      start += width + (meter > 0 ? meter + 1 : 0) + Self.spacing
    }
  }

  /// Whether a column has another position than in another layout, though no key makes room for
  /// itself.
  package func moves(from other: ColumnLayout) -> Bool {
    let starts = Dictionary(
      other.places.map { ($0.path, ($0.start, $0.width)) },
      uniquingKeysWith: { first, _ in first }
    )
    let known = places.compactMap { place in starts[place.path].map { (place, $0) } }
    if known.contains(where: { $0.isKey && $0.width > $1.1 }) { return false }
    return known.count < other.places.count || known.contains { $0.start != $1.0 }
  }
}

extension Column {
  /// The columns of the screen that the column would take if there were enough of them.
  package var wantedWidth: Int { chosenWidth ?? naturalWidth }

  /// Whether a part of a value says something; half a number is another number.
  var canBeCut: Bool {
    guard chosenWidth == nil else { return false }
    switch format {
    case .text, .json, .status: return true
    default: return false
    }
  }

  var isTime: Bool {
    if case .time = format { true } else { false }
  }
}
