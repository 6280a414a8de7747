extension TableView {
  /// The offset of the first row in view, for a scroll bar; 0 if there is none.
  public var firstVisibleRow: Int {
    for case .some(let node) in restingNodes() {
      if let row = node.entry.flatMap(outline.rowOffset(ofEntry:)) { return row }
    }
    return 0
  }

  /// The offsets of the first and the last row in view when nothing is in motion any more; nil where no
  /// row is.
  ///
  /// - Complexity: O(*h*) for *h* lines.
  public var visibleRows: ClosedRange<Int>? {
    var nodes = restingNodes()
    if let first = nodes.lazy.compactMap({ $0?.entry }).first, stickyHeader(above: first) != nil {
      nodes[0] = nil
    }
    let rows = nodes.compactMap { $0?.entry.flatMap(outline.rowOffset(ofEntry:)) }
    guard let first = rows.first, let last = rows.last else { return nil }
    return first...last
  }

  /// How many lines the list has above the viewport, for a scroll bar.
  public var linesAbove: Int { contentOffset }

  /// How many lines the list has in all: its rows, headers and tombstones.
  public var lineCount: Int { contentHeight }

  /// Follows the live edge: new rows push in, and the view goes with them.
  public mutating func follow(at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      table.isFollowing = true
      table.isTracking = false
      return table.contentOffset
    }
  }

  /// Stops following the live edge: what is in view stays where it is.
  public mutating func unfollow(at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      table.isFollowing = false
      return table.contentOffset
    }
  }

  /// Scrolls without moving the selection; to scroll away from the live edge stops following it, to
  /// return to it resumes.
  ///
  /// - Parameters:
  ///   - lines: How many lines towards the end of the list; towards its start if negative. With 0
  ///     only lines that are empty above or below the list close.
  ///   - instant: When; nil for now.
  public mutating func scroll(by lines: Int, at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      let (target, overflow) = table.contentOffset.addingReportingOverflow(lines)
      let end = table.maximumContentOffset
      let offset = overflow ? (lines < 0 ? 0 : end) : min(max(0, target), end)
      if lines != 0 {
        table.isFollowing = !table.isTracking && offset == (table.liveEdge == .top ? 0 : end)
      }
      return offset
    }
  }

  /// Follows the selected row wherever it moves, until this is turned off or the selection is cleared.
  ///
  /// The row is scrolled into view now, and with every batch if the user has scrolled away from it
  /// since. To track stops following the live edge, and to follow stops tracking.
  ///
  /// - Parameters:
  ///   - isTracking: Whether to track; false stops it.
  ///   - instant: When; nil for now.
  public mutating func track(_ isTracking: Bool = true, at instant: ContinuousClock.Instant? = nil)
  {
    guard isTracking, let selected else {
      self.isTracking = false
      return
    }
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      table.isTracking = true
      let top = table.contentOffset
      table.isFollowing = false
      return selected.offset.map { table.contentOffset(showing: $0) } ?? top
    }
  }

  /// Scrolls a row into view without moving the selection.
  ///
  /// - Parameters:
  ///   - offset: An offset into the rows.
  ///   - position: Where the row is placed, as near as the list allows.
  ///   - instant: When; nil for now.
  /// - Returns: Whether there is such a row.
  @discardableResult
  public mutating func scrollTo(
    row offset: Int,
    position: TableScrollPosition = .nearest,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    guard outline.rows.indices.contains(offset) else { return false }
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      let entry = table.outline.entryOffset(ofRow: offset)
      let line = table.contentLine(ofEntry: entry)
      let end = table.maximumContentOffset
      let target =
        switch position {
        case .top: line - (table.outline.header(above: entry) == nil ? 0 : 1)
        case .middle: line - table.height / 2
        case .bottom: line - table.height + 1
        case .nearest: table.contentOffset(showing: entry)
        }
      let clamped = min(max(0, target), end)
      table.isFollowing = !table.isTracking && clamped == (table.liveEdge == .top ? 0 : end)
      return clamped
    }
    return true
  }

  /// Scrolls a row into view by its identifier, without moving the selection.
  ///
  /// A collapsed section that holds the row is expanded.
  ///
  /// - Parameters:
  ///   - id: The identifier of the row.
  ///   - position: Where the row is placed, as near as the list allows.
  ///   - instant: When; nil for now.
  /// - Returns: Whether there is such a row.
  /// - Complexity: O(*n*) for *n* rows.
  @discardableResult
  public mutating func scrollTo(
    _ id: Row.ID,
    position: TableScrollPosition = .nearest,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    let instant = instant ?? now()
    guard let offset = expandedOffset(of: id, at: instant) else { return false }
    scrollTo(row: offset, position: position, at: instant)
    return true
  }

  /// Gives the viewport another number of lines, and keeps the place; what is in motion goes on.
  ///
  /// Away from the live edge the anchor stays on its line, or on the last one if that is gone.
  ///
  /// - Parameters:
  ///   - height: How many lines; not less than 0.
  ///   - showsSelection: Whether the selected row has to be in view then, though that may stop
  ///     following the live edge: as where the lines are taken by a view of that row.
  ///   - instant: When; nil for now.
  public mutating func resize(
    height: Int,
    showsSelection: Bool = false,
    at instant: ContinuousClock.Instant? = nil
  ) {
    precondition(height >= 0, "the height of a table must not be negative")
    // What stands elsewhere for want of rows keeps the line to which it will return.
    guard height != self.height || showsSelection else { return }
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      var offset = table.contentOffset
      if let line = table.pinnedLine(), line >= height { offset += line - max(0, height - 1) }
      table.height = height
      if table.isFollowing { offset = table.contentOffset }
      guard showsSelection, let selected = table.selected?.offset else { return offset }
      let wanted = table.contentOffset(showing: selected, from: offset)
      let shown = min(max(0, wanted), table.maximumContentOffset)
      if shown != offset { table.isFollowing = false }
      return shown
    }
  }

  /// Does what the user asks for, and leads what is in motion on from where it stands.
  ///
  /// - Parameters:
  ///   - instant: When.
  ///   - dropsTombstone: Whether the tombstone of the selection goes.
  ///   - action: Changes the selection, and returns the line of the content to put at the top.
  mutating func userActs(
    at instant: ContinuousClock.Instant,
    dropsTombstone: Bool = true,
    _ action: (inout TableView) -> Int
  ) {
    let isMoving = scene.map { instant < $0.end } ?? false
    guard isMoving || dropsTombstone && tombstones.contains(where: \.isSelected) else {
      scene = nil
      dropClosedTombstones(at: instant)
      setContentOffset(action(&self))
      return see()
    }
    var standing = standing(at: instant)
    dropClosedTombstones(at: instant)
    var change = EntryChange<Row>()
    var top = contentOffset
    if dropsTombstone, let tombstone = tombstones.firstIndex(where: \.isSelected) {
      let dropped = tombstones.remove(at: tombstone)
      change.droppedTombstones[dropped.serial] = dropped.entry
      // The content above the viewport is shorter by a line, and what is in view stays.
      if dropped.place + tombstone < top { top -= 1 }
      if case .tombstone(let line) = pin {
        let entry = min(dropped.place, outline.count - 1)
        pin = entry < 0 ? .edge : .entry(entry, line: line)
      }
    }
    let distance = setContentOffset(action(&self)) - top
    for index in standing.indices { standing[index].line? -= distance }
    standing.removeAll { $0.line.map { !(0..<height).contains($0) } ?? false }
    // What is leaving alone does not tell where the others are.
    if !standing.contains(where: { $0.line != nil && !$0.item.isGhost }) { standing = [] }
    retarget(standing, change: change, timing: timing, at: instant)
    see()
  }
}
