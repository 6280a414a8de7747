internal import ListViewParts
internal import Feeds
internal import TableModel
internal import Values

extension App {
  /// The filter is tried out while it is typed where there are no more rows than this.
  static let previewLimit = 20_000

  /// The rows of the feed, with those that the filter hides.
  var allRows: [Row] { arrangement.rows }

  /// How many rows of the feed the filter hides.
  var hiddenCount: Int { filter == nil ? 0 : allRows.count - rowCount }

  /// Shows the rows that a filter lets through; nil for all.
  ///
  /// Rows that come and go by it have not changed: they move, but they are not counted or marked.
  mutating func setFilter(_ filter: Filter?, at instant: ContinuousClock.Instant) {
    guard filter != self.filter else { return }
    self.filter = filter
    applyFilter(at: instant)
    showFiltered(at: instant)
  }

  private mutating func applyFilter(at instant: ContinuousClock.Instant) {
    arrangement.setFilter(filter?.resolved(in: timeReader(at: instant)).rule)
    lastFilterInstant = instant
  }

  private mutating func showFiltered(at instant: ContinuousClock.Instant) {
    showArranged(at: instant)
    search?.restart()
    continueSearch(at: instant)
    fitColumns(at: instant)
  }

  /// Reads the times of rows: in the reader's time zone, at the time of day.
  func timeReader(at instant: ContinuousClock.Instant) -> TimeReader {
    TimeReader(configuration.calendar, present: configuration.wallClock?.time(at: instant))
  }

  /// Looks again which rows a filter lets through whose times go on with the present.
  ///
  /// - Returns: Whether they are other ones.
  mutating func refreshFilter(at instant: ContinuousClock.Instant) -> Bool {
    guard let due = nextFilterInstant, due <= instant else { return false }
    let before = arrangement.shownFlags
    applyFilter(at: instant)
    guard arrangement.shownFlags != before else { return false }
    showFiltered(at: instant)
    return true
  }

  /// When the filter is to be looked at again; nil for never.
  var nextFilterInstant: ContinuousClock.Instant? {
    guard configuration.wallClock != nil, let interval = filter?.refreshInterval,
      let lastFilterInstant
    else { return nil }
    return lastFilterInstant + max(interval, Summary.restPerRow * allRows.count)
  }

  /// Those of some fields that no row has, of a sample of them.
  func unknownFields(among fields: [FieldName]) -> [FieldName] {
    let step = max(1, allRows.count / 1_000)
    return fields.filter { field in
      !stride(from: 0, to: allRows.count, by: step).contains {
        field.value(in: allRows[$0].value) != nil
      }
    }
  }
}

extension Filter {
  /// Whether a row fits, as a rule that can be kept.
  var rule: @Sendable (Row) -> Bool { { row in matches(row) } }
}
