internal import Feeds
internal import TableModel
internal import Values

/// A walk over all rows that finds out what a summary says of them, in slices, and follows the rows that
/// change meanwhile and afterwards.
struct SummaryPass: Sendable {
  let measures: [SummaryMeasure]
  /// The results for the rows that were examined, for each measure.
  private(set) var figures: [SummaryFigure]
  /// Whether the rows are other ones meanwhile than those whose figures it finds.
  var isStale = false
  /// The rows that are walked over; nil once all were looked at.
  private var rows: TableRows<Row>?
  private var offset = 0
  private let reader: FieldReader
  /// For each measure where its values are among those that the reader finds.
  private let valueIndices: [[ValueIndex]]
  /// Whether any measure reads a field.
  private let readsFields: Bool

  /// Where a value is, and the currency beside it or around it.
  private struct ValueIndex: Sendable {
    var column: Column
    var value: Int
    var currency: Int?
  }

  /// Creates a walk that has not begun.
  ///
  /// - Parameters:
  ///   - measures: What to find out.
  ///   - rows: The rows that count.
  init(_ measures: [SummaryMeasure], rows: TableRows<Row>) {
    (self.measures, self.rows) = (measures, rows)
    figures = measures.map { _ in SummaryFigure() }
    var columns: [Column] = []
    valueIndices = measures.map { measure in
      switch measure {
      case .count, .matching, .rate, .last, .unknown: return []
      case .tally(let column, _), .signs(let column):
        columns.append(column)
        return [ValueIndex(column: column, value: columns.count - 1)]
      case .fold(_, let column, _), .total(let column):
        return column.paths.map { path in
          var value = column
          value.paths = [path]
          columns.append(value)
          guard column.format.isMoney else {
            return ValueIndex(column: value, value: columns.count - 1)
          }
          var currency = value
          currency.paths = path.names.indices.reversed().map { count in
            FieldPath(Array(path.names[..<count])).appending("currency")
          }
          columns.append(currency)
          return ValueIndex(column: value, value: columns.count - 2, currency: columns.count - 1)
        }
      }
    }
    reader = FieldReader(columns)
    readsFields = !columns.isEmpty
  }

  /// Looks at some more rows.
  ///
  /// - Parameter count: How many.
  /// - Returns: Whether all were examined.
  mutating func advance(by count: Int) -> Bool {
    guard let rows else { return true }
    let end = min(offset + count, rows.count)
    for offset in offset..<end { take(rows[offset]) }
    offset = end
    guard end == rows.count else { return false }
    self.rows = nil  // so that a list is not kept that nobody shows any more
    return true
  }

  /// Whether all rows were looked at.
  var isComplete: Bool { rows == nil }

  /// Takes note of rows that changed: sums and counts go on from where they are, in whatever order the
  /// rows come by.
  ///
  /// It is stale afterwards where what a row did to the figures cannot be undone.
  mutating func follow(_ changes: [FilteredChange]) {
    // What a filter by the present let through it may let through no more.
    isStale = isStale || measures.contains(where: \.goesOnWithThePresent)
    for change in changes where !isStale {
      if let row = change.old { take(row, isRemoved: true) }
      if let row = change.new { take(row) }
    }
    isStale = isStale || !figures.allSatisfy(\.isReversible)
  }

  /// Takes a row in, or out again.
  private mutating func take(_ row: Row, isRemoved: Bool = false) {
    let values = readsFields ? reader.values(of: row) : []
    let one = isRemoved ? -1 : 1
    for number in measures.indices {
      switch measures[number] {
      case .count: figures[number].count += one
      case .matching(let filter):
        if filter.matches(row) { figures[number].count += one }
      case .tally:
        if let value = values[valueIndices[number][0].value] {
          figures[number].count(value, isRemoved: isRemoved)
        }
      case .signs:
        if let value = values[valueIndices[number][0].value] {
          figures[number].countSign(of: value, isRemoved: isRemoved)
        }
      case .total, .fold(.sum, _, _), .fold(.avg, _, _):
        guard let (_, value, currency) = scalar(for: number, of: values),
          let summand = DecimalNumber(value)
        else { continue }
        figures[number].add(summand, in: currency, isRemoved: isRemoved)
      case .fold(let fold, _, let order):
        guard let (place, value, currency) = scalar(for: number, of: values),
          order.holds(value)
        else { continue }
        let key = order.key(of: row, in: valueIndices[number][place].column)
        if !isRemoved {
          figures[number].take(key, of: row, in: currency, isGreatest: fold == .max)
        } else if !isComplete || !figures[number].takeOut(key, in: currency) {
          // A row that is not looked at yet would come back; after the greatest comes an unknown one.
          isStale = true
        }
      case .rate, .last, .unknown: continue
      }
    }
  }

  /// The first value that a row has at the indices of a measure, where that is a scalar, with the number of
  /// its place and its currency.
  private func scalar(
    for number: Int,
    of values: [JSONValue?]
  ) -> (place: Int, value: JSONValue, currency: JSONValue?)? {
    for place in valueIndices[number].indices {
      guard let value = values[valueIndices[number][place].value] else { continue }
      let currency = valueIndices[number][place].currency.flatMap { values[$0] }
      return value.isScalar ? (place, value, currency) : nil
    }
    return nil
  }
}
