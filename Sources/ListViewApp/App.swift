public import ListViewParts
public import Feeds
public import TableModel
public import TerminalCore
public import Values

/// The program without its edges: what is shown, and what a key or a piece of feed makes of it.
///
/// The app reads no clock and touches no descriptor. Its owner tells it what happened and when,
/// draws ``frame(at:)``, carries out the ``Effect``s, and comes back at ``nextInstant(at:)``.
public struct App: Sendable {
  /// What is given once, at the start.
  public struct Configuration: Sendable {
    /// How the feed is called on the screen.
    public var feedName: String
    /// What a reader may expect while there are no rows, as a sentence; nil for nothing.
    public var outlook: String?
    /// How much of a change is shown as it happens.
    public var motion: Motion
    /// How much faster than recorded the feed is played.
    public var speed: Double
    /// Where playing starts.
    public var start: Player.Start
    /// How many rows of a feed of single events are held at most.
    public var limit: RowLimit
    /// About how many bytes of changes are kept to go back in time.
    public var historyCapacity = Player.standardHistoryCapacity
    /// The time zone of the reader.
    public var calendar: Calendar
    /// The time of day; nil where nobody tells it.
    public var wallClock: WallClock?
    /// What the keys do.
    public var keyMap: KeyMap
    /// How the rows are arranged from the start.
    public var shape = ShapeOptions()
    /// The columns that the user asked for; nil for those that say the most.
    public var columns: ColumnSpec?
    /// The columns that were picked in former runs.
    public var columnMemory: ColumnMemory
    /// Which rows are shown at first; nil for all.
    public var filter: Filter?
    /// What stands above the table.
    public var summary = SummarySpec.automatic
    /// The row that is waited for; see ``App/awaitedRow``.
    public var until: Filter?
    /// Whether changes are counted; see ``App/changeCount``.
    public var countsChanges = false
    /// Whether they are also kept until somebody was told; see ``App/takeChanges()``.
    public var keepsChanges = false
    /// Whether the terminal reports the mouse from the start.
    public var usesMouse = false

    /// Makes a configuration.
    public init(
      feedName: String,
      motion: Motion = .full,
      speed: Double = 1,
      start: Player.Start = .automatic,
      limit: RowLimit = .none,
      calendar: Calendar = .utc,
      wallClock: WallClock? = nil,
      keyMap: KeyMap = .standard,
      columns: ColumnSpec? = nil,
      columnMemory: ColumnMemory = ColumnMemory(),
      filter: Filter? = nil
    ) {
      self.feedName = feedName
      self.motion = motion
      self.speed = speed
      self.start = start
      self.limit = limit
      self.calendar = calendar
      self.wallClock = wallClock
      self.keyMap = keyMap
      self.columns = columns
      self.columnMemory = columnMemory
      self.filter = filter
    }
  }

  /// What the app asks its owner to do.
  public enum Effect: Hashable, Sendable {
    /// Give the terminal back and end.
    case quit
    /// Draw the whole screen anew, whatever is believed to be on it.
    case redraw
    /// Keep the columns that were picked for feeds of a shape; nil forgets them.
    case remember(ColumnSpec?, shape: String)
    /// Put bytes into the clipboard, `Clipboard.maximumCount` of them at most.
    case copy([UInt8])
    /// Identify the rows that arrive from here on in this way.
    case identify(KeyChoice)
    /// Have the terminal report the mouse, or leave it to the terminal.
    case mouse(Bool)
    /// Draw in colour or without from now on.
    case color(ColorDepth.Choice)
    /// Ring the bell on a change from now on, or no more.
    case bell(Bool)
  }

  var configuration: Configuration
  /// The size of the screen.
  public internal(set) var size: TerminalSize
  /// The colours of the screen.
  public var theme: Theme
  /// What is known of the feed beside its rows.
  public var feed = FeedStatus() {
    didSet {
      columnList.source = feed.source
      columnList.hasHeader = feed.hasHeader
    }
  }
  /// The fields that are running clocks: they go on without being a change.
  public var clocks = VolatileFields() {
    didSet {
      guard clocks != oldValue else { return }
      let isEqual = { @Sendable [clocks] in clocks.isContentEqual($0, $1) }
      let changes = { @Sendable [clocks] in clocks.changedFields(from: $0, to: $1) }
      table.setRules(isContentEqual: isEqual, changedFields: changes)
      pinTable.setRules(isContentEqual: isEqual, changedFields: changes)
    }
  }
  /// The time of day; to be set anew where the clock on the wall was put forward or back.
  public var wallClock: WallClock? {
    get { configuration.wallClock }
    set { configuration.wallClock = newValue }
  }
  /// Whether changes are shown without motion, because the terminal cannot follow.
  public var holdsMotion = false {
    didSet {
      guard holdsMotion != oldValue else { return }
      table.motion = holdsMotion ? .none : configuration.motion
      pinTable.motion = table.motion
    }
  }
  /// The rows and what of them is shown.
  public internal(set) var table: TableView<Row, FieldPath>
  /// The rows that stand above the table.
  var pinTable: TableView<Row, FieldPath>
  /// How the rows of the feed become those of the table.
  var arrangement = Arrangement()
  /// What the heads of groups say, by the identifiers of the sections.
  var summaries: [String: GroupSummary] = [:]
  /// What the command line asks for and no row has told how to do yet.
  var pendingShape: ShapeOptions
  /// Whether the user stopped the source.
  public internal(set) var isStopped = false
  /// The feed's time.
  public internal(set) var player: Player
  /// The columns as they come to be known.
  var columnList = ColumnList()
  var layout: ColumnLayout
  /// The column that is scrolled to the front; nil for no scrolling.
  var firstScrolledColumn: FieldPath?
  /// The columns that were on the screen without scrolling: they stay unless others say much more.
  var keptColumns: Set<FieldPath> = []
  /// The rows that columns have made room for: those in view when they were last looked at.
  var measuredRows: [RowID: JSONValue] = [:]
  /// Whether the columns were chosen from all rows just now.
  var hasFreshColumns = false
  /// Whether the reader has picked columns since the program began.
  var hasPickedColumns = false
  var mode = Mode.table
  /// What the last key came to, where the screen does not show it; until the next one.
  var message: String?
  /// Which of the rows are shown; nil for all.
  public internal(set) var filter: Filter?
  /// When the filter was last resolved, where its times go on with the present.
  var lastFilterInstant: ContinuousClock.Instant?
  /// What is searched for.
  var search: Search?
  /// What stands above the table.
  var summary: Summary
  /// What was entered into prompts.
  var history = PromptHistory()
  /// What the open prompt may have to put back.
  var beforePrompt: BeforePrompt?
  /// How many lines stand above the table for pinned rows.
  var linesOfPins = 0
  /// The detail of a row; nil for none.
  var detail: Detail?
  /// Whether clicks and the wheel come as events.
  var usesMouse: Bool
  /// Whether rows bear marks and flash when they change.
  var showsChanges = true
  /// What is told of changes beside the screen.
  var changeWatch: ChangeWatch
  /// Whether a key was pressed; until then the line of keys says what a newcomer needs.
  var hasKeys = false
  /// What is in view of the pane that is open over the screen, and who had the keys before.
  var paneScroll = ScrollPosition()
  var modeBehindPane = Mode.table
  /// The trouble with keys that came last; it is announced.
  var newKeyTrouble: KeyTrouble?
  /// Until when bad input is announced, and when it was last.
  var announcement: ContinuousClock.Instant?
  var lastAnnouncement: ContinuousClock.Instant?
  /// Whether the source still gives what it had when it was opened.
  var isLoading = true
  /// Whether what the source had when it was opened is on the screen.
  private(set) var isLoaded = false
  /// The most items that were ever shown: up to there a reader goes back to what was there before.
  private var furthestPosition = 0
  /// Whether what comes now is gone to at once, and not told as a change.
  var isSkipping = false
  /// The number of items from which on the rows are shown again while the source is loading: twice
  /// as many each time, so that a large file costs no more than a few looks at it.
  private var nextLoadingCount = 0

  /// Makes an app that has seen nothing of its feed.
  ///
  /// - Parameters:
  ///   - configuration: What is given once.
  ///   - size: The size of the screen.
  ///   - theme: The colours of the screen.
  public init(_ configuration: Configuration, size: TerminalSize, theme: Theme) {
    self.configuration = configuration
    self.size = size.withOneCell
    self.theme = theme
    usesMouse = configuration.usesMouse
    changeWatch = ChangeWatch(
      log: ChangeLog(calendar: configuration.calendar, columns: configuration.columns)
    )
    filter = configuration.filter
    summary = Summary(configuration.summary)
    let reader = TimeReader(configuration.calendar, present: configuration.wallClock?.start)
    arrangement.setFilter(filter?.resolved(in: reader).rule)
    lastFilterInstant = configuration.wallClock?.instant
    player = Player(
      start: configuration.start,
      speed: configuration.speed,
      limit: configuration.limit,
      historyCapacity: configuration.historyCapacity
    )
    table = TableView(
      height: Frame(size, hasSummary: summary.hasLine).tableLines.count,
      motion: configuration.motion,
      isContentEqual: { VolatileFields().isContentEqual($0, $1) },
      changedFields: { VolatileFields().changedFields(from: $0, to: $1) }
    )
    table.matchRows = { RowMatching.matches(of: $0, in: $1) }
    pinTable = table
    pinTable.resize(height: 0)
    pendingShape = configuration.shape
    layout = ColumnLayout([], width: size.columns)
    columnList.setSpec(configuration.columns, isExact: true, key: nil)
    layOutColumns()
  }

  /// Takes what has arrived.
  public mutating func receive(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    columnList.sample(items)
    player.receive(items, at: instant, time: configuration.wallClock?.time(at: instant))
    lookAtChanges(at: instant)
  }

  /// Says that the source has nothing more for now.
  public mutating func reachEnd() {
    isLoading = false
    player.reachEnd()
  }

  /// Shows what is due.
  ///
  /// While a source is loading, the screen follows it now and then and without motion: what was there
  /// before the reader came is not news.
  ///
  /// - Parameter instant: When.
  /// - Returns: Whether the rows are other ones than before.
  @discardableResult
  public mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    let isFiltered = refreshFilter(at: instant)
    let hasNewRows = advanceRows(to: instant) || isFiltered
    let hasSummary = continueSummary(at: instant)
    return continueSearch(at: instant) || hasNewRows || hasSummary
  }

  private mutating func advanceRows(to instant: ContinuousClock.Instant) -> Bool {
    if isLoading, player.isAtLiveEdge, player.count < nextLoadingCount { return false }
    guard player.advance(to: instant) else {
      // All that the source had was shown while it was loading: what comes now is news.
      if !isLoading, nextLoadingCount > 0 { isLoaded = true }
      return false
    }
    lookAtChanges(at: instant)
    let rows = player.rows
    search?.restart()
    if !isLoaded || !columnList.isChosen, !rows.isEmpty { chooseColumns(for: rows, at: instant) }
    adoptSummary(from: rows, at: instant)
    if !isLoaded && player.isAtLiveEdge {
      nextLoadingCount = max(2 * player.count, 1)
      isLoaded = !isLoading
      show(rows, isReload: true, isNews: false, at: instant)
      // A name that is written wrong would wait for ever.
      if isLoaded { message = message ?? fieldProblem }
    } else {
      isLoaded = true
      // Rows with other identities are the same rows: nothing has come or gone.
      if let rule = player.takeIdentityChange() { table.identifyRows(rule.identified) }
      if isSkipping {
        show(rows, isReload: true, isNews: false, at: instant)
      } else {
        show(rows, isReload: false, isNews: player.position > furthestPosition, at: instant)
      }
      let arrivals = player.isPaused ? 0 : table.lastBatch.insertions
      summary.record(arrivals: arrivals, at: instant)
    }
    furthestPosition = max(furthestPosition, player.position)
    summary.restart()
    fitColumns(at: instant)
    updateDetail(at: instant)
    return true
  }

  /// Whether the source shall be read on.
  public var wantsMore: Bool { player.wantsMore && !isStopped && !feed.isEnded }

  /// When the app wants to be asked again, though nothing has arrived; nil for never.
  public var nextInstant: ContinuousClock.Instant? {
    let searchInstant = search?.nextInstant(rowCount: table.rows.count)
    return [player.nextInstant, searchInstant, nextSummaryInstant, nextFilterInstant]
      .compactMap(\.self).min()
  }

  /// Takes the new size of the screen.
  public mutating func resize(to size: TerminalSize, at instant: ContinuousClock.Instant) {
    self.size = size.withOneCell
    layOut(at: instant)
    // Rows that come into view may need more room than those that were.
    fitColumns(at: instant)
  }
}

extension TerminalSize {
  /// The size, or one cell where a window has none: what is drawn then, nobody sees.
  fileprivate var withOneCell: TerminalSize {
    TerminalSize(columns: max(1, columns), lines: max(1, lines))
  }
}
