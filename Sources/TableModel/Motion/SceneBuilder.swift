import ListDiffing

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
