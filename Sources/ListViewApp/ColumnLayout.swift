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
    var widths: [Int: Int] = [:]
    var used = 0
    for offset in byWeight {
      let spacing = widths.isEmpty ? 0 : Self.spacing
      var minimum = columns[offset].minimumWidth
      if widths.isEmpty { minimum = min(minimum, room) }
      guard minimum > 0, used + spacing + minimum <= room else { continue }
      widths[offset] = minimum
      used += spacing + minimum
      // A column that says little does not make one that says much narrow.
      guard columns[offset].weight < Self.telling else { continue }
      let wanted = widths.keys.reduce(0) { $0 + columns[$1].naturalWidth + Self.spacing }
      if wanted - Self.spacing > room {
        widths[offset] = nil
        used -= spacing + minimum
      }
    }
    for offset in byWeight {
      guard let width = widths[offset] else { continue }
      let grown = min(columns[offset].naturalWidth, width + room - used)
      widths[offset] = max(width, grown)
      used += max(width, grown) - width
    }
    var start = Self.margin
    for offset in columns.indices {
      guard let width = widths[offset] else { continue }
      places.append(Place(column: offset, start: start, width: width))
      start += width + Self.spacing
    }
  }

  /// Columns from this weight on are worth narrowing others for.
  private static let telling = 60
}
