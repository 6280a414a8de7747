package import FeedValues

/// The numbers in view over the last minutes, and the direction in which each last moved.
///
/// Only rows in view are recorded, in bounded memory.
package struct CellHistory: Sendable {
  /// The values of one cell.
  private struct Series {
    var trend = Trend(.level)
    var first: Double
    var last: Double
    /// The sign of the last change.
    var direction: FloatingPointSign?
  }

  /// The movement of the numbers of a column.
  private struct Movement {
    /// The number of successive batches in which every row in view changed.
    var fullBatches = 0
    var rises = 0
    var falls = 0
  }

  private var series: [RowID: [FieldPath: Series]] = [:]
  private var movements: [FieldPath: Movement] = [:]

  /// When more rows than this are recorded, those out of view are forgotten.
  private static let limit = 1_024
  /// A column that changed everywhere in this many successive batches does not flash.
  private static let restless = 3
  /// With fewer rows in view, all of them may change by chance.
  private static let minimumRows = 4

  package init() {}

  /// Records the rows that came into view or changed there.
  ///
  /// - Parameters:
  ///   - news: The new and changed rows, each with its previous version; nil for a row that was not in view.
  ///   - inView: All rows in view.
  ///   - columns: The columns on the screen, by their offsets in the reader.
  ///   - reader: Reads the values of a row.
  ///   - instant: The current time.
  /// - Complexity: O(*n* · *c*) for *n* rows and *c* columns.
  package mutating func record(
    _ news: [(row: Row, old: Row?)],
    inView: [Row],
    columns: [(offset: Int, column: Column)],
    reader: FieldReader,
    at instant: ContinuousClock.Instant
  ) {
    guard !news.isEmpty else { return }
    var changes = [Int](repeating: 0, count: columns.count)
    for (row, old) in news {
      let before = old.map { reader.values(of: $0) }
      reader.withValues(of: row) { values in
        for (number, (offset, column)) in columns.enumerated() {
          let value = values[offset]
          if let before, before[offset] != value?.value { changes[number] += 1 }
          guard column.isRightAligned, let value, let amount = Self.number(value) else { continue }
          record(amount, of: row.id, in: column.path, at: instant)
        }
      }
    }
    let known = inView.count - news.count { $0.old == nil }
    if news.contains(where: { $0.old != nil }) {
      for (number, (_, column)) in columns.enumerated() {
        let isFull = changes[number] == known && known >= Self.minimumRows
        let count = movements[column.path]?.fullBatches ?? 0
        movements[column.path, default: Movement()].fullBatches = isFull ? count + 1 : 0
      }
    }
    guard series.count > Self.limit else { return }
    let kept = Set(inView.map(\.id))
    series = series.filter { kept.contains($0.key) }
  }

  private static func number(_ value: FoundValue) -> Double? {
    guard value.isScalar else { return nil }
    let text = value.value.string(limit: 64).text
    return Double(NumberText.withoutPercentSign(text)).flatMap { $0.isFinite ? $0 : nil }
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

  /// A history that goes on from the last numbers, without what led to them.
  package var restarted: CellHistory {
    var result = CellHistory()
    result.series = series.mapValues { cells in
      cells.mapValues { Series(first: $0.last, last: $0.last) }
    }
    return result
  }

  /// Learns how the numbers of columns move from what was seen of another time.
  package mutating func learnMovements(from other: CellHistory) {
    for (path, movement) in other.movements {
      movements[path, default: Movement()].rises += movement.rises
      movements[path, default: Movement()].falls += movement.falls
    }
  }

  /// The sign of a cell's last change; nil if it is not a number or never changed.
  package func direction(of row: RowID, in column: Column) -> FloatingPointSign? {
    series[row]?[column.path]?.direction
  }

  /// Whether changes of the column carry no information: it changed in all rows each time, and never rose in
  /// some while falling in others.
  package func isRestless(_ column: Column) -> Bool {
    (movements[column.path]?.fullBatches ?? 0) >= Self.restless && !moves(column)
  }

  /// Whether the numbers of a column both rise and fall, so that a graph of them is informative.
  package func moves(_ column: Column) -> Bool {
    guard column.isRightAligned, let movement = movements[column.path] else { return false }
    return movement.rises >= 2 && movement.falls >= 2
  }

  /// Whether a number of a field has changed in a row in view.
  package func hasChanged(_ path: FieldPath) -> Bool {
    movements[path].map { $0.rises + $0.falls > 0 } ?? false
  }

  /// Whether the numbers of a field rise, as far as rows in view show, and hardly ever fall.
  package func isCounter(_ path: FieldPath) -> Bool {
    guard let movement = movements[path] else { return false }
    return movement.rises > 0 && movement.rises >= 8 * movement.falls
  }

  /// The sparkline of a cell over the last minutes, and the sign of its change over them.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - path: The path of the column.
  ///   - width: The maximum width in screen columns.
  /// - Returns: One sign per value, and the direction; nil if there is nothing to show.
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
