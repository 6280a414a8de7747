public import Feeds
internal import TerminalCore

/// A column of the table: where its text comes from and how it is written.
public struct Column: Hashable, Sendable {
  /// When a column is on the screen.
  public enum Visibility: Hashable, Sendable {
    /// Where it says enough and there is room for it.
    case automatic
    /// Always, or as far as the screen goes.
    case shown
    /// Never.
    case hidden
  }

  /// The title in the header.
  public var title: String
  /// Where the value is; the first path that leads to one counts.
  public var paths: [FieldPath]
  /// How the value is written.
  public var format: Format
  /// How what is written is drawn.
  public var look = CellLook.plain
  /// How many columns of the screen the widest value met takes; it only grows.
  public var naturalWidth: Int
  /// How wide the texts met are.
  var widths = WidthTally()
  /// The maximum number of columns that were met at and after the point of a number, which are kept
  /// free.
  package var fractionWidth = 0
  /// The maximum number of columns that were met before the point of a number.
  var wholeWidth = 0
  /// How much the column says: on a narrow screen the least go first.
  public var weight: Int
  /// Whether the value is the identity, a time or another detail that steps back.
  public var isQuiet: Bool
  /// When the column is on the screen.
  public var visibility = Visibility.automatic
  /// How many columns of the screen the reader gave it; nil for as many as it needs.
  public var chosenWidth: Int?
  /// The format that the reader chose.
  public var chosenFormat: FormatName?
  /// The title that the user chose.
  public var chosenTitle: String? {
    didSet { title = chosenTitle ?? title }
  }
  /// Whether the column is its first path and nothing beside it, because the reader named it.
  var isExact = false
  /// Whether the column is the key of the rows, or a part of it.
  var isKey = false
  /// The column's group, from left to right.
  var place = 0

  /// Which column it is, whatever else becomes of it.
  public var path: FieldPath { paths.first ?? FieldPath([]) }

  /// Whether the values are right-aligned.
  public var isRightAligned: Bool {
    switch format {
    case .number, .money, .amount, .bytes, .duration: true
    case .text, .time, .status, .level, .boolean, .json: false
    }
  }

  /// The value of a row in this column.
  public func value(of row: Row) -> JSONValue? {
    for path in paths {
      if let value = row.value[path], value.kind != .null { return value }
    }
    return nil
  }

  // MARK: Width

  /// A column that says less than this is not shown unless the reader wants it.
  static let minimumWeight = 10
  /// Whether the column says so little that it is not shown unless the reader wants it.
  public var isDull: Bool { weight < Self.minimumWeight }
  /// A column is no wider than this while another one is cut or omitted.
  static let comfortableWidth = 44
  /// No column is wider than this, however long its values are.
  static let maximumWidth = 240

  /// The fewest columns of the screen in which the values still say something.
  ///
  /// - Parameter isNarrow: Whether the screen is so narrow that minutes must do for seconds.
  /// - Returns: Columns of the screen.
  func minimumWidth(isNarrow: Bool) -> Int {
    if let chosenWidth { return chosenWidth }
    switch format {
    case .time(.clock): return isNarrow ? 5 : 8
    case .time(.dateAndClock): return isNarrow ? 10 : naturalWidth
    // Codes of three digits and words such as GET take what they need.
    case .text where look == .response || look == .method: return naturalWidth
    case .text, .json: return min(naturalWidth, isNarrow ? 12 : isQuiet ? 14 : 16)
    case .status: return min(commonWidth, 18)
    case .number, .money, .amount, .bytes, .duration, .level, .boolean, .time: return naturalWidth
    }
  }

  /// Makes room for a row, in steps, so that it happens seldom: numbers get what they need, text a
  /// multiple of four up to 24 columns, of eight up to 64, then of 32.
  ///
  /// - Parameters:
  ///   - text: The text of the row in this column.
  ///   - isFirst: Whether the column has not been shown yet: then all texts are given multiples of
  ///     four.
  /// - Returns: Whether the column is wider than before, or most of its values have another width.
  mutating func widen(for text: String, isFirst: Bool) -> Bool {
    var width = 0
    if isRightAligned {
      // The space after the point is reserved in all rows, so that the points are aligned.
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

  /// How many columns of the screen most of the values take: what is wider is an exception, for which
  /// no other column is cut.
  var commonWidth: Int { min(naturalWidth, widths.common ?? naturalWidth) }

  /// No more than this is kept free behind points.
  private static let maximumFraction = 10

  /// Forgets how wide the values were, if they are written in another way from now on.
  package mutating func resetWidth() {
    (naturalWidth, fractionWidth, wholeWidth) = (title.displayWidth, 0, 0)
    widths = WidthTally()
  }
}

extension Column {
  /// The columns of the screen at and after the point of what the column says.
  package func fractionWidth(of text: String) -> Int {
    switch format {
    case .number: numberFractionWidth(of: text)
    // An amount in minor units has as many places as its currency: the last digits are aligned.
    case .amount:
      text.utf8.lastIndex(of: UInt8(ascii: ".")).map { text.utf8[$0...].count } ?? 0
    default: 0
    }
  }

  /// The columns at and after the point of a number, its percent sign among them.
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
