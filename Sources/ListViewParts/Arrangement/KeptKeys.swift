package import Feeds

/// Roughly, the sort keys of some columns of a long list, and the groups by these columns, from which the first
/// screen of another order can be shown at once.
///
/// They are read in slices before they are needed, and read again for rows that change meanwhile. They take a byte
/// per row and column (``KeyCoder``), and of a column of few values one or two more (``KeptGroups``).
package struct KeptKeys: Sendable {
  private var columns: [ColumnKeys] = []
  /// The columns that are going to be read, for which nothing is prepared yet, in the order of ``columns``.
  private var unprepared: [Prospect] = []
  /// The columns whose keys should be kept, as far as there is room.
  private let wanted: Set<FieldPath>
  /// Whether other columns are read after the one that is most urgent.
  private let isPartial: Bool
  /// Whether memory is spared.
  private let isIdle: Bool
  private var reader = ColumnKeysReader(of: []) { _ in true }
  /// Reads the columns that were not taken over.
  private var newReader = ColumnKeysReader(of: []) { _ in true }
  /// The number of slots read, and of those to be read; later ones are read as changed rows.
  private var position = 0
  private var slotCount: Int
  /// The slots that changed after they were read, and how many there ever were.
  private var stale: [Int32] = []
  private var staleCount = 0
  /// Reads what rows contribute to groups.
  private var summandReader = ColumnKeysReader(of: []) { _ in true }
  /// When the last slice was read.
  private var lastTurn: ContinuousClock.Instant

  /// The maximum number of bytes for a row, and of groups, as long as the user does not choose a column.
  private static let idle = (bytes: 8, groups: 255)
  /// The maximum number of columns, and of groups by a column: one with more values is rarely grouped by.
  private static let chosen = (columns: 12, groups: 1_024)
  /// The number of rows read at a time, which takes a few milliseconds.
  private static let slice = 2_048
  /// The number read at a time while rows go on changing; if more change at a time, none are.
  static let liveSlice = 1_024
  /// The maximum number of changed rows that are read at once.
  private static let maximumStale = 4_096
  /// The cost of reading one column alone, relative to that of reading one of several.
  private static let restartCost = 2
  /// How many more rows may have changed than were read for the first time, until all were.
  private static let maximumLost = 65_536

  /// Creates empty storage for the keys of some columns.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - columns: The columns, the most important first.
  ///   - earlier: What was read before; nil if there is nothing.
  ///   - isIdle: Whether the user does not choose a column, so that little memory is spent.
  ///   - urgent: A column that is read before the others; nil for none.
  ///   - instant: The current time.
  ///   - order: Returns how the values of a column compare; nil if it has none.
  ///   - grouping: Returns how rows are grouped by a column.
  package init(
    of rows: FeedRows,
    in columns: [Column],
    after earlier: KeptKeys? = nil,
    isIdle: Bool = false,
    first urgent: FieldPath? = nil,
    at instant: ContinuousClock.Instant,
    order: (Column) -> ValueOrder?,
    grouping: (Column) -> Grouping
  ) {
    (self.isIdle, lastTurn, slotCount) = (isIdle, instant, rows.slotCount)
    wanted = Self.wanted(columns.map(\.path))
    let known = earlier?.known ?? []
    let candidates = columns.prefix(Self.chosen.columns).map { column in
      var rule = OrderRule()
      rule.setSort(order(column).map { .init(column: column, order: $0, isDescending: false) })
      let taken = known.first { $0.coder.rule.comparesLike(rule) }
      let isEnough = taken.map { isIdle || $0.isAllThatIsToKnow } ?? false
      return (column: column, rule: rule, taken: taken, isEnough: isEnough)
    }
    isPartial = candidates.contains { $0.column.path == urgent && !$0.isEnough }
    var index = 0
    for (column, rule, taken, isEnough) in candidates {
      let isPutOff = isPartial && column.path != urgent
      if var taken, isEnough || isPutOff {
        taken.isTakenOver = true
        self.columns.append(taken)
      } else if isPutOff {
        continue
      } else {
        unprepared.append(
          Prospect(column: column, rule: rule, grouping: grouping(column), index: index)
        )
      }
      index += 1
    }
    followPreparation(rows)
  }

  /// A column whose keys are going to be read.
  private struct Prospect: Sendable {
    let column: Column
    let rule: OrderRule
    let grouping: Grouping
    /// Its place among the columns.
    let index: Int
  }

  /// Prepares storage for the keys of the next column, for which a sample is sorted: that takes a millisecond.
  private mutating func prepareNext(_ rows: FeedRows) {
    let next = unprepared.removeFirst()
    var rule = next.rule
    rule.chooseStem(for: rows)
    let groups = isIdle ? Self.idle.groups : Self.chosen.groups
    let coder = KeyCoder(rule, of: rows)
    columns.insert(
      ColumnKeys(next.column, coder, isSparing: isIdle, maximumGroups: groups, next.grouping),
      at: next.index
    )
    followPreparation(rows)
  }

  /// Takes note of the columns prepared; after the last one, drops those for which there is no room.
  private mutating func followPreparation(_ rows: FeedRows) {
    if unprepared.isEmpty {
      var bytes = 0
      let limit = isIdle ? Self.idle.bytes : .max
      columns.removeAll { keys in
        if bytes + keys.size > limit { return true }
        bytes += keys.size
        return false
      }
      slotCount = rows.slotCount
      if columns.allSatisfy(\.isTakenOver) { position = slotCount }
    }
    reader = ColumnKeysReader(of: columns) { _ in true }
    newReader = ColumnKeysReader(of: columns) { !$0.isTakenOver }
    summandReader = ColumnKeysReader(of: columns, readsKeys: false) { $0.groups != nil }
  }

  /// Determines whether the keys of the given columns are kept, as far as they may be.
  ///
  /// - Parameters:
  ///   - paths: The columns, the most important first.
  ///   - urgent: The column that is needed before the others; nil for none.
  ///   - isIdle: Whether the user does not choose a column.
  /// - Returns: Whether they are; if not, new storage is needed that takes over what is known.
  package func keep(_ paths: [FieldPath], first urgent: FieldPath?, isIdle: Bool) -> Bool {
    isIdle == self.isIdle && Self.wanted(paths) == wanted && !(isPartial && isComplete)
      && (urgent.map(isSoonKnown) ?? true)
  }

  private static func wanted(_ paths: [FieldPath]) -> Set<FieldPath> {
    Set(paths.prefix(chosen.columns))
  }

  /// Whether the keys of a column are known sooner if all columns that are being read are read to the end than
  /// if it is read alone.
  private func isSoonKnown(_ path: FieldPath) -> Bool {
    let keys = columns.first { $0.column.path == path }
    guard keys != nil || unprepared.contains(where: { $0.column.path == path }) else {
      return false
    }
    let count = unprepared.count + columns.count { !$0.isTakenOver }
    return keys?.isTakenOver == true || count == 1
      || (slotCount - position) * count < Self.restartCost * slotCount
  }

  /// Whether the keys and groups of all rows are current.
  private var isComplete: Bool { isRead && stale.isEmpty }

  /// Whether all rows were read.
  private var isRead: Bool { unprepared.isEmpty && position >= slotCount }

  /// The columns whose keys are current for all rows.
  private var known: [ColumnKeys] {
    stale.isEmpty ? columns.filter { $0.isTakenOver || isRead } : []
  }

  /// When the next slice is due; nil if there is nothing to read.
  package var nextInstant: ContinuousClock.Instant? { isComplete && !isPartial ? nil : lastTurn }

  /// Marks the keys of changed rows as outdated.
  ///
  /// - Parameters:
  ///   - update: The changes of the feed's rows.
  ///   - net: The same row by row; nil if unknown.
  /// - Returns: Whether the other keys remain valid; if not, all have to be read again.
  package mutating func follow(_ update: FeedUpdate, _ net: NetChanges?) -> Bool {
    let most = isIdle ? max(Self.maximumStale, slotCount / 16) : max(1_024, update.rows.count / 4)
    guard case .slots(let slots) = update.changes, let net, stale.count + slots.count <= most,
      // Where rows change faster than they are read, that has no end.
      isRead || staleCount <= position + Self.maximumLost,
      update.rows.slotCount <= slotCount + max(slotCount / 4, Self.maximumLost)
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

  /// Removes the previous version of a row from its groups, which few rows have that change all the time.
  private mutating func removeGroups(of old: NetChange.Side) {
    guard columns.contains(where: { $0.hasGroup(of: old.slot) }) else { return }
    summandReader.forEach(old.row) { index, _, summand in
      columns[index].removeFromGroup(old.slot, summand)
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
    let slice = rows.slice(isLive ? Self.liveSlice : Self.slice)
    readStale(slice, rows)
    guard stale.isEmpty else { return }
    guard unprepared.isEmpty else { return prepareNext(rows) }
    let end = min(position + slice, slotCount)
    read(Int32(position)..<Int32(end), rows, newReader)
    position = end
  }

  /// Reads changed rows at once if they are few.
  ///
  /// - Returns: Whether the keys of all rows that were read are current.
  @discardableResult
  package mutating func catchUp(_ rows: FeedRows) -> Bool {
    guard stale.count <= Self.maximumStale else { return false }
    readStale(stale.count, rows)
    return true
  }

  private mutating func readStale(_ count: Int, _ rows: FeedRows) {
    let changed = stale.suffix(count)
    stale.removeLast(changed.count)
    read(changed, rows, reader)
  }

  private mutating func read(
    _ slots: some Sequence<Int32>,
    _ rows: FeedRows,
    _ reader: ColumnKeysReader
  ) {
    let slotCount = rows.slotCount
    for slot in slots {
      guard let row = rows.slot(slot).row else {
        for index in columns.indices { columns[index].remove(slot) }
        continue
      }
      reader.forEach(row) { index, amount, summand in
        columns[index].insert(row, slot: slot, of: slotCount, amount, summand)
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
    return known.first { $0.coder.rule.comparesLike(rule) }?.allCodes
  }
}
