import Columns
internal import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel

extension App {
  /// Reserves the line of an automatic summary as soon as it has something to show.
  ///
  /// - Returns: Whether it was reserved just now, so that the table has one line less.
  @discardableResult
  mutating func adoptSummary(from rows: FeedRows, at instant: ContinuousClock.Instant) -> Bool {
    let hasStrip = adoptStrip(from: rows, at: instant)
    guard !summary.hasLine, summary.spec == .automatic, !columns.columns.isEmpty,
      !measures(for: summary.spec, of: rows, at: instant).isEmpty
    else { return hasStrip }
    summary.takeLine()
    layOut(at: instant)
    return true
  }

  private func measures(
    for spec: SummarySpec,
    of rows: FeedRows,
    by scale: TimeScale? = nil,
    at instant: ContinuousClock.Instant
  ) -> [SummaryMeasure] {
    spec.measures(in: context(at: instant), sample: ValueOrder.sample(of: rows))
      + (scale.map { [.times($0.judged(by: severity))] } ?? [])
  }

  /// Continues computing the summary if it is on the screen.
  ///
  /// - Returns: Whether the screen may change.
  @discardableResult
  mutating func continueSummary(at instant: ContinuousClock.Instant) -> Bool {
    guard showsSummary || layout.strip != nil else { return false }
    let rows = list.allRows
    var summary = summary
    let (spec, scale) = (summary.spec, summary.scale)
    self.summary = Summary(.none)  // avoids a copy
    defer { self.summary = summary }
    return summary.advance(
      list.arrangement.filteredRows,
      of: list.allRows,
      isLoading: !feed.isLoaded,
      calendar: setup.configuration.calendar,
      at: instant
    ) { measures(for: spec, of: rows, by: scale, at: instant) }
  }

  /// Whether the summary bar is on the screen, which it is not while an outage takes its line.
  var showsSummary: Bool { summary.hasLine && !feed.hasBanner && layout.summary != nil }

  /// When the summary is due to be continued; nil if it is not.
  var nextSummaryInstant: ContinuousClock.Instant? {
    showsSummary || layout.strip != nil ? summary.nextInstant : nil
  }

  /// Shows other items in the summary bar.
  mutating func setSummary(_ spec: SummarySpec, at instant: ContinuousClock.Instant) {
    summary = Summary(spec, after: summary)
    adoptSummary(from: list.allRows, at: instant)
    layOut(at: instant)
    continueSummary(at: instant)
  }

  /// The scope of the labels if it is not obvious: the rows of a window of a longer list, or all rows of a
  /// feed that has ended.
  var summaryScope: String? {
    guard summary.spec == .automatic, find.filter == nil else { return nil }
    if summary.isOfWindow { return Summary.Text.last(list.allRows.count) }
    let isOver = feed.status.isEnded && feed.player.isAtLiveEdge
    return isOver ? Summary.Text.all(list.allRows.count) : nil
  }
}
