public import Feeds
public import ListViewParts
public import TableModel
public import TerminalCore
public import Values

extension App {
  /// The settings that are fixed at the start.
  public struct Configuration: Sendable {
    /// The name of the feed on the screen.
    public var feedName: String
    /// A sentence on what to expect while there are no rows; nil for none.
    public var outlook: String?
    /// How much of a change is animated.
    public var motion: Motion
    /// The playback speed, as a multiple of the original one.
    public var speed: Double
    /// Where playback starts.
    public var start: Player.Start
    /// The row limit of a feed of single events.
    public var limit: RowLimit
    /// The approximate number of bytes of changes kept for stepping back.
    public var historyCapacity = Player.standardHistoryCapacity
    /// The user's time zone.
    public var calendar: Calendar
    /// Converts instants to the time of day; nil if that is unknown.
    public var wallClock: WallClock?
    /// Whether the feed is a file or a recording, in which relative times count from the newest time.
    public var isRecorded = false
    /// The key bindings.
    public var keyMap: KeyMap
    /// The initial arrangement of the rows.
    public var viewOptions = ViewOptions()
    /// The requested columns; nil for the most informative ones.
    public var columns: ColumnSpec?
    /// The columns that the user chose in earlier runs.
    public var columnMemory: ColumnMemory
    /// The initial filter; nil to show all rows.
    public var filter: Filter?
    /// The summary bar.
    public var summary = SummarySpec.automatic
    /// The condition to wait for; see ``App/awaitedText``.
    public var until: RowCondition?
    /// The transition that counts as a change; nil for all changes.
    public var transition: Transition?
    /// Whether changes are counted; see ``App/changeCount``.
    public var countsChanges = false
    /// Whether changes are kept until ``App/takeChanges()`` returns them.
    public var keepsChanges = false
    /// Whether opening a row ends the program; see ``App/Effect/pick``.
    public var picks = false
    /// Whether the mouse is enabled at the start.
    public var usesMouse = false
    /// The themes that can be chosen by name.
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

  /// A request of the app to its owner.
  public enum Effect: Hashable, Sendable {
    /// Restore the terminal and quit.
    case quit
    /// Redraw the whole screen, disregarding what is believed to be on it.
    case redraw
    /// Remember the chosen columns for feeds with a schema fingerprint; nil forgets them.
    case remember(ColumnSpec?, fingerprint: String)
    /// Copy bytes to the clipboard, at most `Clipboard.maximumCount`.
    case copy([UInt8])
    /// Identify rows by another key from now on.
    case identify(KeyChoice)
    /// Turn mouse reporting by the terminal on or off.
    case mouse(Bool)
    /// Draw with or without colours from now on.
    case color(ColorDepth.Choice)
    /// Use another theme from now on.
    case theme(ThemeChoice)
    /// Start the next run of the source's command immediately.
    case runNow
    /// Quit and output the chosen rows.
    case pick
    /// Write the marked rows, or all shown rows if none are marked, to a file.
    case write(String)
    /// Turn the bell on changes on or off.
    case bell(Bool)
  }
}
