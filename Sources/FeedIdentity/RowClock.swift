package import FeedValues
package import Values

/// Reads the times of one source's rows, from the member that had the first of them.
package struct RowClock: Sendable {
  private let times: TimeReader
  /// The name of the member with the time; nil before the first time.
  private var name: String?

  private var rowCount = 0
  private var timedCount = 0
  /// The number of rows that are earlier than the one before.
  private var descents = 0
  private var last: FeedTime?

  /// The number of rows that show whether the rows of a source have times.
  private static let sampleSize = 64

  package init(_ times: TimeReader) { self.times = times }

  /// Whether the rows have times, one after the other; nil if too few are known to tell.
  package var isTimed: Bool? {
    if rowCount >= Self.sampleSize { return isTimedSoFar }
    return timedCount > 0 && descents == 0 ? true : nil
  }

  /// Whether the known rows have times, most of them in order.
  package var isTimedSoFar: Bool { timedCount > 0 && descents * 4 <= timedCount }

  /// Whether there were rows.
  package var hasRows: Bool { rowCount > 0 }

  /// Notes a row of the source, and returns its time; nil if it has none.
  package mutating func note(_ row: Row) -> FeedTime? {
    if name == nil { name = LogLine.timeName(of: row.value, times) }
    let time = time(of: row)
    guard rowCount < Self.sampleSize else { return time }
    rowCount += 1
    guard let time else { return nil }
    timedCount += 1
    if let last, time < last { descents += 1 }
    last = time
    return time
  }

  /// The time of a row, also of one that names its source; nil if it has none.
  package func time(of row: Row) -> FeedTime? {
    name.flatMap { row.value.member($0) }.flatMap(times.time)
  }
}
