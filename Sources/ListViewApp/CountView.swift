import Columns
import FeedFormats
internal import FeedIdentity
internal import FeedSources
internal import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import Values

/// Groups of rows with their figures, as a list of their own.
///
/// The list is an app whose feed are the changes of the groups, so that it has all that a list has: motion, order,
/// search, filters, columns and details.
struct CountView: Sendable {
  /// Shows the groups.
  var app: App
  /// Whether the groups are on the screen; otherwise the rows of one of them are.
  var isShown = true
  /// The filter before the rows of a group were shown.
  var filterBefore: Filter?
  /// Whether items are kept for ``takeItems()``.
  var keepsItems = false
  private var table: CountTable
  /// The rows that are being counted; nil once all were.
  private var rows: TableRows<Row>?
  private var offset = 0
  /// The changes since these rows were the current ones.
  private var changes: [FilteredChange] = []
  /// Whether other rows are shown than those that were counted.
  private(set) var isStale = true
  private var hasBegun = false
  /// The end of the window, if only the rows of the last minutes are counted.
  private var end: FeedTime?
  private var lastTurn: ContinuousClock.Instant
  private var items: [FeedItem] = []

  /// The number of rows counted at a time, which takes a few milliseconds.
  private static let slice = 4_000
  /// The minimum time between two changes of the list, and more for each group.
  private static let pace = (least: Duration.milliseconds(100), perGroup: Duration.microseconds(10))
  /// The maximum number of changes that are noted while rows are being counted.
  private static let maximumChanges = 100_000

  init(_ plan: CountPlan, _ app: App, at instant: ContinuousClock.Instant) {
    (self.app, table, lastTurn) = (app, CountTable(plan), instant)
    self.app.status.keyRule = plan.keyRule
    self.app.clocks = VolatileFields(derived: [FieldPath([CountSpec.Measure.share.description])])
  }

  /// The fields and figures that are counted.
  var plan: CountPlan { table.plan }

  /// The number of rows that have been counted, and that of all; nil once all have.
  var progress: (done: Int, all: Int)? { rows.map { (offset, $0.count) } }

  /// The number of groups, and of the rows in them.
  var sizes: (groups: Int, rows: Int) { (table.groupCount, table.rowCount) }

  /// Counts anew, because other rows are shown.
  mutating func restart() {
    isStale = true
    rows = nil
    changes = []
  }

  /// Follows changes of the rows; nil if they are unknown.
  mutating func follow(_ new: [FilteredChange]?, at instant: ContinuousClock.Instant) {
    guard !isStale else { return }
    guard let new, changes.count + new.count <= Self.maximumChanges else { return restart() }
    if rows == nil { table.follow(new, at: instant) } else { changes += new }
  }

  /// Counts the next slice of rows, and shows what has changed if it is time to do so.
  ///
  /// - Parameters:
  ///   - shown: The rows that the filter shows.
  ///   - present: The end of the window, if only the rows of the last minutes are counted.
  ///   - all: Whether all of them are counted at once.
  ///   - instant: The current time.
  /// - Returns: Whether the screen may change.
  mutating func advance(
    _ shown: @autoclosure () -> TableRows<Row>,
    present: FeedTime?,
    all: Bool = false,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    let isVisible = app.advance(to: instant)
    guard isShown || keepsItems else { return false }
    if let present { move(to: present) }
    if isStale {
      (table, rows, offset, isStale) = (CountTable(table.plan), shown(), 0, false)
      if let end { table.move(to: end) }
    }
    if let rows {
      let end = all ? rows.count : min(rows.count, offset + Self.slice)
      rows.forEach(in: offset..<end) { table.take($0) }
      offset = end
      guard end == rows.count else { return isVisible }
      self.rows = nil
      table.follow(changes, at: instant)
      changes = []
      let groups = table.takeItems(at: instant).compactMap { item in
        if case .upsert(let row, _) = item { row } else { nil }
      }
      show([.snapshot(Snapshot(rows: groups))], at: instant)
      // Other rows are counted than before: that is not a change of theirs.
      app.list.table.forgetChanges()
      return true
    }
    // At the end of a feed nothing is put off.
    guard let due = nextChange, all || due <= instant else { return isVisible }
    let items = table.takeItems(at: instant)
    lastTurn = instant
    if !items.isEmpty { show(items, at: instant) }
    return isVisible || !items.isEmpty
  }

  /// Moves the window to the present; what it has left is counted again only if the user goes back in time.
  private mutating func move(to present: FeedTime) {
    if let end, present < end { restart() }
    end = present
    if !isStale { table.move(to: present) }
  }

  private mutating func show(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    lastTurn = instant
    let cells = table.takeNewCells()
    if !cells.isEmpty { app.columns.append(cells, key: plan.keyRule) }
    if keepsItems { self.items += items }
    app.receive(items, at: instant)
    if !hasBegun { app.reachEnd() }
    hasBegun = true
    app.advance(to: instant)
  }

  /// Returns what has changed since the last call.
  mutating func takeItems() -> [FeedItem] {
    defer { items = [] }
    return items
  }

  /// When the list of groups changes next; nil if it does not.
  private var nextChange: ContinuousClock.Instant? {
    guard table.hasChanges else { return table.nextInstant(after: lastTurn) }
    return lastTurn + max(Self.pace.least, Self.pace.perGroup * table.groupCount)
  }

  /// When ``advance(_:all:at:)`` is due; nil if never.
  var nextInstant: ContinuousClock.Instant? {
    guard isShown || keepsItems else { return nil }
    if isStale || rows != nil { return lastTurn }
    return [nextChange, app.nextInstant].compactMap(\.self).min()
  }
}

/// The output of an action, as a list of its own in place of the table.
struct OutputView: Sendable {
  /// The number of the run.
  let number: Int
  var app: App
  private var decoder = FeedDecoder()
  /// When a line that nothing ends is taken for a whole one; nil if there is none.
  private var silenceEnd: ContinuousClock.Instant?

  init(_ number: Int, _ app: App) { (self.number, self.app) = (number, app) }

  /// Receives what the command has written.
  mutating func receive(_ bytes: [UInt8], at instant: ContinuousClock.Instant) {
    silenceEnd = nil
    let items = decoder.append(bytes)
    show(items, at: instant)
    // Rows that have arrived are shown, although more follow.
    if !items.isEmpty { app.reachEnd() }
  }

  /// Records that the command rests, or has ended.
  mutating func rest(isOver: Bool, at instant: ContinuousClock.Instant) {
    show(isOver ? decoder.finish() : decoder.reachEnd(isWhole: false), at: instant)
    silenceEnd = !isOver && decoder.awaitsSilence ? instant + decoder.silence : nil
    app.reachEnd()
    if isOver { app.status.isEnded = true }
    app.advance(to: instant)
  }

  /// Carries out what is due.
  ///
  /// - Returns: Whether the screen may change.
  mutating func advance(to instant: ContinuousClock.Instant) -> Bool {
    if let end = silenceEnd, end <= instant {
      silenceEnd = nil
      show(decoder.endOpenLine(isWhole: false), at: instant)
    }
    return app.advance(to: instant)
  }

  /// When ``advance(to:)`` is due; nil if never.
  var nextInstant: ContinuousClock.Instant? {
    [silenceEnd, app.nextInstant].compactMap(\.self).min()
  }

  private mutating func show(_ items: [FeedItem], at instant: ContinuousClock.Instant) {
    var status = app.status
    status.keyRule = decoder.keyRule
    status.hasHeader = [.csv, .tsv, .table].contains(decoder.format)
    status.readsDownwards = decoder.readsDownwards
    if status != app.status { app.status = status }
    app.clocks = decoder.volatileFields
    app.receive(items, at: instant)
    app.advance(to: instant)
  }
}
