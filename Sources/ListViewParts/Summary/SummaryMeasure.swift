package import Feeds
package import Values

/// An item of a summary once it is known where its values are.
package enum SummaryMeasure: Hashable, Sendable {
  case count
  case fold(SummarySpec.Fold, Column, ValueOrder)
  /// The sum in about three digits, and its change within a minute.
  case total(Column)
  /// How many numbers are above zero, and how many below.
  case signs(Column)
  /// How many rows have each value; of statuses that are as they should be only those that matter.
  case tally(Column, isSelective: Bool)
  case matching(Filter)
  case rate
  case last
  /// No row has the field so far.
  case unknown(name: String)

  /// Which item it is, whatever becomes of its column.
  var id: String {
    switch self {
    case .count: "count"
    case .fold(let fold, let column, _): "\(fold.rawValue):\(column.path)"
    case .total(let column): "sum:\(column.path)"
    case .signs(let column): "signs:\(column.path)"
    case .tally(let column, _): "by:\(column.path)"
    case .matching(let filter): "is:\(filter.text)"
    case .rate: "rate"
    case .last: "last"
    case .unknown(let name): "unknown:\(name)"
    }
  }

  /// Whether the same rows come to something else as time goes on.
  var goesOnWithThePresent: Bool {
    if case .matching(let filter) = self { filter.refreshInterval != nil } else { false }
  }

  /// Whether the rows have to be looked at for it.
  var readsRows: Bool {
    switch self {
    case .count, .fold, .total, .signs, .tally, .matching: true
    case .rate, .last, .unknown: false
    }
  }
}

extension SummarySpec {
  /// The items as measures of columns.
  ///
  /// - Parameters:
  ///   - columns: All columns of the feed.
  ///   - sample: Some rows.
  ///   - reader: Reads the times of the rows.
  ///   - column: Finds a column by a name.
  /// - Returns: Measures; none if there is nothing to say.
  package func measures(
    of columns: [Column],
    sample: [Row],
    reader: TimeReader,
    column: (String) -> Column?
  ) -> [SummaryMeasure] {
    switch self {
    case .none: []
    case .automatic: Self.automatic(of: columns, sample: sample)
    case .items(let items):
      items.map { item in
        switch item {
        case .count: .count
        case .rate: .rate
        case .last: .last
        case .matching(let filter): .matching(filter.resolved(in: reader))
        case .tally(let field):
          column(field).map { .tally($0, isSelective: false) } ?? .unknown(name: field)
        case .fold(let fold, let field):
          if let column = column(field),
            let order = ValueOrder(of: column, sample: sample, reader: reader)
          {
            .fold(fold, column, order)
          } else {
            .unknown(name: "\(fold.rawValue) \(field)")
          }
        }
      }
    }
  }

  /// What says the most: the money, the load, what rises and falls, and the statuses that matter; and
  /// last how many rows come.
  private static func automatic(of columns: [Column], sample: [Row]) -> [SummaryMeasure] {
    let columns = columns.filter { $0.visibility != .hidden }
    let amounts = columns.filter { $0.format.isMoney }
    let amount = amounts.first { $0.isSummable && $0.weight >= 30 } ?? amounts.first
    let status = columns.first { column in
      column.format == .status
        && sample.contains { row in
          column.value(of: row).map { StatusTone($0.string) != .neutral } ?? false
        }
    }
    let change = columns.first { column in
      if case .delta = column.look { column.weight >= 30 } else { false }
    }
    let loads = columns.filter { $0.containsLoads }.prefix(2)
    let figures =
      [amount.map { SummaryMeasure.total($0) }, change.map { .signs($0) }].compactMap(\.self)
      + loads.map { .total($0) }
    guard !figures.isEmpty || status != nil else { return [] }
    let statuses = status.map { [SummaryMeasure.tally($0, isSelective: true)] } ?? []
    // The title shows the number of rows: beside an amount it is not repeated.
    return (figures.isEmpty ? [.count] : figures) + statuses + [.rate]
  }
}

extension Column {
  /// Whether the values are shares of a machine, which all rows take together.
  fileprivate var containsLoads: Bool {
    if case .percent = look { FieldWords(path.name).isLoad } else { false }
  }
}
