package import FeedValues

/// The positions of the columns on a screen line.
package struct ColumnLayout: Sendable {
  /// A column and its position.
  package struct Slot: Hashable, Sendable {
    /// The offset of the column among all columns.
    package var column: Int
    /// The identity of the column.
    package var path: FieldPath
    /// Whether the column is the key of the rows or part of it.
    package var isKey = false
    /// The first screen column.
    package var start: Int
    /// The width in screen columns.
    package var width: Int
    /// The width of the meter in screen columns, after a space; 0 for none.
    package var meter = 0
  }

  /// A sparkline of a column's numbers over the last minutes, to the right of all columns.
  package struct Graph: Hashable, Sendable {
    /// The column.
    package var path: FieldPath
    /// The first screen column.
    package var start: Int
    /// The width in screen columns.
    package var width: Int
  }

  /// The columns shown, from left to right.
  package private(set) var places: [Slot] = []
  /// The graph; nil if there is no room, or nothing to show.
  package private(set) var graph: Graph?
  /// Reads the values of the columns shown, in the order of `places`.
  package private(set) var reader = FieldReader([])
  /// The columns shown when not scrolled.
  package private(set) var chosen: [Int] = []
  /// The columns that horizontal scrolling goes through, from left to right: those shown without it, then the
  /// others.
  package private(set) var scrolled: [Int] = []
  /// The offset in `scrolled` of the first column in view.
  package private(set) var firstScrolled = 0
  /// Whether there are columns beyond the right edge.
  package private(set) var hasMore = false
  /// Whether a wider screen would show more columns, which is worth an indicator; uninformative ones are not.
  package private(set) var lacksRoom = false

  /// The left margin: the selection bar, the mark and a space.
  package static let margin = 3
  /// The scroll bar on the right, and the space before it.
  package static let rightMargin = 2

  static let spacing = 2
  /// Screens narrower than this count as narrow.
  static let narrow = 60
  /// The minimum weight of a column that others are narrowed for.
  static let telling = 70
  /// A second column is cut to this width rather than omitted.
  static let minimumWidth = 6
  /// An omitted column is added if at least this much of it fits.
  static let minimumUseful = 8
  /// The minimum weight of a column for which others take their narrow forms even on a wide screen.
  static let vital = 85
  /// The message of a log is so wide before other columns are wider than they have to be.
  static func messageWidth(of room: Int) -> Int { min(64, max(40, room - 40)) }
  /// The other columns are so wide before it is any wider, if most of their values are.
  static let nameWidth = 24
  /// The widths of a meter and of a graph.
  static let meterWidths = 6...12
  static let graphWidths = 12...24
  /// Screens at least this wide have graphs.
  static let wide = 110
  /// The width of a time without seconds.
  static let shortTime = 5
  /// The additional weight with which another column displaces one that is on the screen.
  static let inertia = 25
  /// A column on the screen loses that advantage when its weight falls below this.
  static let dull = 30
  /// The number of columns shown, if there are as many, however uninformative they are.
  static let minimumCount = 3

  /// Widens a place, and moves those on its right.
  package mutating func widen(_ place: Int, to width: Int) {
    let growth = width - places[place].width
    places[place].width = width
    for index in places.indices where index > place { places[index].start += growth }
  }

  /// Lays out as many columns as fit a width.
  ///
  /// Columns are taken in order of weight, each at its minimum width; the remaining room goes to those that
  /// are cut, in the same order, so that a column is cut before another one is omitted.
  ///
  /// When scrolled sideways, the leading columns up to the key stay in place, and the others follow from the
  /// first one in view, at unchanged widths.
  ///
  /// - Parameters:
  ///   - columns: All columns in screen order.
  ///   - width: The width of the screen.
  ///   - kept: The columns that were on the screen, which stay unless others are much more informative.
  ///   - needed: The columns that come before all that the user has not asked for: those of the order.
  ///   - first: The column scrolled to the front; nil if not scrolled.
  ///   - hasMeters: Whether percentages have meters.
  ///   - graph: The column whose numbers are drawn as a graph if there is room; nil for none.
  package init(
    _ columns: [Column],
    width: Int,
    keeping kept: Set<FieldPath> = [],
    needing needed: Set<FieldPath> = [],
    scrolledTo first: FieldPath? = nil,
    hasMeters: Bool = false,
    graph: FieldPath? = nil
  ) {
    let room = max(0, width - Self.margin - Self.rightMargin)
    let weights = Self.weights(columns, kept, needed)
    let byWeight = columns.indices.filter { weights[$0] != nil }.sorted {
      (weights[$0] ?? 0, -$0) > (weights[$1] ?? 0, -$1)
    }
    func narrowest(_ isNarrow: Bool) -> [Int: Int] {
      Self.narrowest(columns, byWeight, weights, kept, room: room, isNarrow: isNarrow)
    }
    var widths = narrowest(width < Self.narrow)
    // For a vital column the others take their narrow forms, although the screen is not narrow.
    let lacksVital = byWeight.contains { widths[$0] == nil && weights[$0] ?? 0 >= Self.vital }
    if lacksVital, width >= Self.narrow {
      let narrow = narrowest(true)
      if narrow.count > widths.count { widths = narrow }
    }
    var left = room - widths.values.reduce(-Self.spacing) { $0 + $1 + Self.spacing }
    left = Self.widenMessages(
      &widths,
      columns,
      byWeight,
      first: Self.messageWidth(of: room),
      by: left
    )
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
    // A meter is more informative than the end of a long text.
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

  /// Whether a column moved or was resized compared with another layout, other than to make room for a key.
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
  /// The width that the column takes if there is enough room.
  package var wantedWidth: Int { chosenWidth ?? naturalWidth }

  /// Whether part of a value is still useful; a number with digits cut off would be a different number.
  var canBeCut: Bool {
    guard chosenWidth == nil else { return false }
    switch format {
    case .text, .json, .status: return true
    default: return false
    }
  }

  package var isTime: Bool {
    if case .time = format { true } else { false }
  }
}
