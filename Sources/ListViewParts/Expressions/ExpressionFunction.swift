/// A function of the values of a row.
enum RowFunction: String, CaseIterable, Sendable {
  case lower, upper, trim, len, split, match, round, floor, ceil, abs, date, hour, bucket
  /// The status of a Kubernetes pod, which takes no argument.
  case podstatus

  /// The numbers of arguments that it takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .lower, .upper, .trim, .len, .floor, .ceil, .abs, .date, .hour: 1...1
    case .split: 3...3
    case .match, .bucket: 2...2
    case .round: 1...2
    case .podstatus: 0...0
    }
  }

  /// The form of a call.
  var signature: String {
    switch self {
    case .split: "split(f, \"/\", 1)"
    case .match: "match(f, \"[0-9]+\")"
    case .round: "round(f, 2)"
    case .bucket: "bucket(f, 5m)"
    case .podstatus: "podstatus()"
    default: "\(rawValue)(f)"
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

  var window: Window {
    switch self {
    case .avg, .min, .max, .sum, .p50, .p90, .p99, .ewma: .required
    case .delta, .rate, .changed, .spark: .optional
    case .prev, .since, .changes, .age, .gap: .none
    }
  }

  /// Whether it has an argument.
  var hasArgument: Bool {
    switch self {
    case .age, .gap, .changes: false
    default: true
    }
  }

  /// Whether the argument has to be a number.
  var needsNumbers: Bool {
    switch self {
    case .prev, .since, .changes, .changed, .age, .gap: false
    default: true
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
    switch window {
    case .required, .optional: "\(rawValue)(f, 1m)"
    case .none: hasArgument ? "\(rawValue)(f)" : "\(rawValue)()"
    }
  }
}
