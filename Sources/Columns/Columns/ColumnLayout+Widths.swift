internal import FeedValues

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
