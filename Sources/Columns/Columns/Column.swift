package import FeedValues
internal import TerminalCore

/// A column of the table: the source of its values and how they are shown.
package struct Column: Hashable, Sendable {
  /// When a column is on the screen.
  package enum Visibility: Hashable, Sendable {
    /// If it is informative enough and there is room for it.
    case automatic
    /// Always, as far as the screen is wide enough.
    case shown
    /// Never.
    case hidden
  }

  /// The title in the header.
  package var title: String
  /// The paths of the value: the first one with a value counts.
  package var paths: [FieldPath]
  /// The format of the values.
  package var format: Format
  /// The style of the text.
  package var look = CellLook.plain
  /// The number of bytes per unit of a number, if the column is a size.
  var bytesPerUnit = 1
  /// Whether people call the rows by the values.
  var isName = false
  /// The screen columns of the widest value so far; it only grows.
  package var naturalWidth: Int
  /// The distribution of the widths of values so far.
  var widths = WidthTally()
  /// The greatest number of screen columns at and after the decimal point so far, which are reserved in all rows.
  package var fractionWidth = 0
  /// The greatest number of screen columns before the decimal point so far.
  var wholeWidth = 0
  /// The importance of the column: on a narrow screen, the columns with the lowest weight go first.
  package var weight: Int
  /// Whether the value is a secondary detail, such as an identity or a time, that is drawn dimmed.
  package var isQuiet: Bool
  /// The meaning that the field is taken to have.
  package var kind = ColumnKind.other
  /// Whether the values are identifiers that nobody reads, which get room last.
  var isOpaque = false
  /// When the column is on the screen.
  package var visibility = Visibility.automatic
  /// The width that the user chose, in screen columns; nil for automatic.
  package var chosenWidth: Int?
  /// The format that the user chose; nil for automatic.
  package var chosenFormat: FormatName?
  /// The title that the user chose; nil for automatic.
  package var chosenTitle: String? {
    didSet { title = chosenTitle ?? title }
  }
  /// The expression that gives the values; nil for a field that the rows have by themselves.
  package var expression: Expression?
  /// Whether the column shows only its first path, because the user named it.
  var isExact = false
  /// Whether objects among the values are not shown, because their members have columns of their own.
  var leavesOutObjects = false
  /// Whether the column is the key of the rows or part of it.
  package var isKey = false
  /// Whether the values are the messages of a log, for which the other columns make room.
  package var isMessage = false
  /// The column's group, from left to right.
  var place = 0

  /// Creates a column.
  package init(
    title: String,
    paths: [FieldPath],
    format: Format,
    naturalWidth: Int,
    weight: Int,
    isQuiet: Bool
  ) {
    (self.title, self.paths, self.format) = (title, paths, format)
    (self.naturalWidth, self.weight, self.isQuiet) = (naturalWidth, weight, isQuiet)
  }

  /// The identity of the column, whatever else changes.
  package var path: FieldPath { paths.first ?? FieldPath([]) }

  /// Whether the values are numbers, however they are written, and right-aligned.
  package var isRightAligned: Bool {
    switch format {
    case .number, .money, .amount, .bytes, .duration: true
    case .text, .time, .status, .level, .boolean, .json: false
    }
  }

  /// The value of a row in this column; nil if it is missing or null.
  package func value(of row: Row) -> JSONValue? {
    for path in paths {
      if let value = row.value[path], value.kind != .null { return value }
    }
    return nil
  }

  // MARK: Width

  /// Columns with a lower weight are hidden unless the user asks for them.
  static let minimumWeight = 10
  /// The weight of a column whose values another one shows.
  static let weightWithinAnother = -1_000
  /// Whether the column is hidden unless the user asks for it.
  package var isDull: Bool { weight < Self.minimumWeight }
  /// The maximum width of a column while another one is cut or omitted.
  static let comfortableWidth = 44
  /// The maximum width of a column, however long its values are.
  package static let maximumWidth = 240

  /// The minimum width at which the values remain readable.
  ///
  /// - Parameter isNarrow: Whether the screen is narrow, so that times are shown without seconds.
  /// - Returns: The width in screen columns.
  func minimumWidth(isNarrow: Bool) -> Int {
    if let chosenWidth { return chosenWidth }
    switch format {
    case .time(.clock): return isNarrow ? 5 : 8
    case .time(.dateAndClock): return isNarrow ? 10 : naturalWidth
    // Three-digit codes and words such as GET are never cut.
    case .text where look == .response || look == .method: return naturalWidth
    case .text, .json:
      return min(naturalWidth, isNarrow ? 12 : isName ? 32 : isQuiet ? 14 : 16)
    case .status: return min(commonWidth, 18)
    case .number, .money, .amount, .bytes, .duration, .level, .boolean, .time: return naturalWidth
    }
  }

  /// Widens the column for a row.
  ///
  /// The width grows in steps, so that it changes rarely: numbers get what they need; text gets a multiple of
  /// 4 up to 24 columns, of 8 up to 64, then of 32.
  ///
  /// - Parameters:
  ///   - text: The text of the row in this column.
  ///   - isFirst: Whether the column has not been shown yet; then texts of any length get multiples of 4.
  /// - Returns: Whether the column is wider than before, or the width of most of its values changed.
  mutating func widen(for text: String, isFirst: Bool) -> Bool {
    var width = 0
    if isRightAligned {
      // Room after the point is reserved in all rows, so that the points are aligned.
      let fraction = min(fractionWidth(of: text), Self.maximumFraction)
      wholeWidth = max(
        wholeWidth,
        DisplayWidth.width(of: text, limit: Self.maximumWidth) - fraction
      )
      fractionWidth = max(fractionWidth, fraction)
      width = wholeWidth + fractionWidth
    } else {
      let dot = format == .status ? 2 : 0
      width = DisplayWidth.width(of: text, limit: Self.maximumWidth) + dot
    }
    let isOtherwiseCommon = isRightAligned ? false : widths.add(width)
    guard width > naturalWidth, naturalWidth < Self.maximumWidth else { return isOtherwiseCommon }
    let step = isRightAligned ? 1 : isFirst || width <= 24 ? 4 : width <= 64 ? 8 : 32
    naturalWidth = min((width + step - 1) / step * step, Self.maximumWidth)
    return true
  }

  /// The width of most of the values.
  ///
  /// Wider ones are exceptions, for which no other column is cut.
  var commonWidth: Int { min(naturalWidth, widths.common ?? naturalWidth) }

  /// The maximum number of screen columns reserved after the decimal point.
  private static let maximumFraction = 10

  /// Forgets the widths of the values, because they will be written differently.
  package mutating func resetWidth() {
    (naturalWidth, fractionWidth, wholeWidth) = (title.displayWidth, 0, 0)
    widths = WidthTally()
  }
}

extension Column {
  /// The screen columns of a cell's text at and after the decimal point.
  package func fractionWidth(of text: String) -> Int {
    switch format {
    case .number: numberFractionWidth(of: text)
    // Amounts in a currency have the same number of places: the last digits are aligned.
    case .amount:
      text.utf8.lastIndex(of: UInt8(ascii: ".")).map { text.utf8[$0...].count } ?? 0
    default: 0
    }
  }

  /// The screen columns of a number at and after the decimal point, including a percent sign.
  private func numberFractionWidth(of text: String) -> Int {
    switch look {
    case .percent, .delta:
      let number = NumberText.withoutPercentSign(text)
      let sign = text.utf8.count - number.utf8.count
      let digits = number.hasPrefix("+") ? number.dropFirst() : number
      return (NumberText.fractionWidth(digits) ?? 0) + sign
    default: return NumberText.fractionWidth(text) ?? 0
    }
  }
}

extension Column {
  /// The column without its place on the screen.
  ///
  /// Nearly every row changes the widths: measures of the same values must not differ by them.
  package var withoutLayout: Column {
    var column = self
    column.resetWidth()
    (column.weight, column.isQuiet, column.place) = (0, false, 0)
    (column.visibility, column.chosenWidth) = (.automatic, nil)
    return column
  }
}
