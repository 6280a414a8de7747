public import ListDiffing

extension TableView {
  /// The rows of the table; setting them compares, applies and animates.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows to set them, most of which is the comparison.
  public var rows: [Row] {
    get { outline.rows.array }
    set { setRows(newValue) }
  }

  /// The rows of the table, without those of collapsed sections, to be asked for one by one.
  ///
  /// - Complexity: O(1).
  public var displayedRows: TableRows<Row> { outline.rows }

  /// Shows other rows: compares them with those that are there, and animates the difference.
  ///
  /// The first rows that a table is given are shown as they are: nothing changed yet.
  ///
  /// Where the user chose to see other rows, or the same in another order (a filter, a sort), they
  /// have not changed: they are led to their new places, but not marked, counted or unseen. If the
  /// selected row is not among them its nearest neighbour is selected, and no line stays empty
  /// above or below the list for the sake of the anchor.
  ///
  /// - Parameters:
  ///   - rows: All rows, in order.
  ///   - byUser: Whether the user chose them, and not the feed.
  ///   - countsUnseen: Whether rows that come are news, and count as ``unseen`` where they come out of
  ///     view; not where a reader goes back to what was there before.
  ///   - instant: When; nil for now.
  public mutating func setRows(
    _ rows: [Row],
    byUser: Bool = false,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant? = nil
  ) {
    show(
      TableContent(TableRows(rows)),
      byUser: byUser,
      countsUnseen: countsUnseen,
      at: instant
    )
  }

  /// Shows other rows at once, without motion and without marks.
  ///
  /// - Parameters:
  ///   - rows: All rows, in order.
  ///   - instant: When; nil for now.
  /// - Complexity: O(1) while the table follows the live edge and nothing is selected, as there is no
  ///   place to keep; else that of `setRows(_:byUser:countsUnseen:at:)`.
  public mutating func reload(_ rows: [Row], at instant: ContinuousClock.Instant? = nil) {
    reload(TableContent(TableRows(rows)), at: instant)
  }

  mutating func reload(_ new: Outline<Row>, at instant: ContinuousClock.Instant) {
    if isFollowing, selected == nil, tombstones.isEmpty {
      // There is no place to keep, so that the rows need not be compared.
      outline = new
      scene = nil
    } else {
      let motion = motion
      self.motion = .none
      setOutline(new, isMarked: false, at: instant)
      self.motion = motion
    }
    isViewUntouched = false
    // What was loaded is no stream.
    pace = BatchPace()
    forgetChanges()
    if !hasRows { unseenRows.removeAll() }
    hasRows = hasRows || new.count > 0
  }

  /// Compares the entries with others, and performs the difference.
  mutating func setOutline(
    _ new: Outline<Row>,
    isByUser: Bool = false,
    isMarked: Bool = true,
    countsUnseen: Bool = true,
    sharesHandles: Bool = false,
    at instant: ContinuousClock.Instant
  ) {
    if !sharesHandles { releaseHandles() }
    let difference: Difference
    if isByUser, sharesHandles, outline.rows.haveHandles, new.rows.haveHandles,
      max(outline.count, new.count) > Self.comparedCount
    {
      difference = differenceInView(to: new)
    } else if outline.headers.isEmpty, new.headers.isEmpty {
      difference = self.difference(outline.rows.array, new.rows.array)
    } else {
      difference = Difference(
        from: outline.entries,
        to: new.entries,
        identity: \.identity,
        isContentEqual: { [isContentEqual] old, new in
          switch (old, new) {
          case (.row(let old), .row(let new)): isContentEqual(old, new)
          // What changes on a header, its count and its title, is told by the rows under it.
          case (.header, .header): true
          default: false
          }
        }
      )
    }
    perform(
      difference,
      to: new,
      isByUser: isByUser,
      isMarked: isMarked,
      countsUnseen: countsUnseen,
      at: instant
    )
  }

  /// Shows other rows by a batch of changes that leads to them, which is not compared again.
  ///
  /// - Parameters:
  ///   - updates: What turns the rows of the table into `rows`.
  ///   - rows: All rows after the batch, in order.
  ///   - instant: When; nil for now.
  /// - Throws: `BatchUpdatesError` where the batch is not one of the rows of the table, or they are
  ///   in sections; the table is then as it was.
  public mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    to rows: [Row],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    guard outline.content.sections == nil else { throw .needsSections }
    guard updates.oldCount == outline.count else {
      throw .staleRows(count: outline.count, expected: updates.oldCount)
    }
    guard updates.newCount == rows.count else {
      throw .invalidCount(
        before: updates.oldCount,
        after: rows.count,
        inserted: updates.insertions.count,
        deleted: updates.deletions.count
      )
    }
    hasRows = true
    perform(updates.difference, to: Outline(rows: rows), at: instant ?? now())
  }
}
