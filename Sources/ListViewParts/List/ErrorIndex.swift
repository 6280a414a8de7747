import Ordering
package import Columns
package import FeedStore
package import FeedValues
package import ListDiffing
internal import Searching
package import TableModel

/// The places of the errors among the rows of the table: found in slices short enough not to delay keys and frames, and
/// kept up to date as rows change.
package struct ErrorIndex: Sendable {
  private var severity: Severity?
  /// The offsets of the errors among the rows examined so far, in ascending order.
  private(set) var offsets: [Int] = []
  /// The number of rows examined, from the first one on.
  private var examined = 0
  /// The number of rows of the table.
  private var count = 0
  /// Reads the value that tells.
  private var reader: FieldReader?
  /// For values of the first column that were met, whether they stand for an error.
  private var met = ValueNumbers()
  /// The jump to an error that is under way.
  package var jump: Search.Jump?
  private var lastTurn: ContinuousClock.Instant?

  package init() {}

  /// The number of rows examined at a time, which takes a few milliseconds.
  static let slice = 2_048
  /// After a batch of more changes, all rows are examined again.
  private static let maximumChanges = 20_000
  private static let maximumMet = 1_024

  /// Whether all rows have been examined.
  package var isComplete: Bool { examined == count }

  /// Whether there are errors among the rows examined so far.
  package var hasErrors: Bool { !offsets.isEmpty }

  /// Whether there is an error at an offset or after it, among the rows examined so far.
  package func hasErrors(from offset: Int) -> Bool { offsets.last.map { $0 >= offset } ?? false }

  /// When the next slice is due; nil if nothing remains to be done.
  package var nextInstant: ContinuousClock.Instant? {
    severity != nil && !isComplete || jump != nil ? lastTurn : nil
  }

  /// Starts over, because the table shows other rows, or the same in another order.
  package mutating func restart() { (offsets, examined, count) = ([], 0, -1) }

  /// Examines the next slice of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of the table.
  ///   - all: The rows of the feed, whose length tells how many are a slice.
  ///   - severity: Tells which rows are errors; nil if none are.
  ///   - instant: The current time.
  /// - Returns: Whether there are other errors than before.
  package mutating func advance(
    _ rows: TableRows<Row>,
    of all: FeedRows,
    by severity: Severity?,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    lastTurn = instant
    let before = offsets.count
    if severity != self.severity {
      self.severity = severity
      (reader, met) = (severity.map { FieldReader($0.columns) }, ValueNumbers())
      restart()
    }
    guard severity != nil else {
      (offsets, examined, count) = ([], 0, 0)
      return before > 0
    }
    if count != rows.count {
      // Every change of the rows was reported, unless it replaced them.
      (offsets, examined, count) = ([], 0, rows.count)
    }
    guard examined < count else { return false }
    let end = min(examined + all.slice(Self.slice), count)
    var offset = examined
    rows.forEach(in: examined..<end) { row in
      if isError(row) { offsets.append(offset) }
      offset += 1
    }
    examined = end
    return offsets.count != before
  }

  private mutating func isError(_ row: Row) -> Bool {
    guard let severity, let reader else { return false }
    return reader.withValues(of: row) { values in
      guard let value = values[0], value.isScalar else { return severity.isError { values[$0] } }
      if let number = met[value] { return number == 1 }
      let isError = severity.isError(value)
      if met.count < Self.maximumMet { met[value] = isError ? 1 : 0 }
      return isError
    }
  }

  /// Follows a batch of changes of the table's rows.
  ///
  /// - Parameters:
  ///   - updates: The changes.
  ///   - rows: The rows after it.
  /// - Complexity: O(*k*) for *k* rows that are appended, otherwise O(*e* + *k*) for *e* errors.
  package mutating func follow(_ updates: BatchUpdates, to rows: TableRows<Row>) {
    guard severity != nil, updates.oldCount == count, updates.newCount == rows.count else {
      return restart()
    }
    let difference = updates.difference
    let added = difference.insertions.merged(with: difference.moves.map(\.target))
    let removed = difference.deletions.merged(with: difference.moves.map(\.source).sorted())
    var end = examined
    if !removed.isEmpty || added.first ?? .max < examined {
      guard added.count + removed.count <= Self.maximumChanges else { return restart() }
      end -= removed.prefix { $0 < examined }.count
      for offset in added {
        guard offset < end else { break }
        end += 1
      }
      offsets.follow(removed: removed, added: added)
    }
    count = updates.newCount
    let changed = added.merged(with: difference.updates.map(\.new)).prefix { $0 < end }
    examined = end
    guard !changed.isEmpty else { return }
    var errors: [Int] = []
    for offset in changed where isError(rows[offset]) { errors.append(offset) }
    offsets.replace(Array(changed), by: errors)
  }

  // MARK: Jumps

  /// The result of a jump.
  package enum Arrival: Sendable {
    /// The offset of an error, and a message to report.
    case found(Int, String)
    /// There are no errors.
    case nowhere
  }

  /// Ends the jump under way, if its target is known by now; nil otherwise.
  package mutating func arrival() -> Arrival? {
    guard let jump else { return nil }
    let index = offsets.partitioningIndex { $0 >= jump.start + (jump.isForward ? 0 : 1) }
    var (target, isWrapped) = (jump.isForward ? index : index - 1, false)
    let isKnown = isComplete || severity == nil
    guard isKnown || offsets.indices.contains(target) && jump.start < examined else { return nil }
    self.jump = nil
    guard !offsets.isEmpty else { return .nowhere }
    if !offsets.indices.contains(target) {
      isWrapped = !jump.turns
      target = jump.isForward == isWrapped ? 0 : offsets.count - 1
    }
    let number = isKnown ? Text.number(target + 1, of: offsets.count) : Text.number(target + 1)
    return .found(offsets[target], isWrapped ? Text.wrapped(toTop: jump.isForward, number) : number)
  }

  /// For each line of a scroll bar, whether there is an error among the rows that it stands for.
  ///
  /// - Complexity: O(*h* log *e*) for *h* lines and *e* errors.
  package func ticks(lines: Int) -> [Bool] {
    guard count > 0, !offsets.isEmpty else { return [] }
    return (0..<lines).map { line in
      let (start, end) = (line * count / lines, (line + 1) * count / lines)
      let first = offsets.partitioningIndex { $0 >= start }
      return first < offsets.count && offsets[first] < max(end, start + 1)
    }
  }

  /// The messages about errors.
  package enum Text {
    package static let none = "no errors"
    package static func number(_ number: Int) -> String { "error \(grouped(number))" }
    package static func number(_ number: Int, of count: Int) -> String {
      "error \(grouped(number)) of \(grouped(count))"
    }
    package static func wrapped(toTop: Bool, _ number: String) -> String {
      "from the \(toTop ? "top" : "end") again · \(number)"
    }
  }
}
