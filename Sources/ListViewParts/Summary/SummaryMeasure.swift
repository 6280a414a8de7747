package import Columns
package import FeedValues
import Ordering
internal import Values

/// An item of a summary, resolved to columns.
package enum SummaryMeasure: Hashable, Sendable {
  case count
  case fold(SummarySpec.Fold, Column, ValueOrder)
  /// The sum with about three digits, and its change over the last minute.
  case total(Column)
  /// The number of positive and of negative values.
  case signs(Column)
  /// The number of rows with each value; if selective, only the statuses that matter.
  case tally(Column, isSelective: Bool)
  /// The number of rows of each level, or class of responses.
  case classes(Severity)
  case matching(Filter)
  /// A figure of a count without groups.
  case figure(CountPlan)
  /// The number of rows at each time.
  case times(TimeScale)
  case rate
  case last
  /// A field that no row has had so far.
  case unknown(name: String)

  /// The identity of the item, whatever its column changes to.
  var id: String {
    switch self {
    case .count: "count"
    case .fold(let fold, let column, _): "\(fold.rawValue):\(column.path)"
    case .total(let column): "sum:\(column.path)"
    case .signs(let column): "signs:\(column.path)"
    case .tally(let column, _): "by:\(column.path)"
    case .classes(let severity): "classes:\(severity.column.path)"
    case .matching(let filter): "is:\(filter.text)"
    case .figure(let plan): "figure:\(plan.spec)"
    case .times(let scale): "times:\(scale.column.path)"
    case .rate: "rate"
    case .last: "last"
    case .unknown(let name): "unknown:\(name)"
    }
  }

  /// Whether the result changes over time even if the rows do not.
  var goesOnWithThePresent: Bool {
    switch self {
    case .matching(let filter): filter.refreshInterval != nil
    case .figure(let plan): plan.figures.contains { $0.filter?.refreshInterval != nil }
    default: false
    }
  }

  /// Whether the measure has to examine the rows.
  var readsRows: Bool {
    switch self {
    case .count, .fold, .total, .signs, .tally, .classes, .matching, .figure, .times: true
    case .rate, .last, .unknown: false
    }
  }
}

extension SummarySpec {
  /// Resolves the items to measures of columns.
  ///
  /// - Parameters:
  ///   - context: The columns of the feed, and the time.
  ///   - sample: Some rows.
  /// - Returns: The measures; none if there is nothing to show.
  package func measures(
    in context: Context,
    sample: [Row]
  ) -> [SummaryMeasure] {
    let (columns, reader) = (context.columns, context.timeReader)
    return switch self {
    case .none: []
    case .automatic: Self.automatic(of: columns, sample: sample)
    case .items(let items):
      items.map { item in
        switch item {
        case .count: .count
        case .rate: .rate
        case .last: .last
        case .matching(let filter):
          .matching(filter.resolved(in: ListReading(reader, columns: columns)))
        case .figure(let figure):
          (try? CountPlan(CountSpec(keys: [], figures: [figure]), sample: sample, in: context))
            .map { .figure($0) } ?? .unknown(name: figure.name ?? "\(figure.measure)")
        case .tally(let field):
          context.column(named: field).map { .tally($0.withoutLayout, isSelective: false) }
            ?? .unknown(name: field)
        case .fold(let fold, let field):
          if let column = context.column(named: field)?.withoutLayout,
            let order = ValueOrder(of: column, sample: sample, reader: reader)
          {
            .fold(fold, column.showing(fold, of: order, in: sample), order)
          } else {
            .unknown(name: "\(fold.rawValue) \(field)")
          }
        }
      }
    }
  }

  /// The most informative measures: money, load, gains and losses, statuses that matter, and last the rate; of a log
  /// how many lines of each level there are.
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
      [
        amount.map { SummaryMeasure.total($0.withoutLayout) },
        change.map { .signs($0.withoutLayout) },
      ].compactMap(\.self) + loads.map { .total($0.withoutLayout) }
    let severity = Severity(among: columns)
    if figures.isEmpty, let severity, severity.isOfLevels || status == nil {
      // Rows with a level are counted by it alone.
      let rest = sample.filter { severity.column.value(of: $0) == nil }
      let telling = severity.parts.enumerated().filter { offset, part in
        part.tells(of: offset == 0 ? sample : rest)
      }.map(\.element)
      if !telling.isEmpty { return telling.map { .classes($0.withoutLayout) } + [.rate] }
    }
    guard !figures.isEmpty || status != nil else { return [] }
    let statuses = status.map { [SummaryMeasure.tally($0.withoutLayout, isSelective: true)] } ?? []
    // The title already shows the number of rows: next to an amount it is not repeated.
    return (figures.isEmpty ? [.count] : figures) + statuses + [.rate]
  }
}

extension Severity {
  /// Whether some of the rows have a class.
  fileprivate func tells(of rows: [Row]) -> Bool {
    isOfLog
      && rows.contains { row in
        column.value(of: row).flatMap { $0.isScalar ? classified($0.string) : nil } != nil
      }
  }

}

extension Column {
  /// The column in the format of sums and means of its values, which are bytes or seconds if the values are sizes or
  /// durations.
  fileprivate func showing(
    _ fold: SummarySpec.Fold,
    of order: ValueOrder,
    in sample: [Row]
  ) -> Column {
    guard fold == .sum || fold == .avg else { return self }
    var column = self
    switch order {
    case .duration: column.format = .duration(.seconds)
    case .size:
      let units = sample.compactMap { value(of: $0).flatMap { Quantity($0.string)?.unit } }
      let isOfBytes = units.contains { ![.none, .percent, .thousandths].contains($0) }
      if isOfBytes { column.format = .bytes }
    default: break
    }
    return column
  }

  /// Whether the values are shares of one machine, which the rows add up to.
  fileprivate var containsLoads: Bool {
    if case .percent = look { FieldWords(path.name).isLoad } else { false }
  }
}
