extension TableView {
  /// The identifier of the selected row, even if it is a tombstone; nil if no row is selected.
  public var selection: Row.ID? {
    if case .row(let id)? = selected?.identity { id } else { nil }
  }

  /// The identifier of the section whose header is selected; nil if no header is selected.
  public var selectedSection: SectionID? {
    if case .header(let id)? = selected?.identity { id } else { nil }
  }

  /// Whether what is selected was deleted.
  package var isSelectionGone: Bool { selected.map { $0.offset == nil } ?? false }

  /// The current version of the selected row, or the last one if it was deleted.
  public var selectedRow: Row? {
    guard let selected else { return nil }
    let entry = selected.offset.map { outline[$0] } ?? tombstones.first { $0.isSelected }?.entry
    if case .row(let row)? = entry { return row }
    return nil
  }

  /// The offset of the selected row; nil if no row is selected, or if it was deleted.
  public var selectedOffset: Int? {
    selected?.offset.flatMap(outline.rowOffset(ofEntry:))
  }

  /// The handle of the selected row; nil if no row is selected, or if it was deleted.
  package var selectedHandle: Int? { selected?.offset.flatMap(outline.handle) }

  /// The handle of the row at an offset; nil if there is none, or if rows have no handles.
  package func handle(ofRow offset: Int) -> Int? {
    displayedRows.indices.contains(offset) ? displayedRows.handle(at: offset) : nil
  }

  /// The handle of the row that keeps its line: the selected one if it is in view, or else another; nil at the live
  /// edge, and if there is none.
  package var anchorHandle: Int? {
    if case .entry(let offset, _) = pin { outline.handle(at: offset) } else { nil }
  }

  /// Selects a row by its offset, and scrolls it into view.
  ///
  /// - Parameters:
  ///   - offset: The offset of the row.
  ///   - instant: The current time; nil for now.
  /// - Returns: Whether there is such a row.
  @discardableResult
  public mutating func selectRow(
    atOffset offset: Int,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    guard outline.rows.indices.contains(offset) else { return false }
    select(entry: outline.entryOffset(ofRow: offset), at: instant ?? now())
    return true
  }

  /// Selects a row by its identifier, and scrolls it into view.
  ///
  /// If the row is in a collapsed section, that is expanded.
  ///
  /// - Returns: Whether there is such a row.
  /// - Complexity: O(*n*) for *n* rows.
  @discardableResult
  public mutating func select(_ id: Row.ID, at instant: ContinuousClock.Instant? = nil) -> Bool {
    let instant = instant ?? now()
    guard let offset = expandedOffset(of: id, at: instant) else { return false }
    return selectRow(atOffset: offset, at: instant)
  }

  /// Selects the header of a section, and scrolls it into view.
  ///
  /// - Returns: Whether there is such a section.
  /// - Complexity: O(*s*) for *s* sections.
  @discardableResult
  public mutating func select(
    section id: some Hashable & Sendable,
    at instant: ContinuousClock.Instant? = nil
  ) -> Bool {
    guard let offset = outline.headerOffset(ofSection: SectionID(id)) else { return false }
    select(entry: offset, at: instant ?? now())
    return true
  }

  /// Clears the selection; from now on a visible row keeps the scroll position.
  public mutating func clearSelection(at instant: ContinuousClock.Instant? = nil) {
    userActs(at: instant ?? now()) { table in
      table.selected = nil
      return table.contentOffset
    }
  }

  /// Scrolls the selection into view, for a key that acts on it.
  ///
  /// If the view has followed the live edge away from the selection, the row at that edge is selected
  /// instead, as with ``moveSelection(by:at:)``. A tombstone is left where it is.
  ///
  /// - Parameter instant: The current time; nil for now.
  public mutating func showSelection(at instant: ContinuousClock.Instant? = nil) {
    guard let selected, let line = contentLineOfSelection,
      !(0..<height).contains(line - contentOffset)
    else { return }
    if isFollowing {
      moveSelection(by: 1, at: instant)
    } else if let entry = selected.offset {
      select(entry: entry, at: instant ?? now())
    }
  }

  /// Moves the selection by a number of rows, and scrolls it into view.
  ///
  /// If nothing is selected, or the view has followed the live edge away from the selection, the first move
  /// selects the row at that edge of the viewport, or the first row if all rows are in view. From a tombstone,
  /// the selection moves to the nearest existing row on that side.
  ///
  /// - Parameters:
  ///   - distance: The number of rows, positive towards the end of the list.
  ///   - instant: The current time; nil for now.
  public mutating func moveSelection(by distance: Int, at instant: ContinuousClock.Instant? = nil) {
    let instant = instant ?? now()
    guard outline.count > 0, distance != 0 else { return dropClosedTombstones(at: instant) }
    let target: Int
    let offset = contentOffset
    let line = contentLineOfSelection.map { $0 - offset }
    if let selected, let line, !isFollowing || (0..<height).contains(line) {
      if let entry = selected.offset {
        target = Self.sum(entry, distance)
      } else {
        let place = tombstones.first { $0.isSelected }?.place ?? 0
        target = Self.sum(place, distance > 0 ? distance - 1 : distance)
      }
    } else {
      let entries = restingNodes().compactMap { $0?.entry }
      let isAtEnd = liveEdge == .bottom && isFollowing && offset > 0
      target = (isAtEnd ? entries.last : entries.first) ?? 0
    }
    select(entry: min(max(0, target), outline.count - 1), at: instant)
  }

  /// Moves the selection, and scrolls it into view.
  ///
  /// - Parameters:
  ///   - movement: The movement. Looking for a mark takes O(*m* log *n*) for *m* marks of rows with handles;
  ///     otherwise time proportional to the distance.
  ///   - instant: The current time; nil for now.
  public mutating func moveSelection(
    _ movement: Movement,
    at instant: ContinuousClock.Instant? = nil
  ) {
    let page = max(1, height - 1)
    let half = max(1, height / 2)
    switch movement {
    case .up: moveSelection(by: -1, at: instant)
    case .down: moveSelection(by: 1, at: instant)
    case .halfPageUp: moveSelection(by: -half, at: instant)
    case .halfPageDown: moveSelection(by: half, at: instant)
    case .pageUp: moveSelection(by: -page, at: instant)
    case .pageDown: moveSelection(by: page, at: instant)
    case .first where outline.count > 0: select(entry: 0, at: instant ?? now())
    case .last where outline.count > 0: select(entry: outline.count - 1, at: instant ?? now())
    case .first, .last: break
    case .nextMarked, .previousMarked:
      let instant = instant ?? now()
      guard let entry = markedEntry(forward: movement == .nextMarked, at: instant) else { break }
      select(entry: entry, at: instant)
    }
  }

  /// The number of entries that are looked at before the marks are.
  private static var nearEntries: Int { 1_024 }

  /// The nearest entry that has a change mark or was changed by the last batch, beyond the selection or the
  /// viewport.
  private func markedEntry(forward: Bool, at instant: ContinuousClock.Instant) -> Int? {
    // Marks of hidden rows are kept, so there may be marks but no marked entries.
    guard !marks.isEmpty, outline.count > 0 else { return nil }
    let visible = restingNodes().lazy.compactMap { $0?.entry }
    let place = tombstones.first { $0.isSelected }?.place
    let start: Int
    if let offset = selected?.offset {
      start = forward ? offset + 1 : offset - 1
    } else {
      start = place.map { forward ? $0 : $0 - 1 } ?? (forward ? visible.first : visible.last) ?? 0
    }
    let end = forward ? outline.count : -1
    let near = stride(from: start, to: end, by: forward ? 1 : -1).prefix(Self.nearEntries).first {
      mark(at: $0).map { isMarked($0, at: instant) } ?? false
    }
    if near != nil { return near }
    // A long list has more rows than marks.
    var nearest: Int?
    let areAllKnown = marks.forEachHandle { handle, mark in
      guard isMarked(mark, at: instant), let row = outline.rows.offset(ofHandle: handle) else {
        return
      }
      let entry = outline.entryOffset(ofRow: row)
      guard forward ? entry >= start : entry <= start else { return }
      nearest = nearest.map { forward ? min($0, entry) : max($0, entry) } ?? entry
    }
    if areAllKnown { return nearest }
    return stride(from: start, to: end, by: forward ? 1 : -1).first { offset in
      guard let mark = mark(at: offset) else { return false }
      return isMarked(mark, at: instant)
    }
  }

  mutating func select(entry offset: Int, at instant: ContinuousClock.Instant) {
    userActs(at: instant) { table in
      table.selected = Selection(identity: table.outline.identity(at: offset), offset: offset)
      let edge = table.liveEdge == .top ? 0 : table.outline.count - 1
      table.isFollowing = offset == edge && !table.isTracking
      return table.contentOffset(showing: offset)
    }
  }

  private static func sum(_ value: Int, _ distance: Int) -> Int {
    let (sum, overflow) = value.addingReportingOverflow(distance)
    return overflow ? (distance < 0 ? 0 : Int.max) : sum
  }
}
