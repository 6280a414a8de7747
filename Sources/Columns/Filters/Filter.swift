package import FeedValues
package import Patterns
internal import TerminalCore
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

/// The meaning that the name of a field implies for its values.
struct FieldMeaning: Hashable, Sendable {
  /// The scale of numeric levels; nil if the name is not that of a level.
  let levels: LevelScale?
  /// The unit of numbers that are durations, such as milliseconds in `latency_ms`.
  let unit: DurationUnit?
  /// Whether numbers count bytes, so that `1M` is 1,048,576.
  let countsBytes: Bool
  /// Whether numbers are times.
  let isTime: Bool

  /// Interprets a field name as written in a filter.
  init(_ field: FieldName) {
    let last = field.text.split(separator: ".").last.map(String.init) ?? field.text
    levels = LevelScale(fieldName: field.text) ?? LevelScale(fieldName: last)
    unit = DurationUnit(fieldName: last)
    isTime = FieldSurvey.isNamedTime(last)
    let letters = String(decoding: field.letters, as: UTF8.self)
    countsBytes = Self.byteNames.contains { letters.hasSuffix($0) }
  }

  private static let byteNames = [
    "bytes", "byte", "size", "memory", "mem", "rss", "vsz", "used", "free", "avail", "available",
    "heap", "disk", "storage", "length", "swap", "buffers", "cached", "filesize",
  ]
}

/// Detects comparisons that match no row because of their types.
extension Filter {
  /// The maximum number of rows examined, spread evenly over the list.
  private static let sampleSize = 1_000

  /// A message if a comparison can hold for no value of its field, which names the values that the field has
  /// and what to write instead; nil if every comparison may hold, or no row has the field.
  ///
  /// - Complexity: O(1) in the number of rows: a sample is examined.
  package func typeProblem<Rows: RandomAccessCollection<Row>>(
    in rows: Rows
  ) -> String? where Rows.Index == Int {
    let step = max(1, rows.count / Self.sampleSize)
    let sample = stride(from: 0, to: rows.count, by: step).map { rows[$0] }
    for (field, comparison) in root.comparisons where comparison.isOrdering {
      let found = sample.lazy.compactMap { row in field.value(in: row.value).map { (row, $0) } }
        .filter { $0.1.kind != .null }
      let values = found.map(\.1)
      guard let (row, value) = found.first, let operand = comparison.operands.first else {
        continue
      }
      // Amounts in this currency may still come.
      guard operand.quantity?.currency == nil || DecimalNumber(value) == nil else { continue }
      let kind = Self.kind(of: value, in: field)
      // Texts have an order, but that of times, sizes and durations is not alphabetical.
      let isMeaningless =
        operand.isText && kind.isMeasure
        && values.allSatisfy { Self.kind(of: $0, in: field) == kind }
        && !values.contains { operand.isWritten(like: $0.string) }
      guard
        isMeaningless
          || !found.contains(where: { row, value in
            value.withFound { comparison.order(of: $0, in: row) != nil }
          })
      else { continue }
      let shown = value.withFound { operand.shownText(of: $0, in: row) }
      let example = Self.quoted(shown ?? value.string(limit: 64).text)
      let sign = comparison.operator.rawValue
      let advice =
        switch kind {
        case .number, .size, .span: Text.write("\(field.text)\(sign)\(example)")
        case .time:
          Text.write(
            "\(field.text)\(sign)\(shown == nil ? "2026-11-22" : example)",
            or: "\(field.text)\(sign)-5m"
          )
        case .level: Text.write("\(field.text)\(sign)warn")
        case .boolean: Text.write("\(field.text)=true", or: "\(field.text)=false")
        case .text: Text.write("\(field.text)=\(example)", or: "\(field.text)~\(example)")
        case .container: Text.nameField
        }
      return Text.typeProblem(
        field.text,
        holds: kind.name,
        example: kind == .container ? nil : example,
        not: operand.kindName,
        advice: advice
      )
    }
    return nil
  }

  private enum Kind {
    case number, size, span, time, level, boolean, text, container

    /// Whether the values are texts whose order is not alphabetical.
    var isMeasure: Bool { [.size, .span, .time, .level].contains(self) }

    var name: String {
      switch self {
      case .number: Text.numbers
      case .size: Text.sizes
      case .span: Text.spans
      case .time: Text.times
      case .level: Text.levels
      case .boolean: Text.booleans
      case .text: Text.text
      case .container: Text.containers
      }
    }
  }

  /// The texts of these messages.
  package enum Text {
    package static let numbers = "numbers"
    package static let numbersWithUnit = "numbers with a unit"
    package static let sizes = "sizes"
    package static let spans = "durations"
    package static let times = "times"
    package static let levels = "levels"
    package static let booleans = "true or false"
    package static let text = "text"
    package static let containers = "objects or lists"
    package static func write(_ term: String, or other: String? = nil) -> String {
      "write \(term)" + (other.map { " or \($0)" } ?? "")
    }
    package static func since(_ time: String) -> String { "since \(time)" }
    package static func until(_ time: String) -> String { "until \(time)" }
    package static let nameField = "name one of its fields"
    package static func typeProblem(
      _ field: String,
      holds kind: String,
      example: String?,
      not operand: String,
      advice: String
    ) -> String {
      let values = kind + (example.map { " such as \($0)" } ?? "")
      return "\(field) contains \(values), not \(operand): \(advice)"
    }
  }

  private static func kind(of value: JSONValue, in field: FieldName) -> Kind {
    let text = value.string
    switch value.kind {
    case .object, .array: return .container
    case .boolean, .null: return .boolean
    case .number, .string: break
    }
    let meaning = FieldMeaning(field)
    if let scale = meaning.levels, scale.level(of: text) != nil { return .level }
    if let number = DecimalNumber(value) {
      return meaning.isTime && FeedTime(number) != nil ? .time : .number
    }
    if TimeReader(.utc, present: .latest).date(text) != nil { return .time }
    if DurationText.seconds(text) != nil { return .span }
    return Quantity(text) == nil ? .text : .size
  }

  /// The start of a value, quoted as in a filter.
  private static func quoted(_ text: String) -> String {
    let text = DisplayWidth.cut(text, to: 24)
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || "\"()".contains($0) }
    return isPlain ? text : "\"\(text.filter { $0 != "\"" })\""
  }
}

extension Operand {
  /// Whether the operand is nothing but a text.
  fileprivate var isText: Bool {
    distance == nil && time == nil && level == nil && quantity == nil && span == nil && !isInformal
  }

  /// Whether the text begins as a value is written, digits standing for digits, as `2026-03` does: then they are in
  /// alphabetical order.
  fileprivate func isWritten(like value: String) -> Bool {
    func form(_ text: some StringProtocol) -> [UInt8] {
      text.utf8.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
    }
    return form(value).starts(with: form(text))
  }

  /// The type of the operand, for a message.
  fileprivate var kindName: String {
    if distance != nil || time != nil { return Filter.Text.times }
    if level != nil { return Filter.Text.levels }
    if let quantity {
      return quantity.unit == .none ? Filter.Text.numbers : Filter.Text.numbersWithUnit
    }
    return span == nil ? Filter.Text.text : Filter.Text.spans
  }
}
