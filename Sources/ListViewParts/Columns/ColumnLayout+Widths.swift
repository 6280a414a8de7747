internal import Feeds

/// How much room columns get.
extension ColumnLayout {
  /// Gives percentages the meters that there is room for.
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

  /// How much each column counts; those that are not shown are omitted.
  static func weights(_ columns: [Column], _ kept: Set<FieldPath>) -> [Int: Int] {
    var weights: [Int: Int] = [:]
    for (offset, column) in columns.enumerated() {
      let isKept = kept.contains(column.path)
      switch column.visibility {
      case .hidden: break
      case .shown: weights[offset] = 10_000 - offset
      case .automatic where column.weight >= Column.minimumWeight || isKept:
        weights[offset] = column.weight + (isKept && column.weight >= Self.dull ? Self.inertia : 0)
      case .automatic: break
      }
    }
    // A list that says only the same is still a list.
    let rest = columns.indices.filter {
      weights[$0] == nil && columns[$0].visibility == .automatic
    }
    let missing = Self.minimumCount - weights.count
    for offset in rest.sorted(by: { columns[$0].weight > columns[$1].weight }).prefix(
      max(0, missing)
    ) {
      weights[offset] = columns[offset].weight
    }
    return weights
  }

  /// Gives columns that are cut the remaining room, the first ones first.
  ///
  /// Second-rate columns are the first to be dropped and the last to come back; what is left when
  /// all have a comfortable width goes to the widest.
  ///
  /// - Parameters:
  ///   - widths: The widths of the columns that are shown.
  ///   - columns: All columns.
  ///   - byWeight: Those that are shown or might be, the most informative first.
  ///   - limit: No column becomes wider than this.
  ///   - isCommon: Whether a column gets no more than most of its values take.
  ///   - room: The columns of the screen to give away.
  /// - Returns: The room that is left.
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
      let wanted = isCommon ? columns[offset].commonWidth : columns[offset].naturalWidth
      let grown = max(width, min(wanted, limit, width + left))
      left -= grown - width
      widths[offset] = grown
    }
    return left
  }

  /// How many leading columns stay when the others scroll: up to the key, if that is among the first
  /// and they leave most of the screen free; else the first alone, or none.
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

  /// The columns that fit, each as narrow as it may be.
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
    // Where there is no room for a time and something beside it, the time says nothing.
    let isForOne = room < Self.shortTime + Self.spacing + Self.minimumWidth
    let hasOthers = byWeight.contains { !columns[$0].isTime }
    for offset in byWeight {
      let column = columns[offset]
      if isForOne, hasOthers, column.isTime, column.visibility == .automatic { continue }
      let spacing = widths.isEmpty ? 0 : Self.spacing
      let left = room - used - spacing
      var width = column.minimumWidth(isNarrow: isNarrow)
      // Even the narrowest screen shows two columns, if only what they begin with.
      if width > left, widths.isEmpty || widths.count == 1 && left >= Self.minimumWidth {
        width = left
      }
      // A column that says little is cut, and does not make others narrow.
      let weight = weights[offset] ?? 0
      let isKept = kept.contains(column.path) && weight >= Self.dull
      let isTelling = weight >= Self.telling || isKept
      // A part of a text says more than nothing.
      let free = isTelling ? left : min(left, room - comfortable - spacing)
      if width > free, column.canBeCut, free >= Self.minimumUseful { width = free }
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
