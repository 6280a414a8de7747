internal import Feeds
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
    /// All values in order.
    case values(RankTree<Value>)
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
    case .fold: state = .values(RankTree())
    }
  }

  /// Whether the figure falls even if nothing happens.
  var isFalling: Bool { if case .rate(_, let seconds) = state { !seconds.isEmpty } else { false } }

  /// Adds what a row contributes, or takes it back.
  ///
  /// - Parameters:
  ///   - value: The value of the figure's column; nil for none.
  ///   - currency: Its currency; nil for none.
  ///   - order: How it is read as a number.
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
      let code = SummaryFigure.code(currency) ?? ""
      if !sums.contains(where: { $0.code == code }) { sums.append((code, .init())) }
      if let place = sums.firstIndex(where: { $0.code == code }) {
        sums[place].amount.add(ExactSum.Summand(number), isRemoved: isRemoved)
        if sums[place].amount.count == 0 { sums.remove(at: place) }
      }
      count += one
      state = .sums(sums)
    case .values(var values):
      guard let value, let number = order.summand(value) else { return }
      state = .count
      let rank = values.position { $0.number < number }.rank
      if !isRemoved {
        values.insert(Value(number: number), at: rank)
      } else if rank < values.count {
        values.remove(at: rank)
      }
      count = values.count
      state = .values(values)
    }
  }

  /// The figure as JSON; nil if there is none, such as the mean of nothing.
  mutating func json(of figure: CountPlan.Figure, at instant: ContinuousClock.Instant) -> String? {
    switch state {
    case .count: return "\(count)"
    case .distinct(let counts): return "\(counts.count)"
    case .rate(let window, var seconds):
      state = .count
      seconds.removeAll { $0.second + window <= instant }
      state = .rate(window, seconds)
      let count = seconds.reduce(0) { $0 + $1.count }
      let length = max(1, window.components.seconds)
      return DecimalNumber(count).divided(by: UInt64(length), places: 2)?.text
    case .values(let values):
      guard values.count > 0, case .fold(let fold, _) = figure.measure else { return nil }
      let rank: Int
      switch fold {
      case .min: rank = 0
      case .max: rank = values.count - 1
      // The nearest rank: the least value that so many per cent of the values do not exceed.
      default: rank = max(0, (values.count * (fold.percentile ?? 0) + 99) / 100 - 1)
      }
      return values[rank].number.text
    case .sums(let sums):
      let texts = sums.compactMap { sum -> (String, String)? in
        let isMean = figure.measure.isMean
        return (isMean ? sum.amount.meanText : sum.amount.sum.text).map { (sum.code, $0) }
      }
      guard figure.format == .money || figure.format == .amount else { return texts.first?.1 }
      guard let first = texts.first else { return nil }
      if texts.count == 1, !first.0.isEmpty {
        return "{\"amount\":\(first.1),\"currency\":\"\(first.0)\"}"
      }
      // Different currencies are never added.
      let all = texts.sorted { $0.0 < $1.0 }.map { code, text in
        ColumnSums.text(of: text, in: code, isMinor: figure.format == .money)
      }
      return texts.count == 1
        ? "{\"amount\":\(first.1)}" : "{\"amount\":\"\(all.joined(separator: " + "))\"}"
    }
  }
}

extension CountSpec.Measure {
  fileprivate var isMean: Bool { if case .fold(.avg, _) = self { true } else { false } }
}
