package import Feeds
package import Values

/// What the rows say in each field: how often which value, or from where to where.
///
/// It is gathered in slices, so that a million rows keep no key waiting, and in bounded memory.
package struct FieldFacts: Sendable {
  /// What is known of a field.
  package struct Field: Sendable {
    /// How a filter calls the field.
    package let name: String
    /// The column of the field, and of no other one.
    package let column: Column
    /// How many rows have each value; nil if there are more different ones than are counted.
    package fileprivate(set) var values: [String: Int]? = [:]
    /// How many rows have a value.
    package fileprivate(set) var count = 0
    /// How many of these are numbers, and how many times.
    fileprivate var (numbers, times) = (0, 0)
    fileprivate var (leastNumber, greatestNumber): (Bound<DecimalNumber>?, Bound<DecimalNumber>?)
    fileprivate var (firstTime, lastTime): (Bound<FeedTime>?, Bound<FeedTime>?)

    fileprivate init(_ name: String, _ column: Column) {
      (self.name, self.column) = (name, column)
    }
  }

  /// The least or greatest value of a field, and the row that has it.
  fileprivate struct Bound<Value: Comparable & Sendable>: Sendable {
    let value: Value
    let row: Row
  }

  /// The fields, in the order of their columns.
  package private(set) var fields: [Field]
  /// Of how many rows one is examined.
  package let stride: Int
  private let rows: FeedRows
  private let reader: FieldReader
  private var offset = 0
  /// When the next slice is due.
  private var lastTurn: ContinuousClock.Instant

  /// How many values are examined in one go: some milliseconds.
  private static let slice = 4_096
  /// No more rows are examined.
  private static let capacity = 50_000
  /// No more different values of a field are counted.
  private static let valueCapacity = 64
  /// A longer value is not one that anybody types.
  private static let longestValue = 60

  /// Facts of which nothing is gathered yet.
  ///
  /// - Parameters:
  ///   - fields: The fields by their names, each as a column of its own.
  ///   - rows: The rows.
  ///   - instant: When.
  package init(
    _ fields: [(name: String, column: Column)],
    of rows: FeedRows,
    at instant: ContinuousClock.Instant
  ) {
    self.fields = fields.map { Field($0.name, $0.column) }
    self.rows = rows
    reader = FieldReader(fields.map(\.column))
    stride = max(1, rows.count / Self.capacity)
    lastTurn = instant
  }

  /// Whether all rows that are to be examined were.
  package var isComplete: Bool { offset >= rows.count }

  /// When the next slice is due; nil if there is none.
  package var nextInstant: ContinuousClock.Instant? { isComplete ? nil : lastTurn }

  /// Looks at the next slice of the rows.
  ///
  /// - Parameters:
  ///   - times: Reads the times of rows.
  ///   - instant: When.
  package mutating func advance(_ times: TimeReader, at instant: ContinuousClock.Instant) {
    lastTurn = instant
    var left = max(1, Self.slice / max(1, fields.count))
    while left > 0, offset < rows.count {
      let row = rows[offset]
      for (index, value) in reader.values(of: row).enumerated() {
        if let value { fields[index].take(value, of: row, times) }
      }
      offset += stride
      left -= 1
    }
  }

  /// The field of a name; nil if there is none.
  package func field(named name: some StringProtocol) -> Field? {
    let letters = FieldName(String(name)).letters
    return fields.first { FieldName($0.name).letters == letters }
  }

  /// The field of a column.
  package func field(of column: Column) -> Field? {
    fields.first { $0.column.path == column.path }
  }

  /// An estimate, from a sample, of how many rows a count represents.
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
    values?[text, default: 0] += 1
  }

  /// The values, the most frequent first; empty if there are too many different ones.
  package var commonValues: [(text: String, count: Int)] {
    (values ?? [:]).map { ($0.key, $0.value) }.sorted {
      $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1
    }
  }

  /// What kind of values the field has.
  package enum Kind: Hashable, Sendable {
    /// Few different ones, which are worth being counted.
    case choices
    case numbers
    case times
    case text
  }

  /// What kind of values the field has.
  package var kind: Kind {
    if times > 0, times * 2 > count { return .times }
    let different = values?.count ?? .max
    let isNumeric = numbers > 0 && numbers == count
    if different > 0, different <= (isNumeric ? 4 : 24), different * 2 <= count { return .choices }
    return isNumeric ? .numbers : .text
  }

  /// The least and the greatest value as the column writes them; nil if nothing has an order.
  package func range(in surroundings: Surroundings) -> (least: String, greatest: String)? {
    let rows: (Row, Row)?
    switch kind {
    case .times:
      rows = firstTime.flatMap { first in lastTime.map { (first.row, $0.row) } }
    case .numbers, .choices:
      rows = leastNumber.flatMap { least in greatestNumber.map { (least.row, $0.row) } }
    case .text: rows = nil
    }
    func text(_ row: Row) -> String {
      column.cellText(of: row, in: surroundings.calendar, at: surroundings.present)
    }
    return rows.map { (text($0.0), text($0.1)) }
  }
}

extension FieldFacts {
  fileprivate static var longestText: Int { longestValue }
  fileprivate static var maximumValues: Int { valueCapacity }
}
