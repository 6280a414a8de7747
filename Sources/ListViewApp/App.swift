package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import ListViewParts
import Ordering
package import TableModel
package import TerminalCore
internal import Values

/// The program without I/O: its state, and how keys and the feed change it.
///
/// The app reads no clock and touches no descriptor. Its owner passes in events with their times, draws
/// ``frame(at:)``, carries out the ``Effect``s, and calls ``advance(to:)`` at ``nextInstant``.
///
/// It consists of parts that know neither the app nor each other. Only the app carries out their ``Request``s.
package struct App: Sendable {
  /// The configuration and the properties of the screen.
  struct Setup: Sendable {
    var configuration: Configuration
    var size: TerminalSize
    var theme: Theme
    /// Whether mouse support is on.
    var usesMouse: Bool
    /// Whether the app shows counts, and the timeline of the rows that are counted has its line.
    var hasTimelineOfRows = false
    /// Whether the rows are what a command has printed.
    var isOutput = false
    /// Whether the rows are groups of others.
    var isOfCounts = false
    /// Whether what the command line asks for has been counted, and why it was not.
    var hasOpenedCounts = false
    var countProblem: String?
    /// Whether animation is suspended, because the terminal cannot keep up.
    var holdsMotion = false
  }

  var setup: Setup
  /// The feed: its player and its status.
  var feed: FeedState
  /// The rows and the table.
  var list: ListState
  /// The columns, and which of them are on the screen.
  var columns: ColumnState
  /// The filter and the search.
  var find: FindState
  /// The detail of a row; nil for none.
  var detail: Detail?
  /// The summary bar.
  var summary: Summary
  /// The messages of the status bar.
  var notices = Notices()
  /// Watches changes for purposes other than the screen.
  var watch: ChangeWatch
  /// The counts shown in place of the rows, or left to look at the rows of a group; the last one is the newest.
  var counts: [CountView] = []
  /// The commands that the user runs on rows.
  var acting = Acting()
  /// The layers above the table; the last one is the topmost.
  var layers: [Layer] = []

  /// Creates an app whose feed has not started.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - size: The size of the screen.
  ///   - theme: The theme.
  package init(_ configuration: Configuration, size: TerminalSize, theme: Theme) {
    let size = size.withOneCell
    setup = Setup(
      configuration: configuration,
      size: size,
      theme: theme,
      usesMouse: configuration.usesMouse
    )
    feed = FeedState(
      Player(
        start: configuration.start,
        speed: configuration.speed,
        limit: configuration.limit,
        historyCapacity: configuration.historyCapacity
      ),
      Derivation(configuration.derived, calendar: configuration.calendar)
    )
    summary = Summary(configuration.summary)
    let screen = ScreenLayout(size, hasSummary: summary.hasLine)
    var options = configuration.viewOptions
    // The order is that of the groups.
    if configuration.count != nil { options.sort = nil }
    list = ListState(
      height: screen.tableLines.count,
      motion: setup.configuration.motion,
      options: options
    )
    columns = ColumnState(
      asked: configuration.columns,
      memory: configuration.columnMemory,
      width: screen.tableColumns.count,
      hasLooks: theme.depth != .none
    )
    columns.list.derived = feed.derivation.fields
    find = FindState(filter: configuration.filter)
    watch = ChangeWatch(
      until: configuration.until,
      filter: configuration.filter,
      transition: configuration.transition,
      counts: configuration.countsChanges,
      keeps: configuration.keepsChanges,
      log: ChangeLog(calendar: configuration.calendar, columns: configuration.columns)
    )
    let clock = configuration.wallClock
    let reading = ListReading(TimeReader(configuration.calendar, present: clock?.start))
    list.arrangement.setFilter(find.resolvedRule(in: reading, at: clock?.instant))
    // Letters filter at once.
    if configuration.picks { openPrompt(.filter) }
  }

  /// The current layout of the screen.
  var layout: ScreenLayout {
    layout(hasDetail: detail != nil)
  }

  /// The layout of the screen with or without a detail.
  func layout(hasDetail: Bool) -> ScreenLayout {
    ScreenLayout(
      setup.size,
      hasSummary: hasLineBelowTitle,
      hasStrip: summary.scale != nil,
      hasTimeline: feed.timeline != nil || setup.hasTimelineOfRows,
      hasDetail: hasDetail
    )
  }

  /// Whether there is a line between the title bar and the header: the summary bar, or an outage.
  var hasLineBelowTitle: Bool { summary.hasLine || feed.hasBanner }

  /// The context for parts.
  func context(at instant: ContinuousClock.Instant) -> Context {
    // The configuration is not copied as a whole: this is asked for with every event.
    var context = Context(
      size: setup.size,
      screen: layout,
      theme: setup.theme,
      keyMap: setup.configuration.keyMap,
      calendar: setup.configuration.calendar,
      wallClock: setup.configuration.wallClock,
      motion: setup.configuration.motion,
      columns: columns.columns,
      layout: columns.layout,
      history: columns.history,
      at: instant
    )
    // Statistics are those of all rows: beside a filter they would tell something else than what is shown.
    context.facts = find.filter == nil || openPrompt != nil ? find.facts : nil
    context.isRecorded = setup.configuration.isRecorded
    // In the past, ages are those of that time.
    if feed.player.isInPast, context.wallClock != nil, let time = feed.player.time {
      context.wallClock = WallClock(time, at: instant)
    }
    return context
  }
}

extension TerminalSize {
  /// The size, with at least one column and one line.
  var withOneCell: TerminalSize {
    TerminalSize(columns: max(1, columns), lines: max(1, lines))
  }
}

/// The interface to the owner of an app.
extension App {
  /// The size of the screen.
  package var size: TerminalSize { setup.size }

  /// The theme.
  package var theme: Theme {
    get { setup.theme }
    set {
      setup.theme = newValue
      for index in counts.indices { counts[index].app.theme = newValue }
      for index in acting.outputs.indices { acting.outputs[index].app.theme = newValue }
    }
  }

  /// The facts known about the feed besides its rows.
  package var status: FeedStatus {
    get { feed.status }
    set {
      feed.status = newValue
      columns.adopt(newValue)
    }
  }

  /// The fields that are running clocks, whose progress does not count as a change.
  package var clocks: VolatileFields {
    get { feed.clocks }
    set {
      guard newValue != feed.clocks else { return }
      feed.clocks = newValue
      list.setClocks(newValue)
    }
  }

  /// Converts instants to the time of day; to be set again when the system clock is adjusted.
  package var wallClock: WallClock? {
    get { setup.configuration.wallClock }
    set {
      setup.configuration.wallClock = newValue
      for index in counts.indices { counts[index].app.wallClock = newValue }
    }
  }

  /// Whether animation is suspended, because the terminal cannot keep up.
  package var holdsMotion: Bool {
    get { setup.holdsMotion }
    set {
      guard newValue != setup.holdsMotion else { return }
      setup.holdsMotion = newValue
      for index in counts.indices { counts[index].app.holdsMotion = newValue }
      list.setMotion(newValue ? .none : setup.configuration.motion)
    }
  }

  /// Whether all that is in view has been replaced by each of the last batches, too fast to be read.
  package var replacesView: Bool { front.list.table.replacedViews > Self.tooManyViews }

  private static let tooManyViews = 8

  /// The table.
  package var table: TableView<Row, FieldPath> { list.table }

  /// The player of the feed's items.
  package var player: Player { feed.player }

  /// The current filter; nil if all rows are shown.
  package var filter: Filter? { find.filter }

  /// Whether the user stopped the source.
  package var isStopped: Bool { feed.isStopped }

  /// Whether to continue reading the source.
  package var wantsMore: Bool { feed.wantsMore }

  /// Whether everything has been shown and nothing more can arrive.
  package var isOver: Bool { feed.isOver }

  /// When the owner should call ``advance(to:)`` next even if nothing arrives; nil if never.
  package var nextInstant: ContinuousClock.Instant? {
    [
      feed.player.nextInstant, find.search?.nextInstant(rowCount: list.searchedRows.count),
      nextSummaryInstant, nextFilterInstant, columns.layoutDue, feed.bannerDue, feed.timelineDue,
      list.nextPreviewInstant, list.rearrangement?.nextInstant, find.nextFactsInstant,
      nextCountInstant, nextDerivationInstant, list.nextRankingInstant, list.errors.nextInstant,
      list.tints.nextInstant,
      acting.outputs.lazy.compactMap(\.nextInstant).min(), acting.marks.nextInstant,
    ].compactMap(\.self).min()
  }

  // MARK: Changes

  /// The awaited row on one line without control characters; nil until it appears.
  package var awaitedText: String? {
    mutating get {
      guard let row = watch.match else { return nil }
      watch.log.learn(from: feed.player.rows, key: feed.status.keyRule)
      return watch.log.text(of: row)
    }
  }

  /// The number of changes shown so far, not counting the rows that existed at the start.
  package var changeCount: Int { watch.count }

  /// Whether ``takeChanges()`` would return something.
  package var hasChanges: Bool { watch.hasChanges }

  /// Returns what changed since the last call, if ``Configuration/keepsChanges`` is set; nil if nothing did.
  package mutating func takeChanges() -> ChangeDigest? { watch.takeChanges() }
}
