import ListDiffing

/// Plans the motion from what stands on the lines at an instant to what will.
struct SceneBuilder<Row: Identifiable & Sendable> where Row.ID: Sendable {
  typealias Item = Scene<Row>.Item
  typealias Instant = ContinuousClock.Instant

  /// What will stand on the lines at rest.
  let target: [TableNode]
  /// Entries in view of which a ghost is still leaving.
  private var returning: [Outline<Row>.Identity: Int]
  let tombstones: [Tombstone<Row>]
  let change: EntryChange<Row>
  let timing: MotionTiming
  /// Whether what is gone keeps to the row that follows it, or to the one before.
  let keepsToNext: Bool
  let height: Int
  let instant: Instant

  /// When lines begin to close and to open.
  private(set) var shiftStart: Instant
  /// The item that stands first, and its line.
  private(set) var firstStanding: (item: Int, line: Int)?

  /// All items; their positions here name them until they are brought in order.
  private var items: [Item] = []
  private var keys: [Key] = []
  /// Which items begin to leave or to come now.
  private var closing: [Int] = []
  private var opening: [Int] = []

  init(
    target: [TableNode],
    returning: [Outline<Row>.Identity: Int],
    tombstones: [Tombstone<Row>],
    change: EntryChange<Row>,
    timing: MotionTiming,
    keepsToNext: Bool,
    height: Int,
    instant: Instant
  ) {
    self.target = target
    self.returning = returning
    self.tombstones = tombstones
    self.change = change
    self.timing = timing
    self.keepsToNext = keepsToNext
    self.height = height
    self.instant = instant
    shiftStart = instant
  }

  /// Where an item will stand among the others.
  private struct Key: Comparable {
    /// The entry at or beside which it stands.
    var entry: Int
    /// Before that entry, as it, or after it.
    var side: Int
    /// Its place among those on one side of one entry.
    var rank: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.entry, left.side, left.rank) < (right.entry, right.side, right.rank)
    }
  }

  // MARK: - Full motion

  /// The scene of a change, or nil where there is more to tell than motion can.
  mutating func scene(from standing: [Standing<Row>]) -> Scene<Row>? {
    let lines = standing.reduce(0) { $1.line == nil ? $0 : $0 + 1 }
    adopt(standing)
    let stays = findStays()
    assignKeys(stays: stays)
    let standingCount = items.count
    let newcomers = addNewcomers(stays: stays, hadBlankLines: lines < height)
    guard let end = schedule() else { return nil }

    let order = items.indices.sorted { keys[$0] < keys[$1] }
    var rankOf = [Int](repeating: 0, count: items.count)
    for (rank, item) in order.enumerated() { rankOf[item] = rank }
    let start =
      newcomers.above + merging(newcomers.between, into: standingCount, stays, order)
      + newcomers.below
    guard let network = SortingNetwork(from: start.map { rankOf[$0] }, limit: 6 * height) else {
      return nil
    }
    if let first = firstStanding { firstStanding = (rankOf[first.item], first.line) }
    let extent = extent()
    let travel = Ramp(
      start: instant,
      duration: network.rounds > 0 ? timing.fade + timing.shift : .zero,
      from: 0,
      to: Double(network.rounds)
    )
    return Scene(
      items: order.map { items[$0] },
      network: network,
      travel: travel,
      drift: Ramp(start: instant, duration: .zero, from: 0, to: 0),
      unsettledSince: instant,
      entries: extent.entries,
      tombstones: extent.tombstones,
      end: max(end, travel.end)
    )
  }

  /// Takes over what stands on a line, as what it is after the change.
  private mutating func adopt(_ standing: [Standing<Row>]) {
    let shown = Set(target.compactMap(\.entry))
    for var each in standing {
      let isPending = each.line == nil
      var closes: Mark?
      switch each.item.subject {
      case .entry(let old):
        if let new = change.newOffset(ofOld: old) {
          if !shown.contains(new), isPending || change.arrives(new: new) {
            if isPending { continue }
            closes = .move
          } else {
            each.item.subject = .entry(new)
          }
        } else if let serial = change.tombstones[old],
          let tombstone = tombstones.first(where: { $0.serial == serial })
        {
          if isPending { continue }
          each.item.subject = .tombstone(serial)
          each.item.closesAt = tombstone.closesAt
          let opacity = each.item.opacity.value(at: instant)
          each.item.opacity = opacity < 1 ? revealing(from: opacity) : tombstone.opacity
        } else {
          if isPending { continue }
          closes = .deletion
        }
        if let closes, let entries = change.old {
          each.item.subject = .ghost(entries[old], change.isByUser ? nil : closes)
        }
      case .tombstone(let serial):
        if let new = change.revivedTombstones[serial] {
          revive(&each.item, as: new)
        } else if let entry = change.droppedTombstones[serial] {
          each.item.subject = .ghost(entry, .deletion)
          closes = .deletion
        }
      case .ghost(let entry, _):
        if let new = returning.removeValue(forKey: entry.identity) { revive(&each.item, as: new) }
      }
      if closes != nil { closing.append(items.count) }
      if let line = each.line, firstStanding == nil { firstStanding = (items.count, line) }
      items.append(each.item)
    }
  }

  private func revive(_ item: inout Item, as offset: Int) {
    item.subject = .entry(offset)
    item.closesAt = nil
    item.opacity = revealing(from: item.opacity.value(at: instant))
  }

  private func revealing(from opacity: Double) -> Ramp {
    Ramp(start: instant, duration: timing.reveal, from: opacity, to: 1)
  }

  /// Which items are entries that keep their order among each other.
  private func findStays() -> [Bool] {
    var stays = [Bool](repeating: false, count: items.count)
    var positions: [Int] = []
    var offsets: [Int] = []
    for (position, item) in items.enumerated() {
      guard case .entry(let offset) = item.subject else { continue }
      positions.append(position)
      offsets.append(offset)
      stays[position] = true
    }
    let moves = Difference(
      from: offsets,
      to: offsets.sorted(),
      identity: \.self,
      isContentEqual: ==
    ).moves
    for move in moves { stays[positions[move.source]] = false }
    return stays
  }

  private mutating func assignKeys(stays: [Bool]) {
    var beside = keepsToNext ? Int.max : -1
    keys = items.map { _ in Key(entry: 0, side: 0, rank: 0) }
    for position in keepsToNext ? Array(items.indices.reversed()) : Array(items.indices) {
      switch items[position].subject {
      case .entry(let offset):
        keys[position] = Key(entry: offset, side: 1, rank: 0)
        if stays[position] { beside = offset }
      case .tombstone(let serial):
        let index = tombstones.firstIndex { $0.serial == serial } ?? 0
        keys[position] = key(ofTombstone: index)
      case .ghost:
        keys[position] = Key(entry: beside, side: keepsToNext ? 0 : 2, rank: position)
      }
    }
  }

  private func key(ofTombstone index: Int) -> Key {
    Key(entry: tombstones[index].place, side: 0, rank: index - tombstones.count)
  }

  // MARK: - Newcomers

  private struct Newcomers {
    /// What comes into view from above, and was out of view.
    var above: [Int] = []
    /// What comes between rows in view, and has no line yet.
    var between: [Int] = []
    /// What comes into view from below.
    var below: [Int] = []
  }

  private mutating func addNewcomers(stays: [Bool], hadBlankLines: Bool) -> Newcomers {
    var known: Set<TableNode.Subject> = []
    var low: Key?
    var high: Key?
    for (position, item) in items.enumerated() {
      switch item.subject {
      case .entry(let offset): known.insert(.entry(offset))
      case .tombstone(let serial):
        if let index = tombstones.firstIndex(where: { $0.serial == serial }) {
          known.insert(.tombstone(index))
        }
      case .ghost: break
      }
      guard stays[position] else { continue }
      low = min(low ?? keys[position], keys[position])
      high = max(high ?? keys[position], keys[position])
    }
    var newcomers = Newcomers()
    for node in target where !known.contains(node.subject) {
      let item: Item
      let key: Key
      var arrives = change.map != nil && hadBlankLines
      switch node.subject {
      case .entry(let offset):
        let opacity = Ramp(start: instant, duration: .zero, from: 1, to: 1)
        item = Item(subject: .entry(offset), opacity: opacity)
        key = Key(entry: offset, side: 1, rank: 0)
        arrives = arrives || change.arrives(new: offset)
      case .tombstone(let index):
        let tombstone = tombstones[index]
        item = Item(
          subject: .tombstone(tombstone.serial),
          closesAt: tombstone.closesAt,
          opacity: tombstone.opacity
        )
        key = self.key(ofTombstone: index)
      case .ghost: continue
      }
      if arrives || low == nil && change.map != nil {
        newcomers.between.append(items.count)
      } else if let low, key < low {
        newcomers.above.append(items.count)
      } else if let high, key < high {
        newcomers.between.append(items.count)
      } else {
        newcomers.below.append(items.count)
      }
      items.append(item)
      keys.append(key)
    }
    opening = newcomers.between
    return newcomers
  }

  /// The order in which items stand at first: newcomers go where they will stand among those that
  /// keep their order.
  private func merging(
    _ newcomers: [Int],
    into standingCount: Int,
    _ stays: [Bool],
    _ order: [Int]
  ) -> [Int] {
    var following: [Int: [Int]] = [:]
    let coming = Set(newcomers)
    var previous = -1
    for item in order {
      if coming.contains(item) {
        following[previous, default: []].append(item)
      } else if item < standingCount, stays[item] || items[item].isGhost {
        previous = item
      }
    }
    return (following[-1] ?? []) + (0..<standingCount).flatMap { [$0] + (following[$0] ?? []) }
  }

  /// The entries and the tombstones from the first of the list to the last.
  private func extent() -> (entries: Range<Int>, tombstones: Range<Int>) {
    var entries: [Int] = []
    var stones: [Int] = []
    for item in items {
      switch item.subject {
      case .entry(let offset): entries += [offset, offset + 1]
      case .tombstone(let serial):
        guard let index = tombstones.firstIndex(where: { $0.serial == serial }) else { continue }
        stones += [index, index + 1]
        entries.append(tombstones[index].place)
      case .ghost: break
      }
    }
    let low = entries.min() ?? 0
    let high = entries.max() ?? 0
    let above = tombstones.partitionPoint { $0.place < low }
    let below = tombstones.partitionPoint { $0.place < high }
    let first = min(above, stones.min() ?? above)
    return (low..<high, first..<max(below, stones.max() ?? below, first))
  }

  // MARK: - Times

  /// Sets when lines close and open, and returns when all is at rest; nil if that is too much.
  private mutating func schedule() -> Instant? {
    let coming = items.count { item in item.opensAt.map { $0 > instant } ?? false }
    let going = items.indices.count { position in
      items[position].isGhost && items[position].closesAt != nil && !closing.contains(position)
    }
    let changes = closing.count + opening.count + coming + going
    guard changes <= max(4, height) else { return nil }
    if !closing.isEmpty { shiftStart = instant + timing.fade }
    for (rank, position) in closing.enumerated() {
      let closesAt = shiftStart + time(ofRank: going + rank, of: going + closing.count)
      items[position].opacity = Ramp(
        start: instant,
        duration: closesAt - instant,
        from: items[position].opacity.value(at: instant),
        to: 0
      )
      items[position].opensAt = nil
      items[position].closesAt = closesAt
    }
    // The row that is nearest to those that were there comes first.
    for (rank, position) in (keepsToNext ? opening.reversed() : opening).enumerated() {
      let opensAt = shiftStart + time(ofRank: coming + rank, of: coming + opening.count)
      items[position].opensAt = opensAt
      if case .tombstone = items[position].subject { continue }
      items[position].opacity = Ramp(
        start: opensAt + timing.gap,
        duration: timing.reveal,
        from: 0,
        to: 1
      )
    }
    var end = instant
    for item in items {
      if case .tombstone = item.subject {} else { end = max(end, item.closesAt ?? end) }
      end = max(end, item.opensAt ?? end)
      if item.opacity.from != item.opacity.to {
        if case .tombstone = item.subject, item.opacity.to == 0 { continue }
        end = max(end, item.opacity.end)
      }
    }
    return end
  }

  /// When in the shift a line changes; those that are under way already are counted before it, so
  /// that batches in quick succession do not change their lines all at once.
  private func time(ofRank rank: Int, of count: Int) -> Duration {
    timing.shift * Ramp.time(ofEased: (Double(rank) + 0.5) / Double(count))
  }

  // MARK: - Basic motion

  /// A scene in which every row has its line at once and those that came fade in.
  mutating func fadingScene(from standing: [Standing<Row>]) -> Scene<Row>? {
    var fading: [Int: Ramp] = [:]
    for each in standing {
      guard case .entry(let old) = each.item.subject, let new = change.newOffset(ofOld: old)
      else { continue }
      fading[new] = each.item.opacity
    }
    for node in target {
      var item = Item(
        subject: .ghost(.head(SectionHead(id: "", title: "", count: 0)), .deletion),
        opacity: Ramp(start: instant, duration: .zero, from: 1, to: 1)
      )
      switch node.subject {
      case .entry(let offset):
        item.subject = .entry(offset)
        if change.arrives(new: offset) {
          item.opacity = revealing(from: 0)
        } else if let opacity = fading[offset] {
          item.opacity = opacity
        }
      case .tombstone(let index):
        item.subject = .tombstone(tombstones[index].serial)
        item.opacity = tombstones[index].opacity
        item.closesAt = tombstones[index].closesAt
      case .ghost: continue
      }
      items.append(item)
    }
    guard let network = SortingNetwork(from: Array(items.indices), limit: 0),
      let end = schedule(), end > instant
    else { return nil }
    let extent = extent()
    return Scene(
      items: items,
      network: network,
      travel: Ramp(start: instant, duration: .zero, from: 0, to: 0),
      drift: Ramp(start: instant, duration: .zero, from: 0, to: 0),
      unsettledSince: instant,
      entries: extent.entries,
      tombstones: extent.tombstones,
      end: end
    )
  }
}
