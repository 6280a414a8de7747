package import Feeds

/// Which columns stand where on a line of the screen.
package struct ColumnLayout: Sendable {
  /// A column in its place.
  package struct Place: Hashable, Sendable {
    /// The offset of the column among all columns.
    package var column: Int
    /// Its first column of the screen.
    package var start: Int
    /// How many columns of the screen it takes.
    package var width: Int
  }

  /// The columns shown, from left to right.
  package private(set) var places: [Place] = []
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

  private static let spacing = 2
  /// A screen with fewer columns than this is narrow.
  private static let narrow = 60
  /// Columns from this weight on are worth narrowing others for.
  private static let telling = 70
  /// A second column is better cut to this than left out.
  private static let leastWidth = 6
  /// The columns of a time without its seconds.
  private static let shortTime = 5
  /// A column that is on the screen stays there unless another one says so much more.
  private static let inertia = 25
  /// That holds as long as it has not turned out to say less than this.
  private static let dull = 30
  /// So many columns are shown if there are so many, whatever they say.
  private static let leastCount = 3

  /// Lays out as many columns as a width holds.
  ///
  /// The columns that say the most are taken first, each at its narrowest; what room is left goes to
  /// those that are cut, in the same order, so that a column is cut before another one is left out.
  ///
  /// Scrolled sideways, the leading columns up to the key stay, and the others stand behind them from
  /// the first one in view on, as wide as they were.
  ///
  /// - Parameters:
  ///   - columns: All columns, in their order on the screen.
  ///   - width: The columns of the screen.
  ///   - kept: The columns that were on the screen, which stay unless others say much more.
  ///   - first: The column that is scrolled to the front; nil for no scrolling.
  package init(
    _ columns: [Column],
    width: Int,
    keeping kept: Set<FieldPath> = [],
    scrolledTo first: FieldPath? = nil
  ) {
    let room = max(0, width - Self.margin - Self.rightMargin)
    let weights = Self.weights(columns, kept)
    let byWeight = columns.indices.filter { weights[$0] != nil }.sorted {
      (weights[$0] ?? 0, -$0) > (weights[$1] ?? 0, -$1)
    }
    let isNarrow = width < Self.narrow
    var widths = Self.narrowest(columns, byWeight, weights, room: room, isNarrow: isNarrow)
    let left = room - widths.values.reduce(-Self.spacing) { $0 + $1 + Self.spacing }
    Self.widen(&widths, columns, byWeight, by: left)
    chosen = columns.indices.filter { widths[$0] != nil }

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
      place(chosen, widths, of: columns)
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
      guard width >= min(wanted, Self.leastWidth) else {
        hasMore = true
        break
      }
      shown.append(offset)
      shownWidths[offset] = width
      used += width + Self.spacing
      hasMore = hasMore || width < wanted
    }
    lacksRoom = hasMore
    Self.widen(&shownWidths, columns, shown, by: room - used + Self.spacing)
    place(shown, shownWidths, of: columns)
  }

  private mutating func place(_ offsets: [Int], _ widths: [Int: Int], of columns: [Column]) {
    reader = FieldReader(offsets.map { columns[$0] })
    var start = Self.margin
    for offset in offsets {
      let width = widths[offset] ?? 0
      places.append(Place(column: offset, start: start, width: width))
      start += width + Self.spacing
    }
  }

  /// How much each column counts; those that are not shown are left out.
  private static func weights(_ columns: [Column], _ kept: Set<FieldPath>) -> [Int: Int] {
    var weights: [Int: Int] = [:]
    for (offset, column) in columns.enumerated() {
      let isKept = kept.contains(column.path)
      switch column.visibility {
      case .hidden: break
      case .shown: weights[offset] = 10_000 - offset
      case .automatic where column.weight >= Column.leastWeight || isKept:
        weights[offset] = column.weight + (isKept && column.weight >= Self.dull ? Self.inertia : 0)
      case .automatic: break
      }
    }
    // A list that says nothing but the same is still a list.
    let rest = columns.indices.filter {
      weights[$0] == nil && columns[$0].visibility == .automatic
    }
    let missing = Self.leastCount - weights.count
    for offset in rest.sorted(by: { columns[$0].weight > columns[$1].weight }).prefix(
      max(0, missing)
    ) {
      weights[offset] = columns[offset].weight
    }
    return weights
  }

  /// Gives columns that are cut what room is left, the first ones first.
  ///
  /// Seconds are the first to go and the last to come back; long texts take what nobody needs.
  private static func widen(
    _ widths: inout [Int: Int],
    _ columns: [Column],
    _ byWeight: [Int],
    by room: Int
  ) {
    var left = room
    let order =
      byWeight.filter { columns[$0].format != .time(.clock) }
      + byWeight.filter { columns[$0].format == .time(.clock) }
    for limit in [Column.comfortableWidth, .max] {
      for offset in order {
        guard let width = widths[offset], columns[offset].chosenWidth == nil else { continue }
        let grown = max(width, min(columns[offset].naturalWidth, limit, width + left))
        left -= grown - width
        widths[offset] = grown
      }
    }
  }

  /// How many leading columns stay when the others scroll: up to the key, if that is among the first
  /// and they leave most of the screen free; else the first alone, or none.
  private static func pinned(
    _ chosen: [Int],
    _ columns: [Column],
    _ widths: [Int: Int],
    room: Int
  ) -> Int {
    let key = chosen.prefix(3).lastIndex { columns[$0].isKey }
    for count in [key.map { $0 + 1 } ?? 1, 1] where count < chosen.count {
      let used = chosen.prefix(count).reduce(0) { $0 + (widths[$1] ?? 0) + spacing }
      if used <= room / 2 { return count }
    }
    return 0
  }

  /// The columns that fit, each as narrow as it may be.
  private static func narrowest(
    _ columns: [Column],
    _ byWeight: [Int],
    _ weights: [Int: Int],
    room: Int,
    isNarrow: Bool
  ) -> [Int: Int] {
    var widths: [Int: Int] = [:]
    var used = 0
    var comfortable = 0
    // Where there is no room for a time and something beside it, the time says nothing.
    let isForOne = room < Self.shortTime + Self.spacing + Self.leastWidth
    let hasOthers = byWeight.contains { !columns[$0].isTime }
    for offset in byWeight {
      let column = columns[offset]
      if isForOne, hasOthers, column.isTime, column.visibility == .automatic { continue }
      let spacing = widths.isEmpty ? 0 : Self.spacing
      let left = room - used - spacing
      var width = column.minimumWidth(isNarrow: isNarrow)
      // Even the narrowest screen shows two columns, if only what they begin with.
      if width > left, widths.isEmpty || widths.count == 1 && left >= Self.leastWidth {
        width = left
      }
      // A column that says little is cut, and does not make others narrow.
      let isTelling = weights[offset] ?? 0 >= Self.telling
      guard width > 0, width <= left, isTelling || comfortable + spacing + width <= room
      else { continue }
      widths[offset] = width
      used += spacing + width
      let natural = min(column.wantedWidth, Column.comfortableWidth)
      comfortable += spacing + (isTelling ? natural : width)
    }
    return widths
  }
}

extension Column {
  /// The columns of the screen that the column would take if there were enough of them.
  package var wantedWidth: Int { chosenWidth ?? naturalWidth }

  fileprivate var isTime: Bool {
    if case .time = format { true } else { false }
  }
}
