import ListDiffing

/// An item that has a line at the time of a change, or is about to get one.
struct StandingItem<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
  var item: Scene<Row>.Item
  /// The line; nil if it has yet to open.
  var line: Int?

  // Inlined like that of its item.
  @inline(__always)
  init(item: Scene<Row>.Item, line: Int?) { (self.item, self.line) = (item, line) }
}

/// A change of the list of entries; without a difference only the viewport changed.
struct EntryChange<Row: Identifiable & Sendable> where Row.ID: Sendable {
  var map: OffsetMap?
  var places: BoundaryMap?
  /// The entries before the change.
  var old: Outline<Row>?
  /// Whether the user hid or showed rows, which does not count as a change of the rows.
  var isByUser = false
  /// The serial numbers of the tombstones of deleted rows, by their old offsets.
  var tombstones: [Int: Int] = [:]
  /// The new offsets of rows that replace their tombstones, by the serial numbers of these.
  var restoredTombstones: [Int: Int] = [:]
  /// The entries of removed tombstones, by their serial numbers.
  var droppedTombstones: [Int: Outline<Row>.Entry] = [:]

  func newOffset(ofOld offset: Int) -> Int? {
    guard let map else { return offset }
    return map.newOffset(ofOld: offset)
  }

  func arrives(new offset: Int) -> Bool {
    places?.arrives(new: offset) ?? false
  }
}

extension TableView {
  /// The items that have a line at an instant or are about to get one, in order.
  func standing(at instant: ContinuousClock.Instant) -> [StandingItem<Row>] {
    let nodes = nodes(at: instant)
    var result: [StandingItem<Row>] = []
    // No closures: with the type of the rows unknown they would be looked up for each line.
    guard let scene, instant < scene.end else {
      result.reserveCapacity(nodes.count)
      for (line, node) in nodes.enumerated() {
        guard let node, let item = atRest(node, at: instant) else { continue }
        result.append(StandingItem(item: item, line: line))
      }
      return result
    }
    let order = scene.order(at: instant)
    var next = 0
    func passPending(upTo end: Int) {
      for index in order[next..<end] {
        guard let opensAt = scene.items[index].opensAt, instant < opensAt else { continue }
        result.append(StandingItem(item: scene.items[index], line: nil))
      }
    }
    for (line, node) in nodes.enumerated() {
      guard let node else { continue }
      if let index = node.item {
        let position = order[next...].firstIndex(of: index) ?? next
        passPending(upTo: position)
        next = position + 1
        result.append(StandingItem(item: scene.items[index], line: line))
      } else if let item = atRest(node, at: instant) {
        result.append(StandingItem(item: item, line: line))
      }
    }
    passPending(upTo: order.count)
    return result
  }

  @inline(__always)
  private func atRest(_ node: TableNode, at instant: ContinuousClock.Instant) -> Scene<Row>.Item? {
    let opacity = Spring.rest(at: 1, since: instant)
    switch node.subject {
    case .entry(let offset): return Scene.Item(subject: .entry(offset), opacity: opacity)
    case .tombstone(let position):
      let tombstone = tombstones[position]
      return Scene.Item(
        subject: .tombstone(tombstone.serial),
        closesAt: tombstone.closesAt,
        opacity: tombstone.opacity
      )
    case .ghost: return nil
    }
  }

  /// Animates items from their current lines to their final ones, or lets them jump if there is too much to
  /// animate.
  ///
  /// - Parameters:
  ///   - standing: The current items.
  ///   - change: The change of the entries.
  ///   - timing: The durations; nil for no animation.
  ///   - instant: The current time.
  mutating func retarget(
    _ standing: [StandingItem<Row>],
    change: EntryChange<Row> = EntryChange(),
    timing: MotionTiming?,
    at instant: ContinuousClock.Instant
  ) {
    let previous = scene
    scene = nil
    guard let timing else { return }
    // Without motion, or after a jump past everything in view, the table is at rest at once.
    guard motion != .none, height > 0, change.map != nil || !standing.isEmpty else { return }
    let target = restingNodes(at: instant).compactMap(\.self)
    let doubles = doubles(of: standing, in: target, change: change)
    var builder = SceneBuilder(
      target: target,
      returning: doubles.returning,
      late: doubles.late,
      tombstones: tombstones,
      change: change,
      timing: timing,
      isHurried: timing.batch < self.timing.batch,
      keepsToNext: liveEdge == .top,
      height: height,
      instant: instant
    )
    guard motion == .full else {
      scene = builder.fadingScene(from: standing)
      return
    }
    guard var next = builder.scene(from: standing) else { return }
    // Items continue from their current lines, even if another entry is pinned from now on.
    if let (position, line) = builder.firstStanding {
      let (present, first) = arrangement(of: next, at: instant)
      let drift = line - first - (present.firstIndex(of: position) ?? 0)
      guard abs(drift) <= height / 2 else { return }
      // The drift is synchronised with closing and opening lines, so that lines which compensate for each
      // other do not move.
      next.drift = Spring(
        start: builder.shiftStart,
        duration: builder.shift,
        from: Double(drift),
        to: 0
      )
      next.end = drift == 0 ? next.end : max(next.end, next.drift.end)
      let isAtStart = next.entries.lowerBound == 0 && next.tombstones.lowerBound == 0
      next.isDrawnUp = isRaised && isAtStart && drift > 0 && first + drift <= 0
    }
    if let previous, next.isShifting, previous.isShifting,
      instant < max(previous.travel.end, previous.drift.end)
    {
      next.carryVelocity(of: previous, change: change, at: instant)
      next.unsettledSince = previous.unsettledSince
      // Changes that arrive faster than their animations take must not delay the final state forever.
      guard instant - next.unsettledSince < self.timing.batch else { return }
    }
    scene = next.end > instant ? next : nil
  }

  /// Determines the entries that have a ghost which is still leaving.
  ///
  /// - Returns: The offsets of entries that come into view and continue from their ghosts, by identity; and
  ///   for entries that have a line next to their ghost, by offset, when the ghost will have left.
  private func doubles(
    of standing: [StandingItem<Row>],
    in target: [TableNode],
    change: EntryChange<Row>
  ) -> (returning: [Identity: Int], late: [Int: ContinuousClock.Instant]) {
    var gone: [Identity: ContinuousClock.Instant] = [:]
    var known: Set<Int> = []
    for each in standing {
      switch each.item.subject {
      case .ghost(let entry, _): gone[entry.identity] = each.item.closesAt
      case .entry(let offset):
        if let offset = change.newOffset(ofOld: offset) { known.insert(offset) }
      case .tombstone: break
      }
    }
    guard !gone.isEmpty else { return ([:], [:]) }
    var late: [Int: ContinuousClock.Instant] = [:]
    for offset in known {
      if let closesAt = gone.removeValue(forKey: outline.identity(at: offset)) {
        late[offset] = closesAt
      }
    }
    var returning: [Identity: Int] = [:]
    for case let offset? in target.map(\.entry) where !known.contains(offset) {
      let identity = outline.identity(at: offset)
      if gone.removeValue(forKey: identity) != nil { returning[identity] = offset }
    }
    return (returning, late)
  }
}

extension Scene {
  /// Continues the motion of the previous scene with its velocity.
  ///
  /// - Parameters:
  ///   - previous: The interrupted scene.
  ///   - change: The change of the entries.
  ///   - instant: The current time.
  fileprivate mutating func carryVelocity(
    of previous: Scene,
    change: EntryChange<Row>,
    at instant: ContinuousClock.Instant
  ) {
    let ways = directions(at: instant)
    var agreement = 0
    var count = 0
    for (old, way) in previous.directions(at: instant) {
      guard let offset = change.newOffset(ofOld: old), let next = ways[offset] else { continue }
      agreement += way * next
      count += 1
    }
    // Rows that have to change direction start at rest.
    if count > 0 {
      travel = travel.continuing(previous.travel, agreement: Double(agreement) / Double(count))
    }
    if drift.start == instant, drift.from * previous.drift.value(at: instant) > 0 {
      drift = drift.continuing(previous.drift, agreement: 1)
    }
  }
}
