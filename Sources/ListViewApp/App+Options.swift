package import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import ListViewParts
package import Ordering
package import TableModel
package import TerminalCore
package import Values

/// The options of the command line that have to wait for columns.
extension App {
  /// Applies the arrangement given on the command line if the last batch has brought the column.
  mutating func adoptLateOptions(from rows: FeedRows, at instant: ContinuousClock.Instant) {
    let pending = list.pendingOptions
    guard !pending.isEmpty else { return }
    let report = list.adoptOptions(from: rows, in: context(at: instant))
    guard list.pendingOptions != pending else { return }
    notices.clearMessage()
    notices.report(report)
    list.showArranged(in: context(at: instant))
  }
}

extension App {
  /// The settings that are fixed at the start.
  package struct Configuration: Sendable {
    /// The name of the feed on the screen.
    package var feedName: String
    /// A sentence on what to expect while there are no rows; nil for none.
    package var outlook: String?
    /// The extent to which changes are animated.
    package var motion: Motion
    /// The playback speed, as a multiple of the original one.
    package var speed: Double
    /// The position at which playback starts.
    package var start: Player.Start
    /// The row limit of a feed of single events.
    package var limit: RowLimit
    /// The approximate number of bytes of changes kept for stepping back.
    package var historyCapacity = Player.standardHistoryCapacity
    /// The user's time zone.
    package var calendar: Calendar
    /// Converts instants to the time of day; nil if that is unknown.
    package var wallClock: WallClock?
    /// Whether the feed is a file or a recording, in which relative times count from the newest time.
    package var isRecorded = false
    /// Whether the feed is a command that the program runs.
    package var runsCommand = false
    /// The key bindings.
    package var keyMap: KeyMap
    /// The initial arrangement of the rows.
    package var viewOptions = ViewOptions()
    /// The requested columns; nil for the most informative ones.
    package var columns: ColumnSpec?
    /// The columns that the user chose in earlier runs.
    package var columnMemory: ColumnMemory
    /// The initial filter; nil to show all rows.
    package var filter: Filter?
    /// The count that is shown from the start in place of the list; nil for none.
    package var count: CountSpec?
    /// Whether changes of the groups are kept; see ``App/takeCountItems()``.
    package var keepsCounts = false
    /// The summary bar.
    package var summary = SummarySpec.automatic
    /// The condition to wait for; see ``App/awaitedText``.
    package var until: RowCondition?
    /// The transition that counts as a change; nil for all changes.
    package var transition: Transition?
    /// Whether changes are counted; see ``App/changeCount``.
    package var countsChanges = false
    /// Whether changes are kept until ``App/takeChanges()`` returns them.
    package var keepsChanges = false
    /// Whether opening a row ends the program; see ``App/Effect/pick``.
    package var picks = false
    /// Whether the marked rows are picked, if there are any.
    package var picksSeveral = false
    /// Whether the mouse is enabled at the start.
    package var usesMouse = false
    /// The actions on rows: those of the user before those that come with the program.
    package var rowCommands: [RowCommand] = []
    /// The rules for the colours of rows, the first one that matches before the others.
    package var rowColors: [RowColor] = []
    /// The views of the configuration file.
    package var views: [NamedView] = []
    /// The name of the view that was asked for last; nil for none.
    package var view: String?
    /// Whether no commands are run.
    package var isSecure = false
    /// The themes that can be chosen by name.
    package var themes = ThemeChoice.all
    /// The theme in use.
    package var theme = ThemeChoice.standard

    /// Whether the order of the rows has been asked for: on the command line, or by what the command itself was given.
    ///
    /// A text that is given, in a file or by a pipe, has an order of its own.
    var hasOwnOrder: Bool {
      !viewOptions.isEmpty || count != nil || !runsCommand || feedName.contains("sort")
    }

    /// The fields that the rows do not have by themselves: those of the columns first, whose names the others may use.
    var derived: [DerivedField] {
      (columns?.derived ?? []) + (filter?.derived ?? []) + viewOptions.derived
        + (until?.derived ?? []) + (count?.derived ?? []) + summary.derived
        + rowColors.flatMap(\.filter.derived)
    }

    /// Creates a configuration.
    package init(
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
  package enum Effect: Hashable, Sendable {
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
    /// Use it next time as well.
    case keepTheme(ThemeChoice)
    /// Write a view into the configuration file.
    case keepView(NamedView)
    /// Start the next run of the source's command immediately.
    case runNow
    /// Quit and output the chosen rows.
    case pick
    /// Write the marked rows, or all shown rows if none are marked, to a file.
    case write(String)
    /// Turn the bell on changes on or off.
    case bell(Bool)
    /// Run a command on rows.
    case run(RowRun)
    /// End a command whose output is not looked at any more.
    case endRun(Int)
    /// Count the rows behind the list of groups by something else; an empty text for the rows themselves.
    case count(String)
    /// Carry out a command line on the rows behind the list of groups.
    case runBehind(String)
  }
}
