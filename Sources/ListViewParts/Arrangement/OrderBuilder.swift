internal import Feeds
internal import RowTree

/// Computes the order of all rows in slices of a few milliseconds.
///
/// Rows are read in feed order, which is their order in memory. What an existing order tells about them is
/// not computed again.
struct OrderBuilder: Sendable {
  let rows: FeedRows
  /// The rule that creates entries; in the end it knows all groups.
  private(set) var rule: OrderRule
  private(set) var totals: GroupTotals
  let known: KnownOrder?
  /// The groups of all rows; nil if they have to be read.
  let groups: KeptGroups?
  /// Reads what the known order does not tell about rows.
  private let reader: EntryReader
  /// Whether rows are read for what the known order does not hold of their keys, which are compared.
  private let readsTails: Bool
  private var stage = Stage.reading
  /// The number of rows read.
  private var position = 0
  /// For each slot, its group and, in the lowest bit, whether it is shown; used if the sort keys are known.
  private var marks: ContiguousArray<UInt32> = []
  /// The index of the current range of the known order, and the number of its entries already read.
  private var stretch = (number: 0, position: 0)
  private var takenCount = 0
  /// A run of entries with equal keys in a range that is read backwards; they keep their relative order.
  private var equals: [OrderEntry] = []
  private let distributes: Bool
  /// The entries of each group, if they only have to be distributed.
  private var parts: [ContiguousArray<OrderEntry>] = []
  /// The number of groups whose entries are in the tree, and that of entries of the next one.
  private var built = (parts: 0, entries: 0)
  private var merge: RunMerge<OrderEntry>
  /// Entries that have not been sorted yet.
  private var pending: ContiguousArray<OrderEntry> = []
  /// What is known of long keys.
  private var tails: KeyTails
  private var builder = RankTree<OrderEntry>.Builder()
  /// The result; nil until it is complete.
  private(set) var order: RankTree<OrderEntry>?

  private enum Stage { case reading, taking, merging, building, done }

  /// The number of rows read, and of entries sorted, taken over, merged and built at a time, each taking a few
  /// milliseconds.
  static let slice = (
    reading: 4_096, sorting: 16_384, taking: 16_384, merging: 32_768, building: 65_536
  )
  /// The cost of reading a row, relative to that of moving an entry.
  private static let rowCost = 8.0

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: The order wanted.
  ///   - arrangement: An existing arrangement of the same rows; nil if there is none.
  ///   - keys: What was read of the rows before; nil if there is nothing.
  init(
    of rows: FeedRows,
    by rule: OrderRule,
    knowing arrangement: Arrangement? = nil,
    _ keys: KeptKeys? = nil
  ) {
    var rule = rule
    if let arrangement { rule.adoptGroups(of: arrangement.rule.grouping) }
    let known = arrangement.flatMap { KnownOrder(of: $0, for: rule) }
    if known?.hasOtherGroups ?? true { rule.forgetGroups() }
    // Entries that are taken over have the words that follow the prefix of their own order.
    if known != nil, let arrangement { rule.adoptStem(of: arrangement.rule) }
    if known == nil { rule.chooseStem(for: rows) }
    // Rows that have to be read for their keys say their groups as well.
    let readsKeys = known == nil && (rule.sort != nil || rule.frozen != nil)
    groups = readsKeys || known?.needsMarks == false ? nil : keys?.groups(by: rule)
    if let groups {
      rule.adoptGroups(of: groups.grouping)
      rule.settleGroups()
    }
    (self.rows, self.rule, self.known) = (rows, rule, known)
    tails = rule.tails(of: rows)
    totals = groups?.totals ?? GroupTotals()

    reader = EntryReader(sort: nil, grouping: rule.grouping)
    // What is sorted already only has to be distributed among its groups.
    distributes =
      known?.isSorted == true && known?.hasOtherGroups == true && rule.grouping != nil
    readsTails = known?.hasLongKeys == true && known?.isInOrder == false && !distributes
    let merges = !rule.isIdentity && known?.isInOrder != true && !distributes
    merge = RunMerge(capacity: merges ? rows.count : 0)
    if let known {
      if let groups {
        (marks, stage) = (groups.marks, .taking)
      } else if known.needsMarks {
        marks = ContiguousArray(repeating: 0, count: rows.slotCount)
      } else {
        if !known.hasOtherGroups, let arrangement { totals = arrangement.totals }
        if !readsTails { stage = .taking }
      }
    }
    if rule.isIdentity { stage = .done }
  }

  /// Whether the order is complete.
  var isDone: Bool { stage == .done }

  /// The share of the work that is done, from 0 to 1.
  var progress: Double {
    let count = Double(max(1, rows.count))
    let reads = known.map { readsTails || $0.needsMarks && groups == nil } ?? true
    let isMerged = stage == .building || stage == .done || distributes || known?.isInOrder == true
    let parts: [(done: Double, cost: Double)] = [
      (reads ? Double(position) / count : 1, reads ? groups == nil ? Self.rowCost : 1 : 0),
      (known == nil ? 1 : Double(takenCount) / count, 1),
      (isMerged ? 1 : stage == .merging ? merge.progress : 0, 4),
      (stage == .done ? 1 : Double(builder.count) / count, 1),
    ]
    return parts.reduce(0) { $0 + $1.done * $1.cost } / parts.reduce(0) { $0 + $1.cost }
  }

  /// Carries out the next slice.
  mutating func advance() {
    switch stage {
    case .reading:
      let end = min(position + Self.slice.reading, rows.count)
      if known == nil { enter(position..<end) } else { mark(position..<end) }
      position = end
      guard end == rows.count else { return }
      rule.settleGroups()
      if known == nil { rule.forgetStrays() }
      tails.rank()
      stage = known == nil ? afterRuns : .taking
    case .taking: take()
    case .merging:
      let comparison = EntryComparison(rule, rows, knowing: tails)
      merge.advance(by: Self.slice.merging) { comparison.precedes($0, $1) }
      if merge.isDone { stage = .building }
    case .building where distributes:
      buildParts()
    case .building:
      let end = min(builder.count + Self.slice.building, merge.elements.count)
      for entry in merge.elements[builder.count..<end] { builder.append(entry) }
      if end == merge.elements.count { finish() }
    case .done: break
    }
  }

  /// Builds the tree of the entries of one group after the other.
  private mutating func buildParts() {
    let order = rule.grouping?.sorted ?? []
    let goal = builder.count + Self.slice.building
    while builder.count < goal, built.parts < order.count {
      let part = parts[Int(order[built.parts])]
      let end = min(part.count, built.entries + goal - builder.count)
      for entry in part[built.entries..<end] { builder.append(entry) }
      built = end == part.count ? (built.parts + 1, 0) : (built.parts, end)
    }
    if built.parts == order.count { finish() }
  }

  /// Carries out all remaining slices.
  mutating func finishAtOnce() { while !isDone { advance() } }

  private var afterRuns: Stage { merge.isDone ? .building : .merging }

  private mutating func finish() {
    order = builder.finish()
    (merge, tails, parts) = (RunMerge(capacity: 0), KeyTails(), [])
    stage = .done
  }

  // MARK: Reading

  /// Reads rows, and creates their entries.
  private mutating func enter(_ offsets: Range<Int>) {
    var entries: ContiguousArray<OrderEntry> = []
    entries.reserveCapacity(offsets.count)
    let rows = rows
    rows.forEachSlot(in: offsets) { slot in
      let content = rows.slot(slot)
      if let groups {
        return entries.append(
          OrderEntry(
            words: KeyWords(number: 0),
            place: content.place,
            slot: slot,
            group: groups[slot],
            isShown: true
          )
        )
      }
      guard let row = content.row else { return }
      let entered = rule.enter(row, slot: slot, place: content.place, &tails)
      if entered.entry.isShown, rule.grouping != nil {
        totals.add(entered.summand, to: entered.entry.group)
      }
      entries.append(entered.entry)
    }
    rule.settleGroups()
    pending += entries
    if pending.count >= Self.slice.sorting || offsets.upperBound == rows.count { sortPending() }
  }

  /// Sorts the entries read last into a run.
  private mutating func sortPending() {
    let comparison = EntryComparison(rule, rows, knowing: tails)
    merge.append(pending) { comparison.precedes($0, $1) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Reads the groups and visibility of rows whose keys are known.
  private mutating func mark(_ offsets: Range<Int>) {
    let rows = rows
    rows.forEachSlot(in: offsets) { slot in
      guard let row = rows.slot(slot).row else { return }
      if readsTails { rule.store(row, slot, in: &tails) }
      guard known?.needsMarks == true else { return }
      let mark = rule.mark(row, reader)
      if mark.isShown, rule.grouping != nil { totals.add(mark.summand, to: mark.group) }
      marks[Int(slot)] = UInt32(mark.group) << 1 | (mark.isShown ? 1 : 0)
    }
  }

  // MARK: Reading the known order

  /// Takes over entries of the known order.
  private mutating func take() {
    guard let known, stretch.number < known.stretches.count else {
      if known?.isInOrder == true { finish() } else { stage = afterRuns }
      return
    }
    let (part, position) = (known.stretches[stretch.number], stretch.position)
    let end = min(position + Self.slice.taking, part.ranks.count)
    var entries: ContiguousArray<OrderEntry> = []
    entries.reserveCapacity(end - position)
    let ranks =
      part.isReversed
      ? part.ranks.upperBound - end..<part.ranks.upperBound - position
      : part.ranks.lowerBound + position..<part.ranks.lowerBound + end
    known.order.forEach(in: ranks) { entry in
      var entry = entry
      if known.needsMarks {
        let mark = marks[Int(entry.slot)]
        (entry.group, entry.isShown) = (Int32(mark >> 1), mark & 1 == 1)
      } else if known.hasOtherGroups {
        entry.group = 0
      }
      entries.append(entry)
    }
    takenCount += entries.count
    let isLast = end == part.ranks.count
    stretch = isLast ? (stretch.number + 1, 0) : (stretch.number, end)
    if part.isReversed { entries = reversed(entries, isLast: isLast) }
    if known.isInOrder {
      for entry in entries { builder.append(entry) }
    } else if distributes {
      if parts.isEmpty {
        parts = Array(repeating: [], count: rule.grouping?.groups.count ?? 0)
      }
      for entry in entries { parts[Int(entry.group)].append(entry) }
    } else {
      let comparison = EntryComparison(rule, rows, knowing: tails)
      merge.append(entries) { comparison.precedes($0, $1) }
    }
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
      if let last = equals.last, !rule.haveEqualKeys(entry, last, in: rows) {
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
