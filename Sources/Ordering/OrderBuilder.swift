internal import FeedStore
internal import FeedValues
internal import RowTree

/// Computes the order of all rows in slices of a few milliseconds.
///
/// Rows are read in feed order, which is their order in memory. Facts about them that an existing order tells are
/// not computed again.
package struct OrderBuilder: Sendable {
  let rows: FeedRows
  /// The rule that creates entries; in the end it knows all groups.
  private(set) var rule: OrderRule
  private(set) var totals: GroupTotals
  let known: ReusableOrder?
  /// The order with other keys that tells the groups of all rows, and which are shown; nil if there is none.
  let marking: Marking?
  /// Reads from rows the facts that the known order does not tell.
  private let reader: EntryReader
  /// Whether rows are read for the tails of their keys, which the known order does not hold but which are compared.
  private let readsTails: Bool
  /// Whether enough is known to select the first rows.
  private(set) var isSelectable = false
  var stage = Stage.reading
  /// The number of rows read.
  private var position = 0
  /// The number of rows whose group and visibility was taken over.
  var markedCount = 0
  /// For each slot, its group and, in the lowest bit, whether it is shown; used if the sort keys are known, or these
  /// marks, and if entries are distributed.
  var marks: ContiguousArray<UInt32> = []
  /// The index of the current range of the known order, and the number of its entries already read.
  var stretch = (number: 0, position: 0)
  var takenCount = 0
  /// The number of rows of the known order that are shown and were not, or the reverse.
  var flips = 0
  /// A run of entries with equal keys in a range that is read backwards; they keep their relative order.
  var equals: [OrderEntry] = []
  /// Whether entries are distributed among groups once they are in order, rather than compared by their groups.
  let distributes: Bool
  let merges: Bool
  var distributedCount = 0
  var distribution = GroupDistribution()
  var merge: RunMerge
  /// The known tails of long keys.
  private(set) var tails: KeyTails
  var builder = RankTree<OrderEntry>.Builder()
  /// The result; nil until it is complete.
  private(set) var order: RankTree<OrderEntry>?

  enum Stage { case marking, reading, taking, sorting, merging, distributing, building, done }

  let slice: Slices
  /// The cost of reading a row, relative to that of moving an entry.
  private static let rowCost = 8.0

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: The order wanted.
  ///   - arrangement: An existing arrangement of the same rows; nil if there is none.
  ///   - numbered: The rows in the order in which they are to be frozen; nil if that is not known.
  ///   - slices: The amount of work done at a time.
  init(
    of rows: FeedRows,
    by rule: OrderRule,
    knowing arrangement: Arrangement? = nil,
    numbered: ReusableOrder? = nil,
    slices: Slices = .standard
  ) {
    slice = slices
    var rule = rule
    if let arrangement { rule.adoptGroups(of: arrangement.rule.grouping) }
    let known = numbered ?? arrangement.flatMap { ReusableOrder(of: $0, for: rule) }
    let markingOrder = known == nil ? arrangement?.order(marking: rule) : nil
    if markingOrder == nil, known?.hasOtherGroups ?? true { rule.forgetGroups() }
    // Entries that are taken over have the words that follow the prefix of their own order.
    if known != nil, let arrangement { rule.adoptStem(of: arrangement.rule) }
    if known == nil { rule.chooseStem(for: rows) }
    marking = markingOrder.map { Marking(order: $0, rule) }
    (self.rows, self.rule, self.known) = (rows, rule, known)
    tails = rule.tails(of: rows)
    totals = GroupTotals()
    reader = EntryReader(sort: nil, grouping: rule.grouping)
    distributes = known?.hasOtherGroups ?? true && rule.grouping != nil
    merges =
      !rule.isIdentity && known?.isInOrder != true && !(distributes && known?.isSorted == true)
    readsTails = known?.needsTails(by: rule, isMerged: merges) ?? false
    merge = RunMerge(capacity: merges ? rows.count : 0)
    if known?.needsMarks ?? (distributes || marking != nil) {
      marks = ContiguousArray(repeating: 0, count: rows.slotCount)
    }
    if marking != nil, let arrangement { (totals, stage) = (arrangement.totals, .marking) }
    if let known, !known.needsMarks {
      if !known.hasOtherGroups, let arrangement { totals = arrangement.totals }
      if !readsTails { stage = .taking }
      isSelectable = true
    }
    if rule.isIdentity { (stage, isSelectable) = (.done, false) }
  }

  /// Whether the order is complete.
  var isDone: Bool { stage == .done }

  /// The share of the work that is done, from 0 to 1.
  var progress: Double {
    let count = Double(max(1, rows.count))
    let reads = known.map { readsTails || $0.needsMarks } ?? true
    let isMerged = !merges || stage == .distributing || stage == .building || stage == .done
    let isSorted = isMerged || stage == .merging
    let sortedCount = known == nil ? isSorted ? rows.count : merge.sortedCount : takenCount
    let parts: [(done: Double, cost: Double)] = [
      (reads ? Double(position) / count : 1, reads ? Self.rowCost : 0),
      (Double(sortedCount) / count, 1),
      (isMerged ? 1 : stage == .merging ? merge.progress : 0, 4),
      (stage == .done ? 1 : Double(builder.count) / count, 1),
    ]
    return parts.reduce(0) { $0 + $1.done * $1.cost } / parts.reduce(0) { $0 + $1.cost }
  }

  /// Carries out the next slice.
  mutating func advance() {
    let before = stage
    isSelectable = false
    work()
    // Now all entries are in order. If their keys were read, the first ones were selected after that.
    guard stage == .building, before != .building, let known else { return }
    isSelectable = known.needsMarks || known.isFlipped
  }

  private mutating func work() {
    switch stage {
    case .marking: takeMarks()
    case .reading:
      let end = min(position + rows.slice(slice.reading), rows.count)
      if known == nil { enter(position..<end) } else { mark(position..<end) }
      position = end
      guard end == rows.count else { return }
      rule.settleGroups()
      if distributes { distribution.count(all: totals.counts) }
      if known == nil { rule.forgetStrays() }
      tails.rank()
      stage = known == nil ? .sorting : .taking
      isSelectable = known == nil
    case .taking: take()
    case .sorting:
      let comparison = comparison
      merge.sort(slice.sorting) { comparison.precedes($0, $1) }
      if merge.sortedCount == merge.elements.count { stage = afterRuns }
    case .merging:
      let comparison = comparison
      merge.advance(by: slice.merging) { comparison.precedes($0, $1) }
      if merge.isDone { (stage, tails) = (afterRuns, KeyTails()) }
    case .distributing:
      guard makesRoom() else { return }
      let end = min(distributedCount + slice.taking, merge.elements.count)
      distribute(merge.elements[distributedCount..<end])
      if end == merge.elements.count { (merge, stage) = (RunMerge(capacity: 0), .building) }
    case .building:
      let entries = distributes ? distribution.entries : merge.elements
      let end = min(builder.count + slice.building, entries.count)
      for entry in entries[builder.count..<end] { builder.append(entry) }
      if end == entries.count { finish() }
    case .done: break
    }
  }

  /// Carries out all remaining slices.
  mutating func finishAtOnce() { while !isDone { advance() } }

  /// The stage after all entries are in runs.
  var afterRuns: Stage { !merge.isDone ? .merging : distributes ? .distributing : .building }

  /// Compares entries that are merged.
  var comparison: EntryComparison {
    var rule = rule
    if distributes { rule.setGrouping(nil) }
    return EntryComparison(rule, rows, knowing: tails, isStable: known == nil)
  }

  mutating func finish() {
    order = builder.finish()
    (merge, tails) = (RunMerge(capacity: 0), KeyTails())
    distribution = GroupDistribution()
    stage = .done
  }

  // MARK: Reading

  /// Reads rows, and creates their entries.
  private mutating func enter(_ offsets: Range<Int>) {
    var entries: ContiguousArray<OrderEntry> = []
    entries.reserveCapacity(offsets.count)
    let rows = rows
    var keyRule = marking?.rule
    rows.forEachSlot(in: offsets) { slot in
      let place = rows.place(of: slot)
      let row = rows.row(in: slot)
      if var entry = keyRule?.enter(row, slot: slot, place: place, &tails).entry {
        entry.isShown = marks[Int(slot)] & 1 == 1
        return entries.append(entry)
      }
      let entered = rule.enter(row, slot: slot, place: place, &tails)
      var entry = entered.entry
      if distributes {
        let (group, isShown) = (entry.group, entry.isShown)
        note(.init(group: group, isShown: isShown, summand: entered.summand), slot)
        // Entries are compared without their groups, to which they are handed out afterwards.
        entry.group = 0
      }
      entries.append(entry)
    }
    merge.append(entries)
  }

  /// Reads the groups and visibility of rows whose keys are known.
  private mutating func mark(_ offsets: Range<Int>) {
    let rows = rows
    rows.forEachSlot(in: offsets) { slot in
      let row = rows.row(in: slot)
      if readsTails { rule.store(row, slot, in: &tails) }
      guard known?.needsMarks == true else { return }
      note(rule.mark(row, reader), slot)
    }
  }

  /// Counts a row in its group, and notes which one that is.
  private mutating func note(_ mark: OrderRule.Mark, _ slot: Int32) {
    if mark.isShown, rule.grouping != nil { totals.add(mark.summand, to: mark.group) }
    marks[Int(slot)] = UInt32(mark.group) << 1 | (mark.isShown ? 1 : 0)
    // The totals count those that are shown.
    if distributes, !mark.isShown { distribution.count(mark.group) }
  }
}

/// Takes entries over from an order that is there already.
extension OrderBuilder {
  /// An order with other keys that says the groups of all rows, and which are shown: sorted anew, rows stay in their
  /// groups.
  struct Marking: Sendable {
    let order: RankTree<OrderEntry>
    /// Creates entries without asking for what the order says.
    let rule: OrderRule

    init(order: RankTree<OrderEntry>, _ rule: OrderRule) {
      self.order = order
      var rule = rule
      rule.setGrouping(nil)
      rule.setFilter(nil)
      rule.pinned = []
      self.rule = rule
    }
  }

  /// Takes over the groups of rows, and which are shown.
  mutating func takeMarks() {
    guard let order = marking?.order else { return }
    let end = min(markedCount + slice.building, order.count)
    order.forEach(in: markedCount..<end) { entry in
      marks[Int(entry.slot)] = UInt32(entry.group) << 1 | (entry.isShown ? 1 : 0)
      // The totals count those that are shown.
      if distributes, !entry.isShown { distribution.count(entry.group) }
    }
    markedCount = end
    if end == order.count { stage = .reading }
  }

  /// Takes over entries of the known order.
  mutating func take() {
    guard merges || !distributes || makesRoom() else { return }
    guard let known, stretch.number < known.stretches.count else {
      if known?.isInOrder == true { return finish() }
      stage = merges ? afterRuns : .building
      return
    }
    let (part, position) = (known.stretches[stretch.number], stretch.position)
    let end = min(position + slice.taking, part.ranks.count)
    var entries: ContiguousArray<OrderEntry> = []
    entries.reserveCapacity(end - position)
    let ranks =
      part.isReversed
      ? part.ranks.upperBound - end..<part.ranks.upperBound - position
      : part.ranks.lowerBound + position..<part.ranks.lowerBound + end
    known.order.forEach(in: ranks) { entry in
      var taken = marked(entry, from: known)
      if entry.isShown != taken.isShown { flips += 1 }
      // Entries are compared without their groups, to which they are handed out afterwards.
      if known.hasOtherGroups { taken.group = 0 }
      if let frozen = rule.frozen {
        taken.setNumber(frozen[entry.slot], place: rows.place(of: entry.slot))
      }
      entries.append(taken)
    }
    takenCount += entries.count
    let isLast = end == part.ranks.count
    stretch = isLast ? (stretch.number + 1, 0) : (stretch.number, end)
    if part.isReversed { entries = reversed(entries, isLast: isLast) }
    if known.isInOrder {
      for entry in entries { builder.append(entry) }
    } else if merges {
      let comparison = comparison
      merge.append(entries)
      merge.sort(entries.count) { comparison.precedes($0, $1) }
    } else {
      distribute(entries)
    }
  }

  /// An entry of the known order with the group wanted, and whether it is to be shown.
  func marked(_ entry: OrderEntry, from known: ReusableOrder) -> OrderEntry {
    var entry = entry
    if known.needsMarks {
      let mark = marks[Int(entry.slot)]
      (entry.group, entry.isShown) = (Int32(mark >> 1), mark & 1 == 1)
    } else if known.hasOtherGroups {
      entry.group = 0
    }
    return entry
  }

  /// Makes room for the entries that are to be distributed.
  ///
  /// - Returns: Whether there is room for all.
  mutating func makesRoom() -> Bool {
    guard !distribution.isReady else { return true }
    distribution.makeRoom(slice.building) { rule.grouping?.sorted ?? [] }
    return false
  }

  /// Hands entries in order out to their groups.
  mutating func distribute(_ entries: some Collection<OrderEntry>) {
    for entry in entries {
      var entry = entry
      entry.group = Int32(marks[Int(entry.slot)] >> 1)
      distribution.append(entry)
    }
    distributedCount += entries.count
  }

  /// Reverses entries while keeping the order of those with equal keys; the last run is held back until its
  /// end is known.
  private mutating func reversed(
    _ entries: ContiguousArray<OrderEntry>,
    isLast: Bool
  ) -> ContiguousArray<OrderEntry> {
    var result: ContiguousArray<OrderEntry> = []
    result.reserveCapacity(entries.count + equals.count)
    for entry in entries.reversed() {
      if let last = equals.last, !rule.haveEqualKeys(entry, last, in: rows, knowing: tails) {
        result.append(contentsOf: equals.reversed())
        equals.removeAll(keepingCapacity: true)
      }
      equals.append(entry)
    }
    if isLast {
      result.append(contentsOf: equals.reversed())
      equals.removeAll()
    }
    return result
  }
}

extension Arrangement {
  /// The order, if it says the groups wanted of all rows, and which are to be shown.
  func order(marking wanted: OrderRule) -> RankTree<OrderEntry>? {
    guard wanted.sort != nil, wanted.grouping != nil || !wanted.showsAll,
      wanted.hasSameFilter(as: rule), wanted.hasSameGroups(as: rule.grouping)
    else { return nil }
    return order
  }
}

extension OrderBuilder {
  /// The numbers of rows read, and of entries sorted, taken over, merged and built at a time.
  package struct Slices: Sendable {
    let reading: Int
    let sorting: Int
    let taking: Int
    let merging: Int
    let building: Int

    /// Those that take a few milliseconds each.
    static let standard = Slices(
      reading: 4_096,
      sorting: 16_384,
      taking: 16_384,
      merging: 32_768,
      building: 65_536
    )
  }
}
