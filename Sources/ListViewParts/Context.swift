package import Columns
package import FeedIdentity
package import FeedStore
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

/// Formats a count with thousands separators: `2,307`.
package func grouped(_ count: Int) -> String { Money.grouped(String(count)) }

/// Formats a count followed by its noun, in the plural unless the count is 1.
package func plural(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// Everything known about a feed besides its rows.
package struct FeedStatus: Hashable, Sendable {
  /// The rule by which the feed identifies its rows; nil until the first row arrives.
  package var keyRule: KeyRule?
  /// The field that names the source of each row; nil for a feed with a single source.
  package var source: String?
  /// Whether the rows have a header, whose column order is kept.
  package var hasHeader = false
  /// Whether the rows follow each other downwards, so that new ones come at the end.
  package var readsDownwards = false
  /// Whether the end of the list is shown first.
  package var opensAtEnd = false
  /// The input that could not be parsed.
  package var malformedInput = MalformedInputLog()
  /// The problems that prevent changes from being tracked, worst first.
  package var keyProblems: [KeyProblem] = []
  /// The last event of the source; shown until a key is pressed, or while there are no rows.
  package var notice: String?
  /// Whether the feed has ended and nothing more can arrive.
  package var isEnded = false
  /// Why the source is not delivering; nil while it works.
  package var outage: SourceOutage?
  /// The last outages that are over, the newest last.
  package private(set) var pastOutages: [SourceOutage] = []

  /// The number of outages that are kept.
  private static let maximumOutages = 8

  /// Creates the status of a feed that has not started.
  package init() {}

  /// Sets why the source is not delivering, and keeps an outage that ends.
  ///
  /// - Parameters:
  ///   - new: The outage; nil while the source works.
  ///   - time: The current time.
  package mutating func setOutage(_ new: SourceOutage?, at time: FeedTime?) {
    if new == nil, var past = outage {
      (past.end, past.retry) = (time, nil)
      pastOutages = pastOutages.suffix(Self.maximumOutages - 1) + [past]
    }
    outage = new
  }
}

/// The time of day, derived from the monotonic clock.
///
/// Both clocks are read once, at start-up, so that the time of day is a function of the instant passed to the
/// app, which tests can choose.
package struct WallClock: Hashable, Sendable {
  /// The instant at which both clocks were read.
  package let instant: ContinuousClock.Instant
  private let time: FeedTime

  /// Creates a clock that shows a time at an instant.
  ///
  /// - Parameters:
  ///   - time: The time of day at the instant.
  ///   - instant: The instant.
  package init(_ time: FeedTime, at instant: ContinuousClock.Instant) {
    self.time = time
    self.instant = instant
  }

  /// The time of day at ``instant``.
  package var start: FeedTime { time }

  /// The time of day at an instant.
  package func time(at instant: ContinuousClock.Instant) -> FeedTime {
    time.advanced(by: instant - self.instant)
  }
}
