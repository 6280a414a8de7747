public import Feeds
internal import Patterns
public import Values

/// Which rows are shown: words that they contain and fields that compare.
///
/// | Term | A row is shown that |
/// |---|---|
/// | `refund` | contains the text in any value |
/// | `~^re_.*d$` | contains a match of the regular expression in any value |
/// | `status=failed`, `status!=failed` | has that value in the field, or not |
/// | `status=failed,pending` | has one of these values in the field; `!=`, none of them |
/// | `amount>1000`, `>=`, `<`, `<=` | has a greater or lesser value in the field |
/// | `created>-5m`, `created>2026-11-22` | has a later time in the field |
/// | `created=2026-11-22` | has a time of that day in the field |
/// | `level>=warn`, `size>1.5Gi`, `latency>50ms` | has a more severe level, a larger size, a longer span |
/// | `type~refund`, `type!~refund` | has a match in the field, or not |
/// | `status=""`, `status!=""` | has nothing in the field, or something |
///
/// All of several terms must match; `or` separates alternatives, `not`, `!` or `-` before a term
/// negates it, and brackets group. Quotation marks make a word literal.
///
/// Fields are named as by ``FieldName``. Case makes no difference unless there is an upper-case
/// letter. Numbers are compared exactly as they are written, whatever their length, with an
/// optional `%` on either side; an amount of money is the number in the feed, in whatever unit.
/// Units are compared by their meaning. A date such as `2026-11-21`, a time in any form that
/// ``TimeReader`` knows, and a signed span, which is relative to the present, are compared with any
/// field that contains a time. A comparison with a missing field does not match, except for `!=`
/// and `!~`.
public struct Filter: Sendable {
  /// The filter as it was written, without space around it.
  public let text: String
  private(set) var root: Condition

  /// What has to hold.
  indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// A match in any value of the row.
    case contains(Pattern)
    case field(FieldName, Comparison)
  }

  /// Reads a filter.
  ///
  /// ```swift
  /// let filter = try Filter("status=failed amount>1000 type~refund")
  /// let shown = rows.filter(filter.matches)
  /// ```
  /// - Parameter text: Terms, as above.
  /// - Throws: `FilterError` with the place where something else was expected.
  public init(_ text: String) throws(FilterError) {
    self.text = String(text.trimming)
    root = try FilterParser.parse(text)
  }

  /// Whether the row is to be shown.
  ///
  /// - Complexity: O(*n*) in the length of the row's text, for each term that is examined; nothing
  ///   is decoded that no term asks for.
  public func matches(_ row: Row) -> Bool { root.matches(row.value) }

  /// The filter with its times in a time zone, at a present; without it, times are at Greenwich, and
  /// those that count from the present hold for no row.
  public func resolved(in reader: TimeReader) -> Filter {
    var filter = self
    filter.root = root.resolved(in: reader)
    return filter
  }

  /// How long the filter stays what it is while time continues, before it has to be resolved again;
  /// nil for ever.
  public var refreshInterval: Duration? {
    root.comparisons.compactMap(\.comparison.refreshInterval).min()
  }

  /// The names of the fields that the filter looks at.
  package var fields: [FieldName] { root.fields }
}

extension Filter: Hashable {
  /// Whether two filters are written the same.
  public static func == (left: Filter, right: Filter) -> Bool { left.text == right.text }

  /// Feeds the text into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Filter.Condition {
  func matches(_ row: JSONValue) -> Bool {
    switch self {
    case .all(let conditions): return conditions.allSatisfy { $0.matches(row) }
    case .any(let conditions): return conditions.contains { $0.matches(row) }
    case .not(let condition): return !condition.matches(row)
    case .contains(let pattern): return !row.forEachLeaf { !pattern.matches($0) }
    case .field(let name, let comparison): return comparison.holds(for: name.value(in: row))
    }
  }

  fileprivate var fields: [FieldName] { comparisons.map(\.field) }

  /// The comparisons of fields, in their order.
  var comparisons: [(field: FieldName, comparison: Comparison)] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.comparisons)
    case .not(let condition): condition.comparisons
    case .contains: []
    case .field(let name, let comparison): [(name, comparison)]
    }
  }

  func resolved(in reader: TimeReader) -> Filter.Condition {
    switch self {
    case .all(let conditions): .all(conditions.map { $0.resolved(in: reader) })
    case .any(let conditions): .any(conditions.map { $0.resolved(in: reader) })
    case .not(let condition): .not(condition.resolved(in: reader))
    case .contains: self
    case .field(let name, let comparison): .field(name, comparison.resolved(in: reader))
    }
  }
}

extension StringProtocol {
  /// The text without white space around it.
  package var trimming: SubSequence {
    let text = drop(while: \.isWhitespace)
    return text.prefix(text.count - text.reversed().prefix(while: \.isWhitespace).count)
  }
}
