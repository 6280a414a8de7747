public import ListDiffing

extension TableView {
  /// The rows of the table; setting them compares, applies and animates.
  ///
  /// - Complexity: O(*n* log *n*) for *n* rows to set them, most of which is the comparison.
  public var rows: [Row] {
    get { outline.rows }
    set { setRows(newValue) }
  }

  /// Shows other rows: compares them with those that are there, and animates the difference.
  ///
  /// The first rows that a table is given are shown as they are: nothing changed yet.
  ///
  /// - Parameters:
  ///   - rows: All rows, in order.
  ///   - instant: When; nil for now.
  public mutating func setRows(_ rows: [Row], at instant: ContinuousClock.Instant? = nil) {
    guard hasRows else { return reload(rows, at: instant) }
    let difference = Difference(
      from: outline.rows,
      to: rows,
      identity: \.id,
      isContentEqual: isContentEqual
    )
    perform(difference, to: Outline(rows: rows), at: instant ?? now())
  }

  /// Shows other rows at once, without motion and without marks.
  ///
  /// - Parameters:
  ///   - rows: All rows, in order.
  ///   - instant: When; nil for now.
  public mutating func reload(_ rows: [Row], at instant: ContinuousClock.Instant? = nil) {
    let difference = Difference(
      from: outline.rows,
      to: rows,
      identity: \.id,
      isContentEqual: isContentEqual
    )
    let motion = motion
    self.motion = .none
    perform(difference, to: Outline(rows: rows), at: instant ?? now())
    self.motion = motion
    marks.removeAll()
    flashes.removeAll()
    lastBatch = BatchCounts()
    if !hasRows { unseenRows.removeAll() }
    hasRows = hasRows || !rows.isEmpty
  }

  /// Shows other rows by a batch of changes that leads to them, which is not compared again.
  ///
  /// - Parameters:
  ///   - updates: What turns the rows of the table into `rows`.
  ///   - rows: All rows after the batch, in order.
  ///   - instant: When; nil for now.
  /// - Throws: `BatchUpdatesError` where the batch is not one of the rows of the table; the table
  ///   is then as it was.
  public mutating func performBatchUpdates(
    _ updates: BatchUpdates,
    to rows: [Row],
    at instant: ContinuousClock.Instant? = nil
  ) throws(BatchUpdatesError) {
    guard updates.oldCount == outline.rows.count else {
      throw .staleRows(count: outline.rows.count, expected: updates.oldCount)
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
