internal import Values

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
