package import Feeds

/// The numbers in view over the last minutes, and in which direction they moved last.
///
/// Only rows that are in view are recorded, in bounded memory.
package struct CellHistory: Sendable {
  /// The numbers of one cell.
  private struct Series {
    var trend = Trend(.level)
    var first: Double
    var last: Double
    /// Where the number went when it changed last.
    var direction: FloatingPointSign?
  }

  /// What is known of a column.
  private struct Movement {
    /// In how many batches, one after the other, it changed in every row in view.
    var fullBatches = 0
    var rises = 0
    var falls = 0
  }

  private var series: [RowID: [FieldPath: Series]] = [:]
  private var movements: [FieldPath: Movement] = [:]

  /// So many rows are known before those that are out of view are forgotten.
  private static let limit = 1_024
  /// A column that changed everywhere so often does not flash.
  private static let restless = 3
  /// With fewer rows in view, all of them change by chance.
  private static let minimumRows = 4

  package init() {}

  /// Records the rows that came into view or changed there.
  ///
  /// - Parameters:
  ///   - news: The rows that are other ones than before, each with the text that it had there; nil
  ///     for one that was not in view.
  ///   - inView: The identities of all rows in view.
  ///   - columns: The columns on the screen.
  ///   - instant: When.
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* columns.
  package mutating func record(
    _ news: [(row: Row, old: Row?)],
    inView: [RowID],
    columns: [Column],
    at instant: ContinuousClock.Instant
  ) {
    guard !news.isEmpty else { return }
    let reader = FieldReader(columns)
    var changes = [Int](repeating: 0, count: columns.count)
    for (row, old) in news {
      let values = reader.values(of: row)
      let before = old.map { reader.values(of: $0) }
      for (offset, column) in columns.enumerated() {
        if let before, before[offset]?.text != values[offset]?.text { changes[offset] += 1 }
        guard column.containsNumbers, let value = values[offset], value.isScalar,
          let number = Double(NumberText.withoutPercentSign(value.string(limit: 64).text)),
          number.isFinite
        else { continue }
        record(number, of: row.id, in: column.path, at: instant)
      }
    }
    let known = inView.count - news.count { $0.old == nil }
    if news.contains(where: { $0.old != nil }) {
      for (offset, column) in columns.enumerated() {
        let isFull = changes[offset] == known && known >= Self.minimumRows
        let count = movements[column.path]?.fullBatches ?? 0
        movements[column.path, default: Movement()].fullBatches = isFull ? count + 1 : 0
      }
    }
    guard series.count > Self.limit else { return }
    let kept = Set(inView)
    series = series.filter { kept.contains($0.key) }
  }

  private mutating func record(
    _ number: Double,
    of row: RowID,
    in path: FieldPath,
    at instant: ContinuousClock.Instant
  ) {
    var known =
      series[row]?[path] ?? Series(first: number, last: number)
    if number != known.last {
      known.direction = number > known.last ? .plus : .minus
      if number > known.last {
        movements[path, default: Movement()].rises += 1
      } else {
        movements[path, default: Movement()].falls += 1
      }
    }
    known.last = number
    known.trend.record(number, at: instant)
    series[row, default: [:]][path] = known
  }

  /// Where the number of a cell went when it changed last; nil if it is not one, or never changed.
  package func direction(of row: RowID, in column: Column) -> FloatingPointSign? {
    series[row]?[column.path]?.direction
  }

  /// Whether a change of the column does not distinguish rows: it changed in all of them, each
  /// time, and did not go up in some and down in others.
  package func isRestless(_ column: Column) -> Bool {
    (movements[column.path]?.fullBatches ?? 0) >= Self.restless && !moves(column)
  }

  /// Whether the numbers of a column go up and down, so that a graph of them says something.
  package func moves(_ column: Column) -> Bool {
    guard column.containsNumbers, let movement = movements[column.path] else { return false }
    return movement.rises >= 2 && movement.falls >= 2
  }

  /// The graph of a cell in the last minutes, and where it went since they began.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - path: The column.
  ///   - width: The columns of the screen.
  /// - Returns: As many signs as there are values to show, or nil if there is nothing to see.
  package func graph(
    of row: RowID,
    in path: FieldPath,
    width: Int
  ) -> (picture: String, direction: FloatingPointSign?)? {
    guard let series = series[row]?[path], series.trend.values.count > 1 else { return nil }
    let shown = series.trend.values.suffix(width)
    guard let first = shown.first, let last = shown.last else { return nil }
    let direction: FloatingPointSign? = last == first ? nil : last > first ? .plus : .minus
    return (series.trend.picture(width: width), direction)
  }
}

extension Column {
  /// Whether the values are numbers, whatever is written of them.
  package var containsNumbers: Bool {
    switch format {
    case .number, .money, .amount, .bytes, .duration: true
    case .text, .time, .status, .level, .boolean, .json: false
    }
  }
}
