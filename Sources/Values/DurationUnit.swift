/// The unit of a number that is a duration.
package enum DurationUnit: String, Hashable, Sendable, CaseIterable {
  case seconds
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The unit in the suffix of a field name: `latency_ms`, `durationNanos`; nil if there is none.
  package init?(fieldName: String) {
    let name = fieldName.lowercased()
    let isCamel = { (suffix: String) in
      // The last letters of `vCPUs` are not a word.
      fieldName.hasSuffix(suffix.prefix(1).uppercased() + suffix.dropFirst())
        && !(fieldName.dropLast(suffix.count).last?.isUppercase ?? false)
    }
    for (unit, suffixes) in Self.suffixes {
      for suffix in suffixes where name.hasSuffix("_" + suffix) || isCamel(suffix) {
        self = unit
        return
      }
    }
    return nil
  }

  private static let suffixes: [(DurationUnit, [String])] = [
    (.milliseconds, ["ms", "msec", "millis", "milliseconds"]),
    (.microseconds, ["us", "usec", "micros", "microseconds"]),
    (.nanoseconds, ["ns", "nsec", "nanos", "nanoseconds"]),
    (.seconds, ["secs", "seconds"]),
  ]

  /// The exponent of the unit in seconds.
  package var power: Int {
    switch self {
    case .seconds: 0
    case .milliseconds: -3
    case .microseconds: -6
    case .nanoseconds: -9
    }
  }
}
