package import Columns
internal import FeedValues
package import TableModel
package import TerminalCore
package import Values

/// The read-only context that is passed to every part, created anew for each event and each frame.
package struct Context: Sendable {
  /// The size of the screen.
  package var size: TerminalSize
  /// The layout of the screen.
  package var screen: ScreenLayout
  /// The colour theme.
  package var theme: Theme
  /// The key bindings.
  package var keyMap: KeyMap
  /// The user's time zone.
  package var calendar: Calendar
  /// Converts instants to the time of day; nil if that is unknown.
  package var wallClock: WallClock?
  /// Whether the feed is a file or a recording, in which relative times count from the newest time.
  package var isRecorded = false
  /// The extent to which changes are animated.
  package var motion: Motion
  /// The columns of the feed in screen order, including hidden ones.
  package var columns: [Column]
  /// The columns that are on the screen, and their places.
  package var layout: ColumnLayout
  /// The numbers in view over the last minutes.
  package var history: CellHistory
  /// Statistics of the fields; nil unless something currently needs them.
  package var facts: FieldFacts?
  /// The time of the event or frame.
  package var instant: ContinuousClock.Instant

  package init(
    size: TerminalSize,
    screen: ScreenLayout? = nil,
    theme: Theme,
    keyMap: KeyMap = .standard,
    calendar: Calendar = .utc,
    wallClock: WallClock? = nil,
    motion: Motion = .full,
    columns: [Column] = [],
    layout: ColumnLayout? = nil,
    history: CellHistory = CellHistory(),
    at instant: ContinuousClock.Instant
  ) {
    (self.size, self.screen, self.theme) = (size, screen ?? ScreenLayout(size), theme)
    (self.keyMap, self.calendar, self.wallClock) = (keyMap, calendar, wallClock)
    (self.motion, self.columns, self.instant) = (motion, columns, instant)
    self.history = history
    self.layout = layout ?? ColumnLayout(columns, width: size.columns)
  }

  /// The current time of day; nil if unknown.
  package var present: FeedTime? { wallClock?.time(at: instant) }

  /// Reads the times of rows in the user's time zone, relative to the current time.
  package var timeReader: TimeReader { TimeReader(calendar, present: present) }

  /// The column with a name; nil if there is none.
  package func column(named name: String) -> Column? { columns.named(name) }

  /// The label of the keys that scroll.
  package var scrollKeys: String { keyMap.label(of: [.move(.nextRow), .move(.previousRow)]) }

  /// The label of the key that closes a layer.
  package var closeKey: String { keyMap.label(of: [.program(.close)]) }
}

/// Draws a part of the screen; a value that lives for one frame.
package protocol View {
  /// The context of the frame.
  var context: Context { get }
}

extension View {
  package var size: TerminalSize { context.size }
  package var screen: ScreenLayout { context.screen }
  package var theme: Theme { context.theme }
  package var keyMap: KeyMap { context.keyMap }
  package var calendar: Calendar { context.calendar }
  package var columns: [Column] { context.columns }
  package var layout: ColumnLayout { context.layout }
  package var instant: ContinuousClock.Instant { context.instant }
  package var present: FeedTime? { context.present }
}
