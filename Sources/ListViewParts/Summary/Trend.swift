internal import Values

/// What a figure was in the last minutes, in buckets of time, and its picture: `▁▂▃▅▇█`.
///
/// It reads no clock and never runs by itself: buckets continue with what is recorded.
struct Trend: Hashable, Sendable {
  /// What a bucket holds.
  enum Kind: Hashable, Sendable {
    /// The last value; a bucket in which nothing was recorded continues with the one before.
    case level
    /// The sum of the values; a bucket in which nothing was recorded has none.
    case count
  }

  /// How long a bucket is in the end: two minutes are kept.
  static let lastStep = Duration.seconds(5)
  /// How long a bucket is at first, so that there is soon something to see; where no more buckets
  /// are free, two become one.
  static let firstStep = Duration.milliseconds(1_250)
  /// How many buckets are kept.
  static let length = 24

  let kind: Kind
  /// The buckets that there are, the newest last; all from the first one until there are too many.
  private(set) var values: [Double] = []
  private var step = Trend.firstStep
  private var origin: ContinuousClock.Instant?
  /// The number of the newest bucket, from the origin.
  private var newest = 0

  init(_ kind: Kind) { self.kind = kind }

  /// Takes a value in; one that is no number is omitted, and one from before the newest bucket
  /// counts as new.
  mutating func record(_ value: Double, at instant: ContinuousClock.Instant) {
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

  /// Makes one bucket of two.
  private mutating func coarsen() {
    values = stride(from: 0, to: values.count, by: 2).map { first in
      let pair = values[first..<min(first + 2, values.count)]
      return kind == .level ? pair[pair.endIndex - 1] : pair.reduce(0, +)
    }
    newest /= 2
    step *= 2
  }

  /// The sum of the values of the last minute per second; 0 if nothing was recorded in it.
  func rate(at instant: ContinuousClock.Instant) -> Double {
    guard let origin else { return 0 }
    let gone = bucket(of: instant) - newest
    let sum = values.suffix(max(0, Int(clamping: Duration.seconds(60) / step) - gone)).reduce(0, +)
    // In the first minute there is no more than there is.
    let span = min(Duration.seconds(60), max(instant - origin, .seconds(1)))
    return sum / (span / .seconds(1))
  }

  /// The change of the value within the last minute, or since the first one; nil if there is none.
  ///
  /// For levels; the sum of counts is ``rate(at:)``.
  func change(at instant: ContinuousClock.Instant) -> Double? {
    guard let last = values.last, values.count > 1 else { return nil }
    let gone = max(0, bucket(of: instant) - newest)
    let back = Int(clamping: Duration.seconds(60) / step) - gone
    return last - values[max(0, values.count - 1 - max(back, 0))]
  }

  /// When `rate(at:)` will be another one though nothing is recorded; nil if it stays 0.
  func nextChange(after instant: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let origin, rate(at: instant) > 0 else { return nil }
    return origin + step * (max(newest, bucket(of: instant)) + 1)
  }

  /// The picture of the newest values, scaled from the least to the greatest of them.
  ///
  /// - Parameter width: The maximum number of values, and the columns of the screen.
  /// - Returns: A sign for each value, the oldest first; the lowest one for all where none differs.
  func picture(width: Int) -> String {
    let shown = values.suffix(width)
    guard let low = shown.min(), let high = shown.max(), low < high else {
      return String(repeating: "▁", count: shown.count)
    }
    // Halves, so that no difference is too large for a number.
    let range = high / 2 - low / 2
    let last = Double(Self.signs.count - 1)
    return String(
      shown.map { value in
        let share = range > 0 ? (value / 2 - low / 2) / range : 0
        return Self.signs[
          max(0, min(Self.signs.count - 1, Int(clamping: (share * last).rounded())))
        ]
      }
    )
  }

  private static let signs = Array("▁▂▃▄▅▆▇█")
}
