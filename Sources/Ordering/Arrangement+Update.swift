import FeedIdentity
package import FeedStore
package import FeedValues
internal import ListDiffing
internal import RowTree
internal import TableModel

extension Arrangement {
  /// Updates the arrangement to the current rows of the feed.
  ///
  /// - Parameters:
  ///   - update: The rows of the feed, and what changed.
  ///   - isContentEqual: Whether two versions of a row have the same content.
  /// - Returns: The changes of the table's rows; nil if they have to be determined by comparison, because
  ///   they are unknown, or because the table does not show the arrangement.
  /// - Complexity: O(*k* log *n*) for *k* changed rows, or O(*n*), whichever is less.
  package mutating func update(
    _ update: FeedUpdate,
    isContentEqual: (Row, Row) -> Bool
  ) -> ArrangedBatch? {
    take(netChanges(update), of: update, isContentEqual: isContentEqual)
  }

  /// Updates the arrangement to the current rows of the feed, given the changes.
  ///
  /// If ``isDisplayed`` is true and the changes are known, the changes of the table's rows are returned.
  /// Storage that is no longer shared with the table by then is not copied.
  ///
  /// - Parameters:
  ///   - net: The changes; see ``netChanges(_:)``.
  ///   - update: The rows of the feed, and what changed.
  ///   - isContentEqual: Whether two versions of a row have the same content.
  /// - Returns: The changes of the table's rows; nil if they have to be determined by comparison.
  package mutating func take(
    _ net: NetChanges?,
    of update: FeedUpdate,
    isContentEqual: (Row, Row) -> Bool
  ) -> ArrangedBatch? {
    handles = nil
    guard let net else {
      self.changes = nil
      adopt(update.rows)
      return nil
    }
    let changes = net.changes
    let (oldRows, oldCount) = (rows, shownCount)
    // Before a frozen order follows the changes.
    var known: KnownEntries = order == nil ? ([], []) : knownEntries(changes)
    rows = update.rows
    followFrozen(changes)
    followPins(changes)
    if !marks.isEmpty { for change in changes { followMark(change) } }
    var batch = BatchBuilder(changes.count)
    totals.forgetChanges()
    var sections: SectionUpdate?
    if order == nil {
      followFeed(changes, from: oldRows, &batch)
      keep(changes) { _, _ in true }
    } else {
      let isRenumbered = oldRows.numbering != rows.numbering
      sections = followOrder(net, &known, isRenumbered: isRenumbered, &batch)
    }
    for index in changes.indices where isDisplayed && batch.changes[index].isShown {
      guard let old = changes[index].old, let new = changes[index].new else { continue }
      batch.changes[index].isUpdated = !isContentEqual(old.row, new.row)
    }
    return finish(&batch, changes, sections, from: oldCount)
  }

  /// The entries of the previous versions of rows, and their contributions to the sums of their groups.
  private typealias KnownEntries = (entries: [OrderEntry?], summands: [ColumnSums.Summand?])

  /// Moves the changed rows to their new places in the order.
  ///
  /// - Parameters:
  ///   - net: The changes.
  ///   - known: The entries of the previous versions of rows, which become those of the order, and their contributions
  ///     to sums.
  ///   - isRenumbered: Whether all rows got new places in the feed.
  ///   - batch: Receives the places before and after.
  /// - Returns: The changes of the sections.
  private mutating func followOrder(
    _ net: NetChanges,
    _ known: inout KnownEntries,
    isRenumbered: Bool,
    _ batch: inout BatchBuilder
  ) -> SectionUpdate? {
    let changes = net.changes
    let new = add(changes)
    rule.settleGroups()
    let comparison = EntryComparison(
      rule,
      before: net.before.rows(after: rows),
      after: ComparedRows(rows)
    )
    reorder(changes, &known.entries, new, by: comparison, &batch, isRenumbered: isRenumbered)
    let old = known.entries
    remove(old, known.summands)
    rule.removeStrays(old)
    keep(changes) { ($1 ? old : new)[$0]?.isShown ?? false }
    return takeSectionUpdate()
  }

  /// The batch of some changes whose places are known; nil if the table does not show the arrangement.
  private mutating func finish(
    _ batch: inout BatchBuilder,
    _ changes: [NetChange],
    _ sections: SectionUpdate?,
    from oldCount: Int
  ) -> ArrangedBatch? {
    var after: ArrangedRows?
    let difference = batch.difference { slot in
      let rows = after ?? arrangedRows
      after = rows
      return rows.offset(ofHandle: Int(slot)) ?? 0
    }
    let handles = batch.handles(of: changes)
    self.handles = handles
    guard isDisplayed else { return nil }
    do {
      return ArrangedBatch(
        updates: try BatchUpdates(difference, from: oldCount, to: shownCount),
        sections: sections,
        handles: handles,
        hasSilentChanges: changes.indices.contains {
          batch.changes[$0].isShown && changes[$0].old != nil && !batch.changes[$0].isUpdated
        },
        leftRows: LeftRows(count: oldCount, offsets: batch.leftOffsets, changes: changes)
      )
    } catch {
      // The table has to be rebuilt, which is counted and reported.
      return nil
    }
  }

  /// The changes of the sections, after which the order is rebuilt if that is due.
  private mutating func takeSectionUpdate() -> SectionUpdate? {
    let grouping = rule.grouping
    let changes = grouping == nil ? [] : totals.takeChanges()
    let isRenewed = renewWhereOutgrown()
    guard let grouping, isDisplayed else { return nil }
    if isRenewed, let new = rule.grouping {
      return SectionUpdate(renumbering: new.sections(totals), after: grouping)
    }
    return SectionUpdate(changes.sorted { grouping.precedes($0.section, $1.section) }, grouping)
  }

  /// The entries of the previous versions of rows, and their contributions to the sums of their groups.
  ///
  /// Whether a row was shown is known to its entry in the order: the filter is not asked again.
  private func knownEntries(_ changes: [NetChange]) -> KnownEntries {
    var entries: [OrderEntry?] = []
    var summands: [ColumnSums.Summand?] = []
    entries.reserveCapacity(changes.count)
    if rule.hasSums { summands.reserveCapacity(changes.count) }
    for index in changes.indices {
      let known = changes[index].old.map {
        rule.known($0.row, slot: $0.slot, place: $0.place, isShown: true)
      }
      entries.append(known?.entry)
      if rule.hasSums { summands.append(known?.summand) }
    }
    return (entries, summands)
  }

  /// Removes the previous versions of rows from the totals of their groups.
  private mutating func remove(_ entries: [OrderEntry?], _ summands: [ColumnSums.Summand?]) {
    guard rule.grouping != nil else { return }
    for (index, entry) in entries.enumerated() {
      guard let entry, entry.isShown else { continue }
      totals.add(summands.isEmpty ? nil : summands[index], to: entry.group, isRemoved: true)
    }
  }

  /// Creates the entries of the new versions of rows, and adds them to the totals of their groups.
  private mutating func add(_ changes: [NetChange]) -> [OrderEntry?] {
    let (plan, isGrouped) = (rule.plan, rule.grouping != nil)
    var entries: [OrderEntry?] = []
    entries.reserveCapacity(changes.count)
    for index in changes.indices {
      guard let side = changes[index].new else {
        entries.append(nil)
        continue
      }
      let entered = rule.enter(side.row, by: plan, slot: side.slot, place: side.place)
      if isGrouped, entered.entry.isShown {
        totals.add(entered.summand, to: entered.entry.group)
      }
      entries.append(entered.entry)
    }
    return entries
  }

  /// Gives up the rows, which the next update replaces, so that they are not copied when they change.
  ///
  /// Until then only their number is known.
  package mutating func releaseRows() { rows.release(keepsOrder: order == nil) }

  // MARK: All rows

  /// Adopts a list whose rows have other slots.
  private mutating func adopt(_ new: FeedRows) {
    if let frozen = rule.frozen {
      var numbers: [RowID: UInt64] = [:]
      rows.forEachSlot(in: 0..<rows.count) { slot in
        if let id = rows.slot(slot).row?.id { numbers[newIdentities?[id] ?? id] = frozen[slot] }
      }
      var (stayed, come): ([(number: UInt64, slot: Int32)], [Int32]) = ([], [])
      new.forEachSlot(in: 0..<new.count) { slot in
        let number = new.slot(slot).row.flatMap { numbers[$0.id] }
        if let number { stayed.append((number, slot)) } else { come.append(slot) }
      }
      rule.frozen = FrozenOrder(stayed.sorted { $0.number < $1.number }.map(\.slot) + come)
    }
    (rows, newIdentities) = (new, nil)
    if !pins.isEmpty || !marks.isEmpty {
      marks = marks.mapValues { _ in nil }
      for index in pins.indices { pins[index].slot = nil }
      let changes = (0..<Int32(rows.slotCount)).compactMap { slot in
        rows.slot(slot).row.map {
          NetChange(new: NetChange.Side(row: $0, slot: slot, place: rows.slot(slot).place))
        }
      }
      followPins(changes)
      for change in changes { followMark(change) }
    }
    arrangeAnew()
  }

  /// Arranges all rows from scratch.
  ///
  /// - Complexity: O(*n* log *n*).
  package mutating func arrangeAnew() {
    isDisplayed = false
    guard !isDeferred else { return }
    // Both orders need not exist at a time.
    order = nil
    var builder = OrderBuilder(of: rows, by: rule)
    builder.finishAtOnce()
    take(builder)
  }

  /// Adopts the result of a builder.
  mutating func take(_ builder: OrderBuilder) {
    (rule, order, totals) = (builder.rule, builder.order, builder.totals)
    if rule.grouping?.isUnranked ?? false { rankGroups() }
  }

  /// Determines again which rows are shown.
  ///
  /// - Returns: Whether any row changed.
  @discardableResult
  mutating func updateFlags() -> Bool {
    var flipped: [OrderEntry] = []
    let (rows, rule) = (rows, rule)
    order?.updateAll { entry in
      guard let row = rows.slot(entry.slot).row else { return }
      let isShown = rule.shows(row)
      guard isShown != entry.isShown else { return }
      entry.isShown = isShown
      flipped.append(entry)
    }
    if !flipped.isEmpty { isDisplayed = false }
    if rule.grouping != nil { for entry in flipped { count(entry, entry.isShown ? 1 : -1) } }
    return !flipped.isEmpty
  }

  /// Determines again whether the row in a slot is shown.
  mutating func updateFlag(of slot: Int32) {
    let content = rows.slot(slot)
    guard let row = content.row else { return }
    let entry = rule.knownEntry(of: row, slot: slot, place: content.place)
    let rank = order?.position { rule.precedes($0, entry, in: rows) }.rank
    guard let rank, let old = order?[rank], old.slot == slot, old.isShown != entry.isShown
    else { return }
    _ = order?.replace(at: rank, with: entry)
    isDisplayed = false
    count(entry, entry.isShown ? 1 : -1)
  }

  /// Adds a row to the totals of its group, or removes it.
  private mutating func count(_ entry: OrderEntry, _ sign: Int) {
    guard rule.grouping != nil, let row = rows.slot(entry.slot).row else { return }
    totals.add(rule.summand(of: row), to: entry.group, isRemoved: sign < 0)
  }
}

/// Finds out which rows an update of the feed changed.
extension Arrangement {
  /// Whether changes of individual rows matter, which they do not while rows are in feed order and none have
  /// been shown, as when a file is being read.
  private var followsRows: Bool {
    isDisplayed || !rule.isIdentity || isDeferred || !pins.isEmpty || !marks.isEmpty
  }

  /// Whether every individual change has to be known, however many there are.
  private var followsSingleRows: Bool {
    isDisplayed || isFrozen || !pins.isEmpty || !marks.isEmpty
  }

  /// The changed rows, each once; nil if they are unknown or do not matter, or if rearranging all rows is
  /// less work.
  ///
  /// - Parameter update: The update.
  /// - Returns: The changes.
  package func netChanges(_ update: FeedUpdate) -> NetChanges? {
    guard followsRows, let before = SlotsBeforeUpdate(rows, update) else { return nil }
    guard followsSingleRows || before.count < update.rows.count / 4 else { return nil }
    // The place of a row then does not tell whether it moved.
    let isRenumbered = rows.numbering != update.rows.numbering
    var changes: [NetChange] = []
    // In a full window each row that comes takes the slot of one that leaves.
    changes.reserveCapacity(2 * before.count)
    // The offsets among the changes of the rows that left, and of those that came.
    var (gone, come): ([Int], [Int]) = ([], [])
    gone.reserveCapacity(before.count)
    come.reserveCapacity(before.count)
    before.forEach { slot, before in
      let after = update.rows.slot(slot)
      if let old = before.row, let new = after.row, old.hasSameID(as: new) {
        guard isRenumbered || before.place != after.place || !old.isSameText(as: new) else {
          return
        }
        changes.append(
          NetChange(
            old: NetChange.Side(row: old, slot: slot, place: before.place),
            new: NetChange.Side(row: new, slot: slot, place: after.place)
          )
        )
        return
      }
      if let old = before.row {
        gone.append(changes.count)
        changes.append(NetChange(old: NetChange.Side(row: old, slot: slot, place: before.place)))
      }
      if let new = after.row {
        come.append(changes.count)
        changes.append(NetChange(new: NetChange.Side(row: new, slot: slot, place: after.place)))
      }
    }
    // A row that was deleted and inserted again is the same row.
    var joined: Set<Int> = []
    let left: [RowID: Int] =
      come.isEmpty
      ? [:]
      : Dictionary(gone.compactMap { index in changes[index].old.map { ($0.row.id, index) } }) {
        first,
        _ in first
      }
    for index in come where !left.isEmpty {
      guard let row = changes[index].new?.row, let other = left[row.id] else { continue }
      changes[index].old = changes[other].old
      joined.insert(other)
    }
    if !joined.isEmpty {
      changes = changes.indices.filter { !joined.contains($0) }.map { changes[$0] }
    }
    return NetChanges(changes: changes, before: before)
  }
}

/// Keeps the frozen order, pins and marks up to date as rows change, and follows rows in feed order.
extension Arrangement {
  /// Appends inserted rows to a frozen order, in feed order.
  mutating func followFrozen(_ changes: [NetChange]) {
    guard let before = rule.frozen else { return }
    for case let (old?, new?) in changes.map({ ($0.old, $0.new) }) where old.slot != new.slot {
      rule.frozen?[new.slot] = before[old.slot]
    }
    let come = changes.filter { $0.old == nil }.compactMap(\.new).sorted { $0.place < $1.place }
    for side in come { rule.frozen?.append(side.slot) }
  }

  mutating func followPins(_ changes: [NetChange]) {
    guard !pins.isEmpty else { return }
    // Some may still be in the table, so that the rule does not know them.
    let pinned = pins.count == rule.pinned.count ? rule.pinned : Set(pins.map(\.id))
    for change in changes {
      guard let id = (change.new ?? change.old)?.row.id, pinned.contains(id),
        let index = pins.firstIndex(where: { $0.id == id })
      else { continue }
      pins[index].slot = change.new?.slot
      if let row = change.new?.row { pins[index].row = row }
    }
  }

  mutating func followMark(_ change: NetChange) {
    guard !marks.isEmpty, let id = (change.new ?? change.old)?.row.id, marks[id] != nil else {
      return
    }
    marks[id] = .some(change.new?.slot)
  }

  /// Determines the places of the changed rows, all of which are shown in feed order.
  func followFeed(
    _ changes: [NetChange],
    from oldRows: FeedRows,
    _ batch: inout BatchBuilder
  ) {
    var (old, new): ([UInt64], [UInt64]) = ([], [])
    func offset(_ place: Int64, in rows: FeedRows, of index: Int) -> UInt64 {
      UInt64(rows.offset(ofPlace: place)) << 32 | UInt64(index)
    }
    for index in changes.indices {
      if let place = changes[index].old?.place { old.append(offset(place, in: oldRows, of: index)) }
      if let place = changes[index].new?.place { new.append(offset(place, in: rows, of: index)) }
    }
    for place in old.sorted() { batch.setOld(Int(place >> 32), of: Int(place & 0xFFFF_FFFF)) }
    for place in new.sorted() { batch.setNew(Int(place >> 32), of: Int(place & 0xFFFF_FFFF)) }
  }
}
