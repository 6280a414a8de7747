import ListDiffing

/// One batch: the model changes, and what is shown is led from what stood there to what will.
extension TableView {
  mutating func perform(
    _ difference: Difference,
    to new: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) {
    dropClosedGhosts(at: instant)
    let old = outline
    let map = OffsetMap(difference)
    let places = BoundaryMap(
      difference,
      newCount: new.count,
      keepsToNext: liveEdge == .top
    )
    let shown = nodes(at: instant)
    let settled = nodes(at: nil)
    if let selected, let offset = selected.offset,
      let line = settled.firstIndex(of: .entry(offset)),
      !isFollowing
    {
      pin = .entry(offset, line: line)
    }

    // The rows that stand somewhere, by what stands on each line now.
    let revived = revivedGhosts(difference, in: new)
    var opacities: [Int: Double] = [:]
    for case .entry(let offset)? in shown {
      let opacity = opening(at: offset)?.opacity.value(at: instant) ?? 1
      if let moved = map.newOffset(ofOld: offset) { opacities[moved] = opacity }
    }
    let leaving = ghosts(
      ofDeletedIn: shown,
      of: old,
      map: map,
      places: places,
      opacity: { self.opening(at: $0)?.opacity.value(at: instant) ?? 1 },
      at: instant
    )
    let oldOpenings = openings
    repin(map: map, places: places, settled: settled, newCount: new.count)
    for index in ghosts.indices {
      ghosts[index].place = places.newOffset(ofOld: ghosts[index].place)
    }
    for (ghost, offset) in revived {
      opacities[offset] = ghosts[ghost].opacity.value(at: instant)
      if ghosts[ghost].role == .selected {
        selected?.offset = offset
        if case .tombstone(let line) = pin { pin = .entry(offset, line: line) }
      }
    }
    ghosts = ghosts.indices.filter { index in !revived.contains { $0.ghost == index } }
      .map { ghosts[$0] }
    ghosts += leaving
    ghosts.sort { $0.place < $1.place }
    if let offset = selected?.offset, let identity = selected?.identity {
      let moved = map.newOffset(ofOld: offset)
      if case .some = revived.first(where: { $0.offset == offset }) {
        // Its offset counts the new rows already.
      } else {
        selected = Selection(identity: identity, offset: moved)
      }
    }
    outline = new
    lastBatch = BatchCounts(difference)

    let target = nodes(at: nil)
    openings = []
    if motion == .full, difference.moves.isEmpty {
      openLines(
        target: target,
        standing: opacities,
        pending: oldOpenings.compactMap { $0.moved(by: map) },
        places: places,
        at: instant
      )
    } else if motion == .basic {
      fadeIn(target: target, places: places, at: instant)
    } else {
      ghosts.removeAll { $0.role == .leaving }
    }
    updateMarks(difference, old: old, target: target, at: instant)
    updateUnseen(difference, target: target)
  }

  mutating func dropClosedGhosts(at instant: ContinuousClock.Instant) {
    ghosts.removeAll { ghost in ghost.closesAt.map { $0 <= instant } ?? false }
  }

  /// Ghosts whose row comes back, each with the offset at which it does.
  private func revivedGhosts(
    _ difference: Difference,
    in new: Outline<Row>
  ) -> [(ghost: Int, offset: Int)] {
    guard !ghosts.isEmpty, !difference.insertions.isEmpty else { return [] }
    var byIdentity: [Identity: Int] = [:]
    for (index, ghost) in ghosts.enumerated() { byIdentity[ghost.identity] = index }
    var result: [(ghost: Int, offset: Int)] = []
    for offset in difference.insertions {
      guard let ghost = byIdentity.removeValue(forKey: new.identity(at: offset)) else { continue }
      result.append((ghost, offset))
    }
    return result
  }

  /// Ghosts of the rows that stood on a line and are deleted.
  private func ghosts(
    ofDeletedIn shown: [Node?],
    of old: Outline<Row>,
    map: OffsetMap,
    places: BoundaryMap,
    opacity: (Int) -> Double,
    at instant: ContinuousClock.Instant
  ) -> [Ghost] {
    var deleted: [Int] = []
    for case .entry(let offset)? in shown where map.newOffset(ofOld: offset) == nil {
      deleted.append(offset)
    }
    if let offset = selected?.offset, map.newOffset(ofOld: offset) == nil,
      !deleted.contains(offset)
    {
      deleted.append(offset)
    }
    var closing = 0
    return deleted.sorted().map { offset in
      let isSelected = offset == selected?.offset
      let stays = isSelected || timing.tombstone > .zero
      let share = (Double(closing) + 0.5) / Double(max(1, deleted.count))
      if !stays { closing += 1 }
      let closesAt =
        instant + (stays ? timing.tombstone : .zero) + timing.fade
        + timing.shift * Ramp.time(ofEased: share)
      return Ghost(
        entry: old[offset],
        place: places.newOffset(ofOld: offset),
        role: isSelected ? .selected : stays ? .tombstone : .leaving,
        opacity: isSelected
          ? Ramp(start: instant, duration: .zero, from: 1, to: 1)
          : Ramp(
            start: instant + (stays ? timing.tombstone : .zero),
            duration: closesAt - instant - (stays ? timing.tombstone : .zero),
            from: opacity(offset),
            to: 0
          ),
        closesAt: isSelected ? nil : closesAt
      )
    }
  }

  /// Moves the pin along with its row, or to the nearest that is left if it is gone.
  private mutating func repin(
    map: OffsetMap,
    places: BoundaryMap,
    settled: [Node?],
    newCount: Int
  ) {
    guard case .entry(let offset, let line) = pin else { return }
    let isSelected = offset == selected?.offset
    if let moved = map.newOffset(ofOld: offset), isSelected || places.stays(old: offset) {
      pin = .entry(moved, line: line)
    } else if isSelected {
      pin = .tombstone(line: line)
    } else {
      let below = settled.indices.filter { $0 > line }
      let above = settled.indices.filter { $0 < line }.reversed()
      for candidate in below + above {
        guard case .entry(let survivor)? = settled[candidate], places.stays(old: survivor),
          let moved = map.newOffset(ofOld: survivor)
        else { continue }
        pin = .entry(moved, line: candidate)
        return
      }
      let nearest = min(places.newOffset(ofOld: offset), newCount - 1)
      pin = nearest >= 0 ? .entry(nearest, line: line) : .edge
    }
  }

  /// Opens the lines of rows that stand nowhere yet and will be in view.
  private mutating func openLines(
    target: [Node?],
    standing: [Int: Double],
    pending: [Opening],
    places: BoundaryMap,
    at instant: ContinuousClock.Instant
  ) {
    let visible = target.compactMap { node -> Int? in
      if case .entry(let offset)? = node { offset } else { nil }
    }
    let stays = standing.keys.sorted()
    let known = Set(stays).union(
      pending.flatMap { $0.offsets.count == 1 ? [$0.offsets.lowerBound] : [] }
    )
    let span = Set(visible).union(known).sorted()
    let coming = visible.filter { offset in
      !known.contains(offset) && places.arrives(new: offset)
    }
    guard coming.count <= max(3, height / 2) else {
      ghosts.removeAll { $0.role == .leaving }
      return
    }
    let hasLeaving = ghosts.contains { $0.role == .leaving }
    let shiftStart = instant + (hasLeaving ? timing.fade : .zero)
    for opening in pending where opening.offsets.count == 1 { openings.append(opening) }
    for (rank, offset) in (liveEdge == .top ? coming.reversed() : coming).enumerated() {
      let share = (Double(rank) + 0.5) / Double(coming.count)
      let opensAt = shiftStart + timing.shift * Ramp.time(ofEased: share)
      openings.append(
        Opening(
          offsets: offset..<offset + 1,
          opensAt: opensAt,
          opacity: Ramp(start: opensAt + timing.gap, duration: timing.reveal, from: 0, to: 1)
        )
      )
    }
    let end = shiftStart + timing.shift
    for (low, high) in zip(span, span.dropFirst()) where high - low > 1 {
      openings.append(
        Opening(
          offsets: low + 1..<high,
          opensAt: end,
          opacity: Ramp(start: end, duration: .zero, from: 1, to: 1)
        )
      )
    }
    openings.sort { $0.offsets.lowerBound < $1.offsets.lowerBound }
  }

  private mutating func fadeIn(
    target: [Node?],
    places: BoundaryMap,
    at instant: ContinuousClock.Instant
  ) {
    ghosts.removeAll { $0.role == .leaving }
    for case .entry(let offset)? in target where places.arrives(new: offset) {
      openings.append(
        Opening(
          offsets: offset..<offset + 1,
          opensAt: instant,
          opacity: Ramp(start: instant, duration: timing.reveal, from: 0, to: 1)
        )
      )
    }
  }
}

extension TableView.Ghost {
  var identity: TableView.Identity {
    switch entry {
    case .row(let row): .row(row.id)
    case .head(let head): .head(head.id)
    }
  }
}

extension TableView.Opening {
  /// The same opening after the list changed; nil if its row went.
  func moved(by map: OffsetMap) -> Self? {
    guard offsets.count == 1, let offset = map.newOffset(ofOld: offsets.lowerBound) else {
      return nil
    }
    var result = self
    result.offsets = offset..<offset + 1
    return result
  }
}
