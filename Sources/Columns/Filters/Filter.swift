package import FeedValues
package import Patterns
package import Values

/// A condition on rows, made up of words that they contain and comparisons of fields.
///
/// | Term | Matches rows |
/// |---|---|
/// | `refund` | that contain the text in any value |
/// | `~^re_.*d$` | with a match of the regular expression in any value |
/// | `status=failed`, `status!=failed` | with that value in the field; without it |
/// | `status=failed,pending` | with one of these values in the field; `!=`: with none of them |
/// | `amount>1000`, `>=`, `<`, `<=` | with a greater or lesser value in the field |
/// | `created>-5m`, `created>2026-11-22` | with a later time in the field |
/// | `created=2026-11-22` | with a time on that day in the field |
/// | `level>=warn`, `size>1.5Gi`, `latency>50ms` | with a more severe level, a larger size, a longer duration |
/// | `type~refund`, `type!~refund` | with a match in the field; without one |
/// | `status=""`, `status!=""` | without a value in the field; with one |
/// | `delta(rss, 5m)>100M`, `(used / size)>0.9` | with that value of an ``Expression`` |
///
/// Adjacent terms must all match. `or` separates alternatives; `not`, `!` or `-` negates the following term;
/// parentheses group. Quotation marks make a word literal.
///
/// Fields are named as in ``FieldName``. Case is ignored unless the text contains an upper-case letter.
/// Numbers are compared exactly, whatever their length, with an optional `%` on either side; an amount of
/// money is compared as the number in the feed, whatever its unit. Quantities with units are compared by
/// their meaning. A date such as `2026-11-21`, a time in any form that ``TimeReader`` accepts, and a signed
/// duration relative to the current time are compared with any field that contains a time. A comparison with
/// a missing field does not match, except for `!=` and `!~`.
package struct Filter: Sendable {
  /// The filter as written, without surrounding white space.
  package let text: String
  package private(set) var root: Condition
  /// The expressions that it compares, which rows have to have as fields.
  package let derived: [DerivedField]

  /// A parsed condition.
  package indirect enum Condition: Sendable {
    case all([Condition])
    case any([Condition])
    case not(Condition)
    /// A match in any value of the row.
    case contains(Pattern)
    case field(FieldName, Comparison)
    /// A comparison with a value of several words.
    case phrase(FilterPhrase)
  }

  /// Parses a filter.
  ///
  /// ```swift
  /// let filter = try Filter("status=failed amount>1000 type~refund")
  /// let shown = rows.filter(filter.matches)
  /// ```
  /// - Parameter text: The terms in the syntax above.
  /// - Throws: `SettingError` with the position of the mistake.
  package init(_ text: String) throws(SettingError) {
    self.text = String(text.trimming)
    (root, derived) = try FilterParser.parse(text)
  }

  /// Whether a text is not a filter and cannot become one by appending text.
  package static func isHopeless(_ text: String) -> Bool { FilterParser.isHopeless(text) }

  /// Returns whether a row matches.
  ///
  /// - Complexity: O(*n*) in the length of the row's text, for each term evaluated; only values that a term
  ///   needs are decoded.
  package func matches(_ row: Row) -> Bool { root.matches(row) }

  /// The filter with times resolved in a time zone and relative to the current time; unresolved, times are in
  /// UTC, and relative times match no row.
  package func resolved(in reader: TimeReader) -> Filter { resolved(in: ListReading(reader)) }

  /// The filter as the values of a list are read.
  package func resolved(in list: ListReading) -> Filter {
    var filter = self
    filter.root = root.resolved(in: list)
    return filter
  }

  /// The time for which the resolved filter stays valid before it has to be resolved again; nil if it does not
  /// depend on the current time.
  package var refreshInterval: Duration? {
    root.comparisons.compactMap(\.comparison.refreshInterval).min()
  }

  /// Whether the meaning of the filter depends on the times in a list.
  package func dependsOnTimes(in list: ListReading) -> Bool {
    root.comparisons.contains { _, comparison in
      comparison.operands.contains {
        FieldReading.refersToList($0.text, isRecorded: list.isRecorded)
      }
    }
  }

  /// The time that the first relative time of the resolved filter stands for, in words; nil if it counts from the
  /// current time.
  package func reference(in list: ListReading) -> String? {
    guard list.isRecorded else { return nil }
    for (_, comparison) in root.comparisons where comparison.isOrdering {
      guard let operand = comparison.operands.first, operand.distance != nil,
        let time = operand.time
      else { continue }
      let calendar = list.times.calendar
      let isDistant = operand.distance.map { $0 <= .seconds(-86_400) } ?? false
      var text = (isDistant ? TimeStyle.dateAndClock : .clock).text(of: time, in: calendar, at: nil)
      if !isDistant, text.hasSuffix(":00") { text.removeLast(3) }
      return comparison.isUpward ? Text.since(text) : Text.until(text)
    }
    return nil
  }

  /// The names of the fields that the filter compares, and of those in its expressions.
  package var fields: [FieldName] {
    let names = Set(derived.map(\.name))
    return root.fields.filter { !names.contains($0.text) } + derived.flatMap(\.expression.fields)
  }
}

extension Filter: Hashable {
  /// Returns whether two filters have the same text.
  package static func == (left: Filter, right: Filter) -> Bool { left.text == right.text }

  /// Hashes the text.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Filter.Condition {
  func matches(_ row: Row) -> Bool {
    switch self {
    case .all(let conditions): return conditions.allSatisfy { $0.matches(row) }
    case .any(let conditions): return conditions.contains { $0.matches(row) }
    case .not(let condition): return !condition.matches(row)
    case .contains(let pattern): return !row.value.forEachLeaf { !pattern.matches($0) }
    case .field(let name, let comparison):
      return name.withValue(in: row.value) { comparison.holds(for: $0, in: row) }
    case .phrase(let phrase): return phrase.matches(row)
    }
  }

  fileprivate var fields: [FieldName] { comparisons.map(\.field) }

  /// The comparisons of fields, in order.
  var comparisons: [(field: FieldName, comparison: Comparison)] {
    switch self {
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.comparisons)
    case .not(let condition): condition.comparisons
    case .contains: []
    case .field(let name, let comparison): [(name, comparison)]
    case .phrase(let phrase): [(phrase.field, phrase.comparisons[0])]
    }
  }

  func resolved(in list: ListReading) -> Filter.Condition {
    switch self {
    case .all(let conditions): .all(conditions.map { $0.resolved(in: list) })
    case .any(let conditions): .any(conditions.map { $0.resolved(in: list) })
    case .not(let condition): .not(condition.resolved(in: list))
    case .contains: self
    case .field(let name, let comparison): Self.resolved(name, comparison, in: list)
    case .phrase(let phrase): phrase.resolved(in: list)
    }
  }

  static func resolved(
    _ name: FieldName,
    _ comparison: Comparison,
    in list: ListReading
  ) -> Filter.Condition {
    let reading = list.reading(of: name, for: comparison.operands.map(\.text))
    return .field(reading.field, comparison.resolved(in: reading))
  }
}

extension StringProtocol {
  /// The text without surrounding white space.
  package var trimming: SubSequence {
    let text = drop(while: \.isWhitespace)
    return text.prefix(text.count - text.reversed().prefix(while: \.isWhitespace).count)
  }
}
