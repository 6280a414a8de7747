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
    guard hasRows else { return reload(rows, at: instant) }
    allSections = nil
    setOutline(
      Outline(rows: rows),
      isByUser: byUser,
      countsUnseen: countsUnseen,
      at: instant ?? now()
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
    allSections = nil
    reload(Outline(rows: rows), at: instant ?? now())
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
    at instant: ContinuousClock.Instant
  ) {
    let difference: Difference
    if let matchRows {
      difference = self.difference(to: new, by: matchRows(outline.rows, new.rows))
    } else if outline.heads.isEmpty, new.heads.isEmpty {
      difference = self.difference(outline.rows, new.rows)
    } else {
      difference = Difference(
        from: outline.entries,
        to: new.entries,
        identity: \.identity,
        isContentEqual: { [isContentEqual] old, new in
          switch (old, new) {
          case (.row(let old), .row(let new)): isContentEqual(old, new)
          // What changes on a head, its count and its title, is told by the rows under it.
          case (.head, .head): true
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

  /// A row or a head by a number that it has in both lists, and where a row stands among the rows.
  private struct NumberedEntry {
    var number: Int32
    var row: Int32
  }

  /// Compares the entries with others whose rows were found among those that are there.
  private func difference(to new: Outline<Row>, by matches: RowMatches) -> Difference {
    let (oldRows, newRows) = (outline.rows, new.rows)
    precondition(matches.oldOffsets.count == newRows.count, "matches are those of all new rows")
    var heads: [String: Int32] = [:]
    func entries(of outline: Outline<Row>, number: (Int) -> Int32) -> [NumberedEntry] {
      var result: [NumberedEntry] = []
      result.reserveCapacity(outline.count)
      var head = 0
      for offset in 0..<outline.count {
        if head < outline.heads.count, outline.headOffsets[head] == offset {
          let id = outline.heads[head].id
          let number = heads[id] ?? -1 - Int32(heads.count)
          heads[id] = number
          result.append(NumberedEntry(number: number, row: -1))
          head += 1
        } else {
          let row = offset - head
          result.append(NumberedEntry(number: number(row), row: Int32(row)))
        }
      }
      return result
    }
    return Difference(
      from: entries(of: outline) { Int32($0) },
      to: entries(of: new) { row in
        let old = matches.oldOffsets[row]
        return old >= 0 ? old : Int32(oldRows.count + row)
      },
      identity: { $0.number },
      // What changes on a head, its count and its title, is told by the rows under it.
      isContentEqual: { [isContentEqual] old, new in
        old.number < 0 || !matches.mayDiffer[Int(new.row)]
          || isContentEqual(oldRows[Int(old.row)], newRows[Int(new.row)])
      }
    )
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
    // Heads of sections are entries too: a batch of rows is not one of a table that has them.
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
    allSections = nil
    perform(updates.difference, to: Outline(rows: rows), at: instant ?? now())
  }
}
