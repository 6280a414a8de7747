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
