import Ordering
import Columns
internal import FeedValues
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
  /// Values that were removed while it was unknown whether their rows had been examined, with the numbers of their
  /// measures; they are taken out at the end.
  private var departed: [(number: Int, key: SortKey, row: Row, code: String?)] = []
  /// Rows that were removed meanwhile, with the numbers of the counts they are taken out of at the end.
  private var departedRows: [(number: Int, row: Row)] = []
  /// The columns whose values the reader finds.
  private let columns: [Column]
  private let reader: FieldReader
  /// For each measure, the part that it takes of a row.
  private let parts: [Part]

  /// The part of a row that a measure takes.
  private enum Part: Sendable {
    case nothing
    case row
    case match(Filter)
    case table
    /// A value, by its position among those that the reader finds.
    case value(Int)
    case sign(Int)
    /// A time, and a value that tells whether the row reports an error.
    case time(TimeScale, Int, errors: [Int])
    case amount([Place], ValueOrder)
    case extreme([Place], isGreatest: Bool, ValueOrder)
  }

  /// The position of a value, and that of the currency next to it or around it.
  private struct Place: Sendable {
    var value: Int
    var currency: Int?
  }

  /// Creates a pass that has not begun.
  ///
  /// - Parameters:
  ///   - measures: The measures to compute.
  ///   - rows: The rows to examine.
  ///   - other: The pass before it, whose rates go on.
  init(_ measures: [SummaryMeasure], rows: TableRows<Row>, after other: SummaryPass? = nil) {
    (self.measures, self.rows) = (measures, rows)
    figures = measures.map { measure in
      var figure = SummaryFigure()
      guard case .figure(let plan) = measure else { return figure }
      let known = other?.measures.firstIndex(of: measure).flatMap { other?.figures[$0].table }
      figure.table = plan.isRate ? known ?? CountTable(plan) : CountTable(plan)
      return figure
    }
    var columns: [Column] = []
    func position(of column: Column) -> Int {
      columns.append(column)
      return columns.count - 1
    }
    func places(of column: Column) -> [Place] {
      column.paths.map { path in
        var value = column
        value.paths = [path]
        var place = Place(value: position(of: value))
        if column.format.isMoney {
          var currency = value
          currency.paths = path.names.indices.reversed().map { count in
            FieldPath(Array(path.names[..<count])).appending("currency")
          }
          place.currency = position(of: currency)
        }
        return place
      }
    }
    parts = measures.map { measure in
      switch measure {
      case .count: .row
      case .matching(let filter): .match(filter)
      case .figure(let plan): plan.isRate ? .nothing : .table
      case .tally(let column, _): .value(position(of: column))
      case .classes(let severity): .value(position(of: severity.column))
      case .signs(let column): .sign(position(of: column))
      case .times(let scale):
        .time(
          scale,
          position(of: scale.column),
          errors: scale.severity?.columns.map { position(of: $0) } ?? []
        )
      case .total(let column): .amount(places(of: column), .number)
      case .fold(.sum, let column, let order), .fold(.avg, let column, let order):
        .amount(places(of: column), order)
      case .fold(let fold, let column, let order):
        .extreme(places(of: column), isGreatest: fold == .max, order)
      case .rate, .last, .unknown: .nothing
      }
    }
    self.columns = columns
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
    if let rows {
      let end = min(offset + count - known, rows.count)
      rows.forEach(in: offset..<end) { take($0) }
      offset = end
      // Releases a list that may no longer be on the screen.
      if end == rows.count { self.rows = nil }
    }
    if self.rows == nil {
      for value in departed { takeOut(value.key, of: value.row, in: value.code, value.number) }
      for (number, row) in departedRows { figures[number].table?.take(row, isRemoved: true) }
      (departed, departedRows) = ([], [])
      for number in figures.indices where !figures[number].settle() { isStale = true }
    }
    return isComplete
  }

  /// Removes a value of a measure whose least or greatest is wanted.
  private mutating func takeOut(_ key: SortKey, of row: Row, in code: String?, _ number: Int) {
    if rows != nil, figures[number].mayDepend(on: key, in: code) {
      // Removing a row that has not been examined would count it later.
      departed.append((number, key, row, code))
      isStale = isStale || departed.count > Self.maximumChanges
    } else if !figures[number].takeOut(key, of: row, in: code) {
      isStale = true
    }
  }

  /// Whether the rows that were there when the pass began have been examined.
  var hasExaminedRows: Bool { rows == nil }

  /// Whether all rows have been examined.
  var isComplete: Bool { hasExaminedRows && changes.isEmpty }

  /// Notes changes of rows: sums and counts will be adjusted, whether or not the pass has reached the rows.
  ///
  /// The pass becomes stale if there are more changes than are worth noting, or if a measure depends on the time.
  ///
  /// - Parameters:
  ///   - changes: The rows that changed.
  ///   - instant: When they arrived; nil if they did not.
  mutating func follow(_ changes: [FilteredChange], at instant: ContinuousClock.Instant? = nil) {
    for number in figures.indices where figures[number].table?.plan.isRate ?? false {
      guard let instant else { break }
      for change in changes where change.old == nil {
        if let row = change.new { figures[number].table?.take(row, at: instant) }
      }
    }
    self.changes.removeFirst(followed)
    followed = 0
    // A row that a time-dependent filter matched before may no longer match.
    isStale =
      isStale || self.changes.count + changes.count > Self.maximumChanges
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
  private static let maximumChanges = 20_000

  /// Adds a row to the figures, or removes it.
  private mutating func take(_ row: Row, isRemoved: Bool = false) {
    reader.withValues(of: row) { take(row, $0, isRemoved: isRemoved) }
  }

  private mutating func take(_ row: Row, _ values: FieldReader.Values, isRemoved: Bool) {
    let one = isRemoved ? -1 : 1
    for number in parts.indices {
      switch parts[number] {
      case .nothing: continue
      case .row: figures[number].count += one
      case .match(let filter): if filter.matches(row) { figures[number].count += one }
      case .table where isRemoved && rows != nil:
        // The least of some numbers cannot be taken out before it was added.
        departedRows.append((number, row))
        isStale = isStale || departedRows.count > Self.maximumChanges
      case .table: figures[number].table?.take(row, isRemoved: isRemoved)
      case .value(let place):
        if let value = values[place] { figures[number].count(value, isRemoved: isRemoved) }
      case .sign(let place):
        if let value = values[place] { figures[number].countSign(of: value, isRemoved: isRemoved) }
      case .time(let scale, let place, let errors):
        guard let seconds = values[place].flatMap({ scale.seconds(of: $0) }) else { continue }
        let isError = scale.severity?.isError { values[errors[$0]] } ?? false
        figures[number].histogram.count(seconds, isError: isError, isRemoved: isRemoved)
      case .amount(let places, let order):
        guard let (place, value) = scalar(places, values), !value.isSignOfNothing else { continue }
        let summand = order.summand(value)
        figures[number].add(summand, in: currency(place, values), isRemoved: isRemoved)
      case .extreme(let places, let isGreatest, let order):
        guard let (place, value) = scalar(places, values), order.holds(value.value)
        else { continue }
        let key = order.key(of: row, in: columns[place.value])
        let code = SummaryFigure.code(currency(place, values))
        if isRemoved {
          takeOut(key, of: row, in: code, number)
        } else {
          figures[number].take(key, of: row, in: code, isGreatest: isGreatest)
        }
      }
    }
  }

  /// The first value of a row among the candidates of a measure, if it is a scalar.
  private func scalar(
    _ places: [Place],
    _ values: FieldReader.Values
  ) -> (place: Place, value: FoundValue)? {
    for place in places {
      guard let value = values[place.value] else { continue }
      return value.isScalar ? (place, value) : nil
    }
    return nil
  }

  private func currency(_ place: Place, _ values: FieldReader.Values) -> FoundValue? {
    place.currency.flatMap { values[$0] }
  }
}
