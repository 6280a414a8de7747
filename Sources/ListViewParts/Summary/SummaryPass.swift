internal import Feeds
internal import TableModel
internal import Values

/// A pass over all rows that computes the figures of a summary in slices, and keeps them up to date as rows change.
struct SummaryPass: Sendable {
  let measures: [SummaryMeasure]
  /// The result of each measure over the rows examined so far.
  private(set) var figures: [SummaryFigure]
  /// Whether the figures describe other rows than the current ones.
  var isStale = false
  /// The rows being examined; nil once all were.
  private var rows: TableRows<Row>?
  private var offset = 0
  /// The changes since the pass began whose effect has yet to be computed.
  private var changes: [FilteredChange] = []
  /// The number of these whose effect has been computed.
  private var followed = 0
  private let reader: FieldReader
  /// For each measure, the positions of its values among those that the reader finds.
  private let valueIndices: [[ValueIndex]]

  /// The position of a value, and that of the currency next to it or around it.
  private struct ValueIndex: Sendable {
    var column: Column
    var value: Int
    var currency: Int?
  }

  /// Creates a pass that has not begun.
  ///
  /// - Parameters:
  ///   - measures: What to compute.
  ///   - rows: The rows to examine.
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
  }

  /// Examines more rows, those that changed first.
  ///
  /// - Parameter count: The maximum number of rows to examine.
  /// - Returns: Whether all rows have been examined.
  mutating func advance(by count: Int) -> Bool {
    let known = min(count, changes.count - followed)
    for number in followed..<followed + known where !isStale {
      if let row = changes[number].old { take(row, isRemoved: true) }
      if let row = changes[number].new { take(row) }
    }
    followed += known
    if isStale || followed == changes.count { (changes, followed) = ([], 0) }
    isStale = isStale || known > 0 && !figures.allSatisfy(\.isReversible)
    if let rows {
      let end = min(offset + count - known, rows.count)
      rows.forEach(in: offset..<end) { take($0) }
      offset = end
      // Releases a list that may no longer be on the screen.
      if end == rows.count { self.rows = nil }
    }
    return isComplete
  }

  /// Whether all rows have been examined.
  var isComplete: Bool { rows == nil && changes.isEmpty }

  /// Notes changes of rows: sums and counts will be adjusted, whether or not the pass has reached the rows.
  ///
  /// The pass becomes stale if the contribution of a row cannot be removed, or if there are more changes than are
  /// worth noting.
  mutating func follow(_ changes: [FilteredChange]) {
    self.changes.removeFirst(followed)
    followed = 0
    // A row that a time-dependent filter matched before may no longer match.
    isStale =
      isStale || self.changes.count + changes.count > Self.mostChanges
      || measures.contains(where: \.goesOnWithThePresent)
    if isStale {
      self.changes = []
    } else if self.changes.isEmpty {
      self.changes = changes
    } else {
      self.changes += changes
    }
  }

  /// The maximum number of changes noted at a time.
  private static let mostChanges = 20_000

  /// Adds a row to the figures, or removes it.
  private mutating func take(_ row: Row, isRemoved: Bool = false) {
    reader.withValues(of: row) { take(row, $0, isRemoved: isRemoved) }
  }

  private mutating func take(_ row: Row, _ values: FieldReader.Values, isRemoved: Bool) {
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
          order.holds(value.value)
        else { continue }
        let key = order.key(of: row, in: valueIndices[number][place].column)
        if !isRemoved {
          figures[number].take(key, of: row, in: currency, isGreatest: fold == .max)
        } else if rows != nil || !figures[number].takeOut(key, in: currency) {
          // Removing a row not examined yet would count it later; and the runner-up of an extreme is unknown.
          isStale = true
        }
      case .rate, .last, .unknown: continue
      }
    }
  }

  /// The first scalar value of a row among the candidates of a measure, with the index of the candidate and the
  /// value's currency.
  private func scalar(
    for number: Int,
    of values: FieldReader.Values
  ) -> (place: Int, value: FoundValue, currency: FoundValue?)? {
    for place in valueIndices[number].indices {
      guard let value = values[valueIndices[number][place].value] else { continue }
      let currency = valueIndices[number][place].currency.flatMap { values[$0] }
      return value.isScalar ? (place, value, currency) : nil
    }
    return nil
  }
}
