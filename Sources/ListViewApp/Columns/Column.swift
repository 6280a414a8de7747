public import Feeds
internal import TerminalCore

/// A column of the table: where its text comes from and how it is written.
public struct Column: Hashable, Sendable {
  /// How a value is written.
  public enum Format: Hashable, Sendable {
    /// As it is.
    case text
    /// A whole or broken number, right-aligned, as it is.
    case number
    /// `12:03:21`; for a feed that spans days `2026-11-21 12:03`.
    case time(spansDays: Bool)
    /// An amount in the minor unit of the currency that stands beside it.
    case money
    /// A word with a dot before it, coloured by its meaning.
    case status
    /// `yes` or `no`.
    case boolean
  }

  /// The head of the column.
  public var title: String
  /// Where the value is; the first path that leads to one counts.
  public var paths: [FieldPath]
  /// How the value is written.
  public var format: Format
  /// How many columns of the screen the widest value of the sample takes.
  public var naturalWidth: Int
  /// How much the column says: on a narrow screen the least go first.
  public var weight: Int
  /// Whether the value is the identity, a time or another detail that steps back.
  public var isQuiet: Bool

  /// Whether the values stand at the right edge of the column.
  public var isRightAligned: Bool {
    switch format {
    case .number, .money: true
    case .text, .time, .status, .boolean: false
    }
  }

  /// The fewest columns of the screen in which the values still say something.
  ///
  /// - Parameter isNarrow: Whether the screen is so narrow that minutes must do for seconds.
  /// - Returns: Columns of the screen.
  func minimumWidth(isNarrow: Bool) -> Int {
    switch format {
    case .time(spansDays: false): isNarrow ? 5 : 8
    case .text: min(naturalWidth, isNarrow ? 12 : isQuiet ? 14 : 16)
    case .status: min(naturalWidth, 18)
    case .number, .money, .boolean, .time(spansDays: true): naturalWidth
    }
  }

  /// The value of a row in this column.
  public func value(of row: Row) -> JSONValue? {
    for path in paths {
      if let value = row.value[path], value.kind != .null { return value }
    }
    return nil
  }

  /// What the column says of a row, before it is cut to a width.
  public func text(of row: Row, in calendar: Calendar) -> String {
    guard let value = value(of: row) else { return "" }
    switch format {
    case .text: return value.string
    case .number: return value.string
    case .time(let spansDays):
      guard let time = FeedTime(value) else { return value.string }
      return (spansDays ? TimeStyle.dateAndClock : .clock).text(of: time.seconds, in: calendar)
    case .money:
      guard let path = paths.first(where: { row.value[$0] != nil }),
        let currency = row.value[path.parent.appending("currency")],
        let text = Money.text(amount: value.string, currency: currency.string)
      else { return value.string }
      return text
    case .status: return String(value.string.map { $0 == "_" ? " " : $0 })
    case .boolean:
      switch value.string {
      case "true": return "yes"
      case "false": return "no"
      default: return value.string
      }
    }
  }

  /// A column is no wider than this while another one is cut or left out.
  static let comfortableWidth = 44
  /// No column is wider than this, however long its values are.
  static let maximumWidth = 240

  /// Makes room for what the column says of a row; for text in steps, so that it happens seldom.
  ///
  /// - Returns: Whether the column is wider than before.
  mutating func widen(for row: Row, in calendar: Calendar) -> Bool {
    let dot = format == .status ? 2 : 0
    let text = text(of: row, in: calendar)
    // Most texts fit by their bytes alone.
    guard text.utf8.count + dot > naturalWidth else { return false }
    let width = DisplayWidth.width(of: text, limit: Self.maximumWidth) + dot
    guard width > naturalWidth, naturalWidth < Self.maximumWidth else { return false }
    let step = isRightAligned ? 1 : 4
    naturalWidth = min((width + step - 1) / step * step, Self.maximumWidth)
    return true
  }
}
