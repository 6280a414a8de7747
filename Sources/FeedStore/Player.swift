package import FeedIdentity
package import FeedValues
internal import ListDiffing
package import Values

/// Plays a feed: at the live edge, where arrivals are shown at once, or behind it, at the pace at which
/// a recording was made, step by step, or paused.
///
/// The player owns no clock and no timer. It receives items and instants, and returns the instant at
/// which to call it again. The past is kept as differences, up to a number of bytes.
package struct Player: Sendable {
  /// The position at which playing starts.
  package enum Start: Hashable, Sendable {
    /// At the first item, at the recorded pace.
    case beginning
    /// At the live edge.
    case liveEdge
    /// At the beginning if the first item is a whole snapshot or has a time, else at the live edge.
    case automatic
  }

  /// The gap between two snapshots without times.
  package static let untimedGap = Duration.seconds(1)
  /// The maximum gap between two items, at speed 1.
  package static let longestGap = Duration.seconds(2)

  /// The default approximate limit of kept changes, in bytes.
  package static let standardHistoryCapacity = 32 << 20

  /// The number of items up to the position.
  package internal(set) var position = 0
  /// The number of items that have arrived.
  package var count: Int { steps.endIndex }
  /// Whether the position stays while the feed continues.
  package internal(set) var isPaused = false
  /// The speed relative to the recorded pace.
  ///
  /// - Precondition: The speed is greater than 0.
  package var speed: Double {
    didSet { precondition(speed > 0, "the speed must be greater than 0") }
  }
  /// The approximate limit of kept changes, in bytes, before and after the position each.
  package let historyCapacity: Int
  /// The number of items whose steps are no longer kept.
  package var forgotten: Int { steps.startIndex }
  /// The number of snapshots that were never shown because a newer one arrived first.
  package private(set) var coalesced = 0

  /// The number of single rows that replaced another one.
  package private(set) var replacedRows = 0

  /// The new identities of the rows shown since the last call of ``takeIdentityChange()``; nil if they kept theirs.
  var identityChange: IdentityChange?

  private let start: Start
  /// The list at the live edge.
  var edge: RowList
  /// The list at the position; nil at the live edge.
  var shown: RowList?
  /// Whether that is still the list that the live edge was when it was left, and the changes there since are
  /// kept.
  var isForked = false
  /// The destination of the player in several turns, because there are too many steps for one.
  var goal: Goal?
  /// The number of changes that are made in one turn, which takes some milliseconds.
  package var changesPerTurn = 2_000
  /// Lists with more rows than this cannot be arranged within a frame.
  var manyRows = 20_000
  /// The steps from `forgotten` to `count`.
  var steps = HistorySteps()
  var bytesBefore = 0
  var bytesAhead = 0
  /// When the last item with a time happened.
  private var lastTime: FeedTime?
  /// When the last item happened, and the last one whose step is no longer kept.
  var edgeTime: FeedTime?
  var forgottenTime: FeedTime?
  /// When the item at the position was due.
  var lastInstant: ContinuousClock.Instant?
  var pauseInstant: ContinuousClock.Instant?
  var pausedAtLiveEdge = false
  var hasReachedEnd = false
  /// The number of items that arrived before the source first had nothing more, if playing starts at the
  /// first of them; 0 for a feed that is not played.
  private var recordedCount = 0
  /// Whether playing started at the first item.
  private var isPlayed = false
  var hasNews = false
  var beginsWithSnapshot = false
  /// Whether rows at the live edge are identified by a different rule than those that are shown.
  var hasOtherIdentities = false
  /// Whether a snapshot is waiting to be shown at the live edge.
  var isSnapshotDue = false

  /// Creates a player of a feed that has not begun.
  ///
  /// - Parameters:
  ///   - start: The position at which to start.
  ///   - speed: The speed relative to the recorded pace.
  ///   - limit: The row limit for single rows.
  ///   - historyCapacity: The approximate limit of kept changes, in bytes, before and after the
  ///     position each.
  /// - Precondition: `speed` is greater than 0.
  package init(
    start: Start = .automatic,
    speed: Double = 1,
    limit: RowLimit = .none,
    historyCapacity: Int = standardHistoryCapacity
  ) {
    precondition(speed > 0, "the speed must be greater than 0")
    self.start = start
    self.speed = speed
    self.historyCapacity = historyCapacity
    edge = RowList(limit: limit)
  }

  /// The rows at the position.
  ///
  /// - Complexity: O(1).
  package var rows: FeedRows { (shown ?? edge).rows }

  /// The slot of the row at the position whose identity is described by a text; nil if there is none.
  ///
  /// - Complexity: O(1).
  package func slot(ofRow description: String) -> Int32? {
    let list = shown ?? edge
    return RowID.described(by: description).lazy.compactMap(list.slot(of:)).first
  }

  /// Whether everything that has arrived is shown, and new items are shown at once.
  package var isAtLiveEdge: Bool { shown == nil && count > 0 }

  /// Whether a recording was played or skipped to its end, and nothing has arrived since: the newest
  /// list is shown, but it is in the past.
  ///
  /// A single list is not a recording.
  package var isAtEndOfRecording: Bool {
    isAtLiveEdge && count == recordedCount && recordedCount > 1
  }

  /// The number of items that have arrived and are not shown yet.
  package var behind: Int { count - position }

  /// The number of single rows that were evicted.
  package var droppedRows: Int { edge.dropped }

  /// Whether to continue reading the source; otherwise enough items are waiting to be played.
  package var wantsMore: Bool { bytesAhead < historyCapacity }

  // MARK: Intake

  /// Adds items that have arrived.
  ///
  /// - Parameters:
  ///   - items: The items, in order.
  ///   - instant: When they arrived.
  ///   - time: The wall-clock time of their arrival, for items without a time; nil if they should not
  ///     be found by it.
  /// - Complexity: That of a comparison for a snapshot, amortised O(log *n*) for a single row.
  package mutating func receive(
    _ items: [FeedItem],
    at instant: ContinuousClock.Instant,
    time: FeedTime? = nil
  ) {
    for number in items.indices {
      var isSnapshot = false
      if case .snapshot = items[number] { isSnapshot = true }
      if count == 0 {
        lastInstant = instant
        beginsWithSnapshot = isSnapshot
        isPlayed = !startsAtLiveEdge(items[number])
        if isPlayed { shown = RowList() }
      }
      if shown == nil, isSnapshot {
        if isSnapshotDue { coalesced += 1 }
        isSnapshotDue = true
      }
      let last = edgeTime
      let itemTime = items[number].time
      edgeTime = itemTime ?? time ?? edgeTime
      let gap = gap(before: itemTime, isSnapshot: isSnapshot, after: last)
      lastTime = itemTime ?? lastTime
      let step = take(items[number], gap)
      let byteCount = step.byteCount
      steps.append(consume step)
      if shown == nil {
        position = count
        lastInstant = instant
        bytesBefore += byteCount
        hasNews = true
      } else {
        bytesAhead += byteCount
        // Nobody needs the changes of a live edge to which no path is known.
        if !isForked { _ = edge.takeChanges() }
      }
    }
    forget()
  }

  // MARK: Rewriting

  /// Begins anew with a list, as of a position.
  mutating func restart(with list: RowList, at position: Int, _ time: FeedTime?) {
    (edge, shown, isForked, goal) = (list, nil, false, nil)
    _ = edge.takeChanges()
    steps = HistorySteps(from: position)
    (bytesBefore, bytesAhead, self.position) = (0, 0, position)
    (edgeTime, forgottenTime, identityChange) = (time, time, nil)
    (hasOtherIdentities, isSnapshotDue, hasNews) = (false, false, false)
  }

  /// Makes the change of an item again; nil for one that changed nothing.
  mutating func remake(
    _ item: FeedItem?,
    _ identity: IdentityChange?,
    gap: Duration,
    _ time: FeedTime?
  ) {
    edgeTime = time
    let step =
      switch item {
      case .snapshot(let snapshot)?: take(snapshot.rows, identity, gap)
      case let item?: take(item, gap)
      case nil: HistoryStep(nil, .nothing, gap: gap, time: time)
      }
    bytesBefore += step.byteCount
    steps.append(consume step)
    position = count
    // Nobody has seen the list yet.
    _ = edge.takeChanges()
  }

  /// Goes where another player is, by the positions that stand for its own; the newest one if there is none.
  mutating func adoptPosition(of other: Player, _ position: (Int) -> Int?) {
    (isPaused, pausedAtLiveEdge) = (other.isPaused, other.pausedAtLiveEdge)
    (lastInstant, pauseInstant) = (other.lastInstant, other.pauseInstant)
    (speed, hasReachedEnd) = (other.speed, other.hasReachedEnd)
    if other.shown != nil {
      shown = edge
      if let target = position(other.position) { move(to: target) }
      shown?.changes = .otherList
    } else {
      edge.changes = .otherList
    }
    hasNews = true
    forget()
  }

  /// Reports that the source has nothing more for now: after playing everything, the live edge follows.
  package mutating func reachEnd() {
    if !hasReachedEnd, isPlayed { recordedCount = count }
    hasReachedEnd = true
    if !isPaused { arrive() }
  }

  private func startsAtLiveEdge(_ item: FeedItem) -> Bool {
    switch (start, item) {
    case (.liveEdge, _): true
    case (.automatic, .snapshot(let snapshot)): snapshot.isBeginning
    case (.beginning, _): false
    case (.automatic, _): item.time == nil
    }
  }

  /// Makes the change of an item at the live edge; returns the step.
  private mutating func take(_ item: FeedItem, _ gap: Duration) -> HistoryStep {
    switch item {
    case .snapshot(let snapshot): take(snapshot, gap)
    case .upsert(let row, _): take(row, gap) { $0.insertNewest($1, atEnd: false) }
    case .append(let row, _): take(row, gap) { $0.insertNewest($1, atEnd: true) }
    case .insert(let row, let next, _): take(row, gap) { $0.insertNewest($1, inFrontOf: next) }
    case .delete: HistoryStep(nil, edge.apply(item), gap: gap, time: edgeTime)
    }
  }

  /// Changes the list at the live edge to that of a snapshot; returns the step.
  private mutating func take(_ snapshot: Snapshot, _ gap: Duration) -> HistoryStep {
    take(snapshot.rows, snapshot.identity.map { identifyEdge(by: $0) }, gap)
  }

  /// Changes the list at the live edge to other rows, whose identities have changed before; returns the step.
  private mutating func take(
    _ rows: [Row],
    _ identity: IdentityChange?,
    _ gap: Duration
  ) -> HistoryStep {
    let old = edge.rows
    let difference = edge.difference(to: rows)
    var new = rows
    // A list must not keep alive every snapshot that contained one of its rows.
    if !old.isEmpty {
      for offset in difference.insertions { new[offset] = new[offset].compacted() }
      for update in difference.updates { new[update.new] = new[update.new].compacted() }
    }
    edge.apply(difference) { new[$0] }
    return HistoryStep(difference, from: old, identity, to: new, gap: gap, time: edgeTime)
  }

  /// Inserts or replaces a row at the live edge; returns the step.
  private mutating func take(
    _ row: Row,
    _ gap: Duration,
    _ insert: (inout RowList, Row) -> RowList.Change
  ) -> HistoryStep {
    // Rows that a source had when it was opened stay together, in the bytes in which they arrived. Later rows
    // are evicted one by one: a row that is kept must not keep its whole chunk.
    let row = hasReachedEnd ? row.compacted() : row
    let change = insert(&edge, row)
    if case .replacement = change { replacedRows += 1 }
    return HistoryStep(row, change, gap: gap, time: edgeTime)
  }

  private func gap(before time: FeedTime?, isSnapshot: Bool, after last: FeedTime?) -> Duration {
    guard count > 0 else { return .zero }
    guard let time, let lastTime else {
      // Only the pace of items that arrive while the feed is watched is known.
      if hasReachedEnd, time == nil, let last, let edgeTime {
        return min(max(edgeTime.timeSince(last), .zero), Self.longestGap)
      }
      return isSnapshot ? Self.untimedGap : .zero
    }
    return min(max(time.timeSince(lastTime), .zero), Self.longestGap)
  }

  /// Discards the oldest steps if there are too many.
  mutating func forget() {
    while bytesBefore > historyCapacity, forgotten < position {
      let step = steps.removeFirst()
      bytesBefore -= step.byteCount
      forgottenTime = step.time
    }
  }
}

/// The effect of the feed's items on rows, in order.
extension Player {
  /// Calls the closure for every row inserted, deleted or updated between an item and the position.
  ///
  /// A row that only moved has not changed. For each item, deletions come first.
  ///
  /// - Parameters:
  ///   - number: The number of items that are known already.
  ///   - body: Receives the old row, nil for an insertion, and the new row, nil for a deletion.
  /// - Returns: Whether all of it is still known; otherwise the closure is not called.
  /// - Complexity: O(*c*) for *c* changes.
  @discardableResult
  package func forEachChange(
    after number: Int,
    _ body: (_ old: Row?, _ new: Row?) -> Void
  ) -> Bool {
    guard number >= forgotten else { return false }
    guard number < position else { return true }
    for step in steps[number..<position] {
      switch step.change {
      case .batch(let difference, let old, let new, _):
        for offset in difference.deletions { body(old[offset], nil) }
        for offset in difference.insertions { body(nil, new[offset]) }
        for update in difference.updates { body(old[update.old], new[update.new]) }
      case .arrival(let row, let evicted, _), .insertion(let row, _, let evicted):
        for old in evicted { body(old, nil) }
        body(nil, row)
      case .replacement(let old, let new): body(old, new)
      case .departure(let row, _, _): body(row, nil)
      case .nothing: break
      }
    }
    return true
  }

  /// Notes every row that changes at the live edge until ``advance(to:)``, however many there are.
  ///
  /// - Returns: Whether the live edge is shown, and all that changed there is known.
  package mutating func keepChangedSlots() -> Bool { shown == nil && edge.keepChangedSlots() }
}

extension Player {
  /// Whether a row is in the list at the live edge.
  ///
  /// - Complexity: O(1).
  package func hasAtEdge(_ id: RowID) -> Bool { edge.slot(of: id) != nil }
}

/// Rows that stay what they are, but are identified by a different rule.
extension Player {
  /// Identifies the rows by a different rule from now on.
  ///
  /// All rows stay. The player returns to the live edge; earlier lists, which had other identities, cannot be
  /// shown again.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - names: The names of members that were added to the rows, which identify nothing.
  /// - Complexity: O(*n*) in the length of the rows' text.
  package mutating func identifyRows(by rule: KeyRule, ignoring names: [String] = []) {
    (isPaused, goal, hasNews) = (false, nil, true)
    goToLiveEdge()
    note(edge.identify(by: IdentityRule(rule).ignoring(names)))
    forgetSteps()
  }

  /// The new identities of the rows shown since the last call; nil if they kept theirs.
  ///
  /// The rows themselves are the same.
  package mutating func takeIdentityChange() -> IdentityChange? {
    defer { identityChange = nil }
    return identityChange
  }

  /// Notes that the rows shown have new identities.
  mutating func note(_ change: IdentityChange) {
    identityChange = identityChange?.followed(by: change) ?? change
  }

  /// Identifies the rows at the live edge by the rule of a snapshot, whose step says so.
  mutating func identifyEdge(by rule: IdentityRule) -> IdentityChange {
    let change = edge.identify(by: rule)
    if shown == nil { note(change) } else { hasOtherIdentities = true }
    // Single rows are found by their identities, which cannot be followed back.
    if shown == nil, steps.contains(where: { !$0.isBatch }) { forgetSteps() }
    return change
  }

  private mutating func forgetSteps() {
    if let last = steps.last { forgottenTime = last.time }
    steps.removeAll()
    bytesBefore = 0
  }
}
