public import ListDiffing

/// Shows rows from a source, without copying them into an array.
extension TableView {
  /// Replaces the content, and animates the difference.
  ///
  /// - Parameters:
  ///   - content: The new content.
  ///   - byUser: Whether the user chose it, rather than the feed; see `setRows(_:byUser:countsUnseen:at:)`.
  ///     If the section of the selected row is collapsed, it is expanded.
  ///   - countsUnseen: Whether inserted rows are news.
  ///   - sharesHandles: Whether handles identify the same rows as before; if not, rows are found by their
  ///     identifiers.
  ///   - instant: The current time; nil for now.
  /// - Complexity: That of the comparison. If the user rearranged a long list whose rows have handles, only
  ///   the rows in view are compared, which takes O(*h* log *n*) for *h* lines.
  public mutating func show(
    _ content: TableContent<Row>,
    byUser: Bool = false,
    countsUnseen: Bool = true,
    sharesHandles: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    if byUser, let selection, let section = collapsedSection(of: selection, in: content) {
      collapsedSections.remove(section)
    }
    let new = Outline(content, collapsed: collapsedSections)
    guard hasRows else { return reload(new, at: instant ?? now()) }
    setOutline(
      new,
      isByUser: byUser,
      countsUnseen: countsUnseen,
      sharesHandles: sharesHandles,
      at: instant ?? now()
    )
  }

  /// Replaces the content without animation and marks.
  ///
  /// - Parameters:
  ///   - content: The new content.
  ///   - countsUnseen: Whether rows that are inserted out of view count as unseen.
  ///   - instant: The current time; nil for now.
  public mutating func reload(
    _ content: TableContent<Row>,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    reload(
      Outline(content, collapsed: collapsedSections),
      countsUnseen: countsUnseen,
      at: instant ?? now()
    )
  }

  /// Replaces the content by means of a batch of changes, without comparing it.
  ///
  /// Offsets count the rows of all sections, collapsed or not. Sections that exist before and after keep
  /// their order, and a row that changes its section moves.
  ///
  /// - Parameters:
  ///   - updates: The changes from the rows of the table to those of the content.
  ///   - content: The new content.
  ///   - byUser: Whether the user chose it, rather than the feed.
  ///   - countsUnseen: Whether inserted rows are news.
  ///   - instant: The current time; nil for now.
  /// - Throws: `BatchUpdatesError` if the batch does not apply to the rows of the table; the table is then
  ///   unchanged.
  /// - Complexity: O(*k* log *k* + *s*) for *k* changes and *s* sections, whatever the number of rows.
  public mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    to content: TableContent<Row>,
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try check(updates, newCount: content.rows.count)
    let new = Outline(content, collapsed: collapsedSections)
    let headers = hasRows ? outline.headerChanges(to: new) : ([], [])
    perform(
      updates,
      headers,
      to: new,
      isByUser: byUser,
      countsUnseen: countsUnseen,
      at: instant ?? now()
    )
  }

  /// Checks that a batch leads from the rows of the table to as many as there are then.
  func check(_ updates: BatchUpdates, newCount: Int) throws(BatchUpdatesError) {
    let oldCount = outline.content.rows.count
    guard updates.oldCount == oldCount else {
      throw .staleRows(count: oldCount, expected: updates.oldCount)
    }
    guard updates.newCount == newCount else {
      throw .invalidCount(
        before: updates.oldCount,
        after: newCount,
        inserted: updates.insertions.count,
        deleted: updates.deletions.count
      )
    }
  }

  /// Releases the rows, so that they can be changed in place; none is available until the batch that
  /// describes their changes has been performed.
  package mutating func releaseRows() {
    outline.releaseRows()
  }

  /// Replaces the content after the rows were released and their changes are unknown, without animation and
  /// without keeping the position.
  package mutating func restart(_ content: TableContent<Row>) {
    (tombstones, selected) = ([], nil)
    outline = Outline(content, collapsed: collapsedSections)
    (scene, pin) = (nil, .edge)
    unseenRows.removeAll()
    forgetChanges()
    setContentOffset(0)
  }

  /// Replaces the content by means of a batch of changes, whose rows are identified by handles that remain
  /// valid as long as the rows exist, so that no row has to be read.
  ///
  /// - Parameters:
  ///   - updates: The changes from the rows of the table to those of the content.
  ///   - sections: The changes of the sections; nil for rows without sections.
  ///   - handles: The handles of the rows that changed; nil to find them by their identifiers.
  ///   - leftRows: The previous versions of the rows that moved or changed, if the rows were released.
  ///   - rows: The new rows.
  ///   - counts: The counts of the batch, if it changes rows that are not in the table as well.
  ///   - byUser: Whether the user chose it, rather than the feed.
  ///   - countsUnseen: Whether inserted rows are news.
  ///   - instant: The current time; nil for now.
  /// - Throws: `BatchUpdatesError` if the batch does not apply to the rows of the table; the table is then
  ///   unchanged.
  /// - Complexity: O(*k* log *k* + *c* log *s*) for *k* changes, by which *c* of *s* sections change.
  package mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    _ sections: SectionUpdate?,
    handles: BatchHandles?,
    from leftRows: (any RowSource<Row>)? = nil,
    to rows: TableRows<Row>,
    counts: BatchCounts? = nil,
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    try check(updates, newCount: rows.count)
    let (new, headers) = outline.changed(to: rows, sections, collapsed: collapsedSections)
    perform(
      updates,
      headers,
      handles: handles,
      from: leftRows,
      to: new,
      counts: counts,
      isByUser: byUser,
      countsUnseen: countsUnseen,
      at: instant ?? now()
    )
  }

  private mutating func perform(
    _ updates: BatchUpdates,
    _ headers: SectionList.HeaderChanges,
    handles: BatchHandles? = nil,
    from leftRows: (any RowSource<Row>)? = nil,
    to new: Outline<Row>,
    counts: BatchCounts? = nil,
    isByUser: Bool,
    countsUnseen: Bool,
    at instant: ContinuousClock.Instant
  ) {
    guard hasRows else { return reload(new, at: instant) }
    perform(
      difference(of: updates.difference, headers, to: new),
      handles: handles,
      from: leftRows,
      to: new,
      isByUser: isByUser,
      countsUnseen: countsUnseen,
      counts: counts ?? BatchCounts(updates.difference),
      at: instant
    )
  }

  /// Converts a difference of the rows of the content to one of the entries.
  func difference(
    of rows: Difference,
    _ headers: SectionList.HeaderChanges,
    to new: Outline<Row>
  ) -> Difference {
    if outline.sections == nil, new.sections == nil { return rows }
    var result = Difference()
    (result.deletions, result.insertions) = headers
    var before = SectionList.Finder(outline.sections)
    var after = SectionList.Finder(new.sections)
    for offset in rows.deletions {
      if let entry = before.entryOffset(ofRow: offset) { result.deletions.append(entry) }
    }
    for offset in rows.insertions {
      if let entry = after.entryOffset(ofRow: offset) { result.insertions.append(entry) }
    }
    for move in rows.moves {
      switch (before.entryOffset(ofRow: move.source), after.entryOffset(ofRow: move.target)) {
      case (let source?, let target?):
        result.moves.append(Difference.Move(from: source, to: target))
      case (let source?, nil): result.deletions.append(source)
      case (nil, let target?): result.insertions.append(target)
      case (nil, nil): break
      }
    }
    for update in rows.updates {
      guard let source = before.entryOffset(ofRow: update.old),
        let target = after.entryOffset(ofRow: update.new)
      else { continue }
      result.updates.append(Difference.Update(old: source, new: target))
    }
    result.deletions.sort()
    result.insertions.sort()
    return result
  }

  /// Lists longer than this are not compared completely when the user rearranges them.
  static var comparedCount: Int { 20_000 }

  /// A difference that is correct for the entries in view before and after, and for the number of rows; for
  /// all other rows it is arbitrary.
  func differenceInView(to new: Outline<Row>) -> Difference {
    func counterpart(_ offset: Int, _ from: Outline<Row>, _ to: Outline<Row>) -> Int? {
      if case .header(let header) = from[offset] { return to.headerOffset(ofSection: header.id) }
      return from.rowOffset(ofEntry: offset).flatMap(from.rows.handle(at:))
        .flatMap(to.rows.offset(ofHandle:)).map(to.entryOffset(ofRow:))
    }
    var olds = Set(restingNodes().compactMap { $0?.entry })
    if let selected = selected?.offset { olds.insert(selected) }
    if case .entry(let offset, _) = pin { olds.insert(offset) }
    // Entries that may come into view are around the position that is kept, and at both ends.
    var centers = [0, new.count]
    for old in [olds.min(), olds.max(), selected?.offset].compactMap(\.self) {
      centers.append(counterpart(old, outline, new) ?? min(old, new.count))
      centers.append(min(old, new.count))
    }
    var news: Set<Int> = []
    for center in centers {
      news.formUnion(max(0, center - 2 * height)..<min(center + 2 * height, new.count))
    }
    for entry in news {
      if let old = counterpart(entry, new, outline) { olds.insert(old) }
    }
    var difference = Difference()
    for old in olds {
      if let entry = counterpart(old, outline, new) {
        difference.moves.append(Difference.Move(from: old, to: entry))
        news.insert(entry)
      } else {
        difference.deletions.append(old)
      }
    }
    difference.moves.sort { $0.target < $1.target }
    let moved = Set(difference.moves.map(\.target))
    difference.insertions = Array(news.subtracting(moved))
    // All others are inserted and deleted at the end.
    func fill(_ offsets: inout [Int], _ surplus: Int, _ count: Int, besides known: Set<Int>) {
      var (end, left) = (count, surplus)
      var ranges = offsets.map { $0..<$0 + 1 }
      for bound in known.sorted(by: >) + [-1] where left > 0 {
        let start = max(bound + 1, end - left)
        ranges.append(start..<end)
        left -= end - start
        end = bound
      }
      // Mostly one long range: only the ranges are sorted.
      ranges.sort { $0.lowerBound < $1.lowerBound }
      offsets = []
      offsets.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
      for range in ranges { offsets += range }
    }
    let surplus = outline.count - olds.count - (new.count - news.count)
    fill(&difference.deletions, surplus, outline.count, besides: olds)
    fill(&difference.insertions, -surplus, new.count, besides: news)
    return difference
  }
}
