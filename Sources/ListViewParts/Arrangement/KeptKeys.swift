package import Feeds

/// Roughly, the sort keys of some columns of a long list, and the groups by these columns, from which the first
/// screen of another order can be shown at once.
///
/// They are read in slices before they are needed, and read again for rows that change meanwhile. They take a byte
/// per row and column (``KeyCoder``), and of a column of few values one or two more (``KeptGroups``).
package struct KeptKeys: Sendable {
  /// What is known of one column.
  struct Keys: Sendable {
    let column: Column
    let coder: KeyCoder
    /// The code of each slot's row.
    var codes: ContiguousArray<UInt8> = []
    /// The codes of some values, if they recur.
    private var met = ValueNumbers()
    /// Whether codes and groups were taken over.
    var isTakenOver = false
    /// The groups by the column; nil if there are too many.
    var groups: KeptGroups?
    /// The index of the amount that is summed in each group; nil for none.
    var summed: Int?

    private static let mostMet = 1_024

    init(_ column: Column, _ coder: KeyCoder) { (self.column, self.coder) = (column, coder) }

    /// Stores the code of a slot's row.
    mutating func setCode(_ amount: AmountReader.Amount, _ slot: Int32) {
      guard coder.hasFewValues, amount.currency == nil, let value = amount.value else {
        codes[Int(slot)] = coder.code(of: amount)
        return
      }
      if let code = met[value] { return codes[Int(slot)] = UInt8(code) }
      codes[Int(slot)] = coder.code(of: amount)
      if met.count < Self.mostMet { met[value] = Int32(codes[Int(slot)]) }
    }
  }

  private var columns: [Keys]
  /// The columns whose keys should be kept, as far as there is room.
  private let wanted: [FieldPath]
  /// Whether memory is spared.
  private let isIdle: Bool
  private let reader: AmountReader
  /// The number of slots read, and of those to be read; later ones are read as changed rows.
  private var position = 0
  private let slotCount: Int
  /// The slots that changed after they were read, and how many there ever were.
  private var stale: [Int32] = []
  private var staleCount = 0
  /// When the last slice was read.
  private var lastTurn: ContinuousClock.Instant

  /// The maximum number of bytes for a row, and of groups, as long as the user does not choose a column.
  private static let idle = (bytes: 5, groups: 255)
  /// The maximum number of columns, and of groups by a column: one with more values is rarely grouped by.
  private static let chosen = (columns: 12, groups: 1_024)
  /// The number of rows read at a time, which takes a few milliseconds.
  private static let slice = 2_048
  /// The number read at a time while rows go on changing; if more change at a time, none are.
  static let liveSlice = 1_024
  /// The maximum number of changed rows that are read at once.
  private static let mostStale = 4_096
  /// How many more rows may have changed than were read for the first time, until all were.
  private static let mostLost = 65_536

  /// Creates empty storage for the keys of some columns.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - columns: The columns, the most important first.
  ///   - earlier: What was read before; nil if there is nothing.
  ///   - isIdle: Whether the user does not choose a column, so that little memory is spent.
  ///   - instant: The current time.
  ///   - order: Returns how the values of a column compare; nil if it has none.
  ///   - grouping: Returns how rows are grouped by a column.
  package init(
    of rows: FeedRows,
    in columns: [Column],
    after earlier: KeptKeys? = nil,
    isIdle: Bool = false,
    at instant: ContinuousClock.Instant,
    order: (Column) -> ValueOrder?,
    grouping: (Column) -> Grouping
  ) {
    (self.isIdle, lastTurn, slotCount) = (isIdle, instant, rows.slotCount)
    wanted = columns.prefix(Self.chosen.columns).map(\.path)
    let known = earlier?.known ?? []
    var kept: [Keys] = []
    var bytes = 0
    for column in columns.prefix(Self.chosen.columns) {
      var rule = OrderRule()
      rule.setSort(order(column).map { .init(column: column, order: $0, isDescending: false) })
      var keys: Keys
      let taken = known.first { $0.coder.rule.comparesLike(rule) }
      // There may be too many groups for the memory that was to be spared.
      let lacksGroups = !isIdle && taken?.groups == nil && taken?.coder.hasFewValues == true
      if let taken, !lacksGroups || earlier?.isIdle == false {
        keys = taken
        keys.isTakenOver = true
      } else {
        rule.chooseStem(for: rows)
        keys = Keys(column, KeyCoder(rule, of: rows))
        if keys.coder.hasFewValues {
          let limit = isIdle ? Self.idle.groups : Self.chosen.groups
          keys.groups = KeptGroups(grouping(column), limit: limit)
        }
      }
      let size = 1 + (keys.groups?.size ?? 0)
      if isIdle, bytes + size > Self.idle.bytes { continue }
      bytes += size
      kept.append(keys)
    }
    var read = kept.map(\.column)
    for index in kept.indices {
      kept[index].summed = kept[index].groups?.grouping.summed.map { column in
        if let index = read.firstIndex(of: column) { return index }
        read.append(column)
        return read.count - 1
      }
    }
    (self.columns, reader) = (kept, AmountReader(read))
    if kept.allSatisfy(\.isTakenOver) { position = slotCount }
  }

  /// Whether the keys of the given columns are kept, as far as they may be.
  package func keep(_ paths: [FieldPath], isIdle: Bool) -> Bool {
    isIdle == self.isIdle && paths.prefix(Self.chosen.columns).elementsEqual(wanted)
  }

  /// Whether the keys and groups of all rows are current.
  private var isComplete: Bool { position >= slotCount && stale.isEmpty }

  /// The columns whose keys are current for all rows.
  private var known: [Keys] {
    stale.isEmpty ? columns.filter { $0.isTakenOver || position >= slotCount } : []
  }

  /// When the next slice is due; nil if there is nothing to read.
  package var nextInstant: ContinuousClock.Instant? { isComplete ? nil : lastTurn }

  /// Marks the keys of changed rows as outdated.
  ///
  /// - Parameters:
  ///   - update: The changes of the feed's rows.
  ///   - net: The same row by row; nil if unknown.
  /// - Returns: Whether the other keys remain valid; if not, all have to be read again.
  package mutating func follow(_ update: FeedUpdate, _ net: NetChanges?) -> Bool {
    let most = isIdle ? max(Self.mostStale, slotCount / 16) : max(1_024, update.rows.count / 4)
    guard case .slots(let slots) = update.changes, let net, stale.count + slots.count <= most,
      // Where rows change faster than they are read, that has no end.
      position >= slotCount || staleCount <= position + Self.mostLost,
      update.rows.slotCount <= slotCount + max(slotCount / 4, Self.mostLost)
    else { return false }
    if columns.contains(where: { $0.groups != nil }) {
      for old in net.changes.lazy.compactMap(\.old) { removeGroups(of: old) }
    }
    let hasTaken = columns.contains(where: \.isTakenOver)
    for slot in slots
    where hasTaken || slot.number < position || slot.number >= slotCount {
      stale.append(slot.number)
      staleCount += 1
    }
    return true
  }

  /// Removes the previous version of a row from its groups.
  private mutating func removeGroups(of old: NetChange.Side) {
    reader.withValues(of: old.row) { values in
      for index in columns.indices {
        let summed = columns[index].summed.map { reader.amount($0, values) }
        columns[index].groups?.remove(slot: old.slot, summed: summed)
      }
    }
  }

  /// Reads the next slice.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - instant: The current time.
  ///   - isLive: Whether rows go on changing, so that others wait for their turn.
  package mutating func advance(
    _ rows: FeedRows,
    at instant: ContinuousClock.Instant,
    isLive: Bool = false
  ) {
    lastTurn = instant
    let slice = isLive ? Self.liveSlice : Self.slice
    readStale(slice, rows)
    guard stale.isEmpty else { return }
    let end = min(position + slice, slotCount)
    read(Int32(position)..<Int32(end), rows, skippingKnown: true)
    position = end
  }

  /// Reads changed rows at once if they are few.
  ///
  /// - Returns: Whether the keys of all rows that were read are current.
  @discardableResult
  package mutating func catchUp(_ rows: FeedRows) -> Bool {
    guard stale.count <= Self.mostStale else { return false }
    readStale(stale.count, rows)
    return true
  }

  private mutating func readStale(_ count: Int, _ rows: FeedRows) {
    let changed = stale.suffix(count)
    stale.removeLast(changed.count)
    read(changed, rows)
  }

  private mutating func read(
    _ slots: some Sequence<Int32>,
    _ rows: FeedRows,
    skippingKnown: Bool = false
  ) {
    for index in columns.indices {
      let missing = max(0, rows.slotCount - columns[index].codes.count)
      columns[index].codes.append(contentsOf: repeatElement(KeyCoder.free, count: missing))
    }
    // Keys that were taken over need not be read, unless their rows change.
    let isRead = columns.map { !skippingKnown || !$0.isTakenOver }
    for slot in slots {
      guard let row = rows.slot(slot).row else {
        for index in columns.indices { columns[index].codes[Int(slot)] = KeyCoder.free }
        continue
      }
      reader.withValues(of: row) { values in
        for index in isRead.indices {
          let amount = reader.amount(index, values)
          guard isRead[index] else { continue }
          columns[index].setCode(amount, slot)
          let summed = columns[index].summed.map { reader.amount($0, values) }
          let isKept = columns[index].groups?
            .insert(row, slot: slot, value: amount.value, summed: summed)
          if isKept == false { columns[index].groups = nil }
        }
      }
    }
  }

  /// The groups of all rows as a rule has them; nil if not all are known, or not all rows are shown.
  func groups(by rule: OrderRule) -> KeptGroups? {
    guard rule.grouping != nil, rule.showsAll else { return nil }
    return known.lazy.compactMap(\.groups).first { rule.hasSameGroups(as: $0.grouping) }
  }

  /// The codes of the keys of a rule; nil if they are not known.
  func codes(by rule: OrderRule) -> ContiguousArray<UInt8>? {
    guard rule.frozen == nil, rule.sort != nil else { return nil }
    return known.first { $0.coder.rule.comparesLike(rule) }?.codes
  }
}
