internal import Feeds
internal import ListViewParts
internal import TableModel

extension App {
  /// Gives the summary its line as soon as it has something to say.
  ///
  /// - Returns: Whether it took one, which the table has no longer.
  @discardableResult
  mutating func adoptSummary(from rows: FeedRows, at instant: ContinuousClock.Instant) -> Bool {
    guard !summary.hasLine, summary.spec == .automatic, !columns.columns.isEmpty,
      !measures(for: summary.spec, of: rows, at: instant).isEmpty
    else { return false }
    summary.takeLine()
    layOut(at: instant)
    return true
  }

  private func measures(
    for spec: SummarySpec,
    of rows: FeedRows,
    at instant: ContinuousClock.Instant
  ) -> [SummaryMeasure] {
    let surroundings = surroundings(at: instant)
    return spec.measures(
      of: columns.columns,
      sample: ValueOrder.sample(of: rows),
      reader: surroundings.timeReader,
      column: { surroundings.column(named: $0) }
    )
  }

  /// Finds out a slice more of what the summary says, if it is on the screen.
  ///
  /// - Returns: Whether the screen may look different.
  @discardableResult
  mutating func continueSummary(at instant: ContinuousClock.Instant) -> Bool {
    guard showsSummary else { return false }
    let rows = list.allRows
    var summary = summary
    let spec = summary.spec
    self.summary = Summary(.none)  // so that what it has found is not copied
    defer { self.summary = summary }
    return summary.advance(
      list.arrangement.filteredRows,
      isLoading: !feed.isLoaded,
      calendar: setup.configuration.calendar,
      at: instant
    ) { measures(for: spec, of: rows, at: instant) }
  }

  /// Whether the summary is on the screen: not while its line says why the source is down.
  var showsSummary: Bool { summary.hasLine && !feed.hasBanner && layout.summary != nil }

  /// When the summary wants to be continued; nil for never.
  var nextSummaryInstant: ContinuousClock.Instant? {
    showsSummary ? summary.nextInstant : nil
  }

  /// Shows another summary from now on.
  mutating func setSummary(_ spec: SummarySpec, at instant: ContinuousClock.Instant) {
    summary = Summary(spec, after: summary)
    adoptSummary(from: list.allRows, at: instant)
    layOut(at: instant)
    continueSummary(at: instant)
  }

  /// Which rows the labels are about, where a reader may take them for others: of a window on a longer
  /// list those that are in it, of a feed that has ended all.
  var summaryScope: String? {
    guard summary.spec == .automatic, find.filter == nil else { return nil }
    if summary.isOfWindow { return Summary.Text.last(list.allRows.count) }
    let isOver = feed.status.isEnded && feed.player.isAtLiveEdge
    return isOver ? Summary.Text.all(list.allRows.count) : nil
  }
}
