import Columns
internal import FeedStore
internal import FeedValues
internal import ListViewParts
internal import TableModel
internal import TerminalCore

/// The number of rows at each time, and the choice of a span of time.
extension App {
  /// The rows at each time, as many cells as the screen has room for; nil if they are not on the screen.
  var strip: TimeStrip? {
    guard layout.strip != nil else { return nil }
    return summary.histogram.strip(cells: TimeStripView.cells(of: setup.size.columns))
  }

  /// Reserves a line for the number of rows at each time, as soon as they are seen to be in the order of their times.
  ///
  /// - Returns: Whether it was reserved just now, so that the table has one line less.
  mutating func adoptStrip(from rows: FeedRows, at instant: ContinuousClock.Instant) -> Bool {
    guard summary.scale == nil, summary.spec != .none, rows.count >= TimeScale.fewRows,
      !setup.isOfCounts, columns.columns.contains(where: \.isTime),
      let scale = TimeScale(
        columns.columns,
        sample: ValueOrder.sample(of: rows),
        reader: context(at: instant).timeReader
      )
    else { return false }
    summary.takeStrip(scale)
    layOut(at: instant)
    return true
  }

  /// Lets the user choose a span of time, from the latest one on.
  mutating func openSpanPick(at column: Int? = nil) {
    guard let strip else {
      typealias Text = SpanPick.Text
      let isHidden = summary.spec == .none
      return notices.report(
        isHidden ? Text.noSummary : summary.scale == nil ? Text.noTimes : Text.noRoom
      )
    }
    let cell = column.map { TimeStripView.cell(at: $0, of: strip, in: setup.size) }
    open(SpanPick(strip, cell: cell ?? strip.cells.count - 1))
  }

  /// Shows the rows of a span of time alone: their times are a term of the filter, in place of that of another span.
  mutating func showTimes(
    of strip: TimeStrip,
    in cells: ClosedRange<Int>,
    at instant: ContinuousClock.Instant
  ) {
    guard let scale = summary.scale else { return }
    let all = TimeScale.span(of: ValueOrder.sample(of: list.allRows), scale)
    let range = strip.range(of: cells, needsDate: all.map { $0.count > 86_400 } ?? true)
    let term = scale.term(range)
    var rest = find.filter?.text ?? ""
    if let former = find.spanTerm, rest.hasSuffix(former) {
      rest = String(rest.dropLast(former.count).trimming)
    } else if rest.contains(" or ") {
      rest = "(\(rest))"
    }
    let text = rest.isEmpty ? term : "\(rest) \(term)"
    guard let filter = try? Filter(text) else { return }
    find.spanTerm = term
    setFilter(filter, at: instant)
  }
}
