internal import Feeds
package import TableModel
package import TerminalCore
package import Values

/// What a part may know of the rest: read-only, and made again for each event and each frame.
package struct Surroundings: Sendable {
  /// The size of the screen.
  package var size: TerminalSize
  /// What the screen is divided into.
  package var screen: ScreenLayout
  /// The colours of the screen.
  package var theme: Theme
  /// What the keys do.
  package var keyMap: KeyMap
  /// The time zone of the reader.
  package var calendar: Calendar
  /// The time of day; nil if unknown.
  package var wallClock: WallClock?
  /// How much of a change is shown as it happens.
  package var motion: Motion
  /// The columns of the feed, in their order on the screen; the hidden ones too.
  package var columns: [Column]
  /// Which of the columns are on the screen, and where.
  package var layout: ColumnLayout
  /// What the numbers in view were in the last minutes.
  package var history: CellHistory
  /// What is known of the fields, while something asks for one of them.
  package var facts: FieldFacts?
  /// When.
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

  /// The time of day; nil if unknown.
  package var present: FeedTime? { wallClock?.time(at: instant) }

  /// Reads the times of rows: in the reader's time zone, at the time of day.
  package var timeReader: TimeReader { TimeReader(calendar, present: present) }

  /// The column of a name.
  package func column(named name: String) -> Column? { columns.named(name) }

  /// How the keys that scroll are called.
  package var scrollKeys: String { keyMap.label(of: [.move(.nextRow), .move(.previousRow)]) }

  /// How the key that closes is called.
  package var closeKey: String { keyMap.label(of: [.program(.close)]) }
}

/// What draws a part of the screen: a value that is made for one frame.
package protocol View {
  /// What it is drawn in.
  var surroundings: Surroundings { get }
}

extension View {
  package var size: TerminalSize { surroundings.size }
  package var screen: ScreenLayout { surroundings.screen }
  package var theme: Theme { surroundings.theme }
  package var keyMap: KeyMap { surroundings.keyMap }
  package var calendar: Calendar { surroundings.calendar }
  package var columns: [Column] { surroundings.columns }
  package var layout: ColumnLayout { surroundings.layout }
  package var instant: ContinuousClock.Instant { surroundings.instant }
  package var present: FeedTime? { surroundings.present }
}
