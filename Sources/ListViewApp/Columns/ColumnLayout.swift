/// Which columns stand where on a line of the screen.
struct ColumnLayout: Hashable, Sendable {
  /// A column in its place.
  struct Place: Hashable, Sendable {
    /// The offset of the column among all columns.
    var column: Int
    /// Its first column of the screen.
    var start: Int
    /// How many columns of the screen it takes.
    var width: Int
  }

  /// The columns shown, from left to right.
  private(set) var places: [Place] = []

  /// The margin on the left: the bar of the selection, the mark, a space.
  static let margin = 3
  /// The scroll bar on the right, and a space before it.
  static let rightMargin = 2

  private static let spacing = 2
  /// A screen with fewer columns than this is narrow.
  private static let narrow = 60
  /// Columns from this weight on are worth narrowing others for.
  private static let telling = 70
  /// A second column is better cut to this than left out.
  private static let leastWidth = 6

  /// Lays out as many columns as a width holds.
  ///
  /// The columns that say the most are taken first, each at its narrowest; what room is left goes to
  /// those that are cut, in the same order, so that a column is cut before another one is left out.
  ///
  /// - Parameters:
  ///   - columns: All columns, in their order on the screen.
  ///   - width: The columns of the screen.
  init(_ columns: [Column], width: Int) {
    let room = max(0, width - Self.margin - Self.rightMargin)
    let byWeight = columns.indices.sorted {
      (columns[$0].weight, -$0) > (columns[$1].weight, -$1)
    }
    var widths = Self.narrowest(columns, byWeight, room: room, isNarrow: width < Self.narrow)

    // Seconds are the first to go and the last to come back; long texts take what nobody needs.
    let isTime = columns.map { $0.format == .time(spansDays: false) }
    let order = byWeight.filter { !isTime[$0] } + byWeight.filter { isTime[$0] }
    var left = room - widths.values.reduce(-Self.spacing) { $0 + $1 + Self.spacing }
    for limit in [Column.comfortableWidth, .max] {
      for offset in order {
        guard let width = widths[offset] else { continue }
        let grown = max(width, min(columns[offset].naturalWidth, limit, width + left))
        left -= grown - width
        widths[offset] = grown
      }
    }

    var start = Self.margin
    for offset in columns.indices {
      guard let width = widths[offset] else { continue }
      places.append(Place(column: offset, start: start, width: width))
      start += width + Self.spacing
    }
  }

  /// The columns that fit, each as narrow as it may be.
  private static func narrowest(
    _ columns: [Column],
    _ byWeight: [Int],
    room: Int,
    isNarrow: Bool
  ) -> [Int: Int] {
    var widths: [Int: Int] = [:]
    var used = 0
    var comfortable = 0
    for offset in byWeight {
      let column = columns[offset]
      let spacing = widths.isEmpty ? 0 : Self.spacing
      let left = room - used - spacing
      var width = column.minimumWidth(isNarrow: isNarrow)
      // Even the narrowest screen shows two columns, if only what they begin with.
      if width > left, widths.isEmpty || widths.count == 1 && left >= Self.leastWidth {
        width = left
      }
      let natural = spacing + min(column.naturalWidth, Column.comfortableWidth)
      // A column that says little does not make others narrow.
      guard width > 0, width <= left, column.weight >= Self.telling || comfortable + natural <= room
      else { continue }
      widths[offset] = width
      used += spacing + width
      comfortable += natural
    }
    return widths
  }
}
