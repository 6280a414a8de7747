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
  ///   - instant: The current time; nil for now.
  public mutating func reload(
    _ content: TableContent<Row>,
    at instant: ContinuousClock.Instant? = nil
  ) {
    reload(Outline(content, collapsed: collapsedSections), at: instant ?? now())
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
    try performBatchUpdates(
      updates,
      handles: nil,
      to: content,
      byUser: byUser,
      countsUnseen: countsUnseen,
      at: instant
    )
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
  ///   - handles: The handles of the rows that changed; nil to find them by their identifiers.
  ///   - leftRows: The previous versions of the rows that moved or changed, if the rows were released.
  ///   - content: The new content.
  ///   - byUser: Whether the user chose it, rather than the feed.
  ///   - countsUnseen: Whether inserted rows are news.
  ///   - instant: The current time; nil for now.
  /// - Throws: `BatchUpdatesError` if the batch does not apply to the rows of the table; the table is then
  ///   unchanged.
  package mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    handles: BatchHandles?,
    from leftRows: (any RowSource<Row>)? = nil,
    to content: TableContent<Row>,
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    let oldCount = outline.content.rows.count
    guard updates.oldCount == oldCount else {
      throw .staleRows(count: oldCount, expected: updates.oldCount)
    }
    guard updates.newCount == content.rows.count else {
      throw .invalidCount(
        before: updates.oldCount,
        after: content.rows.count,
        inserted: updates.insertions.count,
        deleted: updates.deletions.count
      )
    }
    let new = Outline(content, collapsed: collapsedSections)
    guard hasRows else { return reload(new, at: instant ?? now()) }
    perform(
      difference(of: updates.difference, to: new),
      handles: handles,
      from: leftRows,
      to: new,
      isByUser: byUser,
      countsUnseen: countsUnseen,
      at: instant ?? now()
    )
  }

  /// Converts a difference of the rows of the content to one of the entries.
  func difference(of rows: Difference, to new: Outline<Row>) -> Difference {
    if outline.headers.isEmpty, new.headers.isEmpty { return rows }
    var result = Difference()
    if !outline.hasSameSections(as: new) {
      let (oldIDs, newIDs) = (outline.headers.map(\.id), new.headers.map(\.id))
      let headers = Difference(from: oldIDs, to: newIDs)
      let leaving = headers.deletions + headers.moves.map(\.source)
      let arriving = headers.insertions + headers.moves.map(\.target)
      result.deletions = leaving.map { outline.headerOffsets[$0] }
      result.insertions = arriving.map { new.headerOffsets[$0] }
    }
    for offset in rows.deletions {
      if let entry = outline.entryOffset(ofContent: offset) { result.deletions.append(entry) }
    }
    for offset in rows.insertions {
      if let entry = new.entryOffset(ofContent: offset) { result.insertions.append(entry) }
    }
    for move in rows.moves {
      switch (
        outline.entryOffset(ofContent: move.source), new.entryOffset(ofContent: move.target)
      ) {
      case (let source?, let target?):
        result.moves.append(Difference.Move(from: source, to: target))
      case (let source?, nil): result.deletions.append(source)
      case (nil, let target?): result.insertions.append(target)
      case (nil, nil): break
      }
    }
    for update in rows.updates {
      guard let source = outline.entryOffset(ofContent: update.old),
        let target = new.entryOffset(ofContent: update.new)
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
    let headers = Dictionary(
      zip(new.headers.map(\.id), new.headerOffsets),
      uniquingKeysWith: { first, _ in first }
    )
    let oldHeaders = Dictionary(
      zip(outline.headers.map(\.id), outline.headerOffsets),
      uniquingKeysWith: { first, _ in first }
    )
    func counterpart(
      _ offset: Int,
      _ from: Outline<Row>,
      _ to: Outline<Row>,
      _ headers: [SectionID: Int]
    ) -> Int? {
      if case .header(let header) = from[offset] { return headers[header.id] }
      return from.rowOffset(ofEntry: offset).flatMap(from.rows.handle(at:))
        .flatMap(to.rows.offset(ofHandle:)).map(to.entryOffset(ofRow:))
    }
    var olds = Set(restingNodes().compactMap { $0?.entry })
    if let selected = selected?.offset { olds.insert(selected) }
    if case .entry(let offset, _) = pin { olds.insert(offset) }
    // Entries that may come into view are around the position that is kept, and at both ends.
    var centers = [0, new.count]
    for old in [olds.min(), olds.max(), selected?.offset].compactMap(\.self) {
      centers.append(counterpart(old, outline, new, headers) ?? min(old, new.count))
      centers.append(min(old, new.count))
    }
    var news: Set<Int> = []
    for center in centers {
      news.formUnion(max(0, center - 2 * height)..<min(center + 2 * height, new.count))
    }
    for entry in news {
      if let old = counterpart(entry, new, outline, oldHeaders) { olds.insert(old) }
    }
    var difference = Difference()
    for old in olds {
      if let entry = counterpart(old, outline, new, headers) {
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
