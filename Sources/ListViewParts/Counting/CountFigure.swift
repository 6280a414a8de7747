import Ordering
import Columns
internal import FeedValues
internal import RowTree
internal import Values

/// A figure of a group: what its rows add up to.
struct CountFigure: Sendable {
  /// The number of rows, or of values that are numbers.
  private(set) var count = 0
  private var state: State

  private enum State: Sendable {
    case count
    /// Sums by currency, in the order in which the currencies were met; mostly there is one.
    case sums([(code: String, amount: SummaryFigure.Amount)])
    /// All values in order, by currency.
    case values([(code: String, values: RankTree<Value>)])
    /// The number of rows with each value.
    case distinct([String: Int])
    /// The number of rows that arrived in each second, the oldest first.
    case rate(Duration, [(second: ContinuousClock.Instant, count: Int)])
  }

  /// A number among others, of which there may be many.
  struct Value: SummarizedElement {
    let number: DecimalNumber
    var summary: NoSummary { NoSummary() }
  }

  init(_ measure: CountSpec.Measure) {
    switch measure {
    case .count, .share: state = .count
    case .rate(let window): state = .rate(window, [])
    case .fold(.sum, _), .fold(.avg, _): state = .sums([])
    case .fold(.uniq, _): state = .distinct([:])
    case .fold: state = .values([])
    }
  }

  /// Whether the figure falls even if nothing happens.
  func isFalling(at instant: ContinuousClock.Instant) -> Bool {
    guard case .rate(let window, let seconds) = state, let last = seconds.last else { return false }
    return last.second + window > instant
  }

  /// Whether rows arrived in the window when it was moved last.
  var isFalling: Bool { if case .rate(_, let seconds) = state { !seconds.isEmpty } else { false } }

  /// Adds what a row contributes, or takes it back.
  ///
  /// - Parameters:
  ///   - value: The value of the figure's column; nil for none.
  ///   - currency: Its currency; nil for none.
  ///   - order: The order by which it is read as a number.
  ///   - isRemoved: Whether it is taken back.
  ///   - instant: When the row arrived; nil if it was there before.
  mutating func take(
    _ value: FoundValue?,
    _ currency: FoundValue?,
    _ order: ValueOrder,
    isRemoved: Bool,
    at instant: ContinuousClock.Instant?
  ) {
    let one = isRemoved ? -1 : 1
    switch state {
    case .count: count += one
    case .rate(let window, var seconds):
      guard let instant, !isRemoved else { return }
      state = .count
      Self.leave(&seconds, window, at: instant)
      if let last = seconds.last, instant - last.second < .seconds(1) {
        seconds[seconds.count - 1].count += 1
      } else {
        seconds.append((instant, 1))
      }
      state = .rate(window, seconds)
    case .distinct(var counts):
      guard let value, value.kind != .null else { return }
      state = .count  // avoids a copy
      let text = value.string
      counts[text, default: 0] += one
      if counts[text] == 0 { counts[text] = nil }
      state = .distinct(counts)
    case .sums(var sums):
      guard let value, let number = order.summand(value) else { return }
      state = .count
      let code = Self.code(of: value, currency)
      if !sums.contains(where: { $0.code == code }) { sums.append((code, .init())) }
      if let place = sums.firstIndex(where: { $0.code == code }) {
        sums[place].amount.add(ExactSum.Summand(number), isRemoved: isRemoved)
        if sums[place].amount.count == 0 { sums.remove(at: place) }
      }
      count += one
      state = .sums(sums)
    case .values(var all):
      guard let value, let number = order.summand(value) else { return }
      state = .count
      let code = Self.code(of: value, currency)
      if !all.contains(where: { $0.code == code }) { all.append((code, RankTree())) }
      if let place = all.firstIndex(where: { $0.code == code }) {
        let rank = all[place].values.position { $0.number < number }.rank
        if !isRemoved {
          all[place].values.insert(Value(number: number), at: rank)
        } else if rank < all[place].values.count {
          all[place].values.remove(at: rank)
        }
        if all[place].values.isEmpty { all.remove(at: place) }
      }
      count += one
      state = .values(all)
    }
  }

  /// Moves the window of a rate to an instant.
  mutating func move(to instant: ContinuousClock.Instant) {
    guard case .rate(let window, var seconds) = state else { return }
    state = .count  // avoids a copy
    Self.leave(&seconds, window, at: instant)
    state = .rate(window, seconds)
  }

  private static func leave(
    _ seconds: inout [(second: ContinuousClock.Instant, count: Int)],
    _ window: Duration,
    at instant: ContinuousClock.Instant
  ) {
    seconds.removeFirst(seconds.prefix { $0.second + window <= instant }.count)
  }

  /// The figure as JSON; nil if there is none, such as the mean of nothing.
  func json(of figure: CountPlan.Figure, at instant: ContinuousClock.Instant) -> String? {
    switch state {
    case .count: return "\(count)"
    case .distinct(let counts): return "\(counts.count)"
    case .rate(let window, let seconds):
      let count = seconds.reduce(0) { $1.second + window > instant ? $0 + $1.count : $0 }
      let length = max(1, window.components.seconds)
      return DecimalNumber(count).divided(by: UInt64(length), places: 2)?.text
    case .values(let all):
      guard case .fold(let fold, _) = figure.measure else { return nil }
      return Self.json(
        all.compactMap { code, values in
          let rank: Int
          switch fold {
          case .min: rank = 0
          case .max: rank = values.count - 1
          // The nearest rank: the least value that so many per cent of the values do not exceed.
          default: rank = max(0, (values.count * (fold.percentile ?? 0) + 99) / 100 - 1)
          }
          return values[rank].number.text.map { (code, $0) }
        },
        figure.format
      )
    case .sums(let sums):
      let isMean = figure.measure.isMean
      return Self.json(
        sums.compactMap { code, amount in
          (isMean ? amount.meanText : amount.sum.text).map { (code, $0) }
        },
        figure.format
      )
    }
  }

  /// The code of a value's currency, which may be written beside the number; empty for none.
  private static func code(of value: FoundValue, _ currency: FoundValue?) -> String {
    if let code = SummaryFigure.code(currency), !code.isEmpty { return code }
    return value.kind == .string ? Quantity(value.string)?.currency ?? "" : ""
  }

  /// Numbers as JSON; those of different currencies are never added.
  private static func json(
    _ texts: [(code: String, text: String)],
    _ format: Column.FormatName
  ) -> String? {
    guard let first = texts.first else { return nil }
    switch format {
    case .money, .amount:
      guard texts.count > 1 else {
        let currency = first.code.isEmpty ? "" : ",\"currency\":\"\(first.code)\""
        return "{\"amount\":\(first.text)\(currency)}"
      }
      let all = texts.sorted { $0.code < $1.code }.map {
        ColumnSums.text(of: $0.text, in: $0.code, isMinor: format == .money)
      }
      return "{\"amount\":\"\(all.joined(separator: " + "))\"}"
    case .text:
      var bytes: [UInt8] = []
      let all = texts.sorted { $0.code < $1.code }.map {
        $0.code.isEmpty ? $0.text : $0.code + ColumnSums.text(of: $0.text, decimalPlaces: 2)
      }
      bytes.appendJSONString(Array(all.joined(separator: " + ").utf8))
      return String(decoding: bytes, as: UTF8.self)
    default: return first.text
    }
  }
}

extension CountSpec.Measure {
  fileprivate var isMean: Bool { if case .fold(.avg, _) = self { true } else { false } }
}
