package import Feeds
internal import ListDiffing
internal import RowTree

/// What became of one row that the filter lets through.
package struct FilteredChange: Sendable {
  /// The row before; nil for one that came.
  package var old: Row?
  /// The row now; nil for one that went.
  package var new: Row?
}

extension Arrangement {
  /// More changes than this at once are not kept for ``takeChanges()``.
  package static let keptChanges = 2_000

  /// What became of the rows that the filter lets through since the last call; nil where nobody knows, or
  /// there was too much of it.
  package mutating func takeChanges() -> [FilteredChange]? {
    defer { changes = [] }
    return changes
  }

  /// Keeps what became of rows for ``takeChanges()``.
  ///
  /// - Parameters:
  ///   - net: What became of them; nil where nobody knows.
  ///   - isShown: Whether the table shows the row of an index before or after.
  private mutating func keep(_ net: [NetChange]?, _ isShown: (Int, _ isOld: Bool) -> Bool) {
    guard let net, let kept = changes?.count, kept + net.count <= Self.keptChanges else {
      changes = nil
      return
    }
    for (index, change) in net.enumerated() {
      // One that is pinned is not in the table, whatever the filter says.
      func counts(_ row: Row, isOld: Bool) -> Bool { isShown(index, isOld) || isPinned(row.id) }
      let old = change.old.flatMap { counts($0.row, isOld: true) ? $0.row : nil }
      let new = change.new.flatMap { counts($0.row, isOld: false) ? $0.row : nil }
      if old != nil || new != nil { changes?.append(FilteredChange(old: old, new: new)) }
    }
  }

  /// Takes the rows of the feed as they are now.
  ///
  /// - Parameters:
  ///   - update: What happened to them.
  ///   - isContentEqual: Whether two rows of one identity have the same content.
  /// - Returns: The change of the table's rows; nil if they have to be compared, because the change
  ///   is unknown, or because the table shows them in another way.
  /// - Complexity: O(*k* log *n*) for *k* rows that changed, or O(*n*), whichever is less.
  package mutating func update(
    _ update: FeedUpdate,
    isContentEqual: (Row, Row) -> Bool
  ) -> ArrangedBatch? {
    take(netChanges(update), of: update, isContentEqual: isContentEqual)
  }

  /// Takes the rows of the feed as they are now.
  ///
  /// Where ``isDisplayed`` holds and it is known what became of them, the change of the table's rows is
  /// returned; what is not shared any more by then need not be copied.
  ///
  /// - Parameters:
  ///   - net: What became of them; see ``netChanges(_:)``.
  ///   - update: What happened to them.
  ///   - isContentEqual: Whether two rows of one identity have the same content.
  /// - Returns: The change of the table's rows; nil if they have to be compared.
  package mutating func take(
    _ net: NetChanges?,
    of update: FeedUpdate,
    isContentEqual: (Row, Row) -> Bool
  ) -> ArrangedBatch? {
    handles = nil
    guard let changes = net?.changes else {
      self.changes = nil
      adopt(update.rows)
      return nil
    }
    let (oldRows, oldCount) = (rows, shownCount)
    var old: [OrderRule.Entered?] = []
    if order != nil {
      let rule = rule
      old.reserveCapacity(changes.count)
      for index in changes.indices {
        old.append(changes[index].old.map { rule.known($0.row, slot: $0.slot, place: $0.place) })
      }
    }
    rows = update.rows
    followFrozen(changes)
    followPins(changes)
    if !marks.isEmpty { for change in changes { followMark(change) } }
    var batch = BatchBuilder(changes.count)
    if order == nil {
      for (index, change) in changes.enumerated() {
        batch.old[index] = change.old.map { oldRows.offset(ofPlace: $0.place) }
        batch.new[index] = change.new.map { rows.offset(ofPlace: $0.place) }
      }
      keep(changes) { _, _ in true }
    } else {
      var new: [OrderRule.Entered?] = []
      new.reserveCapacity(changes.count)
      for index in changes.indices {
        guard let side = changes[index].new else {
          new.append(nil)
          continue
        }
        new.append(rule.enter(side.row, slot: side.slot, place: side.place))
      }
      rule.settleGroups()
      reorder(old, new, of: oldRows, &batch, isRenumbered: oldRows.numbering != rows.numbering)
      keep(changes) { ($1 ? old : new)[$0]?.entry.isShown ?? false }
    }
    for index in changes.indices where isDisplayed && batch.isShown(index) {
      guard let old = changes[index].old, let new = changes[index].new else { continue }
      batch.isUpdated[index] = !isContentEqual(old.row, new.row)
    }
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
        handles: handles,
        hasSilentChanges: changes.indices.contains {
          batch.isShown($0) && changes[$0].old != nil && !batch.isUpdated[$0]
        },
        leftRows: LeftRows(count: oldCount, offsets: batch.leftOffsets, changes: changes)
      )
    } catch {
      assertionFailure("a batch is one of the rows that there are: \(error)")
      return nil
    }
  }

  /// Whether what becomes of single rows matters: not where nobody has seen any, and they stand in the
  /// order of the feed, as while a file is read.
  private var followsRows: Bool {
    isDisplayed || !rule.isIdentity || isDeferred || !pins.isEmpty || !marks.isEmpty
  }

  /// Whether it has to be known what becomes of each row, however many these are.
  private var followsSingleRows: Bool {
    isDisplayed || isFrozen || !pins.isEmpty || !marks.isEmpty
  }

  /// The rows that changed, each once; nil where no slot tells, it does not matter, or it is less work to
  /// arrange all of them anew.
  package func netChanges(_ update: FeedUpdate) -> NetChanges? {
    guard followsRows else { return nil }
    let slots: [Int32]
    switch update.changes {
    case .otherList: return nil
    case .anySlot: slots = Array(0..<Int32(max(rows.slotCount, update.rows.slotCount)))
    case .slots(let named): slots = named.sorted()
    }
    guard followsSingleRows || slots.count < update.rows.count / 4 else { return nil }
    // The same number says nothing then.
    let isRenumbered = rows.numbering != update.rows.numbering
    var changes: [NetChange] = []
    changes.reserveCapacity(slots.count)
    var (gone, come): ([NetChange.Side], [NetChange.Side]) = ([], [])
    var previous: Int32 = -1
    for slot in slots where slot != previous {
      previous = slot
      let (before, after) = (rows.slot(slot), update.rows.slot(slot))
      let old = before.row.map { NetChange.Side(row: $0, slot: slot, place: before.place) }
      let new = after.row.map { NetChange.Side(row: $0, slot: slot, place: after.place) }
      if let old, let new, old.row.id == new.row.id {
        if isRenumbered || old.place != new.place || !old.row.isSameText(as: new.row) {
          changes.append(NetChange(old: old, new: new))
        }
      } else {
        if let old { gone.append(old) }
        if let new { come.append(new) }
      }
    }
    // A row that left and came again is the same row.
    var left: [RowID: Int] = [:]
    if !come.isEmpty, !gone.isEmpty {
      left.reserveCapacity(gone.count)
      for (index, side) in gone.enumerated() { left[side.row.id] = index }
    }
    var isBack = [Bool](repeating: false, count: gone.count)
    for side in come {
      let index = left.isEmpty ? nil : left[side.row.id]
      if let index { isBack[index] = true }
      changes.append(NetChange(old: index.map { gone[$0] }, new: side))
    }
    for (side, isBack) in zip(gone, isBack) where !isBack { changes.append(NetChange(old: side)) }
    return NetChanges(changes: changes)
  }

  // MARK: All rows

  /// Takes a list in which slots are given again.
  private mutating func adopt(_ new: FeedRows) {
    if let frozen = rule.frozen {
      var numbers: [RowID: UInt64] = [:]
      rows.forEachSlot(in: 0..<rows.count) { slot in
        if let id = rows.slot(slot).row?.id { numbers[id] = frozen[slot] }
      }
      var (stayed, come): ([(number: UInt64, slot: Int32)], [Int32]) = ([], [])
      new.forEachSlot(in: 0..<new.count) { slot in
        let number = new.slot(slot).row.flatMap { numbers[$0.id] }
        if let number { stayed.append((number, slot)) } else { come.append(slot) }
      }
      rule.frozen = FrozenOrder(stayed.sorted { $0.number < $1.number }.map(\.slot) + come)
    }
    rows = new
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

  /// Puts all rows in order.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func arrangeAnew() {
    isDisplayed = false
    guard !isDeferred else { return }
    var builder = OrderBuilder(of: rows, by: rule)
    builder.finishAtOnce()
    take(builder)
  }

  /// Takes over what a builder has made.
  mutating func take(_ builder: OrderBuilder) {
    (rule, order, totals) = (builder.rule, builder.order, builder.totals)
  }

  /// Finds out again which rows are shown.
  ///
  /// - Returns: Whether they are other ones.
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

  /// Counts a row in its group, or no more.
  private mutating func count(_ entry: OrderEntry, _ sign: Int) {
    guard rule.grouping != nil, let row = rows.slot(entry.slot).row else { return }
    totals.add(rule.summand(of: row), to: entry.group, isRemoved: sign < 0)
  }
}
