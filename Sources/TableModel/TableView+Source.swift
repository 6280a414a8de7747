public import ListDiffing

/// Rows from a source, which are never made into an array.
extension TableView {
  /// Shows another content, which is compared with what is there.
  ///
  /// - Parameters:
  ///   - content: What to show.
  ///   - byUser: Whether the user chose it, and not the feed; see `setRows(_:byUser:countsUnseen:at:)`.
  ///     If the section of the selected row is collapsed, it is expanded.
  ///   - countsUnseen: Whether rows that come are news.
  ///   - sharesHandles: Whether handles name the same rows as before; where that is not so, rows are found
  ///     by their identifiers.
  ///   - instant: When; nil for now.
  /// - Complexity: That of the comparison; where the user arranged a long list anew, and rows have
  ///   handles, only what is in view is compared, and takes O(*h* log *n*) for *h* lines.
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

  /// Shows another content at once, without motion and without marks.
  ///
  /// - Parameters:
  ///   - content: What to show.
  ///   - instant: When; nil for now.
  public mutating func reload(
    _ content: TableContent<Row>,
    at instant: ContinuousClock.Instant? = nil
  ) {
    reload(Outline(content, collapsed: collapsedSections), at: instant ?? now())
  }

  /// Shows another content by a batch of changes that leads to it, which is not compared again.
  ///
  /// Rows are counted through all sections, collapsed or not. Sections that are there before and after
  /// keep their order, and a row that changes its section moves.
  ///
  /// - Parameters:
  ///   - updates: What turns the rows of the table into those of the content.
  ///   - content: What to show.
  ///   - byUser: Whether the user chose it, and not the feed.
  ///   - countsUnseen: Whether rows that come are news.
  ///   - instant: When; nil for now.
  /// - Throws: `BatchUpdatesError` where the batch is not one of the rows of the table; the table
  ///   is then as it was.
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

  /// Lets go of the rows, so that they can be changed where they lie: until the batch is performed that
  /// says what became of them, none of them is known.
  package mutating func releaseRows() {
    outline.replaceRows(by: ReleasedRows<Row>(count: outline.content.rows.count))
  }

  /// Shows another content where rows were released of which nobody knows what became: at once, and
  /// without a place to keep.
  package mutating func restart(_ content: TableContent<Row>) {
    (tombstones, selected) = ([], nil)
    outline = Outline(content, collapsed: collapsedSections)
    (scene, pin) = (nil, .edge)
    unseenRows.removeAll()
    forgetChanges()
    setContentOffset(0)
  }

  /// Shows another content by a batch of changes, whose rows are known by handles that name the same rows
  /// as long as these exist: so that none of them has to be looked at.
  ///
  /// - Parameters:
  ///   - updates: What turns the rows of the table into those of the content.
  ///   - handles: The handles of the rows that changed; nil where they are known by their identifiers.
  ///   - leftRows: The rows before, where these were released: those that left their place or changed.
  ///   - content: What to show.
  ///   - byUser: Whether the user chose it, and not the feed.
  ///   - countsUnseen: Whether rows that come are news.
  ///   - instant: When; nil for now.
  /// - Throws: `BatchUpdatesError` where the batch is not one of the rows of the table; the table
  ///   is then as it was.
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
    if let leftRows { outline.replaceRows(by: leftRows) }
    perform(
      difference(of: updates.difference, to: new),
      handles: handles,
      to: new,
      isByUser: byUser,
      countsUnseen: countsUnseen,
      at: instant ?? now()
    )
  }

  /// What a change of the rows of the content is to the entries.
  func difference(of rows: Difference, to new: Outline<Row>) -> Difference {
    if outline.headers.isEmpty, new.headers.isEmpty { return rows }
    var result = Difference()
    if !outline.headers.elementsEqual(new.headers, by: { $0.id == $1.id }) {
      let (oldIDs, newIDs) = (outline.headers.map(\.id), new.headers.map(\.id))
      let headers = Difference(from: oldIDs, to: newIDs)
      let leaving = headers.deletions + headers.moves.map(\.source)
      let arriving = headers.insertions + headers.moves.map(\.target)
      result.deletions = leaving.map { outline.headerOffsets[$0] }
      result.insertions = arriving.map { new.headerOffsets[$0] }
    }
    result.deletions += rows.deletions.compactMap(outline.entryOffset(ofContent:))
    result.insertions += rows.insertions.compactMap(new.entryOffset(ofContent:))
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

  /// Lists longer than this are not compared as a whole where the user arranged them.
  static var comparedCount: Int { 20_000 }

  /// A difference that is true of what is in view before and may be after, and of how many rows there
  /// are; of the others it tells anything.
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
    // What may come into view: around where the place is kept, and at both ends.
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
    // The others come and go at the end.
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

/// The place of rows that nobody asks for.
private struct ReleasedRows<Row: Sendable>: RowSource {
  let count: Int

  subscript(offset: Int) -> Row { preconditionFailure("the rows were released") }
  func handle(at offset: Int) -> Int { preconditionFailure("the rows were released") }
  func offset(ofHandle handle: Int) -> Int? { nil }
}
