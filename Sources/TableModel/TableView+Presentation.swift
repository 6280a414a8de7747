extension TableView {
  /// What the table looks like at an instant.
  ///
  /// A pure function of the table and the instant: it may be asked for any instant since the last
  /// change, in any order.
  ///
  /// - Complexity: O(*h* log *c*) for *h* lines and *c* rows that come or go, in view.
  public func presentation(
    at instant: ContinuousClock.Instant
  ) -> TablePresentation<Row, Field> {
    var result = TablePresentation<Row, Field>()
    var changes = EarliestInstant(after: instant)
    for opening in openings { changes.consider(opening.opensAt) }
    for ghost in ghosts { changes.consider(ghost.closesAt) }
    for node in nodes(at: instant) {
      switch node {
      case nil: result.lines.append(.init(content: .empty))
      case .ghost(let index)?:
        result.lines.append(line(of: ghosts[index], at: instant, &changes))
      case .entry(let offset)?:
        result.lines.append(line(ofEntry: offset, at: instant, &changes))
      }
    }
    result.nextChange = changes.earliest
    return result
  }

  private func line(
    of ghost: Ghost,
    at instant: ContinuousClock.Instant,
    _ changes: inout EarliestInstant
  ) -> TablePresentation<Row, Field>.Line {
    changes.consider(ghost.opacity.nextChange(after: instant, frame: timing.frame))
    var line: TablePresentation<Row, Field>.Line
    switch ghost.entry {
    case .head(let head): line = .init(content: .head(head))
    case .row(let row):
      let isStill = ghost.role != .leaving && instant < ghost.opacity.start
      line = .init(content: isStill || ghost.role == .selected ? .tombstone(row) : .ghost(row))
    }
    line.mark = .deletion
    line.isSelected = ghost.role == .selected
    line.opacity = ghost.opacity.value(at: instant)
    line.slide = motion == .full ? 1 - line.opacity : 0
    return line
  }

  private func line(
    ofEntry offset: Int,
    at instant: ContinuousClock.Instant,
    _ changes: inout EarliestInstant
  ) -> TablePresentation<Row, Field>.Line {
    let isSelected = selected?.offset == offset
    var line = TablePresentation<Row, Field>.Line(content: .gap)
    if let opening = opening(at: offset) {
      changes.consider(opening.opacity.nextChange(after: instant, frame: timing.frame))
      if instant < opening.opacity.start {
        line.opacity = 0
        line.slide = 1
        line.isSelected = isSelected
        return line
      }
      line.opacity = opening.opacity.value(at: instant)
      line.slide = motion == .full ? 1 - line.opacity : 0
    }
    switch outline[offset] {
    case .head(let head): line.content = .head(head)
    case .row(let row): line.content = .row(row, offset: offset - outline.headCount(before: offset))
    }
    line.isSelected = isSelected
    let identity = outline.identity(at: offset)
    if let (mark, since) = marks[identity] {
      let end = timing.mark.map { since + $0 }
      if end.map({ instant < $0 }) ?? true { line.mark = mark }
      changes.consider(end)
    }
    for (field, since) in flashes[identity] ?? [:] {
      let age = instant - since
      guard age < timing.flash else { continue }
      let steps = Double(max(1, timing.flashSteps))
      let step = (age / timing.flash * steps).rounded(.down)
      line.flashes[field] = 1 - step / steps
      line.changedFields[field] = age
      changes.consider(since + timing.flash * ((step + 1) / steps))
    }
    return line
  }
}

/// The earliest of some instants after one.
struct EarliestInstant {
  let limit: ContinuousClock.Instant
  private(set) var earliest: ContinuousClock.Instant?

  init(after limit: ContinuousClock.Instant) {
    self.limit = limit
  }

  mutating func consider(_ instant: ContinuousClock.Instant?) {
    guard let instant, instant > limit else { return }
    earliest = earliest.map { min($0, instant) } ?? instant
  }
}
