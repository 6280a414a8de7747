internal import Values

import Glibc

/// The values that a row has had, as far as a function of the past needs them.
///
/// Values at the same instant count as one, the last of them, where a span of time is divided by; time never runs
/// backwards. A window is divided into ``resolution`` parts of equal length since 1970: a part belongs to
/// the window as a whole or not at all.
struct RowSeries: Sendable {
  /// The number of parts of a window.
  static let resolution = 128
  /// The number of values that a percentile considers at most, the newest ones.
  static let maximumCount = 1_024

  /// The value now, and when it was first seen in a row.
  private var value: ExpressionValue?
  private var changedAt: FeedTime?
  private var valueBefore: ExpressionValue?
  /// The number now, and those of the update before and of an earlier instant.
  private var number: DecimalNumber?
  private var numberBefore: DecimalNumber?
  private var base: (number: DecimalNumber, time: FeedTime)?
  private var time: FeedTime?
  /// When the row was first and last seen.
  private var firstTime: FeedTime?
  private var lastTime: FeedTime?
  private var rises = 0
  private var falls = 0
  private var average: Double?
  private var parts: [Part] = []

  /// The numbers of a part of the window.
  private struct Part: Sendable {
    let index: Int64
    let first: DecimalNumber
    var last: DecimalNumber
    var least: DecimalNumber
    var greatest: DecimalNumber
    var sum: DecimalNumber
    var count = 1
    /// The growth of the numbers of a counter.
    var increase: DecimalNumber
    /// All numbers, if a percentile is asked for.
    var all: [DecimalNumber] = []
  }

  /// Whether the numbers are those of a counter, which falls when it is reset: they rose eight times as often.
  private var isCounter: Bool { rises >= 8 * (falls + 1) }

  /// Adds the value at a time.
  ///
  /// - Complexity: O(1), and amortised O(1) for the parts that leave the window.
  mutating func add(
    _ new: ExpressionValue?,
    at time: FeedTime,
    for tracker: Expression.Tracker,
    _ times: TimeReader
  ) {
    lastTime = time
    if firstTime == nil {
      (value, firstTime) = (new, time)
    } else if new != value {
      (valueBefore, value, changedAt) = (value, new, time)
    }
    guard tracker.function.needsNumbers, let next = new?.number(times) else { return }
    add(next, at: time, for: tracker)
  }

  private mutating func add(
    _ next: DecimalNumber,
    at time: FeedTime,
    for tracker: Expression.Tracker
  ) {
    let increase = number.flatMap { self.increase(from: $0, to: next) } ?? .zero
    if let number {
      if number < next { rises += 1 } else if next < number { falls += 1 }
      if let last = self.time, last < time { base = (number, last) }
    }
    if tracker.function == .ewma, let window = tracker.window {
      let (old, new) = (average, next.approximation)
      let elapsed = self.time.map { time.timeSince($0) } ?? .zero
      let weight = exp(-(elapsed / window))
      average = old.map { $0 * weight + new * (1 - weight) } ?? new
    }
    (numberBefore, number) = (number, next)
    self.time = max(time, self.time ?? time)
    guard let window = tracker.window, tracker.function != .ewma else { return }
    let index = Self.index(of: time, window)
    let keepsAll = tracker.function.percentile != nil
    if var part = parts.last, part.index == index {
      parts.removeLast()
      part.last = next
      part.least = min(part.least, next)
      part.greatest = max(part.greatest, next)
      part.sum = part.sum.plus(next) ?? part.sum
      part.increase = part.increase.plus(increase) ?? part.increase
      part.count += 1
      if keepsAll { part.all.append(next) }
      if part.all.count > Self.maximumCount { part.all.removeFirst() }
      parts.append(part)
    } else {
      parts.append(
        Part(
          index: index,
          first: next,
          last: next,
          least: next,
          greatest: next,
          sum: next,
          increase: increase,
          all: keepsAll ? [next] : []
        )
      )
      trim(to: index)
    }
  }

  /// The growth of a number: a counter that falls was reset and counts from zero.
  private func increase(from old: DecimalNumber, to new: DecimalNumber) -> DecimalNumber? {
    new < old && isCounter ? new : new.minus(old)
  }

  /// Forgets the parts that left the window, except the last one, with which others are compared.
  private mutating func trim(to index: Int64) {
    let first = index - Int64(Self.resolution)
    let count = parts.prefix { $0.index <= first }.count
    if count > 1 { parts.removeFirst(count - 1) }
  }

  private static func index(of time: FeedTime, _ window: Duration) -> Int64 {
    let length = Int128(partLength(window))
    let (quotient, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: length)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }

  /// The length of a part of a window in nanoseconds.
  private static func partLength(_ window: Duration) -> Int64 {
    max(1, Int64(clamping: window.attoseconds / 1_000_000_000) / Int64(resolution))
  }

  /// When the value of a function may next differ although nothing is added; nil for never.
  func nextChange(after now: FeedTime, of tracker: Expression.Tracker) -> FeedTime? {
    guard let window = tracker.window else { return nil }
    switch tracker.function {
    case .ewma: return nil
    case .changed:
      return changedAt.map { $0.advanced(by: window) }.flatMap { $0 > now ? $0 : nil }
    case let function:
      let end = Self.index(of: now, window)
      let first = end - Int64(Self.resolution)
      guard let oldest = parts.first(where: { $0.index > first }) else { return nil }
      // A graph moves on by one column, all others change when a part leaves the window.
      let next =
        function == .spark
        ? (Self.column(of: end) + 1) * Self.columnWidth : oldest.index + Int64(Self.resolution)
      return FeedTime(exactly: Int128(next) * Int128(Self.partLength(window)))
    }
  }

  // MARK: Values

  /// The value of a function at a time; nil if there is none.
  ///
  /// - Parameters:
  ///   - tracker: The function.
  ///   - now: The time, not earlier than that of the last value.
  /// - Returns: The value.
  /// - Complexity: O(1): the number of parts of a window is bounded.
  func value(of tracker: Expression.Tracker, at now: FeedTime) -> ExpressionValue? {
    switch tracker.function {
    case .prev: return valueBefore
    case .since: return (changedAt ?? firstTime).map { .time($0) }
    case .changed:
      guard let changedAt else { return .flag(false) }
      return .flag(tracker.window.map { now.timeSince(changedAt) < $0 } ?? (changedAt == lastTime))
    case .ewma: return average.flatMap { DecimalNumber($0) }.map { .number($0) }
    case .delta where tracker.window == nil:
      guard let number, let numberBefore else { return nil }
      return number.minus(numberBefore).map { .number($0) }
    case .rate where tracker.window == nil:
      guard let number, let base, let time else { return nil }
      return increase(from: base.number, to: number)
        .flatMap { Self.perSecond($0, in: time.timeSince(base.time)) }
    case .age, .gap, .changes: return nil
    default: return tracker.window.flatMap { windowed(tracker.function, over: $0, at: now) }
    }
  }

  private static func perSecond(_ number: DecimalNumber, in span: Duration) -> ExpressionValue? {
    let nanoseconds = DecimalNumber(Int64(clamping: span.attoseconds / 1_000_000_000))
    return number.scaled(byPowerOfTen: 9).divided(by: nanoseconds).map { .number($0) }
  }

  private func windowed(
    _ function: HistoryFunction,
    over window: Duration,
    at now: FeedTime
  ) -> ExpressionValue? {
    guard let number, let firstTime, let lastTime else { return nil }
    let end = Self.index(of: now, window)
    let first = end - Int64(Self.resolution)
    let inside = parts.drop { $0.index <= first }
    let before = parts[..<inside.startIndex].last
    switch function {
    case .delta:
      return (before?.last ?? parts.first?.first).flatMap { number.minus($0) }.map { .number($0) }
    case .rate:
      // Between two updates a rate changes only when something leaves the window.
      let span = before == nil ? min(lastTime.timeSince(firstTime), window) : window
      guard span > .zero else { return nil }
      let sum = inside.reduce(DecimalNumber.zero) { $0.plus($1.increase) ?? $0 }
      return Self.perSecond(sum, in: span)
    // A row without updates still has the value that it had.
    case .avg, .min, .max, .sum, .p50, .p90, .p99: break
    case .spark: return .text(graph(endingAt: end))
    default: return nil
    }
    guard !inside.isEmpty else { return .number(number) }
    switch function {
    case .min: return inside.map(\.least).min().map { .number($0) }
    case .max: return inside.map(\.greatest).max().map { .number($0) }
    case .sum, .avg:
      let sum = inside.reduce(DecimalNumber.zero) { $0.plus($1.sum) ?? $0 }
      let count = inside.reduce(0) { $0 + $1.count }
      return (function == .sum ? sum : sum.divided(by: DecimalNumber(count))).map { .number($0) }
    default:
      guard let share = function.percentile else { return nil }
      let all = inside.flatMap(\.all).suffix(Self.maximumCount).sorted()
      return .number(all[max(0, (all.count * share + 99) / 100 - 1)])
    }
  }

  /// The columns of a graph, and how many parts of the window are in one.
  private static let graphWidth = 16
  private static let columnWidth = Int64(resolution / graphWidth)

  /// The number of the column that a part is in.
  private static func column(of part: Int64) -> Int64 {
    (part - (part % columnWidth + columnWidth) % columnWidth) / columnWidth
  }

  /// The last numbers of the columns up to that of a part, lowest to highest; there are none before the first number.
  private func graph(endingAt end: Int64) -> String {
    let last = Self.column(of: end)
    var numbers: [Double] = []
    var position = 0
    var current: Double?
    for column in last - Int64(Self.graphWidth) + 1...last {
      while position < parts.count, Self.column(of: parts[position].index) <= column {
        current = parts[position].last.approximation
        position += 1
      }
      if let current { numbers.append(current) }
    }
    return Trend.picture(of: numbers)
  }
}
