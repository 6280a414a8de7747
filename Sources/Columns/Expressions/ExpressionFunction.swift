/// A function of the values of a row.
package enum RowFunction: String, CaseIterable, Sendable {
  case lower, upper, trim, len, split, match, round, floor, ceil, abs, date, hour, bucket
  /// The status of a Kubernetes pod, which takes no argument.
  case podstatus

  /// The numbers of arguments that it takes.
  var argumentCounts: ClosedRange<Int> { call.counts }

  /// The form of a call.
  var signature: String { call.signature }

  private var call: (counts: ClosedRange<Int>, signature: String) {
    switch self {
    case .split: (3...3, "split(f, \"/\", 1)")
    case .match: (2...2, "match(f, \"[0-9]+\")")
    case .round: (1...2, "round(f, 2)")
    case .bucket: (2...2, "bucket(f, 5m)")
    case .podstatus: (0...0, "podstatus()")
    default: (1...1, "\(rawValue)(f)")
    }
  }
}

/// A function of the values that a row has had.
enum HistoryFunction: String, CaseIterable, Sendable {
  case delta, rate, prev, since, changes, changed
  case avg, min, max, sum, p50, p90, p99, ewma, spark
  case age, gap

  /// Whether a window of time is required, is optional, or makes no sense.
  enum Window { case required, optional, none }

  var window: Window { call.window }
  /// Whether it has an argument.
  var hasArgument: Bool { call.hasArgument }
  /// Whether the argument has to be a number.
  var needsNumbers: Bool { call.needsNumbers }

  private var call: (window: Window, hasArgument: Bool, needsNumbers: Bool) {
    switch self {
    case .avg, .min, .max, .sum, .p50, .p90, .p99, .ewma: (.required, true, true)
    case .delta, .rate, .spark: (.optional, true, true)
    case .changed: (.optional, true, false)
    case .prev, .since: (.none, true, false)
    case .changes, .age, .gap: (.none, false, false)
    }
  }

  /// Whether the value is a time, shown as the span since then.
  var isMoment: Bool { self == .since || self == .age }

  /// The share of values in per cent that a percentile is not exceeded by; nil for other functions.
  var percentile: Int? {
    switch self {
    case .p50: 50
    case .p90: 90
    case .p99: 99
    default: nil
    }
  }

  /// The form of a call.
  var signature: String {
    "\(rawValue)(\(window != .none ? "f, 1m" : hasArgument ? "f" : ""))"
  }
}
