import Ordering
import Columns
package import FeedValues
package import Patterns
internal import Values

/// Looks for a pattern in what rows show: the text of the columns on the screen, as it is written there, cut
/// or not, and the key of the row.
package struct RowFinder {
  private let pattern: Pattern
  private let columns: [Column]
  /// Reads the values of all columns, and the currencies next to amounts, in one walk over a row.
  private let reader: AmountReader
  /// Whether a match needs letters that are in the row as it arrived; of a row of ASCII alone if currencies
  /// are written in upper case.
  private let needsLetters: Bool
  private let needsASCII: Bool
  /// Whether the text of a column without a value matches.
  private let matchesNothing: Bool
  private let calendar: Calendar
  private let present: FeedTime?

  /// Makes a finder of a pattern.
  package init(_ pattern: Pattern, in context: Context) {
    self.pattern = pattern
    columns = context.layout.places.map { context.columns[$0.column] }
    reader = AmountReader(columns)
    let letters = pattern.letters
    needsLetters = !letters.isEmpty && !columns.contains { $0.mayAdd(letters) }
    needsASCII = columns.contains { $0.format.isMoney }
    matchesNothing = pattern.matches("")
    (calendar, present) = (context.calendar, context.present)
  }

  /// Whether the row shows a match.
  ///
  /// - Complexity: O(*n*) in the length of the row's text.
  package func shows(_ row: Row) -> Bool {
    // Most rows show nothing, and need no second look.
    if needsLetters, lacksLetters(row) { return false }
    let isShown = reader.withValues(of: row) { values in
      columns.indices.contains { shows(reader.amount($0, values), of: columns[$0], in: row) }
    }
    if isShown { return true }
    guard row.id.key.count > 0, row.id.occurrence < 1 else {
      return pattern.matches(row.id.description)
    }
    return JSONValue(key: row.id).withString { pattern.matches($0) }
  }

  private func shows(_ amount: AmountReader.Amount, of column: Column, in row: Row) -> Bool {
    guard let value = amount.value else { return matchesNothing }
    // Written as they are in the feed: no text has to be made.
    if isUnchanged(value, in: column) {
      if value.withString({ pattern.matches($0) }) { return true }
      guard column.look.changesText else { return false }
      return pattern.matches(column.shownText(of: value.value, in: row, calendar, at: present))
    }
    let currency = amount.currency?.value
    return pattern.matches(
      column.text(of: value.value, currency: currency, in: row, calendar, at: present)
    )
  }

  /// Whether a column writes a value as it is in the feed, but for what the look of the column changes.
  private func isUnchanged(_ value: FoundValue, in column: Column) -> Bool {
    switch column.format {
    case .text, .number: value.isScalar
    case .status:
      value.isScalar
        && !value.text.contains { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "\\") }
    default: false
    }
  }

  /// Whether the row as it arrived holds nothing that any of its columns could write as the letters that a
  /// match needs.
  private func lacksLetters(_ row: Row) -> Bool {
    func lacks(_ text: ByteSlice) -> Bool {
      text.withBytes { bytes in
        guard pattern.lacksLetters(bytes) else { return false }
        // Without an early exit, many bytes are examined at a time.
        var marks: UInt8 = 0
        for byte in bytes {
          marks |= (needsASCII ? byte & 0x80 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
        }
        return marks == 0
      }
    }
    return lacks(row.value.text) && lacks(row.id.key)
  }
}

extension Column {
  /// Whether a cell may show letters one after the other that are not so in the feed, but for their case.
  fileprivate func mayAdd(_ letters: String) -> Bool {
    func holds(_ words: [String]) -> Bool { words.contains { $0.contains(letters) } }
    return switch format {
    case .text, .number, .json: look.changesText
    // Digits and signs, and `_` as a space.
    case .time(.clock), .time(.dateAndClock), .status: false
    case .time(.ago): holds(TimeStyle.words)
    case .money, .amount: holds(Money.signs.map { $0.lowercased() })
    case .boolean: holds(["yes", "no"])
    // Words that are not in the feed.
    case .bytes, .duration, .level, .time(.elapsed): true
    }
  }
}
