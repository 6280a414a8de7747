package import Columns
internal import FeedValues
internal import Values

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

extension CountSpec.Key {
  /// Counts by a column: by each of its values, or by ranges if there are too many numbers or times to compare.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - list: The rows, of which a sample is examined.
  package init(of column: Column, in list: ListReading) {
    self.init(field: column.path.description)
    let values = list.sample(Self.sampleSize).compactMap { column.value(of: $0) }
    guard Set(values.map(\.string)).count > Self.fewValues, !column.isKey else { return }
    let order = ValueOrder(of: column, sample: list.sample(200), reader: list.times)
    if case .time? = order {
      let times = values.compactMap { list.times.time($0) }
      guard let first = times.min(), let last = times.max() else { return }
      let seconds = Int64(last.seconds - first.seconds)
      let length = Self.lengths.first { $0 * Int64(Self.fewValues) >= seconds }
      step = Duration.seconds(length ?? Self.lengths[Self.lengths.count - 1]).countText
    } else if [.number, .money, .size, .duration].contains(order), column.holdsQuantities {
      let numbers = values.compactMap { value in
        value.withFound { (order ?? .number).summand($0)?.approximation }
      }
      guard let least = numbers.min(), let greatest = numbers.max() else { return }
      step = Self.step(from: least, to: greatest)
    }
  }

  /// A round width of which at most a dozen cover a range of numbers; nil for an empty one.
  static func step(from least: Double, to greatest: Double) -> String? {
    let width = (greatest - least) / Double(fewValues)
    guard width > 0, width.isFinite else { return nil }
    let power = width.log10.rounded(.down)
    guard -18...30 ~= power else { return nil }
    for (digit, next) in [("1", 1.0), ("2", 2.0), ("5", 5.0), ("10", 10.0)] {
      guard let unit = Double("\(digit)e\(Int(power))"), unit >= width || next == 10 else {
        continue
      }
      return DecimalNumber("\(digit)e\(Int(power))")?.text
    }
    return nil
  }

  private static let sampleSize = 4_096
  /// More values than these are not read one by one.
  private static let fewValues = 12
  /// The widths of ranges of times, in seconds.
  private static let lengths: [Int64] = [
    1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800,
  ]
}

extension Double {
  /// The logarithm to base 10, without the C library: the exponent of the decimal representation is enough.
  fileprivate var log10: Double {
    var (value, power) = (self, 0.0)
    while value >= 10 { (value, power) = (value / 10, power + 1) }
    while value < 1 { (value, power) = (value * 10, power - 1) }
    return power
  }
}

extension Column {
  /// Whether numbers are amounts of something, rather than names such as process numbers and ports.
  fileprivate var holdsQuantities: Bool {
    switch look {
    case .response, .identifier: false
    default: !FieldWords(path.name).isNumbering
    }
  }
}

/// The rows of the last minutes: they are counted while they are in the window, and taken back when they leave it.
struct CountWindow: Sendable {
  private let length: Duration
  /// The rows in the window, and the second at which each of them leaves it.
  private var rows: [RowID: (row: Row, leaves: Int)] = [:]
  private var agenda = Agenda()
  /// The end of the window: the present, or the newest time of a list that is not live.
  private(set) var end: FeedTime?

  init(_ length: Duration) { self.length = length }

  /// Whether rows leave the window even if nothing happens.
  var isEmptying: Bool { agenda.next != nil }

  /// Takes a row that is counted from now on.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - time: Its time.
  /// - Returns: Whether it is in the window.
  mutating func enter(_ row: Row, at time: FeedTime) -> Bool {
    let leaving = time.advanced(by: length)
    let second = leaving.seconds + (leaving.nanosecond > 0 ? 1 : 0)
    if let end, second <= end.seconds { return false }
    rows[row.id] = (row, second)
    agenda.add(row.id, at: second)
    return true
  }

  /// Lets go of a row that has changed or gone.
  ///
  /// - Returns: Whether it was in the window.
  mutating func leave(_ row: Row) -> Bool { rows.removeValue(forKey: row.id) != nil }

  /// Moves the end of the window.
  ///
  /// - Returns: The rows that have left it.
  /// - Complexity: O(*k* log *n*) for *k* rows.
  mutating func move(to end: FeedTime) -> [Row] {
    self.end = end
    return agenda.take(upTo: end.seconds).compactMap { second, id in
      guard let found = rows[id], found.leaves == second else { return nil }
      rows[id] = nil
      return found.row
    }
  }
}
