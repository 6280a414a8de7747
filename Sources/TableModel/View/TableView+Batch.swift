public import ListDiffing
internal import Searching

/// Performs batches: the model changes at once, and the lines are animated to their final contents.
extension TableView {
  mutating func perform(
    _ difference: Difference,
    handles: BatchHandles? = nil,
    from leftRows: (any RowSource<Row>)? = nil,
    to new: Outline<Row>,
    isByUser: Bool = false,
    isMarked: Bool = true,
    countsUnseen: Bool = true,
    counts: BatchCounts? = nil,
    at instant: ContinuousClock.Instant
  ) {
    if !isByUser { count(counts ?? rowCounts(of: difference, to: new)) }
    if let handles { marks.remove(handles) }
    isViewUntouched = false
    let views = replacedViews
    replacedViews = 0
    let hasClosed = hasTombstones && tombstones.contains { !$0.stands(at: instant) }
    guard !difference.isEmpty || hasClosed else {
      // Nothing changed: animations continue, and marks stay.
      outline = new
      isViewUntouched = true
      return
    }
    let options = (isByUser: isByUser, isMarked: isMarked, countsUnseen: countsUnseen)
    // Lines in motion are laid out from the pinned entry: they are determined before another one is pinned.
    let isAtRest = !hasTombstones && Self.isOver(sceneEnd, at: instant)
    if !isAtRest, let leftRows { outline.replaceRows(by: leftRows) }
    let moving = isAtRest ? nil : standing(at: instant)
    if hasClosed { dropClosedTombstones(at: instant) }
    if !isFollowing { pinVisibleSelection() }
    var old = outline
    if let view = performOutOfView(difference, to: new, at: instant) {
      _ = pace.record(instant)
      isViewUntouched = !difference.updates.contains { view.contains($0.new) }
      let hasFlashes = !isByUser && isMarked && !isViewUntouched
      if hasFlashes, let leftRows { old.replaceRows(by: leftRows) }
      let target = hasFlashes || !unseenRows.isEmpty && !isFollowing ? restingNodes() : []
      account(for: difference, handles, old: old, target: target, options, at: instant)
    } else {
      if isAtRest, let leftRows { outline.replaceRows(by: leftRows) }
      if performInView(difference, handles, to: new, from: moving, options, at: instant) {
        replacedViews = views + 1
      }
    }
  }

  /// The origin of a batch, and the traces that it leaves behind.
  private typealias BatchOptions = (isByUser: Bool, isMarked: Bool, countsUnseen: Bool)

  /// Performs a batch that may change something in view, from the lines in motion; nil if everything is at rest.
  ///
  /// - Returns: Whether nothing is in view any more that was.
  private mutating func performInView(
    _ difference: Difference,
    _ handles: BatchHandles?,
    to new: Outline<Row>,
    from moving: [StandingItem<Row>]?,
    _ options: BatchOptions,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    let (old, isByUser) = (outline, options.isByUser)
    let pacedTiming = timing.fitting(pace.record(instant))
    // In a flood nothing is animated.
    let standing = pacedTiming == nil ? [] : moving ?? standing(at: instant)
    let resting = restingNodes()

    let map = OffsetMap(difference)
    let places = BoundaryMap(map, newCount: new.count, keepsToNext: liveEdge == .top)
    var change = EntryChange<Row>(map: map, places: places, old: old, isByUser: isByUser)
    let wasUncovered = selected?.offset.map { stickyHeader(above: $0) == nil } ?? false
    movePin(map: map, places: places, resting: resting, isByUser: isByUser, at: instant)
    outline = new
    let oldPlaces = tombstones.map { $0.place }
    for index in tombstones.indices {
      tombstones[index].place = places.newOffset(ofOld: tombstones[index].place)
    }
    let lost = moveSelection(map: map)
    if isByUser {
      settleSelection(lost: lost, places: places)
    } else {
      var lingering =
        timing.tombstone > .zero
        ? Set(resting.compactMap { $0?.entry }.filter { map.newOffset(ofOld: $0) == nil }) : []
      if let lost { lingering.insert(lost) }
      addTombstones(
        lingering,
        selected: lost,
        of: old,
        among: oldPlaces,
        places: places,
        &change,
        at: instant
      )
    }
    removeTombstones(difference, &change)
    if isByUser, wasUncovered { uncoverSelection() }
    retarget(standing, change: change, timing: pacedTiming, at: instant)

    let target = restingNodes()
    account(for: difference, handles, old: old, target: target, options, at: instant)
    let shown = target.compactMap { $0?.entry }
    // Most often the first row that was in view still is.
    return !shown.isEmpty
      && !resting.contains { node in
        node?.entry.flatMap { map.newOffset(ofOld: $0) }.map(shown.contains) ?? false
      }
  }

  /// Replaces the counts of the last batch, unless this one changes no row.
  private mutating func count(_ counts: BatchCounts) {
    guard counts != BatchCounts() else { return }
    lastBatch = counts
    batchNumber += 1
  }

  /// The numbers of rows that a difference of entries changes, without the headers.
  private func rowCounts(of difference: Difference, to new: Outline<Row>) -> BatchCounts {
    var counts = BatchCounts(difference)
    guard outline.sections != nil || new.sections != nil else { return counts }
    func rows(_ entries: some Sequence<Int>, in outline: Outline<Row>) -> Int {
      entries.count { outline.rowOffset(ofEntry: $0) != nil }
    }
    counts.deletions = rows(difference.deletions, in: outline)
    counts.insertions = rows(difference.insertions, in: new)
    counts.moves = rows(difference.moves.lazy.map(\.target), in: new)
    counts.updates = rows(difference.updates.lazy.map(\.new), in: new)
    return counts
  }

  /// Updates the number of unseen rows and the marks after a batch.
  private mutating func account(
    for difference: Difference,
    _ handles: BatchHandles?,
    old: Outline<Row>,
    target: [TableNode?],
    _ options: BatchOptions,
    at instant: ContinuousClock.Instant
  ) {
    guard !options.isByUser else {
      unseenRows.apply(difference)
      return see(target)
    }
    guard !difference.isEmpty else { return see(target) }
    if options.isMarked { updateMarks(difference, handles, old: old, target: target, at: instant) }
    updateUnseen(difference, countsInsertions: options.countsUnseen, target: target)
  }

  mutating func dropClosedTombstones(at instant: ContinuousClock.Instant) {
    guard tombstones.contains(where: { !$0.stands(at: instant) }) else { return }
    tombstones.removeAll { !$0.stands(at: instant) }
    see()
  }

  /// Pins the selection if it is in view at rest or tracked; not for a table that follows the live edge.
  private mutating func pinVisibleSelection() {
    guard height > 0, let selected, let content = contentLineOfSelection else { return }
    let first = isTracking && selected.offset.flatMap(stickyHeader) != nil ? 1 : 0
    // An entry that is already pinned keeps the line to which it will return.
    if case .entry(let offset, let line) = pin, offset == selected.offset, line >= first { return }
    if case .tombstone = pin { return }
    var line = content - contentOffset
    guard isTracking || (0..<height).contains(line) else { return }
    line = min(max(first, line), height - 1)
    heldLine = nil
    pin = selected.offset.map { .entry($0, line: line) } ?? .tombstone(line: line)
  }

  /// Moves the pin along with its row, or to the nearest remaining row.
  ///
  /// A selected row keeps its line wherever it moves in the list. An unselected row only represents its
  /// neighbourhood: if it moves away, a neighbour that stays is pinned instead.
  private mutating func movePin(
    map: OffsetMap,
    places: BoundaryMap,
    resting: [TableNode?],
    isByUser: Bool,
    at instant: ContinuousClock.Instant
  ) {
    if case .tombstone = pin {
      heldLine = pinnedLine(at: instant)
      // No lines are blank beside a list of which all is in view.
      if contentHeight <= height { keepsBlanks = (false, false) }
    }
    guard case .entry(let offset, let line) = pin else { return }
    let isSelected = offset == selected?.offset
    heldLine = isSelected ? pinnedLine(at: instant) : nil
    // A user who rearranges the rows moves those in view as well.
    if let moved = map.newOffset(ofOld: offset),
      isSelected || isByUser || places.stays(old: offset)
    {
      pin = .entry(moved, line: line)
      return
    }
    if isSelected, !isByUser {
      let offset = contentOffset
      keepsBlanks = (offset < 0, offset > maximumContentOffset)
      pin = .tombstone(line: line)
      return
    }
    let present = pinnedLine() ?? line
    let distances = resting.indices.sorted { abs($0 - present) < abs($1 - present) }
    for candidate in distances {
      guard let survivor = resting[candidate]?.entry, isByUser || places.stays(old: survivor),
        let moved = map.newOffset(ofOld: survivor)
      else { continue }
      pin = .entry(moved, line: min(candidate + line - present, height - 1))
      return
    }
    let nearest = min(places.newOffset(ofOld: offset), places.newCount - 1)
    pin = nearest >= 0 ? .entry(nearest, line: line) : .edge
  }

  /// Moves the selection along with its row.
  ///
  /// - Returns: The previous offset of the row if the batch deleted it; otherwise nil.
  private mutating func moveSelection(map: OffsetMap) -> Int? {
    guard let offset = selected?.offset else { return nil }
    selected?.offset = map.newOffset(ofOld: offset)
    return selected?.offset == nil ? offset : nil
  }

  /// Selects the nearest row if the user hid the selected one, and closes empty lines.
  private mutating func settleSelection(lost: Int?, places: BoundaryMap) {
    if let lost {
      let nearest = min(places.newOffset(ofOld: lost), outline.count - 1)
      selected =
        nearest < 0 ? nil : Selection(identity: outline.identity(at: nearest), offset: nearest)
    }
    setContentOffset(contentOffset)
  }

  /// Removes the tombstones of rows that are inserted again.
  private mutating func removeTombstones(_ difference: Difference, _ change: inout EntryChange<Row>)
  {
    guard !tombstones.isEmpty else { return }
    var deleted: [Identity: Tombstone<Row>] = [:]
    for tombstone in tombstones { deleted[tombstone.entry.identity] = tombstone }
    for offset in difference.insertions {
      guard let tombstone = deleted.removeValue(forKey: outline.identity(at: offset)) else {
        continue
      }
      change.restoredTombstones[tombstone.serial] = offset
      tombstones.removeAll { $0.serial == tombstone.serial }
      guard tombstone.isSelected else { continue }
      selected?.offset = offset
      guard case .tombstone(let line) = pin else { continue }
      pin = .entry(offset, line: line == 0 && stickyHeader(above: offset) != nil ? 1 : line)
    }
  }

  /// Moves the selected row from the first line if a header of its section has come to be there.
  private mutating func uncoverSelection() {
    guard case .entry(let offset, 0) = pin, offset == selected?.offset,
      stickyHeader(above: offset) != nil
    else { return }
    pin = .entry(offset, line: 1)
  }

  /// Adds tombstones for deleted rows, given by their offsets before the batch.
  private mutating func addTombstones(
    _ deleted: Set<Int>,
    selected: Int?,
    of old: Outline<Row>,
    among oldPlaces: [Int],
    places: BoundaryMap,
    _ change: inout EntryChange<Row>,
    at instant: ContinuousClock.Instant
  ) {
    for (rank, offset) in deleted.sorted().enumerated() {
      let isSelected = offset == selected
      let fadesAt = instant + timing.tombstone
      tombstoneSerial += 1
      change.tombstones[offset] = tombstoneSerial
      let tombstone = Tombstone(
        serial: tombstoneSerial,
        entry: old[offset],
        place: places.newOffset(ofOld: offset),
        isSelected: isSelected,
        opacity: isSelected
          ? .rest(at: 1, since: instant)
          : Spring(start: fadesAt, duration: motion == .none ? .zero : timing.fade, from: 1, to: 0),
        closesAt: isSelected ? nil : fadesAt + timing.fade
      )
      tombstones.insert(tombstone, at: oldPlaces.partitioningIndex { $0 > offset } + rank)
    }
    let excess = tombstones.count { !$0.isSelected } - 2 * height
    if excess > 0 {
      let oldest = tombstones.filter { !$0.isSelected }.map(\.serial).sorted().prefix(excess)
      tombstones.removeAll { oldest.contains($0.serial) }
    }
  }
}

/// A recorder of changes to the rows of a table that are performed together.
///
/// Offsets follow the rules of `UITableView.performBatchUpdates(_:completion:)`: those of deletions, reloads
/// and the sources of moves refer to the rows before the batch; those of insertions and the targets of moves
/// refer to the rows after it, whatever the order of the calls.
public struct RowChanges<Row> {
  fileprivate var deletions: [Int] = []
  fileprivate var insertions: [(offset: Int, row: Row)] = []
  fileprivate var moves: [Difference.Move] = []
  fileprivate var reloads: [(offset: Int, row: Row)] = []

  /// Inserts a row at an offset in the list after the batch.
  public mutating func insert(_ row: Row, at offset: Int) {
    insertions.append((offset, row))
  }

  /// Deletes the row at an offset in the list before the batch.
  public mutating func delete(at offset: Int) {
    deletions.append(offset)
  }

  /// Moves a row from an offset in the list before the batch to an offset in the list after it.
  public mutating func move(from source: Int, to target: Int) {
    moves.append(Difference.Move(from: source, to: target))
  }

  /// Replaces the row at an offset in the list before the batch by one with the same identity.
  public mutating func reload(_ row: Row, at offset: Int) {
    reloads.append((offset, row))
  }
}

extension TableView {
  /// Performs changes together, and animates them.
  ///
  /// ```swift
  /// try table.performBatchUpdates { batch in
  ///   batch.insert(payment, at: 0)  // counts the rows after the batch
  ///   batch.delete(at: 7)  // counts the rows before it
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - instant: The current time; nil for now.
  ///   - body: Records the changes.
  /// - Throws: `BatchUpdatesError` if the changes contradict each other or the rows of the table, or if the
  ///   table has sections; the table is then unchanged.
  /// - Complexity: O(*n*) to copy *n* rows, plus O(*k* log *k*) for *k* changes.
  public mutating func performBatchUpdates(
    at instant: ContinuousClock.Instant? = nil,
    _ body: (inout RowChanges<Row>) -> Void
  ) throws(BatchUpdatesError) {
    guard outline.sections == nil else { throw .needsSections }
    var changes = RowChanges<Row>()
    body(&changes)
    let old = outline.rows.array
    let count = old.count
    let updates = try BatchUpdates(
      deletions: changes.deletions,
      insertions: changes.insertions.map(\.offset),
      moves: changes.moves,
      updates: changes.reloads.map(\.offset),
      from: count,
      to: count - changes.deletions.count + changes.insertions.count
    )
    var replacements: [Int: Row] = [:]
    for (offset, row) in changes.insertions { replacements[offset] = row }
    let map = OffsetMap(updates.difference)
    for (offset, row) in changes.reloads {
      guard let new = map.newOffset(ofOld: offset) else { continue }
      guard row.id == old[offset].id else { throw .changedIdentity(offset: offset) }
      replacements[new] = row
    }
    let rows = try updates.applying(to: old) { offset in
      guard let row = replacements[offset] else {
        preconditionFailure("the row is neither inserted nor updated")
      }
      return row
    }
    try performBatchUpdates(updates, to: rows, at: instant)
  }

  /// Inserts a row.
  ///
  /// - Throws: `BatchUpdatesError` if the offset is out of range.
  public mutating func insert(
    _ row: Row,
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.insert(row, at: offset) }
  }

  /// Deletes the row at an offset.
  ///
  /// - Throws: `BatchUpdatesError` if there is no such row.
  public mutating func deleteRow(
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.delete(at: offset) }
  }

  /// Moves a row from an offset in the current list to an offset in the resulting one.
  ///
  /// - Throws: `BatchUpdatesError` if an offset is out of range.
  public mutating func moveRow(
    from source: Int,
    to target: Int,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { $0.move(from: source, to: target) }
  }

  /// Replaces rows, given by their offsets, by rows with the same identities.
  ///
  /// - Throws: `BatchUpdatesError` if an offset is out of range or occurs twice.
  public mutating func reloadRows(
    _ rows: [(offset: Int, row: Row)],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try performBatchUpdates(at: instant) { batch in
      for (offset, row) in rows { batch.reload(row, at: offset) }
    }
  }
}
