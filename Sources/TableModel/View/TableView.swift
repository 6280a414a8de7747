public import ListDiffing

/// A model of a table whose rows change: it determines what each line shows at an instant, but does not draw.
///
/// The model changes at once; what is shown follows within half a second, as a pure function of the table and
/// an instant. There are no timers, queues or callbacks.
///
/// ```swift
/// var table = TableView<Payment, Never>(height: 20)
/// table.rows = snapshot  // compared with what is there, by identity and by content
/// for line in table.presentation(at: .now).lines { draw(line) }
/// ```
///
/// At the live edge, new rows are scrolled into view as they arrive. Elsewhere the *anchor* (the selected row
/// if it is visible, otherwise a visible row) stays on its line whatever happens above or below it.
///
/// Each mutating method takes the instant at which it happens; nil, the default, stands for the current time
/// of the clock that was passed to the initialiser.
public struct TableView<Row: Identifiable & Sendable, Field: Hashable & Sendable>: Sendable
where Row.ID: Sendable {
  typealias Identity = Outline<Row>.Identity

  /// The extent to which changes are animated.
  public var motion: Motion
  /// The durations of an animation's phases.
  public var timing = MotionTiming()
  /// The minimum number of lines between the selection and the ends of the viewport when keys move it.
  public var scrollMargin = 0
  /// The end of the list where new rows arrive; a table that follows it goes to the other one if this changes.
  public var liveEdge: LiveEdge
  /// The number of lines of the viewport.
  public internal(set) var height: Int
  /// Whether the view follows the live edge.
  public internal(set) var isFollowing = true
  /// Whether the last batch left all rows in view unchanged, on their lines and at rest.
  package internal(set) var isViewUntouched = false
  /// The number of batches in succession each of which left nothing in view that was there before.
  package internal(set) var replacedViews = 0
  /// The numbers of rows that the last effective batch inserted, deleted, moved and updated, in collapsed sections too.
  public internal(set) var lastBatch = BatchCounts()
  /// The number of batches that changed rows, other than at the user's wish.
  package internal(set) var batchNumber = 0

  /// Whether the selected row is kept in view wherever it moves.
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
  /// The line on which the selected entry stood before the last batch, if it is pinned; nil for its line.
  var heldLine: Int?
  /// Whether lines above and below the list were blank when the selected entry was deleted: its tombstone then keeps
  /// its line as well.
  var keepsBlanks = (above: false, below: false)
  /// The selection; tracking ends when it is cleared.
  var selected: Selection? {
    didSet { if selected == nil { isTracking = false } }
  }
  /// The tombstones, in ascending order of their positions.
  var tombstones: [Tombstone<Row>] = [] {
    didSet { hasTombstones = tombstones.count > 0 }
  }
  /// Whether there are tombstones, and when the animation ends: kept, because every batch asks, and what depends
  /// on the type of a row answers by way of its metadata.
  private(set) var hasTombstones = false
  private(set) var sceneEnd: ContinuousClock.Instant?
  /// Whether an animation that ends at an instant is over, or there is none.
  static func isOver(_ end: ContinuousClock.Instant?, at instant: ContinuousClock.Instant) -> Bool {
    guard let end else { return true }
    return instant >= end
  }
  /// The number of tombstones created so far.
  var tombstoneSerial = 0
  /// The current animation; nil if there is none.
  var scene: Scene<Row>? {
    didSet { sceneEnd = scene?.end }
  }
  /// The rows that arrived out of view and have not been shown since.
  var unseenRows = OffsetSet()
  var pace = BatchPace()
  var marks = EntryMarks<Identity>()
  var flashes: [Identity: [Field: ContinuousClock.Instant]] = [:]
  /// The number of batches so far; wraps around.
  var batchSerial: UInt32 = 0
  /// When expired marks and flashes were last removed.
  var sweep = (marks: ContinuousClock.Instant?.none, flashes: ContinuousClock.Instant?.none)

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - height: The number of lines of the viewport.
  ///   - motion: The extent to which changes are animated.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - isContentEqual: Returns whether two versions of a row have the same content.
  ///   - changedFields: Returns the fields that differ between two versions of a row.
  ///   - now: The clock for calls without an instant.
  /// - Precondition: `height` is not negative.
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
      // Created where the row type is known, so that the comparison can be specialised for it.
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

  /// Changes the rules by which rows are compared; what is shown stays the same.
  ///
  /// - Parameters:
  ///   - isContentEqual: Returns whether two versions of a row have the same content.
  ///   - changedFields: Returns the fields that differ between two versions of a row.
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

  /// The state that determines the scroll position.
  enum Pin: Hashable {
    /// The live edge of the list is at its end of the viewport.
    case edge
    /// An entry is on a line, or beside it while there are too few rows.
    case entry(Int, line: Int)
    /// The tombstone of the selected row is on a line, or above it.
    case tombstone(line: Int)
  }

  /// The selected entry; without an offset it was deleted and is represented by a tombstone.
  struct Selection: Sendable {
    var identity: Identity
    var offset: Int?
  }
}

extension TableView where Row: Equatable {
  /// Creates an empty table that compares the contents of rows with `==`.
  ///
  /// - Parameters:
  ///   - height: The number of lines of the viewport.
  ///   - motion: The extent to which changes are animated.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - changedFields: Returns the fields that differ between two versions of a row.
  ///   - now: The clock for calls without an instant.
  /// - Precondition: `height` is not negative.
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
  /// Creates an empty table that compares the contents of rows with `==` and does not track fields.
  ///
  /// - Parameters:
  ///   - height: The number of lines of the viewport.
  ///   - motion: The extent to which changes are animated.
  ///   - liveEdge: The end of the list where new rows arrive.
  ///   - now: The clock for calls without an instant.
  /// - Precondition: `height` is not negative.
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
