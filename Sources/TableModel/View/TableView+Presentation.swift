import ListDiffing
internal import Searching

extension TableView {
  /// Returns what the table looks like at an instant.
  ///
  /// This is a pure function of the table and the instant: it can be called with any instant since the last
  /// change, in any order.
  ///
  /// An example, in which a row above the selected one is deleted and another one is inserted:
  ///
  /// ```text
  /// 0 ms         60 ms             120 ms               160 ms             220 ms         360 ms
  ///    row 1        row 1             row 1              +        row 10    +    row 10    + row 10
  ///  - (row 2)    -      (row 2)    -         (row 2)      row 1              row 1          row 1
  ///    row 3        row 3             row 3                row 3              row 3          row 3
  /// ▌  row 4     ▌  row 4          ▌  row 4             ▌  row 4           ▌  row 4       ▌  row 4
  /// ```
  ///
  /// - Complexity: O(*h* log *c*) for *h* lines and *c* rows inserted or deleted in view.
  public func presentation(
    at instant: ContinuousClock.Instant
  ) -> TablePresentation<Row, Field> {
    var result = TablePresentation<Row, Field>()
    var changes = EarliestInstant(after: instant)
    let isMoving = scene.map { instant < $0.end } ?? false
    if isMoving, let scene {
      changes.consider(scene.end)
      for item in scene.items {
        changes.consider(item.opensAt)
        changes.consider(item.closesAt)
      }
      changes.consider(scene.travel.nextChange(after: instant, frame: timing.frame))
      changes.consider(scene.drift.nextChange(after: instant, frame: timing.frame))
    }
    for tombstone in tombstones { changes.consider(tombstone.closesAt) }
    let nodes = nodes(at: instant)
    let leaving = isMoving ? leavingIdentities : []
    for node in nodes {
      // An entry beyond the end of the scene may be the destination of a row that is still leaving elsewhere.
      if let offset = node?.entry, node?.item == nil, !leaving.isEmpty,
        leaving.contains(outline.identity(at: offset))
      {
        result.lines.append(.init(content: .gap))
      } else {
        result.lines.append(line(of: node, at: instant, &changes))
      }
    }
    stickHeader(to: &result.lines, nodes: nodes)
    result.nextChange = changes.earliest
    return result
  }

  /// Draws the header of the first section in view over the first line, if it is out of view itself, but not
  /// over the tombstone of the selected row, which is shown nowhere else.
  private func stickHeader(
    to lines: inout [TablePresentation<Row, Field>.Line],
    nodes: [TableNode?]
  ) {
    guard outline.sections != nil, let first = nodes.lazy.compactMap({ $0?.entry }).first,
      let (header, offset) = stickyHeader(above: first),
      !lines.contains(where: { $0.content.header?.id == header.id })
    else { return }
    if case .tombstone(let index)? = nodes[0]?.subject, tombstones[index].isSelected { return }
    lines[0] = .init(content: .header(header))
    lines[0].isSelected = selected?.offset == offset
  }

  /// The entries that the scene shows leaving.
  private var leavingIdentities: Set<Identity> {
    var result: Set<Identity> = []
    for item in scene?.items ?? [] {
      if case .ghost(let entry, _) = item.subject { result.insert(entry.identity) }
    }
    return result
  }

  private func line(
    of node: TableNode?,
    at instant: ContinuousClock.Instant,
    _ changes: inout EarliestInstant
  ) -> TablePresentation<Row, Field>.Line {
    typealias Line = TablePresentation<Row, Field>.Line
    guard let node else { return Line(content: .empty) }
    let item = node.item.flatMap { scene?.items[$0] }
    var opacity = item?.opacity
    var line = Line(content: .gap)
    switch node.subject {
    case .entry(let offset):
      line.isSelected = selected?.offset == offset
      if let opacity, instant < opacity.start, opacity.from == 0 { break }
      describe(offset, &line, at: instant, &changes)
    case .tombstone(let index):
      let tombstone = tombstones[index]
      let fades = tombstone.closesAt != nil && instant >= tombstone.opacity.start
      if opacity == nil || fades { opacity = tombstone.opacity }
      line.isSelected = tombstone.isSelected
      line.mark = .deletion
      if fades, motion != .none { line.tint = .init(mark: .deletion, strength: 1) }
      switch tombstone.entry {
      case .header(let header): line.content = .header(header)
      case .row(let row) where tombstone.closesAt == nil || instant < tombstone.opacity.start:
        line.content = .tombstone(row)
      case .row(let row): line.content = .ghost(row)
      }
    case .ghost:
      guard case .ghost(let entry, let mark)? = item?.subject else { break }
      if let opacity, opacity.from == 0 { break }
      if item?.isMarked == true {
        line.mark = mark
        line.tint = .init(mark: mark, strength: 1)
      }
      switch entry {
      case .header(let header): line.content = .header(header)
      case .row(let row): line.content = .ghost(row)
      }
    }
    guard let opacity else { return line }
    changes.consider(opacity.nextChange(after: instant, frame: timing.frame))
    line.opacity = min(max(opacity.value(at: instant), 0), 1)
    // The tint of a leaving row fades along with it.
    if opacity.to == 0 { line.tint?.strength = line.opacity }
    line.slide = motion == .full ? 1 - line.opacity : 0
    return line
  }

  private func describe(
    _ offset: Int,
    _ line: inout TablePresentation<Row, Field>.Line,
    at instant: ContinuousClock.Instant,
    _ changes: inout EarliestInstant
  ) {
    switch outline[offset] {
    case .header(let header): line.content = .header(header)
    case .row(let row):
      line.content = .row(row, offset: offset - outline.headerCount(before: offset))
    }
    let identity = outline.identity(at: offset)
    if let mark = mark(at: offset) { describe(mark, &line, at: instant, &changes) }
    let steps = FadeSteps(life: timing.flash, count: timing.tintSteps)
    for (field, since) in flashes[identity] ?? [:] {
      var end = Duration.zero
      guard let strength = steps.strength(at: instant - since, until: &end) else { continue }
      line.flashes[field] = strength
      line.changedFields[field] = instant - since
      changes.consider(since + end)
    }
  }

  private func describe(
    _ mark: RowMark,
    _ line: inout TablePresentation<Row, Field>.Line,
    at instant: ContinuousClock.Instant,
    _ changes: inout EarliestInstant
  ) {
    let steps = FadeSteps(life: timing.mark, count: timing.markSteps)
    var end = Duration.zero
    for (kind, since) in [
      (Mark.insertion, mark.insertion), (.move, mark.move), (.update, mark.update),
    ] {
      guard let since, let strength = steps.strength(at: instant - since, until: &end) else {
        continue
      }
      line.marks[kind] = strength
      changes.consider(since + end)
    }
    guard motion != .none else { return }
    // A moved row is tinted while it travels and for some time after.
    for (kind, since, life) in [
      (Mark.insertion, mark.insertion, timing.glow),
      (.move, mark.move.map { $0 + timing.travel }, timing.band),
    ] where life > .zero {
      let steps = FadeSteps(life: life, count: timing.tintSteps)
      guard let since, let strength = steps.strength(at: instant - since, until: &end) else {
        continue
      }
      changes.consider(since + end)
      if strength >= line.tint?.strength ?? 0 { line.tint = .init(mark: kind, strength: strength) }
    }
  }
}

/// Finds the earliest of some instants after a given one.
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

/// Handles batches that change nothing in view, like most batches of a long list.
extension TableView {
  /// The entries that fill a viewport at rest; nil if the list starts or ends among them.
  ///
  /// Static, because a table would be copied to answer.
  private static func entries(
    at pin: Pin,
    of count: Int,
    height: Int,
    liveEdge: LiveEdge
  ) -> Range<Int>? {
    guard height > 0, count >= height else { return nil }
    switch pin {
    case .edge: return liveEdge == .top ? 0..<height : count - height..<count
    case .entry(let offset, let line):
      let first = offset - line
      return first >= 0 && first + height <= count ? first..<first + height : nil
    case .tombstone: return nil
    }
  }

  /// Performs a batch that leaves everything in view unchanged.
  ///
  /// - Returns: The entries in view; nil if the batch changes something in view, in which case nothing is done.
  mutating func performOutOfView(
    _ difference: Difference,
    to new: Outline<Row>,
    at instant: ContinuousClock.Instant
  ) -> Range<Int>? {
    guard !hasTombstones, Self.isOver(sceneEnd, at: instant),
      let view = Self.entries(at: pin, of: outline.count, height: height, liveEdge: liveEdge),
      new.count >= height,
      !difference.deletions.hasElement(in: view),
      !difference.moves.contains(where: { view.contains($0.source) })
    else { return nil }
    var selection: Int?
    var map: OffsetMap?
    if let offset = selected?.offset {
      map = OffsetMap(difference)
      // A deleted selection would leave a tombstone.
      guard let moved = map?.newOffset(ofOld: offset) else { return nil }
      selection = moved
    }
    var shift = liveEdge == .top ? 0 : new.count - outline.count
    if case .entry(let offset, _) = pin {
      guard let moved = (map ?? OffsetMap(difference)).newOffset(ofOld: offset) else { return nil }
      shift = moved - offset
    }
    let next = view.lowerBound + shift..<view.upperBound + shift
    guard next.lowerBound >= 0, next.upperBound <= new.count,
      !difference.insertions.hasElement(in: next),
      !difference.moves.lazy.map(\.target).hasElement(in: next)
    else { return nil }
    if case .entry(let offset, let line) = pin { pin = .entry(offset + shift, line: line) }
    if let selection { selected?.offset = selection }
    if sceneEnd != nil { endScene() }
    outline = new
    return next
  }

  @inline(never)
  private mutating func endScene() { scene = nil }
}

extension RandomAccessCollection<Int> where Index == Int {
  /// Whether any element of the collection, which must be sorted, is in a range.
  fileprivate func hasElement(in range: Range<Int>) -> Bool {
    let position = partitioningIndex { $0 >= range.lowerBound }
    return position < endIndex && self[position] < range.upperBound
  }
}
