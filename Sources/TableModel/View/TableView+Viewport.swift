extension TableView {
  /// The offset of the first row in view, for a scroll bar; 0 if there is none.
  public var firstVisibleRow: Int { visibleRows?.lowerBound ?? 0 }

  /// The line of the viewport on which a row is at rest; negative above it, and beyond its height below it.
  package func restingLine(ofRow offset: Int) -> Int {
    contentLine(ofEntry: outline.entryOffset(ofRow: offset)) - contentOffset
  }

  /// The line of the viewport on which the selected row or header is at rest; nil if nothing is selected.
  package var restingLineOfSelection: Int? { contentLineOfSelection.map { $0 - contentOffset } }

  /// Scrolls a row to a line of the viewport, as far as the list allows.
  package mutating func scrollTo(row offset: Int, line: Int, at instant: ContinuousClock.Instant) {
    guard outline.rows.indices.contains(offset) else { return }
    scroll(contentLine(ofEntry: outline.entryOffset(ofRow: offset)), to: line, at: instant)
  }

  /// Scrolls the selected row or header to a line of the viewport, as far as the list allows.
  package mutating func scrollSelection(to line: Int, at instant: ContinuousClock.Instant) {
    guard let content = contentLineOfSelection else { return }
    scroll(content, to: line, at: instant)
  }

  private mutating func scroll(
    _ content: Int,
    to line: Int,
    at instant: ContinuousClock.Instant
  ) {
    userActs(at: instant, dropsTombstone: false) { table in
      min(max(0, content - line), table.maximumContentOffset)
    }
  }

  /// The offset of the first row of some lines; nil if they have none.
  private func firstRow(of lines: some Sequence<TableNode?>) -> Int? {
    for line in lines {
      if let entry = line?.entry, let row = outline.rowOffset(ofEntry: entry) { return row }
    }
    return nil
  }

  /// The offsets of the first and last row in view once everything is at rest; nil if no row is in view.
  ///
  /// - Complexity: O(*h*) for *h* lines.
  public var visibleRows: ClosedRange<Int>? {
    let lines = restingNodes()
    let top = lines.lazy.compactMap { $0?.entry }.first
    let isCovered = top.map { stickyHeader(above: $0) != nil } ?? false
    let uncovered = lines.dropFirst(isCovered ? 1 : 0)
    guard let first = firstRow(of: uncovered), let last = firstRow(of: uncovered.reversed()) else {
      return nil
    }
    return first...last
  }

  /// The number of lines above the viewport, for a scroll bar.
  public var linesAbove: Int { max(0, contentOffset) }

  /// The total number of lines: rows, headers and tombstones.
  public var lineCount: Int { contentHeight }

  /// Follows the live edge: new rows are scrolled into view as they arrive.
  public mutating func follow(at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      table.isFollowing = true
      table.isTracking = false
      return table.contentOffset
    }
  }

  /// Stops following the live edge: the rows in view stay in place.
  public mutating func unfollow(at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now(), dropsTombstone: false) { table in
      table.isFollowing = false
      return table.contentOffset
    }
  }

  /// Scrolls without moving the selection; leaving the live edge stops following it, and returning to it resumes.
  ///
  /// - Parameters:
  ///   - lines: The number of lines, positive towards the end of the list. With 0, only empty lines above or
  ///     below the list are closed.
  ///   - instant: The current time; nil for now.
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

  /// Keeps the selected row in view wherever it moves, until tracking is turned off or the selection is cleared.
  ///
  /// The row is scrolled into view now, and again with every batch if the user has scrolled away from it.
  /// Tracking stops following the live edge, and following stops tracking.
  ///
  /// - Parameters:
  ///   - isTracking: Whether to track the row.
  ///   - instant: The current time; nil for now.
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
  ///   - offset: The offset of the row.
  ///   - position: The place for the row, as far as the list allows.
  ///   - instant: The current time; nil for now.
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
  /// If the row is in a collapsed section, that is expanded.
  ///
  /// - Parameters:
  ///   - id: The identifier of the row.
  ///   - position: The place for the row, as far as the list allows.
  ///   - instant: The current time; nil for now.
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

  /// Changes the height of the viewport while keeping the position; animations continue.
  ///
  /// Away from the live edge the anchor stays on its line, or moves to the last line if its own no longer exists.
  ///
  /// - Parameters:
  ///   - height: The number of lines.
  ///   - showsSelection: Whether the selected row has to be in view afterwards, even if that stops following
  ///     the live edge; for example when the lines are needed to show that row.
  ///   - instant: The current time; nil for now.
  /// - Precondition: `height` is not negative.
  public mutating func resize(
    height: Int,
    showsSelection: Bool = false,
    at instant: ContinuousClock.Instant? = nil
  ) {
    precondition(height >= 0, "the height of a table must not be negative")
    // A pinned entry displaced for want of rows keeps the line to which it will return.
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

  /// Carries out an action of the user, and continues animations from their current state.
  ///
  /// - Parameters:
  ///   - instant: The current time.
  ///   - dropsTombstone: Whether to remove the tombstone of the selected row.
  ///   - action: Changes the selection, and returns the content line to scroll to the top.
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
      // The content above the viewport is one line shorter, and the rows in view stay in place.
      if dropped.place + tombstone < top { top -= 1 }
      if case .tombstone(let line) = pin {
        let entry = min(dropped.place, outline.count - 1)
        pin = entry < 0 ? .edge : .entry(entry, line: line)
      }
    }
    let distance = setContentOffset(action(&self)) - top
    for index in standing.indices { standing[index].line? -= distance }
    standing.removeAll { $0.line.map { !(0..<height).contains($0) } ?? false }
    // Items that are leaving do not determine the lines of the others.
    if !standing.contains(where: { $0.line != nil && !$0.item.isGhost }) { standing = [] }
    retarget(standing, change: change, timing: timing, at: instant)
    see()
  }
}
