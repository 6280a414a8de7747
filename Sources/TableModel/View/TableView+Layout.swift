internal import Searching

/// The contents of a line, and the scene's item that animates it.
struct TableNode: Hashable, Sendable {
  enum Subject: Hashable, Sendable {
    case entry(Int)
    /// The tombstone at an index.
    case tombstone(Int)
    case ghost
  }

  var subject: Subject
  var item: Int?

  /// The offset of the entry; nil for a ghost or tombstone.
  var entry: Int? {
    if case .entry(let offset) = subject { offset } else { nil }
  }
}

/// Assigns entries to lines.
extension TableView {
  /// A position between two neighbours at rest, given by the entry and the tombstone that follow it.
  private struct Cursor {
    var entry: Int
    var tombstone: Int
  }

  /// The contents of each line at an instant.
  ///
  /// - Complexity: O(*h*) for *h* lines.
  func nodes(at instant: ContinuousClock.Instant) -> [TableNode?] {
    guard let scene, instant < scene.end else { return restingNodes(at: instant) }
    var lines = [TableNode?](repeating: nil, count: height)
    let (standing, first) = arrangement(of: scene, at: instant)
    for (position, index) in standing.enumerated() where lines.indices ~= first + position {
      lines[first + position] = node(of: scene.items[index], item: index)
    }
    let above = Cursor(entry: scene.entries.lowerBound, tombstone: scene.tombstones.lowerBound)
    fillUp(&lines, from: first - 1, cursor: above, at: instant)
    let below = Cursor(entry: scene.entries.upperBound, tombstone: scene.tombstones.upperBound)
    fillDown(&lines, from: first + standing.count, cursor: below, at: instant)
    return lines
  }

  /// The items of a scene that have a line, in order, and the line of the first one.
  func arrangement(
    of scene: Scene<Row>,
    at instant: ContinuousClock.Instant
  ) -> (standing: [Int], firstLine: Int) {
    var standing: [Int] = []
    var pinned = 0
    for index in scene.order(at: instant) {
      // A pinned item whose line has yet to open will open it at the pinned position.
      if isPinned(scene.items[index].subject) { pinned = standing.count }
      if scene.items[index].hasLine(at: instant) { standing.append(index) }
    }
    let drift = scene.drift.wholeValue(at: instant)
    if let line = pinnedLine(at: instant) {
      let first = line - pinned
      // In a list that is too short, closing lines are compensated for at once.
      return (standing, scene.isDrawnUp ? max(first, min(first + drift, 0)) : first + drift)
    }
    guard liveEdge == .bottom else { return (standing, drift) }
    // A list that does not fill the viewport starts at its top.
    let above = scene.entries.lowerBound + scene.tombstones.lowerBound
    return (standing, min(height - standing.count, above) + drift)
  }

  private func isPinned(_ subject: Scene<Row>.Item.Subject) -> Bool {
    switch (subject, pin) {
    case (.entry(let offset), .entry(let pinned, _)): offset == pinned
    case (.tombstone(let serial), .tombstone):
      tombstones.contains { $0.serial == serial && $0.isSelected }
    default: false
    }
  }

  private func node(of item: Scene<Row>.Item, item index: Int) -> TableNode {
    switch item.subject {
    case .entry(let offset):
      return TableNode(subject: .entry(offset), item: index)
    case .tombstone(let serial):
      let position = tombstones.firstIndex { $0.serial == serial }
      return TableNode(subject: position.map { .tombstone($0) } ?? .ghost, item: index)
    case .ghost:
      return TableNode(subject: .ghost, item: index)
    }
  }

  /// The contents of each line at rest.
  ///
  /// The pinned entry has its line, and the others follow upwards and downwards in order.
  ///
  /// Tombstones that have expired at the instant are omitted; without an instant none are.
  func restingNodes(at instant: ContinuousClock.Instant? = nil) -> [TableNode?] {
    var lines = [TableNode?](repeating: nil, count: height)
    switch pin {
    case .edge where liveEdge == .top:
      fillDown(&lines, from: 0, cursor: Cursor(entry: 0, tombstone: 0), at: instant)
    case .edge:
      let end = Cursor(entry: outline.count, tombstone: tombstones.count)
      let top = fillUp(&lines, from: height - 1, cursor: end, at: instant)
      // A list that does not fill the viewport starts at its top.
      if top >= 0 {
        lines.removeFirst(top + 1)
        lines.append(contentsOf: repeatElement(nil, count: top + 1))
      }
    case .entry(let offset, _):
      let line = pinnedLine(at: instant) ?? 0
      let before = tombstones.partitioningIndex { $0.place > offset }
      let cursor = Cursor(entry: offset, tombstone: before)
      fillDown(&lines, from: line, cursor: cursor, at: instant)
      fillUp(&lines, from: line - 1, cursor: cursor, at: instant)
    case .tombstone:
      guard let position = tombstones.firstIndex(where: \.isSelected) else { break }
      let line = pinnedLine(at: instant) ?? 0
      let cursor = Cursor(entry: tombstones[position].place, tombstone: position)
      fillDown(&lines, from: line, cursor: cursor, at: instant)
      fillUp(&lines, from: line - 1, cursor: cursor, at: instant)
    }
    return lines
  }

  private func fillDown(
    _ lines: inout [TableNode?],
    from start: Int,
    cursor: Cursor,
    at instant: ContinuousClock.Instant?
  ) {
    var cursor = cursor
    var line = start
    while line < lines.count {
      let node: TableNode.Subject
      if cursor.tombstone < tombstones.count, tombstones[cursor.tombstone].place <= cursor.entry {
        node = .tombstone(cursor.tombstone)
        cursor.tombstone += 1
        if !tombstones[cursor.tombstone - 1].stands(at: instant) { continue }
      } else if cursor.entry < outline.count {
        node = .entry(cursor.entry)
        cursor.entry += 1
      } else {
        return
      }
      if line >= 0 { lines[line] = TableNode(subject: node) }
      line += 1
    }
  }

  /// Fills lines upwards, and returns the line above the last one filled.
  @discardableResult
  private func fillUp(
    _ lines: inout [TableNode?],
    from start: Int,
    cursor: Cursor,
    at instant: ContinuousClock.Instant?
  ) -> Int {
    var cursor = cursor
    var line = start
    while line >= 0 {
      let node: TableNode.Subject
      if cursor.tombstone > 0, tombstones[cursor.tombstone - 1].place >= cursor.entry {
        cursor.tombstone -= 1
        node = .tombstone(cursor.tombstone)
        if !tombstones[cursor.tombstone].stands(at: instant) { continue }
      } else if cursor.entry > 0 {
        cursor.entry -= 1
        node = .entry(cursor.entry)
      } else {
        break
      }
      if line < lines.count { lines[line] = TableNode(subject: node) }
      line -= 1
    }
    return line
  }
}

/// Maps lines of the viewport to what they show, for mouse events.
extension TableView {
  /// The content of a line at an instant, including during animations.
  ///
  /// ```swift
  /// switch table.content(atLine: click.y, at: click.instant) {
  /// case .row(let row, _): open(row)
  /// case .header(let header): table.toggle(section: header.id)
  /// case .ghost, .tombstone, .gap, .empty: break
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - line: The line, counted from the top of the viewport; lines outside it are empty.
  ///   - instant: The instant, usually that of the last frame drawn; nil for now.
  /// - Returns: The content of the line; `.empty` outside the viewport.
  /// - Complexity: That of ``presentation(at:)``.
  public func content(
    atLine line: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> TablePresentation<Row, Field>.Content {
    let lines = presentation(at: instant ?? now()).lines
    return lines.indices.contains(line) ? lines[line].content : .empty
  }

  /// Selects the row or the section header on a line of the viewport.
  ///
  /// On a row that is leaving, in a gap or beyond the list there is nothing to select, and the selection is
  /// unchanged.
  ///
  /// - Parameters:
  ///   - line: The line, counted from the top of the viewport.
  ///   - instant: The current time; nil for now.
  /// - Returns: Whether there is something to select on the line, even if it was already selected.
  @discardableResult
  public mutating func select(
    atLine line: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    let instant = instant ?? now()
    switch content(atLine: line, at: instant) {
    case .row(_, let offset):
      return selectRow(atOffset: offset, at: instant)
    case .header(let header):
      return select(section: header.id, at: instant)
    case .tombstone(let row):
      return row.id == selection
    case .ghost, .gap, .empty:
      return false
    }
  }
}
