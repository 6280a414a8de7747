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
