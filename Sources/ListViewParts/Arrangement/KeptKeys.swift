package import Feeds
internal import RowTree

/// Prefixes of the sort keys of some columns of a long list, and the groups by these columns, from which the
/// first screen of another order can be shown at once; they take ten bytes per row and column.
///
/// They are read in slices while the user chooses a column, and read again for rows that change meanwhile.
package struct KeptKeys: Sendable {
  /// The key prefixes of one column.
  private struct Keys: Sendable {
    let column: Column
    let rule: OrderRule
    /// The first word of the key of each slot's row; the maximum for rows without a value and for free slots.
    var heads: ContiguousArray<UInt64> = []
    /// The groups by the column; nil if there are too many.
    var groups: KeptGroups?
    /// The index of the amount that is summed in each group; nil for none.
    let summed: Int?
  }

  private var columns: [Keys]
  private let reader: AmountReader
  /// The number of slots read.
  private var position = 0
  /// The slots that changed after they were read.
  private var stale: [Int32] = []
  /// When the last slice was read.
  private var lastTurn: ContinuousClock.Instant

  /// The maximum number of columns.
  package static let columnLimit = 6
  /// The number of rows read at a time, which takes a few milliseconds at most.
  private static let slice = 512
  /// The maximum number of rows with equal prefixes that are compared in full.
  private static let mostCompared = 4_096
  /// The number of rows in a block of consecutive rows, and the stride from block to block, a prime so that
  /// each block is visited once.
  private static let block = 64
  private static let step = 2_147_483_647

  /// Creates empty storage for the keys of some columns.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - columns: The columns, of which only the first `columnLimit` count.
  ///   - instant: The current time.
  ///   - order: Returns how the values of a column compare; nil if it has none.
  ///   - grouping: Returns how rows are grouped by a column.
  package init(
    of rows: FeedRows,
    in columns: some Sequence<Column>,
    at instant: ContinuousClock.Instant,
    order: (Column) -> ValueOrder?,
    grouping: (Column) -> Grouping
  ) {
    var read = Array(columns.prefix(Self.columnLimit))
    self.columns = read.map { column in
      var rule = OrderRule()
      rule.setSort(order(column).map { .init(column: column, order: $0, isDescending: false) })
      rule.chooseStem(for: rows)
      let grouping = grouping(column)
      let summed = grouping.summed.map { column in
        if let index = read.firstIndex(of: column) { return index }
        read.append(column)
        return read.count - 1
      }
      return Keys(column: column, rule: rule, groups: KeptGroups(grouping), summed: summed)
    }
    lastTurn = instant
    for index in self.columns.indices { self.columns[index].heads.reserveCapacity(rows.slotCount) }
    reader = AmountReader(read)
  }

  /// Whether the keys of all of the given columns are kept, up to `columnLimit`.
  package func keep(_ columns: some Sequence<FieldPath>) -> Bool {
    columns.prefix(Self.columnLimit).allSatisfy { path in
      self.columns.contains { $0.column.path == path }
    }
  }

  /// Whether the keys of all rows are current.
  private func isComplete(_ rows: FeedRows) -> Bool {
    position >= rows.slotCount && stale.isEmpty
  }

  /// When the next slice is due; nil if there is nothing to read.
  package func nextInstant(for rows: FeedRows) -> ContinuousClock.Instant? {
    isComplete(rows) ? nil : lastTurn
  }

  /// Marks the keys of changed rows as outdated.
  ///
  /// - Parameters:
  ///   - update: The changes of the feed's rows.
  ///   - net: The same row by row; nil if unknown.
  /// - Returns: Whether the other keys remain valid; if not, all have to be read again.
  package mutating func follow(_ update: FeedUpdate, _ net: NetChanges?) -> Bool {
    guard case .slots(let slots) = update.changes, let net,
      stale.count + slots.count <= max(1_024, update.rows.count / 4)
    else { return false }
    for old in net.changes.lazy.compactMap(\.old) where old.slot < position {
      reader.withValues(of: old.row) { values in
        for index in columns.indices {
          let summed = columns[index].summed.map { reader.amount($0, values) }
          columns[index].groups?.remove(slot: old.slot, summed: summed)
        }
      }
    }
    for slot in slots where slot.number < position { stale.append(slot.number) }
    return true
  }

  /// Reads the next slice.
  package mutating func advance(_ rows: FeedRows, at instant: ContinuousClock.Instant) {
    lastTurn = instant
    let changed = stale.suffix(Self.slice)
    stale.removeLast(changed.count)
    read(changed, rows)
    guard stale.isEmpty else { return }
    let end = min(position + Self.slice, rows.slotCount)
    for index in columns.indices {
      let missing = max(0, end - columns[index].heads.count)
      columns[index].heads.append(contentsOf: repeatElement(.max, count: missing))
    }
    read(Int32(position)..<Int32(end), rows)
    position = end
  }

  private mutating func read(_ slots: some Sequence<Int32>, _ rows: FeedRows) {
    // Taken out, so that none is copied for each row.
    let rules = columns.map(\.rule)
    for slot in slots {
      guard let row = rows.slot(slot).row else {
        for index in rules.indices { columns[index].heads[Int(slot)] = .max }
        continue
      }
      reader.withValues(of: row) { values in
        for index in rules.indices {
          let amount = reader.amount(index, values)
          columns[index].heads[Int(slot)] = rules[index].words(of: amount).head
          let summed = columns[index].summed.map { reader.amount($0, values) }
          let isKept = columns[index].groups?
            .insert(row, slot: slot, value: amount.value, summed: summed)
          if isKept == false { columns[index].groups = nil }
        }
      }
    }
  }

  /// The groups of all rows as a rule has them; nil if not all are known, or not all rows are shown.
  func groups(by rule: OrderRule, of rows: FeedRows) -> KeptGroups? {
    guard isComplete(rows), rule.grouping != nil, rule.showsAll else { return nil }
    return columns.lazy.compactMap(\.groups).first { rule.hasSameGroups(as: $0.grouping) }
  }

  // MARK: The first rows

  /// The slots of the first rows in another order.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - rule: The other order, which sorts by a column without grouping.
  ///   - arrangement: The current arrangement, which determines which rows are shown.
  /// - Returns: The slots in order; nil if not enough is known.
  /// - Complexity: O(*n*), without reading most rows.
  func firstSlots(_ count: Int, by rule: OrderRule, after arrangement: Arrangement) -> [Int32]? {
    let rows = arrangement.rows
    guard isComplete(rows), count > 0, rule.hasSameFilter(as: arrangement.rule),
      rule.grouping == nil, rule.frozen == nil, let sort = rule.sort,
      let keys = columns.first(where: { $0.rule.comparesLike(rule) })
    else { return nil }
    let (heads, flip) = (keys.heads, sort.isDescending ? UInt64.max : 0)
    @inline(__always)
    func head(_ slot: Int) -> UInt64 { heads[slot] == .max ? .max : heads[slot] ^ flip }
    var smallest = Smallest(count)
    if let order = arrangement.order, order.summary.count < order.count {
      order.forEach(in: 0..<order.count) { if $0.isShown { smallest.offer(head(Int($0.slot))) } }
    } else {
      // A scan in feed order could meet the worst case, in which every row precedes all rows seen before.
      let blocks = (heads.count + Self.block - 1) / Self.block
      for number in 0..<blocks {
        let start = number * Self.step % blocks * Self.block
        for slot in start..<min(start + Self.block, heads.count) { smallest.offer(head(slot)) }
      }
    }
    guard let last = smallest.greatest, last != .max else { return nil }
    var candidates: [Int32] = []
    for slot in heads.indices where head(slot) <= last {
      candidates.append(Int32(slot))
      guard candidates.count <= Self.mostCompared else { return nil }
    }
    let entries = candidates.compactMap { slot in
      rows.slot(slot).row.map { rule.knownEntry(of: $0, slot: slot, place: rows.slot(slot).place) }
    }
    return entries.filter(\.isShown).sorted { rule.precedes($0, $1, in: rows) }
      .prefix(count).map(\.slot)
  }
}

/// The smallest of a sequence of numbers, kept in a heap whose root is the greatest of them.
private struct Smallest {
  private var heap: [UInt64] = []
  private let limit: Int

  init(_ limit: Int) {
    self.limit = limit
    heap.reserveCapacity(limit)
  }

  /// The greatest of the smallest numbers; nil until there are as many as the limit.
  var greatest: UInt64? { heap.count < limit ? nil : heap[0] }

  @inline(__always)
  mutating func offer(_ number: UInt64) {
    guard heap.count == limit else { return insert(number) }
    if number < heap[0] { replaceRoot(by: number) }
  }

  private mutating func insert(_ number: UInt64) {
    heap.append(number)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] < heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func replaceRoot(by number: UInt64) {
    var node = 0
    while true {
      var child = 2 * node + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
      guard heap[child] > number else { break }
      heap[node] = heap[child]
      node = child
    }
    heap[node] = number
  }
}
