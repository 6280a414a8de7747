package import Feeds
package import Values

/// An item of a summary once it is known where its values are.
package enum SummaryMeasure: Sendable {
  case count
  case fold(SummarySpec.Fold, Column, ValueOrder)
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
    case .tally(let column, _): "by:\(column.path)"
    case .matching(let filter): "is:\(filter.text)"
    case .rate: "rate"
    case .last: "last"
    case .unknown(let name): "unknown:\(name)"
    }
  }

  /// Whether the rows have to be looked at for it.
  var readsRows: Bool {
    switch self {
    case .count, .fold, .tally, .matching: true
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
  /// - Returns: Measures; none where there is nothing to say.
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

  /// The money, or else how many rows there are, and the statuses that matter.
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
    guard amount != nil || status != nil else { return [] }
    let statuses = status.map { [SummaryMeasure.tally($0, isSelective: true)] } ?? []
    // The title says how many rows there are: beside an amount it need not be said again.
    return [amount.map { .fold(.sum, $0, .money) } ?? .count] + statuses
  }
}
