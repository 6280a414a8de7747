public import ListDiffing

/// A table of rows that change, without a way to draw it: what to show on each line at an instant.
///
/// The model changes at once; what is shown follows it within half a second, as a pure
/// function of the table and an instant. There is no timer, no queue and no callback.
///
/// ```swift
/// var table = TableView<Payment, Never>(height: 20)
/// table.rows = snapshot  // compared with what is there, by identity and by content
/// for line in table.presentation(at: .now).lines { draw(line) }
/// ```
///
/// At the live edge new rows push in and the view follows. Anywhere else the *anchor* (the selected
/// row if it is visible, else a visible row) stays on its line whatever happens above or below it.
///
/// Each mutating method takes the instant at which it happens; nil, the default, asks the clock
/// that the table was made with.
public struct TableView<Row: Identifiable & Sendable, Field: Hashable & Sendable>: Sendable
where Row.ID: Sendable {
  typealias Identity = Outline<Row>.Identity

  /// How much of a change is shown as it happens.
  public var motion: Motion
  /// How long each part of a change takes.
  public var timing = MotionTiming()
  /// How many lines a key keeps between the selection and the ends of the viewport.
  public var scrollMargin = 0
  /// The end of the list where new rows arrive.
  public let liveEdge: LiveEdge
  /// How many lines the viewport has.
  public internal(set) var height: Int
  /// Whether the view follows the live edge.
  public internal(set) var isFollowing = true
  /// Whether the last batch left all rows in view as they were, on their lines and at rest.
  package internal(set) var isViewUntouched = false
  /// What the last batch did.
  public internal(set) var lastBatch = BatchCounts()

  /// Whether the view goes with the selected row wherever that goes.
  public internal(set) var isTracking = false
  /// The identifiers of the sections whose rows are hidden.
  public internal(set) var collapsedSections: Set<SectionID> = []

  var isContentEqual: @Sendable (Row, Row) -> Bool
  var difference: @Sendable ([Row], [Row]) -> Difference
  var fieldRule: @Sendable (Row, Row) -> Set<Field>
  let now: @Sendable () -> ContinuousClock.Instant

  var outline = Outline<Row>()
  var hasRows = false
  var pin = Pin.edge
  /// What is selected; without it nothing is tracked.
  var selected: Selection? {
    didSet { if selected == nil { isTracking = false } }
  }
  /// Rows that went and stand for the reader, ascending by the place where they do.
  var tombstones: [Tombstone<Row>] = []
  /// How many tombstones there were so far.
  var tombstoneSerial = 0
  /// What is in motion; nil for nothing.
  var scene: Scene<Row>?
  var unseenRows = OffsetRuns()
  var pace = BatchPace()
  var marks = EntryMarks<Identity>()
  var flashes: [Identity: [Field: ContinuousClock.Instant]] = [:]
  /// How many batches there were so far; wraps around.
  var batchSerial: UInt32 = 0
  /// When marks and flashes that are over were let go last.
  var sweep = (marks: ContinuousClock.Instant?.none, flashes: ContinuousClock.Instant?.none)

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - height: How many lines the viewport has; not less than 0.
  ///   - motion: How much of a change is shown as it happens.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - isContentEqual: Whether two rows of one identity say the same.
  ///   - changedFields: Which fields differ between a row before and after an update.
  ///   - now: The clock for calls without an instant.
  @inlinable
  public init(
    height: Int,
    motion: Motion = .full,
    liveEdge: LiveEdge = .top,
    isContentEqual: @escaping @Sendable (Row, Row) -> Bool,
    changedFields: @escaping @Sendable (_ old: Row, _ new: Row) -> Set<Field>,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.init(
      height: height,
      motion: motion,
      liveEdge: liveEdge,
      isContentEqual: isContentEqual,
      // Made where the row is known, so that the comparison is compiled for it.
      difference: { old, new in
        Difference(from: old, to: new, identity: { $0.id }, isContentEqual: isContentEqual)
      },
      changedFields: changedFields,
      now: now
    )
  }

  @usableFromInline
  init(
    height: Int,
    motion: Motion,
    liveEdge: LiveEdge,
    isContentEqual: @escaping @Sendable (Row, Row) -> Bool,
    difference: @escaping @Sendable ([Row], [Row]) -> Difference,
    changedFields: @escaping @Sendable (_ old: Row, _ new: Row) -> Set<Field>,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    precondition(height >= 0, "the height of a table must not be negative")
    self.height = height
    self.motion = motion
    self.liveEdge = liveEdge
    self.isContentEqual = isContentEqual
    self.difference = difference
    self.fieldRule = changedFields
    self.now = now
  }

  /// Compares rows by other rules from now on; what is shown stays as it is.
  ///
  /// - Parameters:
  ///   - isContentEqual: Whether two rows of one identity say the same.
  ///   - changedFields: Which fields differ between a row before and after an update.
  @inlinable
  public mutating func setRules(
    isContentEqual: @escaping @Sendable (Row, Row) -> Bool,
    changedFields: @escaping @Sendable (_ old: Row, _ new: Row) -> Set<Field>
  ) {
    setRules(
      isContentEqual: isContentEqual,
      difference: { old, new in
        Difference(from: old, to: new, identity: { $0.id }, isContentEqual: isContentEqual)
      },
      changedFields: changedFields
    )
  }

  @usableFromInline
  mutating func setRules(
    isContentEqual: @escaping @Sendable (Row, Row) -> Bool,
    difference: @escaping @Sendable ([Row], [Row]) -> Difference,
    changedFields: @escaping @Sendable (_ old: Row, _ new: Row) -> Set<Field>
  ) {
    self.isContentEqual = isContentEqual
    self.difference = difference
    fieldRule = changedFields
  }

  /// What keeps the viewport in its place.
  enum Pin: Hashable {
    /// The live edge of the list stands at its end of the viewport.
    case edge
    /// An entry stands on a line, or above it while there are too few rows before it.
    case entry(Int, line: Int)
    /// The tombstone of the selected row stands on a line, or above it.
    case tombstone(line: Int)
  }

  /// The selected entry; without an offset it was deleted, and a tombstone stands for it.
  struct Selection: Sendable {
    var identity: Identity
    var offset: Int?
  }
}

extension TableView where Row: Equatable {
  /// Creates an empty table whose rows changed if they are not equal.
  ///
  /// - Parameters:
  ///   - height: How many lines the viewport has; not less than 0.
  ///   - motion: How much of a change is shown as it happens.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - changedFields: Which fields differ between a row before and after an update.
  ///   - now: The clock for calls without an instant.
  @inlinable
  public init(
    height: Int,
    motion: Motion = .full,
    liveEdge: LiveEdge = .top,
    changedFields: @escaping @Sendable (_ old: Row, _ new: Row) -> Set<Field>,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.init(
      height: height,
      motion: motion,
      liveEdge: liveEdge,
      isContentEqual: { $0 == $1 },
      difference: { Difference(from: $0, to: $1) },
      changedFields: changedFields,
      now: now
    )
  }
}

extension TableView where Row: Equatable, Field == Never {
  /// Creates an empty table whose rows changed if they are not equal, and that knows no fields.
  ///
  /// - Parameters:
  ///   - height: How many lines the viewport has; not less than 0.
  ///   - motion: How much of a change is shown as it happens.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - now: The clock for calls without an instant.
  @inlinable
  public init(
    height: Int,
    motion: Motion = .full,
    liveEdge: LiveEdge = .top,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.init(
      height: height,
      motion: motion,
      liveEdge: liveEdge,
      changedFields: { _, _ in [] },
      now: now
    )
  }
}
