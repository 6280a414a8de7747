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

/// The distribution of screen columns among table columns.
extension ColumnLayout {
  /// Allots meters to percentage columns as far as there is room.
  static func meters(
    _ chosen: [Int],
    of columns: [Column],
    in left: inout Int
  ) -> [Int: Int] {
    let measured = chosen.filter { columns[$0].hasMeter && columns[$0].chosenWidth == nil }
    var meters: [Int: Int] = [:]
    for count in stride(from: measured.count, to: 0, by: -1) {
      let width = min(left / count - 1, meterWidths.upperBound)
      guard width >= meterWidths.lowerBound else { continue }
      for offset in measured.prefix(count) { meters[offset] = width }
      left -= count * (width + 1)
      break
    }
    return meters
  }

  /// The effective weight of each column; columns that are not shown are omitted.
  static func weights(
    _ columns: [Column],
    _ kept: Set<FieldPath>,
    _ needed: Set<FieldPath> = []
  ) -> [Int: Int] {
    var weights: [Int: Int] = [:]
    for (offset, column) in columns.enumerated() {
      let isKept = kept.contains(column.path)
      switch column.visibility {
      case .hidden: break
      case .shown: weights[offset] = 10_000 - offset
      case .automatic where needed.contains(column.path): weights[offset] = 9_000 - offset
      case .automatic where column.weight >= Column.minimumWeight || isKept:
        weights[offset] = column.weight + (isKept && column.weight >= Self.dull ? Self.inertia : 0)
      case .automatic: break
      }
    }
    // Even uninformative columns are better than an empty list.
    let rest = columns.indices.filter {
      weights[$0] == nil && columns[$0].visibility == .automatic
        && columns[$0].weight != Column.weightWithinAnother
    }
    let missing = Self.minimumCount - weights.count
    for offset in rest.sorted(by: { columns[$0].weight > columns[$1].weight }).prefix(
      max(0, missing)
    ) {
      weights[offset] = columns[offset].weight
    }
    // If all are hidden, the one that names the rows stays: blank lines would say nothing.
    if weights.isEmpty, let last = columns.firstIndex(where: \.isKey) ?? columns.indices.first {
      weights[last] = columns[last].weight
    }
    return weights
  }

  /// Distributes remaining room among columns that are cut, the most informative first.
  ///
  /// Uninformative columns are the first to be dropped and the last to be added; what is left when all have a
  /// comfortable width goes to the widest, and to opaque identifiers.
  ///
  /// - Parameters:
  ///   - widths: The widths of the columns shown.
  ///   - columns: All columns.
  ///   - byWeight: The columns that are or may be shown, the most informative first.
  ///   - limit: The maximum width of a column.
  ///   - isCommon: Whether a column gets no more than most of its values need.
  ///   - room: The screen columns to distribute.
  /// - Returns: The screen columns left over.
  static func widen(
    _ widths: inout [Int: Int],
    _ columns: [Column],
    _ byWeight: [Int],
    upTo limit: Int,
    common isCommon: Bool = false,
    by room: Int
  ) -> Int {
    var left = room
    var order =
      byWeight.filter { columns[$0].format != .time(.clock) }
      + byWeight.filter { columns[$0].format == .time(.clock) }
    if limit > Column.comfortableWidth {
      order.sort { columns[$0].naturalWidth > columns[$1].naturalWidth }
    }
    for offset in order {
      guard let width = widths[offset], columns[offset].chosenWidth == nil else { continue }
      if columns[offset].isOpaque, limit < .max { continue }
      let wanted = isCommon ? columns[offset].commonWidth : columns[offset].naturalWidth
      let grown = max(width, min(wanted, limit, width + left))
      left -= grown - width
      widths[offset] = grown
    }
    return left
  }

  /// Gives the message of a log all that the other columns do not need to be told apart: lines are read for it.
  ///
  /// - Parameters:
  ///   - widths: The widths of the columns shown.
  ///   - columns: All columns.
  ///   - byWeight: The columns that are or may be shown, the most informative first.
  ///   - limit: The width of the message up to which it comes before the others.
  ///   - room: The screen columns to distribute.
  /// - Returns: The screen columns left over.
  static func widenMessages(
    _ widths: inout [Int: Int],
    _ columns: [Column],
    _ byWeight: [Int],
    first limit: Int,
    by room: Int
  ) -> Int {
    let messages = byWeight.filter { columns[$0].isMessage }
    guard !messages.isEmpty else { return room }
    let others = byWeight.filter { !columns[$0].isMessage && columns[$0].look != .identifier }
    var left = widen(&widths, columns, messages, upTo: limit, by: room)
    left = widen(&widths, columns, others, upTo: nameWidth, common: true, by: left)
    return widen(&widths, columns, messages, upTo: .max, by: left)
  }

  /// The number of leading columns that stay in place when the others scroll: up to the key if it is among
  /// the first and most of the screen remains free, otherwise the first one, or none.
  static func pinned(
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

  /// The columns that fit, each at its minimum width.
  static func narrowest(
    _ columns: [Column],
    _ byWeight: [Int],
    _ weights: [Int: Int],
    _ kept: Set<FieldPath>,
    room: Int,
    isNarrow: Bool
  ) -> [Int: Int] {
    var widths: [Int: Int] = [:]
    var used = 0
    var comfortable = 0
    // If there is room for only one column, a time alone would be useless.
    let isForOne = room < Self.shortTime + Self.spacing + Self.minimumWidth
    let hasOthers = byWeight.contains { !columns[$0].isTime }
    for offset in byWeight {
      let column = columns[offset]
      if isForOne, hasOthers, column.isTime, column.visibility == .automatic { continue }
      let spacing = widths.isEmpty ? 0 : Self.spacing
      let left = room - used - spacing
      var width = column.minimumWidth(isNarrow: isNarrow)
      // Even the narrowest screen shows two columns, cut if necessary.
      if width > left, widths.isEmpty || widths.count == 1 && left >= Self.minimumWidth {
        width = left
      }
      // An uninformative column is cut rather than make others narrower.
      let weight = weights[offset] ?? 0
      let isKept = kept.contains(column.path) && weight >= Self.dull
      let isTelling = weight >= Self.telling || isKept
      // Part of a text is better than nothing.
      let free = isTelling ? left : min(left, room - comfortable - spacing)
      if width > free, column.canBeCut, free >= Self.minimumUseful { width = free }
      guard width > 0, width <= left, isTelling || comfortable + spacing + width <= room
      else { continue }
      widths[offset] = width
      used += spacing + width
      let limit = column.isMessage ? messageWidth(of: room) : Column.comfortableWidth
      let natural = min(column.wantedWidth, limit)
      comfortable += spacing + (isTelling ? natural : width)
    }
    return widths
  }
}

/// A histogram of the widths of a column's texts.
///
/// The common width is recomputed each time the number of texts doubles, so that columns are not resized with
/// every row.
struct WidthTally: Hashable, Sendable {
  /// The number of texts up to 4 screen columns wide, up to 8, and so on; the last step includes all wider ones.
  private var counts = [UInt32](repeating: 0, count: WidthTally.steps)
  private var total: UInt32 = 0
  private var next = WidthTally.least
  /// The smallest width, rounded up to a step, that most texts fit; nil while there are too few texts, and if
  /// most are wider than the last step.
  private(set) var common: Int?

  private static let step = 4
  private static let steps = 12
  /// The number of texts from which the histogram is meaningful.
  private static let least: UInt32 = 8

  /// Records a text.
  ///
  /// - Parameter width: The width of the text in screen columns.
  /// - Returns: Whether the common width changed.
  mutating func add(_ width: Int) -> Bool {
    guard total < .max / 2 else { return false }
    counts[min(max(0, width - 1) / Self.step, Self.steps - 1)] += 1
    total += 1
    guard total >= next else { return false }
    next = total * 2
    let before = common
    common = most()
    return common != before
  }

  /// The width that nine out of ten texts fit.
  private func most() -> Int? {
    var exceptions = total
    for (offset, count) in counts.dropLast().enumerated() {
      exceptions -= count
      if exceptions <= total / 10 { return (offset + 1) * Self.step }
    }
    return nil
  }
}
