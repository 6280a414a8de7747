package import Columns

/// A count of rows, in the syntax `path,status: count, share, sum(bytes), failed=count where status>=500`.
///
/// | Part | Means |
/// |---|---|
/// | `status` | one row for each value of the field |
/// | `status,path` | one for each combination of values |
/// | `bucket(time, 1m)`, `bucket(bytes, 1000)` | one for each minute, or for each range of 1,000 |
/// | `path > status` | one for each path, with the number of rows of each status as a column |
/// | `count`, `share` | the number of rows, and its share of all in per cent |
/// | `sum(f)`, `avg(f)`, `min(f)`, `max(f)` | of a field's numbers |
/// | `p50(f)`, `p90(f)`, `p99(f)` | percentiles: the least value that so many per cent do not exceed |
/// | `uniq(f)` | the number of different values |
/// | `rate`, `rate(10m)` | rows that arrived per second, in the last minute unless another time is given |
/// | `FIGURE where FILTER` | of the rows that match only |
/// | `name=FIGURE` | with a name of its own |
///
/// Without figures the count and the share are shown, and the sum of the most important amount.
package struct CountSpec: Hashable, Sendable {
  /// A field that forms groups.
  package struct Key: Hashable, Sendable {
    /// The field as the user named it.
    package var field: String
    /// The width of a range of numbers or times; nil for each value by itself.
    package var step: String?

    package init(field: String, step: String? = nil) { (self.field, self.step) = (field, step) }
  }

  /// A figure of each group.
  package struct Figure: Hashable, Sendable {
    /// The computation.
    package var measure: Measure
    /// The filter that rows have to match; nil for all rows.
    package var filter: Filter?
    /// The name that the user gave it; nil for the standard one.
    package var name: String?

    package init(_ measure: Measure, where filter: Filter? = nil, name: String? = nil) {
      (self.measure, self.filter, self.name) = (measure, filter, name)
    }
  }

  /// A computation over the rows of a group.
  package enum Measure: Hashable, Sendable {
    case count
    case share
    /// Rows per second over a window.
    case rate(Duration)
    /// A fold of a field's values.
    case fold(Fold, field: String)
  }

  /// A way to combine the values of a field.
  package enum Fold: String, Hashable, Sendable, CaseIterable {
    case sum, avg, min, max, p50, p90, p99, uniq

    /// The share of values in per cent that a percentile is not exceeded by; nil for other folds.
    var percentile: Int? {
      switch self {
      case .p50: 50
      case .p90: 90
      case .p99: 99
      case .sum, .avg, .min, .max, .uniq: nil
      }
    }
  }

  /// The fields by which rows are counted.
  package var keys: [Key]
  /// The field whose values are columns; nil for none.
  package var pivot: Key?
  /// The time for which a row is counted; nil for as long as it is there.
  package var window: Duration?
  /// The figures; empty for the standard ones.
  package var figures: [Figure]

  package init(keys: [Key], pivot: Key? = nil, figures: [Figure] = []) {
    (self.keys, self.pivot, self.figures) = (keys, pivot, figures)
  }

  /// The expressions among the fields, which rows have to have as fields.
  package var derived: [DerivedField] {
    let names =
      (keys + (pivot.map { [$0] } ?? [])).map(\.field) + figures.compactMap(\.measure.field)
    return names.compactMap { try? Expression.unlessName($0) }.map { DerivedField($0) }
      + figures.flatMap { $0.filter?.derived ?? [] }
  }

  /// The window of a rate without one.
  package static let standardWindow = Duration.seconds(60)
  /// The maximum number of fields, and of figures.
  package static let maximumCount = 16

  /// Parses a specification.
  ///
  /// ```swift
  /// let spec = try CountSpec("path: count, sum(bytes)")
  /// ```
  /// - Throws: `SettingError` with the position of the mistake.
  package init(_ text: String) throws(SettingError) {
    var parser = CountParser(text)
    self = try parser.parse()
  }
}

extension CountSpec.Measure {
  /// The field whose values are combined; nil for counts.
  var field: String? {
    if case .fold(_, let field) = self { field } else { nil }
  }
}

extension CountSpec: CustomStringConvertible {
  /// Text that parses to the same specification.
  package var description: String {
    var text = keys.map(\.description).joined(separator: ",")
    if let pivot { text += " > \(pivot)" }
    if let window { text += " in \(window.countText)" }
    if !figures.isEmpty { text += ": " + figures.map(\.description).joined(separator: ", ") }
    return text
  }
}

extension CountSpec.Key: CustomStringConvertible {
  /// Text that parses to the same key.
  package var description: String {
    step.map { "bucket(\(CountParser.quoted(field)), \($0))" } ?? CountParser.quoted(field)
  }
}

extension CountSpec.Figure: CustomStringConvertible {
  /// Text that parses to the same figure.
  package var description: String {
    (name.map { CountParser.quoted($0) + "=" } ?? "") + measure.description
      + (filter.map { " where \($0.text)" } ?? "")
  }
}

extension CountSpec.Measure: CustomStringConvertible {
  /// Text that parses to the same measure.
  package var description: String {
    switch self {
    case .count: "count"
    case .share: "share"
    case .rate(CountSpec.standardWindow): "rate"
    case .rate(let window): "rate(\(window.countText))"
    case .fold(let fold, let field): "\(fold.rawValue)(\(CountParser.quoted(field)))"
    }
  }
}

extension Duration {
  /// The duration in the largest unit that divides it: `5m`.
  package var countText: String {
    let seconds = components.seconds
    for (unit, length) in [("d", Int64(86_400)), ("h", 3_600), ("m", 60)]
    where seconds % length == 0 && seconds >= length {
      return "\(seconds / length)\(unit)"
    }
    return "\(seconds)s"
  }
}
