internal import Feeds
internal import TableModel
internal import Values

/// A walk over all rows that finds out what a summary says of them, in slices.
struct SummaryPass: Sendable {
  let measures: [SummaryMeasure]
  /// What the rows that were looked at have come to, for each measure.
  private(set) var figures: [SummaryFigure]
  /// Whether the rows are other ones meanwhile.
  var isStale = false
  private let rows: TableRows<Row>
  private var offset = 0
  private let reader: FieldReader
  /// For each measure where its values are among those that the reader finds.
  private let places: [[Place]]

  /// Where a value is, and the currency beside it or around it.
  private struct Place: Sendable {
    var column: Column
    var value: Int
    var currency: Int?
  }

  /// Makes a walk that has not begun.
  ///
  /// - Parameters:
  ///   - measures: What to find out.
  ///   - rows: The rows that count.
  init(_ measures: [SummaryMeasure], rows: TableRows<Row>) {
    (self.measures, self.rows) = (measures, rows)
    figures = measures.map { _ in SummaryFigure() }
    var columns: [Column] = []
    places = measures.map { measure in
      switch measure {
      case .count, .matching, .rate, .last, .unknown: return []
      case .tally(let column, _):
        columns.append(column)
        return [Place(column: column, value: columns.count - 1)]
      case .fold(_, let column, _):
        return column.paths.map { path in
          var value = column
          value.paths = [path]
          columns.append(value)
          guard column.format.isMoney else {
            return Place(column: value, value: columns.count - 1)
          }
          var currency = value
          currency.paths = path.names.indices.reversed().map { count in
            FieldPath(Array(path.names[..<count])).appending("currency")
          }
          columns.append(currency)
          return Place(column: value, value: columns.count - 2, currency: columns.count - 1)
        }
      }
    }
    reader = FieldReader(columns)
  }

  /// Looks at some more rows.
  ///
  /// - Parameter count: How many.
  /// - Returns: Whether all were looked at.
  mutating func advance(by count: Int) -> Bool {
    let end = min(offset + count, rows.count)
    for offset in offset..<end { take(rows[offset]) }
    offset = end
    return end == rows.count
  }

  private mutating func take(_ row: Row) {
    let values = places.allSatisfy(\.isEmpty) ? [] : reader.values(of: row)
    for number in measures.indices {
      switch measures[number] {
      case .count: figures[number].count += 1
      case .matching(let filter): if filter.matches(row) { figures[number].count += 1 }
      case .tally:
        if let value = values[places[number][0].value] { figures[number].count(value) }
      case .fold(let fold, _, let order):
        let place = places[number].first { values[$0.value] != nil }
        guard let place, let value = values[place.value], value.isScalar else { continue }
        let currency = place.currency.flatMap { values[$0] }
        switch fold {
        case .sum, .avg:
          guard let sum = DecimalNumber(value) else { continue }
          figures[number].add(sum, in: currency)
        case .min, .max:
          guard order.holds(value) else { continue }
          let key = order.key(of: row, in: place.column)
          figures[number].take(key, of: row, in: currency, isGreatest: fold == .max)
        }
      case .rate, .last, .unknown: continue
      }
    }
  }
}
