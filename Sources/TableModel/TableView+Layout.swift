/// Which entry or ghost stands on which line.
extension TableView {
  enum Node: Hashable {
    case entry(Int)
    case ghost(Int)
  }

  /// What stands on each line: at an instant, or after all motion has ended.
  ///
  /// The pin has its line, and the others follow upwards and downwards in their order, without
  /// those whose line is not open at the instant.
  ///
  /// - Parameter instant: When; nil for the end of all motion, where tombstones still stand.
  /// - Complexity: O(*h* log *c*) for *h* lines and *c* rows that come or go, in view.
  func nodes(at instant: ContinuousClock.Instant?) -> [Node?] {
    var lines = [Node?](repeating: nil, count: height)
    switch pin {
    case .edge where liveEdge == .top:
      fillDown(&lines, from: 0, cursor: Cursor(entry: 0, ghost: 0), at: instant)
    case .edge:
      let end = Cursor(entry: outline.count, ghost: ghosts.count)
      let top = fillUp(&lines, from: height - 1, cursor: end, at: instant)
      // A list that does not fill the viewport begins at the top of it.
      if top >= 0 {
        lines.removeFirst(top + 1)
        lines.append(contentsOf: repeatElement(nil, count: top + 1))
      }
    case .entry(let offset, let line):
      let before = ghosts.partitionPoint { $0.place <= offset }
      let cursor = Cursor(entry: offset, ghost: before)
      fillDown(&lines, from: line, cursor: cursor, at: instant)
      fillUp(&lines, from: line - 1, cursor: cursor, at: instant)
    case .tombstone(let line):
      guard let ghost = ghosts.firstIndex(where: { $0.role == .selected }) else { break }
      let cursor = Cursor(entry: ghosts[ghost].place, ghost: ghost)
      fillDown(&lines, from: line, cursor: cursor, at: instant)
      fillUp(&lines, from: line - 1, cursor: cursor, at: instant)
    }
    return lines
  }

  /// A place between two nodes: before an entry and before a ghost.
  private struct Cursor {
    var entry: Int
    var ghost: Int
  }

  private func fillDown(
    _ lines: inout [Node?],
    from start: Int,
    cursor: Cursor,
    at instant: ContinuousClock.Instant?
  ) {
    var cursor = cursor
    var line = start
    while line < lines.count {
      if cursor.ghost < ghosts.count, ghosts[cursor.ghost].place <= cursor.entry {
        if isOpen(ghosts[cursor.ghost], at: instant) {
          if line >= 0 { lines[line] = .ghost(cursor.ghost) }
          line += 1
        }
        cursor.ghost += 1
      } else if cursor.entry < outline.count {
        if let closed = closedRange(around: cursor.entry, at: instant) {
          // Ghosts may stand between entries that are not open yet.
          let next = cursor.ghost < ghosts.count ? ghosts[cursor.ghost].place : Int.max
          cursor.entry = min(closed.upperBound, next)
        } else {
          if line >= 0 { lines[line] = .entry(cursor.entry) }
          line += 1
          cursor.entry += 1
        }
      } else {
        return
      }
    }
  }

  /// Fills lines upwards, and returns the line above the last one filled.
  @discardableResult
  private func fillUp(
    _ lines: inout [Node?],
    from start: Int,
    cursor: Cursor,
    at instant: ContinuousClock.Instant?
  ) -> Int {
    var cursor = cursor
    var line = start
    while line >= 0 {
      if cursor.ghost > 0, ghosts[cursor.ghost - 1].place >= cursor.entry {
        cursor.ghost -= 1
        guard isOpen(ghosts[cursor.ghost], at: instant) else { continue }
        if line < lines.count { lines[line] = .ghost(cursor.ghost) }
        line -= 1
      } else if cursor.entry > 0 {
        if let closed = closedRange(around: cursor.entry - 1, at: instant) {
          let next = cursor.ghost > 0 ? ghosts[cursor.ghost - 1].place : 0
          cursor.entry = max(closed.lowerBound, next)
        } else {
          cursor.entry -= 1
          if line < lines.count { lines[line] = .entry(cursor.entry) }
          line -= 1
        }
      } else {
        break
      }
    }
    return line
  }

  private func isOpen(_ ghost: Ghost, at instant: ContinuousClock.Instant?) -> Bool {
    guard let instant else { return ghost.role != .leaving }
    guard let closesAt = ghost.closesAt else { return true }
    return instant < closesAt
  }

  /// The entries around one whose lines are not open yet.
  private func closedRange(
    around offset: Int,
    at instant: ContinuousClock.Instant?
  ) -> Range<Int>? {
    guard let instant, let opening = opening(at: offset), instant < opening.opensAt else {
      return nil
    }
    return opening.offsets
  }

  func opening(at offset: Int) -> Opening? {
    let position = openings.partitionPoint { $0.offsets.upperBound <= offset }
    guard position < openings.count, openings[position].offsets.contains(offset) else { return nil }
    return openings[position]
  }

  // MARK: - Lines of the content

  /// How many lines there are in all, those of tombstones included.
  var contentHeight: Int {
    outline.count + tombstones.count
  }

  private var tombstones: [Ghost] {
    ghosts.filter { $0.role != .leaving }
  }

  /// The line of the content on which an entry stands after all motion.
  func contentLine(ofEntry offset: Int) -> Int {
    offset + ghosts.reduce(0) { $1.role != .leaving && $1.place <= offset ? $0 + 1 : $0 }
  }

  /// The line of the content on which the tombstone of the selected row stands.
  var contentLineOfSelectedTombstone: Int? {
    let tombstones = tombstones
    guard let position = tombstones.firstIndex(where: { $0.role == .selected }) else { return nil }
    return tombstones[position].place + position
  }

  /// The line of the content on which the selection stands after all motion.
  var contentLineOfSelection: Int? {
    guard let selected else { return nil }
    return selected.offset.map(contentLine(ofEntry:)) ?? contentLineOfSelectedTombstone
  }

  /// The line of the content that stands on the first line of the viewport after all motion.
  ///
  /// Below zero where the list does not reach up to the first line.
  var contentOffset: Int {
    switch pin {
    case .edge:
      liveEdge == .top ? 0 : maximumContentOffset
    case .entry(let offset, let line):
      contentLine(ofEntry: offset) - line
    case .tombstone(let line):
      (contentLineOfSelectedTombstone ?? line) - line
    }
  }

  var maximumContentOffset: Int {
    max(0, contentHeight - height)
  }
}
