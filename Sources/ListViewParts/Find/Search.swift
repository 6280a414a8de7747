import Columns
package import FeedStore
package import FeedValues
import Ordering
package import Patterns
internal import Searching
package import TableModel
package import TerminalCore
internal import Values

/// A search for a pattern, carried out in slices short enough not to delay keys and frames.
package struct Search: Sendable {
  package let pattern: Pattern
  /// The offsets of the matching rows among the rows last counted, in ascending order.
  package private(set) var matches: [Int] = []
  /// Whether the matches are those of the table's current rows.
  package private(set) var isCounted = false
  /// Whether a count has been completed.
  package private(set) var hasCount = false
  /// The jump to a match that is under way.
  package var jump: Jump?
  private var pass: Pass?
  /// The content of each column that is searched.
  private var columns: [ColumnText] = []
  private var lastPass: ContinuousClock.Instant?
  private var lastTurn: ContinuousClock.Instant

  /// A jump to the next or previous match.
  package struct Jump: Hashable, Sendable {
    /// The offset of the first row to examine.
    package var start: Int
    package var isForward: Bool
    /// The number of rows examined so far.
    package var distance = 0
    /// Whether it turns round if there is nothing on its way, rather than go on at the other end.
    package var turns = false

    package init(start: Int, isForward: Bool) { (self.start, self.isForward) = (start, isForward) }
  }

  /// A count under way.
  private struct Pass: Sendable {
    var rows: TableRows<Row>
    var offset = 0
    var matches: [Int] = []
    /// Whether the rows of the table have changed since the count started.
    var isStale = false
  }

  /// The properties of a column that determine its text.
  package struct ColumnText: Hashable, Sendable {
    let paths: [FieldPath]
    let format: Column.Format
    let look: CellLook

    init(_ column: Column) { (paths, format, look) = (column.paths, column.format, column.look) }
  }

  /// The minimum time between the starts of two counts of many rows.
  static let interval = Duration.seconds(1)

  /// Creates a search that has not started.
  package init(_ pattern: Pattern, at instant: ContinuousClock.Instant) {
    self.pattern = pattern
    lastTurn = instant
  }

  /// The number of rows examined at a time, which takes a few milliseconds.
  package var slice: Int { max(min(16, usualSlice), usualSlice / pattern.cost) }

  /// The number of rows examined at a time for a word.
  private var usualSlice = 1_024

  /// Invalidates the count, because the rows or their text changed.
  package mutating func restart() {
    isCounted = false
    pass?.isStale = true
  }

  /// Sets the columns to search; a change invalidates the count.
  package mutating func setColumns(_ columns: [ColumnText]) {
    guard columns != self.columns else { return }
    self.columns = columns
    restart()
  }

  /// Counts matches in the next slice of rows.
  ///
  /// - Returns: Whether the count is complete.
  package mutating func count(
    _ rows: TableRows<Row>,
    at instant: ContinuousClock.Instant,
    matches: (Row) -> Bool
  ) -> Bool {
    guard !isCounted else { return false }
    // A few rows are counted at once; a long count under way is finished before another one starts.
    if rows.count <= slice || pass == nil {
      if rows.count > slice, let lastPass, instant < lastPass + Self.interval { return false }
      pass = Pass(rows: rows)
      lastPass = instant
    }
    guard var pass else { return false }
    self.pass = nil
    let end = min(pass.offset + slice, pass.rows.count)
    for offset in pass.offset..<end where matches(pass.rows[offset]) {
      pass.matches.append(offset)
    }
    pass.offset = end
    guard end == pass.rows.count else {
      self.pass = pass
      return false
    }
    self.matches = pass.matches
    isCounted = !pass.isStale
    hasCount = true
    return true
  }

  /// Whether the row at an offset matches; nil if it has not been counted yet.
  func isKnownMatch(at offset: Int) -> Bool? {
    if isCounted { return hasMatch(at: offset) }
    guard let pass, !pass.isStale, offset < pass.offset else { return nil }
    return pass.matches.isSorted(containing: offset)
  }

  /// When the next slice is due; nil if nothing remains to be done.
  package func nextInstant(rowCount: Int) -> ContinuousClock.Instant? {
    if jump != nil { return lastTurn }
    if isCounted { return nil }
    if pass != nil || rowCount <= slice { return lastTurn }
    return lastPass.map { $0 + Self.interval } ?? lastTurn
  }

  /// Whether a jump or a count is under way or pending.
  package var isAtWork: Bool { jump != nil || !isCounted }

  /// Records when the current slice was started, and of which rows of the feed.
  package mutating func take(turnAt instant: ContinuousClock.Instant, of rows: FeedRows) {
    (lastTurn, usualSlice) = (instant, rows.slice(1_024))
  }
}

extension Context {
  /// The contents of the columns on the screen.
  var searchedColumns: [Search.ColumnText] {
    layout.places.map { Search.ColumnText(columns[$0.column]) }
  }
}

extension Search {
  /// Whether the row at an offset matches, by the last count.
  package func hasMatch(at offset: Int) -> Bool { matches.isSorted(containing: offset) }

  /// The count as shown to the user: `3/17` at the third of seventeen matches, otherwise `17`; nil until the
  /// first count.
  package func count(at offset: Int?) -> String? {
    guard hasCount else { return nil }
    let total = Money.grouped(String(matches.count)) + (isCounted ? "" : "…")
    guard let offset else { return total }
    let position = matches.partitioningIndex { $0 >= offset }
    guard position < matches.count, matches[position] == offset else { return total }
    return "\(Money.grouped(String(position + 1)))/\(total)"
  }
}

extension [Int] {
  /// Whether an element is among the elements, which ascend.
  func isSorted(containing element: Int) -> Bool {
    let position = partitioningIndex { $0 >= element }
    return position < count && self[position] == element
  }
}

extension Theme {
  /// The style of a search match in text of a given style: filled if there are colours, otherwise reversed
  /// and underlined, which is visible even in a selected row.
  package func found(_ style: Style) -> Style {
    switch depth {
    case .indexed256, .trueColor: return self.style(.text, on: .badge(.warning), bold: true)
    case .none, .ansi8, .ansi16:
      var found = style
      found.attributes.formSymmetricDifference(.reverse)
      found.attributes.formUnion([.underline, .bold])
      return found
    }
  }
}

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
