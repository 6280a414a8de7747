import Columns
package import FeedStore
package import FeedValues
package import Patterns
package import TableModel

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
