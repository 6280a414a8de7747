import ListDiffing
internal import Searching

/// Plans the animation from the lines at an instant to the lines at rest.
struct SceneBuilder<Row: Identifiable & Sendable> where Row.ID: Sendable {
  typealias Item = Scene<Row>.Item
  typealias Instant = ContinuousClock.Instant

  /// The lines at rest.
  let target: [TableNode]
  /// Entries in view that have a ghost which is still leaving, and continue from it.
  var returning: [Outline<Row>.Identity: Int]
  /// For entries in view next to a ghost of their own, by offset: when the ghost will have left.
  let late: [Int: Instant]
  let tombstones: [Tombstone<Row>]
  let change: EntryChange<Row>
  let timing: MotionTiming
  /// Whether the next batch is expected before an animation of full length would end.
  let isHurried: Bool
  /// Whether deleted items stay next to the row that follows them, rather than to the one before.
  let keepsToNext: Bool
  let height: Int
  let instant: Instant

  /// When lines start to close and open.
  var shiftStart: Instant
  /// The time that this takes.
  var shift: Duration
  /// The first item that has a line at the start, and its line.
  var firstStanding: (item: Int, line: Int)?

  /// All items, identified by their positions here until they are sorted.
  var items: [Item] = []
  var keys: [Key] = []
  /// The items that start to leave or to arrive now.
  var closing: [Int] = []
  var opening: [Int] = []

  init(
    target: [TableNode],
    returning: [Outline<Row>.Identity: Int],
    late: [Int: Instant],
    tombstones: [Tombstone<Row>],
    change: EntryChange<Row>,
    timing: MotionTiming,
    isHurried: Bool,
    keepsToNext: Bool,
    height: Int,
    instant: Instant
  ) {
    self.target = target
    self.returning = returning
    self.late = late
    self.tombstones = tombstones
    self.change = change
    self.timing = timing
    self.isHurried = isHurried
    self.keepsToNext = keepsToNext
    self.height = height
    self.instant = instant
    shiftStart = instant
    shift = timing.shift
  }

  /// Plans the scene of a change; nil if there is more to show than can be animated.
  mutating func scene(from standing: [StandingItem<Row>]) -> Scene<Row>? {
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
    guard let network = RowCrossings(from: start.map { rankOf[$0] }, limit: 6 * height) else {
      return nil
    }
    if let first = firstStanding { firstStanding = (rankOf[first.item], first.line) }
    let extent = extent()
    let travel = Spring(
      start: instant,
      duration: network.rounds > 0 ? timing.travel : .zero,
      from: 0,
      to: Double(network.rounds)
    )
    return Scene(
      items: order.map { items[$0] },
      network: network,
      travel: travel,
      drift: .rest(at: 0, since: instant),
      unsettledSince: instant,
      entries: extent.entries,
      tombstones: extent.tombstones,
      end: max(end, travel.end)
    )
  }

  /// Adds the items that had a line, converted to what they are after the change.
  mutating func adopt(_ standing: [StandingItem<Row>]) {
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
            if let start = late[new] {
              each.item.opacity = Spring(start: start, duration: timing.reveal, from: 0, to: 1)
            }
          }
        } else if let serial = change.tombstones[old],
          let tombstone = tombstones.first(where: { $0.serial == serial })
        {
          if isPending { continue }
          each.item.subject = .tombstone(serial)
          each.item.closesAt = tombstone.closesAt
          let opacity = each.item.opacity
          each.item.opacity =
            opacity.value(at: instant) < 1 ? revealing(from: opacity) : tombstone.opacity
        } else {
          if isPending { continue }
          closes = .deletion
        }
        if let closes, let entries = change.old {
          each.item.subject = .ghost(entries[old], closes)
          each.item.isMarked = !change.isByUser
        }
      case .tombstone(let serial):
        if let new = change.restoredTombstones[serial] {
          restore(&each.item, as: new)
        } else if let entry = change.droppedTombstones[serial] {
          each.item.subject = .ghost(entry, .deletion)
          closes = .deletion
        } else if !tombstones.contains(where: { $0.serial == serial }) {
          continue
        }
      case .ghost(let entry, _):
        if let new = returning.removeValue(forKey: entry.identity) { restore(&each.item, as: new) }
      }
      if closes != nil { closing.append(items.count) }
      if let line = each.line, firstStanding == nil { firstStanding = (items.count, line) }
      items.append(each.item)
    }
  }

  func restore(_ item: inout Item, as offset: Int) {
    item.subject = .entry(offset)
    item.closesAt = nil
    item.opacity = revealing(from: item.opacity)
  }

  /// Continues from the current opacity to full opacity.
  func revealing(from opacity: Spring) -> Spring {
    Spring(
      start: instant,
      duration: timing.reveal,
      from: opacity.value(at: instant),
      to: 1,
      velocity: opacity.velocity(at: instant)
    )
  }

  /// The item of a line at rest.
  func resting(_ node: TableNode) -> Item? {
    switch node.subject {
    case .entry(let offset):
      return Item(
        subject: .entry(offset),
        opacity: .rest(at: 1, since: instant)
      )
    case .tombstone(let index):
      return Item(
        subject: .tombstone(tombstones[index].serial),
        closesAt: tombstones[index].closesAt,
        opacity: tombstones[index].opacity
      )
    case .ghost: return nil
    }
  }

  /// A scene in which every row has its final line at once, and inserted rows fade in.
  mutating func fadingScene(from standing: [StandingItem<Row>]) -> Scene<Row>? {
    var fading: [Int: Spring] = [:]
    for each in standing {
      guard case .entry(let old) = each.item.subject, let new = change.newOffset(ofOld: old)
      else { continue }
      fading[new] = each.item.opacity
    }
    var coming: [Int] = []
    for node in target {
      guard var item = resting(node) else { continue }
      if let offset = node.entry {
        item.opacity = fading[offset] ?? item.opacity
        // A row that only changes its line does not fade in.
        if fading[offset] == nil, change.arrives(new: offset) { coming.append(items.count) }
      }
      items.append(item)
    }
    if showsComing(coming.count) {
      for position in coming {
        items[position].opacity = revealing(from: .rest(at: 0, since: instant))
      }
    }
    guard let network = RowCrossings(from: Array(items.indices), limit: 0),
      let end = schedule(), end > instant
    else { return nil }
    let extent = extent()
    return Scene(
      items: items,
      network: network,
      travel: .rest(at: 0, since: instant),
      drift: .rest(at: 0, since: instant),
      unsettledSince: instant,
      entries: extent.entries,
      tombstones: extent.tombstones,
      end: end
    )
  }
}

/// Determines the initial and final order of items.
extension SceneBuilder {
  /// The final position of an item.
  struct Key: Comparable {
    /// The entry at or next to which the item is placed.
    var entry: Int
    /// 0 before that entry, 1 for the entry itself, 2 after it.
    var side: Int
    /// The position among items with the same entry and side.
    var rank: Int

    static func < (left: Key, right: Key) -> Bool {
      (left.entry, left.side, left.rank) < (right.entry, right.side, right.rank)
    }
  }

  /// Determines which items are entries that keep their relative order.
  func findStays() -> [Bool] {
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

  mutating func assignKeys(stays: [Bool]) {
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

  func key(ofTombstone index: Int) -> Key {
    Key(entry: tombstones[index].place, side: 0, rank: index - tombstones.count)
  }

  struct Newcomers {
    /// Items that come into view from above.
    var above: [Int] = []
    /// Items between rows in view, whose lines have yet to open.
    var between: [Int] = []
    /// Items that come into view from below.
    var below: [Int] = []
  }

  mutating func addNewcomers(stays: [Bool], hadBlankLines: Bool) -> Newcomers {
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
      guard let item = resting(node) else { continue }
      let key: Key
      var arrives = change.map != nil && hadBlankLines
      switch node.subject {
      case .entry(let offset):
        key = Key(entry: offset, side: 1, rank: 0)
        arrives = arrives || change.arrives(new: offset)
      case .tombstone(let index): key = self.key(ofTombstone: index)
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

  /// The initial order of the items, in which newcomers are placed relative to the items that keep their order.
  func merging(
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

  /// The ranges of the entries and tombstones among the items.
  func extent() -> (entries: Range<Int>, tombstones: Range<Int>) {
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
    let above = tombstones.partitioningIndex { $0.place >= low }
    let below = tombstones.partitioningIndex { $0.place >= high }
    let first = min(above, stones.min() ?? above)
    return (low..<high, first..<max(below, stones.max() ?? below, first))
  }
}

/// Determines when lines close and open.
extension SceneBuilder {
  /// Schedules the closing and opening of lines, and returns when everything is at rest; nil if there are too
  /// many changes to animate.
  mutating func schedule() -> Instant? {
    let coming = items.count { item in item.opensAt.map { $0 > instant } ?? false }
    let going = items.indices.count { position in
      items[position].isGhost && items[position].closesAt != nil && !closing.contains(position)
    }
    let changes = closing.count + opening.count + coming + going
    guard changes <= max(4, height) else { return nil }
    // A few lines take proportionally less time.
    if changes > 0 { shift = timing.shift * (Double(min(changes, 4)) / 4) }
    if !closing.isEmpty { shiftStart = instant + timing.fade }
    for (rank, position) in closing.enumerated() {
      let closesAt = shiftStart + time(ofRank: going + rank, of: going + closing.count)
      let opacity = items[position].opacity
      items[position].opacity = Spring(
        start: instant,
        duration: closesAt - instant,
        from: opacity.value(at: instant),
        to: 0,
        velocity: opacity.velocity(at: instant)
      )
      items[position].opensAt = nil
      items[position].closesAt = closesAt
    }
    let showsComing = showsComing(opening.count)
    // The line nearest to existing rows opens first.
    for (rank, position) in (keepsToNext ? opening.reversed() : opening).enumerated() {
      let opensAt = shiftStart + time(ofRank: coming + rank, of: coming + opening.count)
      items[position].opensAt = opensAt
      if case .tombstone = items[position].subject { continue }
      items[position].opacity = Spring(
        start: opensAt,
        duration: showsComing ? timing.reveal : .zero,
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

  /// Whether inserted rows are animated, rather than fully visible as soon as their lines open.
  ///
  /// In a fast stream, rows that all slid in would never be completely visible: at most a quarter of the
  /// viewport's lines may still be sliding in when the next batch arrives.
  func showsComing(_ count: Int) -> Bool {
    let halfway = items.count { !$0.isGhost && $0.opacity.to == 1 && $0.opacity.end > instant }
    return !isHurried && halfway == 0 || count + halfway <= max(1, height / 4)
  }

  /// When a line opens or closes, relative to the start of the shift.
  ///
  /// Lines already under way are counted first, so that lines do not all change at once when batches follow
  /// each other quickly.
  func time(ofRank rank: Int, of count: Int) -> Duration {
    shift * Spring.time(ofProgress: (Double(rank) + 0.5) / Double(count))
  }
}
