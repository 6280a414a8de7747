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

extension TableView {
  /// The rows of the table; setting them animates the difference.
  ///
  /// - Complexity: Setting *n* rows takes O(*n* log *n*), most of it for the comparison.
  public var rows: [Row] {
    get { outline.rows.array }
    set { setRows(newValue) }
  }

  /// The rows of the table that are not in collapsed sections, as a collection that is not copied.
  ///
  /// - Complexity: O(1).
  public var displayedRows: TableRows<Row> { outline.rows }

  /// Replaces the rows, and animates the difference.
  ///
  /// The first rows of a table are shown without animation.
  ///
  /// If the user chose to see other rows, or the same ones in another order, such as with a filter or a sort,
  /// the rows have not changed: they move to their new positions, but are not marked, counted or unseen. If
  /// the selected row is not among them, its nearest neighbour is selected, and no lines remain empty to keep
  /// the anchor in place.
  ///
  /// - Parameters:
  ///   - rows: All rows in order.
  ///   - byUser: Whether the user chose the rows, rather than the feed.
  ///   - countsUnseen: Whether inserted rows are news and count as ``unseen`` if they are out of view; false
  ///     if the user goes back to an earlier state.
  ///   - instant: The current time; nil for now.
  public mutating func setRows(
    _ rows: [Row],
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    show(
      TableContent(TableRows(rows)),
      byUser: byUser,
      countsUnseen: countsUnseen,
      at: instant
    )
  }

  /// Replaces the rows without animation and marks.
  ///
  /// - Parameters:
  ///   - rows: All rows in order.
  ///   - instant: The current time; nil for now.
  /// - Complexity: O(1) while the table follows the live edge and nothing is selected, so that no position
  ///   has to be kept; otherwise that of `setRows(_:byUser:countsUnseen:at:)`.
  public mutating func reload(_ rows: [Row], at instant: ContinuousClock.Instant? = nil) {
    reload(TableContent(TableRows(rows)), at: instant)
  }

  /// Whether rows that replace others have to be compared with them, because a position is kept.
  private var keepsPosition: Bool { !isFollowing || selected != nil || !tombstones.isEmpty }

  /// Releases rows that are about to be reloaded, unless they are needed to keep the position, so that they need not
  /// exist beside the new ones.
  package mutating func releaseReloadedRows() {
    if !keepsPosition { outline = Outline() }
  }

  mutating func reload(
    _ new: Outline<Row>,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant
  ) {
    if !keepsPosition {
      outline = new
      scene = nil
    } else {
      let motion = motion
      self.motion = .none
      setOutline(new, isMarked: false, countsUnseen: countsUnseen, at: instant)
      self.motion = motion
    }
    isViewUntouched = false
    // Loading rows does not count as a stream of batches.
    pace = BatchPace()
    forgetChanges()
    if !hasRows { unseenRows.removeAll() }
    hasRows = hasRows || new.count > 0
  }

  /// Compares the entries with the current ones, and performs the difference.
  mutating func setOutline(
    _ new: Outline<Row>,
    isByUser: Bool = false,
    isMarked: Bool = true,
    countsUnseen: Bool = true,
    sharesHandles: Bool = false,
    at instant: ContinuousClock.Instant
  ) {
    if !sharesHandles { releaseHandles() }
    let difference: Difference
    if isByUser, sharesHandles, outline.rows.haveHandles, new.rows.haveHandles,
      max(outline.count, new.count) > Self.comparedCount
    {
      difference = differenceInView(to: new)
    } else if outline.sections == nil, new.sections == nil {
      difference = self.difference(outline.rows.array, new.rows.array)
    } else {
      difference = Difference(
        from: outline.entries,
        to: new.entries,
        identity: \.identity,
        isContentEqual: { [isContentEqual] old, new in
          switch (old, new) {
          case (.row(let old), .row(let new)): isContentEqual(old, new)
          // Changes of a header's count and title follow from those of its rows.
          case (.header, .header): true
          default: false
          }
        }
      )
    }
    perform(
      difference,
      to: new,
      isByUser: isByUser,
      isMarked: isMarked,
      countsUnseen: countsUnseen,
      at: instant
    )
  }

  /// Replaces the rows by means of a batch of changes, without comparing them.
  ///
  /// - Parameters:
  ///   - updates: The changes from the rows of the table to `rows`.
  ///   - rows: All rows after the batch, in order.
  ///   - instant: The current time; nil for now.
  /// - Throws: `BatchUpdatesError` if the batch does not apply to the rows of the table, or if the table has
  ///   sections; the table is then unchanged.
  public mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    to rows: [Row],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    guard outline.sections == nil else { throw .needsSections }
    try check(updates, newCount: rows.count)
    hasRows = true
    perform(updates.difference, to: Outline(rows: rows), at: instant ?? now())
  }
}

extension TableView {
  /// Changes the identifiers of the rows.
  ///
  /// The rows stay the same, with their lines, marks and selection. Animations are finished.
  ///
  /// - Parameter identify: Receives the rows, followed by deleted rows that are still shown; returns them in
  ///   the same order, with unique identifiers.
  /// - Complexity: O(*n*) for *n* rows.
  public mutating func identifyRows(_ identify: ([Row]) -> [Row]) {
    let tombstoneRows = tombstones.compactMap { tombstone in
      if case .row(let row) = tombstone.entry { row } else { nil }
    }
    releaseHandles()
    let rows = outline.content.rows.array
    let old = rows + tombstoneRows
    let new = identify(old)
    precondition(new.count == old.count, "the number of rows must not change")
    var names: [Row.ID: Row] = [:]
    names.reserveCapacity(old.count)
    for (row, renamed) in zip(old, new) { names[row.id] = renamed }
    func identity(_ identity: Identity) -> Identity {
      guard case .row(let id) = identity, let row = names[id] else { return identity }
      return .row(row.id)
    }
    let renamed = TableRows(rows.map { names[$0.id] ?? $0 })
    outline = Outline(TableContent(renamed, outline.sections), collapsed: collapsedSections)
    tombstones = tombstones.map { $0.renamed(names) }
    if let selected {
      self.selected = Selection(identity: identity(selected.identity), offset: selected.offset)
    }
    marks.rename(identity)
    flashes = Dictionary(flashes.map { (identity($0), $1) }) { first, _ in first }
    scene = nil
  }
}

extension Tombstone {
  fileprivate func renamed(_ names: [Row.ID: Row]) -> Tombstone {
    guard case .row(let row) = entry, let renamed = names[row.id] else { return self }
    return Tombstone(
      serial: serial,
      entry: .row(renamed),
      place: place,
      isSelected: isSelected,
      opacity: opacity,
      closesAt: closesAt
    )
  }
}
