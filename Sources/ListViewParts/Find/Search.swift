package import Feeds
package import Patterns
package import TableModel

/// A search for a pattern, in slices so short that keys and frames have their turn between them.
package struct Search: Sendable {
  package let pattern: Pattern
  /// The offsets of the rows that match, ascending, of the rows that were counted last.
  package private(set) var matches: [Int] = []
  /// Whether those are the rows of the table now.
  package private(set) var isCounted = false
  /// Whether any rows were counted yet.
  package private(set) var hasCount = false
  /// The way to a match that is still looked for.
  package var jump: Jump?
  private var pass: Pass?
  /// What is written in each column that was searched.
  private var columns: [ColumnText] = []
  private var lastPass: ContinuousClock.Instant?
  private var lastTurn: ContinuousClock.Instant

  /// The way to a match.
  package struct Jump: Hashable, Sendable {
    /// The offset of the first row to look at.
    package var start: Int
    package var isForward: Bool
    /// How many rows were examined.
    package var distance = 0

    package init(start: Int, isForward: Bool) { (self.start, self.isForward) = (start, isForward) }
  }

  /// A count under way.
  private struct Pass: Sendable {
    var rows: TableRows<Row>
    var offset = 0
    var matches: [Int] = []
    /// Whether the rows of the table are other ones meanwhile.
    var isStale = false
  }

  /// Where the text of a column comes from, and how it is written.
  package struct ColumnText: Hashable, Sendable {
    let paths: [FieldPath]
    let format: Column.Format
    let look: CellLook

    init(_ column: Column) { (paths, format, look) = (column.paths, column.format, column.look) }
  }

  /// How long after the start of a count of many rows the next one starts.
  static let interval = Duration.seconds(1)

  /// Creates a search that has not begun.
  package init(_ pattern: Pattern, at instant: ContinuousClock.Instant) {
    self.pattern = pattern
    lastTurn = instant
  }

  /// How many rows are examined in one go: some milliseconds.
  package var slice: Int { max(16, 1_024 / pattern.cost) }

  /// Says that the rows are other ones, or show other text.
  package mutating func restart() {
    isCounted = false
    pass?.isStale = true
  }

  /// Sets which columns are searched; where they are other ones than before, so is what matches.
  package mutating func setColumns(_ columns: [ColumnText]) {
    guard columns != self.columns else { return }
    self.columns = columns
    restart()
  }

  /// Counts in the next slice of the rows.
  ///
  /// - Returns: Whether counting is complete.
  package mutating func count(
    _ rows: TableRows<Row>,
    at instant: ContinuousClock.Instant,
    matches: (Row) -> Bool
  ) -> Bool {
    guard !isCounted else { return false }
    // Few rows are counted at once; a count of many that is under way is worth its end.
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

  /// Whether the row of the table at an offset matches, as far as it was counted; nil where it was not.
  func isKnownMatch(at offset: Int) -> Bool? {
    if isCounted { return hasMatch(at: offset) }
    guard let pass, !pass.isStale, offset < pass.offset else { return nil }
    return pass.matches.isSorted(containing: offset)
  }

  /// When the next slice is due; nil if all is done.
  package func nextInstant(rowCount: Int) -> ContinuousClock.Instant? {
    if jump != nil { return lastTurn }
    if isCounted { return nil }
    if pass != nil || rowCount <= slice { return lastTurn }
    return lastPass.map { $0 + Self.interval } ?? lastTurn
  }

  /// Whether a match is looked for, or a count under way.
  package var isAtWork: Bool { jump != nil || !isCounted }

  /// Records the present.
  package mutating func take(turnAt instant: ContinuousClock.Instant) { lastTurn = instant }
}
