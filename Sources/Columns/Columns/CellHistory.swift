package import FeedValues
package import TerminalCore
internal import Values

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

/// The values of a figure over the last minutes, in time buckets, drawn as a sparkline: `▁▂▃▅▇`.
///
/// None of its signs is as high as a line, so that those of rows below each other do not fuse.
///
/// A trend reads no clock: it advances only when a value is recorded.
package struct Trend: Hashable, Sendable {
  /// The content of a bucket.
  package enum Kind: Hashable, Sendable {
    /// The last value recorded; an empty bucket repeats the previous one.
    case level
    /// The sum of the values recorded; an empty bucket is 0.
    case count
  }

  /// The final length of a bucket: together they cover two minutes.
  static let lastStep = Duration.seconds(5)
  /// The initial length of a bucket, short so that a graph appears soon.
  ///
  /// When all buckets are used, pairs are merged and the length doubles.
  static let firstStep = Duration.milliseconds(1_250)
  /// The number of buckets kept.
  static let length = 24

  let kind: Kind
  /// The buckets, newest last.
  package private(set) var values: [Double] = []
  private var step = Trend.firstStep
  private var origin: ContinuousClock.Instant?
  /// The number of the newest bucket, from the origin.
  private var newest = 0

  package init(_ kind: Kind) { self.kind = kind }

  /// Records a value.
  ///
  /// NaN and infinities are ignored; a value older than the newest bucket counts in the newest one.
  package mutating func record(_ value: Double, at instant: ContinuousClock.Instant) {
    guard value.isFinite else { return }
    if origin == nil { origin = instant }
    while bucket(of: instant) >= Self.length, step < Self.lastStep { coarsen() }
    let bucket = max(newest, self.bucket(of: instant))
    if values.isEmpty { values = [kind == .level ? value : 0] }
    let missing = min(bucket - newest, Self.length)
    values += repeatElement(kind == .level ? values[values.count - 1] : 0, count: missing)
    values.removeFirst(max(0, values.count - Self.length))
    newest = bucket
    let last = values.count - 1
    values[last] = kind == .level ? value : values[last] + value
  }

  private func bucket(of instant: ContinuousClock.Instant) -> Int {
    guard let origin, instant > origin else { return 0 }
    return Int(clamping: (instant - origin) / step)
  }

  /// Merges pairs of buckets, and doubles their length.
  private mutating func coarsen() {
    values = stride(from: 0, to: values.count, by: 2).map { first in
      let pair = values[first..<min(first + 2, values.count)]
      return kind == .level ? pair[pair.endIndex - 1] : pair.reduce(0, +)
    }
    newest /= 2
    step *= 2
  }

  /// The sum over the last minute, per second; 0 if nothing was recorded in it.
  package func rate(at instant: ContinuousClock.Instant) -> Double {
    guard let origin else { return 0 }
    let gone = bucket(of: instant) - newest
    let sum = values.suffix(max(0, Int(clamping: Duration.seconds(60) / step) - gone)).reduce(0, +)
    // In the first minute the span is the time since the start.
    let span = min(Duration.seconds(60), max(instant - origin, .seconds(1)))
    return sum / (span / .seconds(1))
  }

  /// The change over the last minute, or since the first value; nil if there is only one bucket.
  ///
  /// For levels; counts use ``rate(at:)``.
  package func change(at instant: ContinuousClock.Instant) -> Double? {
    guard let last = values.last, values.count > 1 else { return nil }
    let gone = max(0, bucket(of: instant) - newest)
    let back = Int(clamping: Duration.seconds(60) / step) - gone
    return last - values[max(0, values.count - 1 - max(back, 0))]
  }

  /// When `rate(at:)` next changes even if nothing is recorded; nil if it stays 0.
  package func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let origin, rate(at: instant) > 0 else { return nil }
    return origin + step * (max(newest, bucket(of: instant)) + 1)
  }

  /// The sparkline of the newest values, scaled to their range.
  ///
  /// - Parameter width: The maximum number of values, one for each screen column.
  /// - Returns: One sign per value, oldest first; the lowest sign throughout if all are equal.
  package func picture(width: Int) -> String { Self.picture(of: values.suffix(width)) }

  /// The sparkline of some values, scaled to their range; see ``picture(width:)``.
  static func picture(of shown: some Collection<Double>) -> String {
    guard let low = shown.min(), let high = shown.max(), low < high else {
      return String(repeating: "▁", count: shown.count)
    }
    // Halved, so that the difference cannot overflow.
    let range = high / 2 - low / 2
    let last = Double(signs.count - 1)
    return String(
      shown.map { value in
        let share = range > 0 ? (value / 2 - low / 2) / range : 0
        return signs[max(0, min(signs.count - 1, Int(clamping: (share * last).rounded())))]
      }
    )
  }

  private static let signs = Array("▁▂▃▄▅▆▇")
}

/// A bar drawn in whole screen columns, a little lower than a line, so that bars on neighbouring lines stand apart.
package struct Meter: Hashable, Sendable {
  /// The filled share, from 0 to 1.
  package var share: Double
  /// The colour of the bar.
  package var role: Theme.Role

  /// The bar in a width; empty for zero.
  ///
  /// Anything above zero is visible.
  package func text(width: Int) -> String {
    guard share > 0, width > 0 else { return "" }
    let count = Int(clamping: (min(share, 1) * Double(width)).rounded())
    return count > 0 ? String(repeating: "▇", count: count) : "▏"
  }
}

extension Column {
  /// Whether the column has a meter next to its numbers if there is room.
  package var hasMeter: Bool {
    switch look {
    case .percent: true
    case .delta(_, let reach): reach != nil
    default: false
    }
  }

  /// The meter of a value; nil if it has none.
  package func meter(of value: JSONValue) -> Meter? {
    let text = value.string(limit: 64).text
    guard let number = Double(NumberText.withoutPercentSign(text)), number.isFinite else {
      return nil
    }
    switch look {
    case .percent(let scale):
      let share = number / scale.full
      return Meter(share: share, role: scale.isProgress ? .accent : Self.role(ofLoad: share))
    case .delta(_, let reach?):
      return Meter(share: abs(number) / reach, role: number < 0 ? .failure : .success)
    default: return nil
    }
  }

  /// A high load calls for attention.
  private static func role(ofLoad share: Double) -> Theme.Role {
    share >= 0.9 ? .failure : share >= 0.7 ? .pending : .success
  }
}
