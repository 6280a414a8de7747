package import Columns
package import FeedStore
package import FeedValues
internal import TerminalCore
package import Values

/// Statistics of fields for filter and command prompts: the frequency of each value, or the range of the values.
///
/// They are gathered in slices, so that a million rows never delay a key, and in bounded memory.
package struct FieldFacts: Sendable {
  /// The statistics of a field.
  package struct Field: Sendable {
    /// The name of the field in filters.
    package let name: String
    /// A column for this field alone.
    package let column: Column
    /// The number of rows with each value; nil if there are too many distinct values to count.
    package fileprivate(set) var values: [String: Int]? = [:]
    /// The texts of cells that differ from the values in them.
    fileprivate var cells: [String: String] = [:]
    /// The number of rows with a value.
    package fileprivate(set) var count = 0
    /// The counts of numbers and of times among these.
    fileprivate var (numbers, times) = (0, 0)
    fileprivate var (leastNumber, greatestNumber): (Bound<DecimalNumber>?, Bound<DecimalNumber>?)
    fileprivate var (firstTime, lastTime): (Bound<FeedTime>?, Bound<FeedTime>?)

    fileprivate init(_ name: String, _ column: Column) {
      (self.name, self.column) = (name, column)
    }
  }

  /// The least or greatest value of a field, and a row that has it.
  fileprivate struct Bound<Value: Comparable & Sendable>: Sendable {
    let value: Value
    let row: Row
  }

  /// The fields in the order of their columns.
  package private(set) var fields: [Field]
  /// Every how many rows one is examined.
  package let stride: Int
  private let rows: FeedRows
  /// The rows that count; nil for all.
  private let isShown: (@Sendable (Row) -> Bool)?
  private let reader: FieldReader
  private var offset = 0
  /// When the next slice is due.
  private var lastTurn: ContinuousClock.Instant

  /// The number of values examined at a time, which takes a few milliseconds.
  private static let slice = 1_024
  /// The maximum number of rows examined.
  private static let capacity = 50_000
  /// The maximum number of distinct values counted for a field.
  private static let valueCapacity = 64
  /// Values longer than this, in characters, are not counted: nobody would type them.
  private static let longestValue = 60

  /// Creates statistics that have not been gathered yet.
  ///
  /// - Parameters:
  ///   - fields: The fields with their names, each as a column of its own.
  ///   - rows: The rows.
  ///   - isShown: Whether a row counts; nil if all do.
  ///   - instant: The current time.
  package init(
    _ fields: [(name: String, column: Column)],
    of rows: FeedRows,
    where isShown: (@Sendable (Row) -> Bool)? = nil,
    at instant: ContinuousClock.Instant
  ) {
    self.fields = fields.map { Field($0.name, $0.column) }
    (self.rows, self.isShown) = (rows, isShown)
    reader = FieldReader(fields.map(\.column))
    stride = max(1, rows.count / Self.capacity)
    lastTurn = instant
  }

  /// Whether all rows of the sample have been examined.
  package var isComplete: Bool { offset >= rows.count }

  /// When the next slice is due; nil if the statistics are complete.
  package var nextInstant: ContinuousClock.Instant? { isComplete ? nil : lastTurn }

  /// Examines the next slice of rows.
  ///
  /// - Parameters:
  ///   - times: Reads the times of rows.
  ///   - instant: The current time.
  package mutating func advance(_ times: TimeReader, at instant: ContinuousClock.Instant) {
    lastTurn = instant
    var left = max(1, rows.slice(Self.slice) / max(1, fields.count))
    while left > 0, offset < rows.count {
      let row = rows[offset]
      if isShown?(row) ?? true {
        for (index, value) in reader.values(of: row).enumerated() {
          if let value { fields[index].take(value, of: row, times) }
        }
      }
      offset += stride
      left -= 1
    }
  }

  /// The field with a name; nil if there is none.
  package func field(named name: some StringProtocol) -> Field? {
    let letters = FieldName(String(name)).letters
    return fields.first { FieldName($0.name).letters == letters }
  }

  /// The field of a column.
  package func field(of column: Column) -> Field? {
    fields.first { $0.column.path == column.path }
  }

  /// The number of rows that a count in the sample represents; an estimate is marked with `~`.
  package func countText(_ count: Int) -> String {
    stride > 1 ? "~\(grouped(count * stride))" : grouped(count)
  }
}

extension FieldFacts.Field {
  fileprivate mutating func take(_ value: JSONValue, of row: Row, _ times: TimeReader) {
    guard value.isScalar else {
      values = nil
      return
    }
    count += 1
    if let number = DecimalNumber(value) {
      numbers += 1
      if leastNumber.map({ number < $0.value }) ?? true {
        leastNumber = .init(value: number, row: row)
      }
      if greatestNumber.map({ $0.value < number }) ?? true {
        greatestNumber = .init(value: number, row: row)
      }
    }
    if case .time = column.format, let time = times.time(value) {
      self.times += 1
      if firstTime.map({ time < $0.value }) ?? true { firstTime = .init(value: time, row: row) }
      if lastTime.map({ $0.value < time }) ?? true { lastTime = .init(value: time, row: row) }
    }
    guard values != nil else { return }
    let text = value.string(limit: FieldFacts.longestText).text
    guard !text.isEmpty else { return }
    guard text.utf8.count < FieldFacts.longestText,
      values?[text] != nil || values?.count ?? 0 < FieldFacts.maximumValues
    else {
      values = nil
      return
    }
    if values?[text] == nil {
      let cell = column.shownText(of: value, in: row, times.calendar, at: times.present)
      if cell != text { cells[text] = cell }
    }
    values?[text, default: 0] += 1
  }

  /// The values as cells show them, the newest times or the most frequent values first; empty if there are too many
  /// distinct ones.
  package var commonValues: [(text: String, count: Int)] {
    let shown = (values ?? [:]).map { (cells[$0.key] ?? $0.key, $0.value) }
    let counts = Dictionary(shown, uniquingKeysWith: +).map { (text: $0.key, count: $0.value) }
    if kind == .times { return counts.sorted { $0.text > $1.text } }
    return counts.sorted { $0.count == $1.count ? $0.text < $1.text : $0.count > $1.count }
  }

  /// The kinds of fields.
  package enum Kind: Hashable, Sendable {
    /// A few distinct values, which are worth counting.
    case choices
    case numbers
    case times
    case text
  }

  /// The kind of the field.
  package var kind: Kind {
    if times > 0, times * 2 > count { return .times }
    let different = values?.count ?? .max
    let isNumeric = numbers > 0 && numbers == count
    if different > 0, different <= (isNumeric ? 4 : 24), different * 2 <= count { return .choices }
    return isNumeric ? .numbers : .text
  }

  /// The least and the greatest value as the column shows them; nil if the values have no order.
  package func range(in context: Context) -> (least: String, greatest: String)? {
    let rows: (Row, Row)?
    switch kind {
    case .times:
      rows = firstTime.flatMap { first in lastTime.map { (first.row, $0.row) } }
    case .numbers, .choices:
      rows = leastNumber.flatMap { least in greatestNumber.map { (least.row, $0.row) } }
    case .text: rows = nil
    }
    func text(_ row: Row) -> String {
      column.cellText(of: row, in: context.calendar, at: context.present)
    }
    return rows.map { (text($0.0), text($0.1)) }
  }
}

extension FieldFacts {
  fileprivate static var longestText: Int { longestValue }
  fileprivate static var maximumValues: Int { valueCapacity }
}

extension FieldFacts {
  /// A summary of a field: its values with counts, its range, or how it can be filtered.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - context: The context.
  ///   - hasHints: Whether a comparison is about to be typed.
  /// - Returns: The summary.
  package func summary(
    of field: Field,
    in context: Context,
    hasHints: Bool = false
  ) -> [Segment] {
    switch field.kind {
    case .choices:
      return field.commonValues.prefix(Self.maximumShown).flatMap { value in
        Self.value(value.text, of: field)
          + [Segment(text: " \(countText(value.count))   ", role: .dim)]
      }
    case .numbers, .times:
      guard let (least, greatest) = field.range(in: context) else { return [] }
      let hint = field.kind == .times ? Text.timeHint : Text.numberHint
      // Of a long list only a sample is examined, which may lack both ends.
      let text = least == greatest ? least : "\(least) … \(greatest)"
      let range = Segment(text: stride > 1 ? "~\(text)" : text, role: .text)
      return [range] + (hasHints ? [Segment(text: "   \(hint)", role: .dim)] : [])
    case .text:
      if field.count == 0 { return [Segment(text: Text.nothing, role: .dim)] }
      return hasHints ? [Segment(text: Text.textHint, role: .dim)] : []
    }
  }

  /// The number of groups that the values of a field form, and their names.
  package func groups(of field: Field, in context: Context) -> [Segment] {
    guard let values = field.values, !values.isEmpty else {
      return [Segment(text: Text.manyGroups, role: .dim)]
    }
    let text = plural(values.count, Text.group)
    // The values of all fields begin below each other.
    let gap = 3 + max(0, Text.manyGroups.count - text.count)
    let count = Segment(text: text + String(repeating: " ", count: gap), role: .dim)
    return [count] + (field.kind == .choices ? summary(of: field, in: context) : [])
  }

  /// A value, styled as in its column.
  package static func value(_ text: String, of field: Field) -> [Segment] {
    guard case .status = field.column.format else { return [Segment(text: text, role: .text)] }
    let role = StatusTone(text).role
    return [
      Segment(text: "● ", role: role), Segment(text: text, role: role == .dim ? .text : role),
    ]
  }

  /// The maximum number of values in a summary.
  private static let maximumShown = 12

  /// The texts about fields.
  package enum Text {
    package static let numberHint = "> < = !="
    package static let timeHint = "> -5m, > 12:00"
    package static let textHint = "any text, ~ for a pattern"
    package static let nothing = "nothing so far"
    package static let manyGroups = "many groups"
    package static let group = "group"
  }
}

extension Context {
  /// A summary of a column's field; nil if unknown.
  package func facts(on column: Column, forGroups: Bool = false) -> [Segment]? {
    guard let facts, let field = facts.field(of: column) else { return nil }
    return forGroups ? facts.groups(of: field, in: self) : facts.summary(of: field, in: self)
  }
}
