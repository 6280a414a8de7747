internal import Feeds
internal import ListViewParts
internal import TableModel
public import TerminalCore
internal import Values

/// The program without its edges: its state, and how keys and the feed change it.
///
/// The app reads no clock and touches no descriptor. Its owner passes in what happened and when,
/// draws ``frame(at:)``, carries out the ``Effect``s, and comes back at ``nextInstant``.
///
/// It consists of parts that know neither the app nor each other. Their ``Request``s are carried
/// out by the app alone.
public struct App: Sendable {
  /// What is given once, and what the screen is like.
  struct Setup: Sendable {
    var configuration: Configuration
    var size: TerminalSize
    var theme: Theme
    /// Whether clicks and the wheel come as events.
    var usesMouse: Bool
    /// Whether changes are shown without motion, because the terminal cannot follow.
    var holdsMotion = false
  }

  var setup: Setup
  /// The feed's time, and what is known of it.
  var feed: FeedState
  /// The rows and what of them is shown.
  var list: ListState
  /// The columns and which of them are on the screen.
  var columns: ColumnState
  /// What is looked for.
  var find: FindState
  /// The detail of a row; nil for none.
  var detail: Detail?
  /// The summary bar.
  var summary: Summary
  /// What is reported on the bottom line.
  var notices = Notices()
  /// What is reported of changes beside the screen.
  var watch: ChangeWatch
  /// What has the keys instead of the table, the last one first.
  var layers: [Layer] = []

  /// Creates an app that has seen nothing of its feed.
  ///
  /// - Parameters:
  ///   - configuration: What is given once.
  ///   - size: The size of the screen.
  ///   - theme: The colours of the screen.
  public init(_ configuration: Configuration, size: TerminalSize, theme: Theme) {
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
      )
    )
    summary = Summary(configuration.summary)
    let screen = ScreenLayout(size, hasSummary: summary.hasLine)
    list = ListState(
      height: screen.tableLines.count,
      motion: setup.configuration.motion,
      options: configuration.viewOptions
    )
    columns = ColumnState(
      asked: configuration.columns,
      memory: configuration.columnMemory,
      width: screen.tableColumns.count,
      hasLooks: theme.depth != .none
    )
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
    let reader = TimeReader(configuration.calendar, present: clock?.start)
    list.arrangement.setFilter(find.resolvedRule(by: reader, at: clock?.instant))
  }

  /// What the screen is divided into now.
  var layout: ScreenLayout {
    layout(hasDetail: detail != nil)
  }

  /// What the screen is divided into with a detail, or without one.
  func layout(hasDetail: Bool) -> ScreenLayout {
    ScreenLayout(
      setup.size,
      hasSummary: hasLineBelowTitle,
      hasTimeline: feed.timeline != nil,
      hasDetail: hasDetail
    )
  }

  /// Whether there is a line between the title and the headers: the summary, or why the source is down.
  var hasLineBelowTitle: Bool { summary.hasLine || feed.hasBanner }

  /// What parts may know of the rest.
  func surroundings(at instant: ContinuousClock.Instant) -> Surroundings {
    // The configuration is not copied as a whole: this is asked for with every event.
    var surroundings = Surroundings(
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
    surroundings.facts = find.facts
    return surroundings
  }
}

extension TerminalSize {
  /// The size, or one cell if a window has none.
  var withOneCell: TerminalSize {
    TerminalSize(columns: max(1, columns), lines: max(1, lines))
  }
}
