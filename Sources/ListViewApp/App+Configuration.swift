public import Feeds
public import ListViewParts
public import TableModel
public import TerminalCore
public import Values

extension App {
  /// What is given once, at the start.
  public struct Configuration: Sendable {
    /// How the feed is called on the screen.
    public var feedName: String
    /// A sentence about what to expect while there are no rows; nil for none.
    public var outlook: String?
    /// How much of a change is shown as it happens.
    public var motion: Motion
    /// How much faster than recorded the feed is played.
    public var speed: Double
    /// Where playing starts.
    public var start: Player.Start
    /// The row limit of a feed of single events.
    public var limit: RowLimit
    /// About how many bytes of changes are kept to go back in time.
    public var historyCapacity = Player.standardHistoryCapacity
    /// The time zone of the reader.
    public var calendar: Calendar
    /// The time of day; nil if unknown.
    public var wallClock: WallClock?
    /// What the keys do.
    public var keyMap: KeyMap
    /// How the rows are arranged from the start.
    public var viewOptions = ViewOptions()
    /// The requested columns; nil for the most informative ones.
    public var columns: ColumnSpec?
    /// The columns that were picked in former runs.
    public var columnMemory: ColumnMemory
    /// Which rows are shown at first; nil for all.
    public var filter: Filter?
    /// The summary bar.
    public var summary = SummarySpec.automatic
    /// The row to wait for; see ``App/awaitedText``.
    public var until: RowCondition?
    /// Which changes are counted and kept; nil for all.
    public var transition: Transition?
    /// Whether changes are counted; see ``App/changeCount``.
    public var countsChanges = false
    /// Whether changes are kept until ``App/takeChanges()`` returns them.
    public var keepsChanges = false
    /// Whether opening a row ends the program with it; see ``App/Effect/pick``.
    public var picks = false
    /// Whether the terminal reports the mouse from the start.
    public var usesMouse = false
    /// The themes that can be chosen by their names.
    public var themes = ThemeChoice.all

    /// Creates a configuration.
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
    /// Draw the whole screen again, whatever is believed to be on it.
    case redraw
    /// Keep the columns that were picked for feeds with a schema fingerprint; nil forgets them.
    case remember(ColumnSpec?, fingerprint: String)
    /// Put bytes into the clipboard, `Clipboard.maximumCount` of them at most.
    case copy([UInt8])
    /// Identify the rows that arrive from now on in this way.
    case identify(KeyChoice)
    /// Have the terminal report the mouse, or leave it to the terminal.
    case mouse(Bool)
    /// Draw in colour or without from now on.
    case color(ColorDepth.Choice)
    /// Draw in these colours from now on.
    case theme(ThemeChoice)
    /// Start the next run of the source's command now.
    case runNow
    /// End with the rows that were picked.
    case pick
    /// Write the marked rows, or else those that are shown, to a file.
    case write(String)
    /// Ring the bell on a change from now on, or no more.
    case bell(Bool)
  }
}
