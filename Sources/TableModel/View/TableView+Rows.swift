public import ListDiffing

extension TableView {
  /// The rows of the table; setting them animates the difference.
  ///
  /// - Complexity: Setting *n* rows takes O(*n* log *n*), most of it for the comparison.
  public var rows: [Row] {
    get { outline.rows.array }
    set { setRows(newValue) }
  }

  /// The rows of the table that are not in collapsed sections, as a collection that is not copied.
  ///
  /// - Complexity: O(1).
  public var displayedRows: TableRows<Row> { outline.rows }

  /// Replaces the rows, and animates the difference.
  ///
  /// The first rows of a table are shown without animation.
  ///
  /// If the user chose to see other rows, or the same ones in another order, such as with a filter or a sort,
  /// the rows have not changed: they move to their new positions, but are not marked, counted or unseen. If
  /// the selected row is not among them, its nearest neighbour is selected, and no lines remain empty to keep
  /// the anchor in place.
  ///
  /// - Parameters:
  ///   - rows: All rows in order.
  ///   - byUser: Whether the user chose the rows, rather than the feed.
  ///   - countsUnseen: Whether inserted rows are news and count as ``unseen`` if they are out of view; false
  ///     if the user goes back to an earlier state.
  ///   - instant: The current time; nil for now.
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

  /// Replaces the rows without animation and marks.
  ///
  /// - Parameters:
  ///   - rows: All rows in order.
  ///   - instant: The current time; nil for now.
  /// - Complexity: O(1) while the table follows the live edge and nothing is selected, so that no position
  ///   has to be kept; otherwise that of `setRows(_:byUser:countsUnseen:at:)`.
  public mutating func reload(_ rows: [Row], at instant: ContinuousClock.Instant? = nil) {
    reload(TableContent(TableRows(rows)), at: instant)
  }

  /// Whether rows that replace others have to be compared with them, because a position is kept.
  private var keepsPosition: Bool { !isFollowing || selected != nil || !tombstones.isEmpty }

  /// Releases rows that are about to be reloaded, unless they are needed to keep the position, so that they need not
  /// exist beside the new ones.
  package mutating func releaseReloadedRows() {
    if !keepsPosition { outline = Outline() }
  }

  mutating func reload(
    _ new: Outline<Row>,
    countsUnseen: Bool = true,
    at instant: ContinuousClock.Instant
  ) {
    if !keepsPosition {
      outline = new
      scene = nil
    } else {
      let motion = motion
      self.motion = .none
      setOutline(new, isMarked: false, countsUnseen: countsUnseen, at: instant)
      self.motion = motion
    }
    isViewUntouched = false
    // Loading rows does not count as a stream of batches.
    pace = BatchPace()
    forgetChanges()
    if !hasRows { unseenRows.removeAll() }
    hasRows = hasRows || new.count > 0
  }

  /// Compares the entries with the current ones, and performs the difference.
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
    } else if outline.sections == nil, new.sections == nil {
      difference = self.difference(outline.rows.array, new.rows.array)
    } else {
      difference = Difference(
        from: outline.entries,
        to: new.entries,
        identity: \.identity,
        isContentEqual: { [isContentEqual] old, new in
          switch (old, new) {
          case (.row(let old), .row(let new)): isContentEqual(old, new)
          // Changes of a header's count and title follow from those of its rows.
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

  /// Replaces the rows by means of a batch of changes, without comparing them.
  ///
  /// - Parameters:
  ///   - updates: The changes from the rows of the table to `rows`.
  ///   - rows: All rows after the batch, in order.
  ///   - instant: The current time; nil for now.
  /// - Throws: `BatchUpdatesError` if the batch does not apply to the rows of the table, or if the table has
  ///   sections; the table is then unchanged.
  public mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    to rows: [Row],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    guard outline.sections == nil else { throw .needsSections }
    try check(updates, newCount: rows.count)
    hasRows = true
    perform(updates.difference, to: Outline(rows: rows), at: instant ?? now())
  }
}
