package import Columns
package import FeedStore
package import FeedValues
package import Ordering
package import TableModel

extension ListState {
  /// Applies an update of the feed's rows to the arrangement and the table.
  ///
  /// - Parameters:
  ///   - update: The changes of the feed's rows.
  ///   - isReload: Whether no rows have been shown yet.
  ///   - isNews: Whether inserted rows are new, rather than older ones that the user stepped back to.
  ///   - isByUser: Whether the user went to another point in time, so that nothing counts as a change.
  ///   - instant: The current time.
  /// - Returns: Whether the table shows the rows, rather than a preview.
  @discardableResult
  package mutating func show(
    _ update: FeedUpdate,
    isReload: Bool,
    isNews: Bool,
    isByUser: Bool = false,
    at instant: ContinuousClock.Instant
  ) -> Bool {
    setLiveEdge(of: arrangement)
    if isReload {
      arrangement.isDisplayed = false
      if preview == nil { table.releaseReloadedRows() }
    }
    let net = arrangement.netChanges(update)
    if net == nil { repeats.forgetUnfolded() }
    // The table's rows are about to be replaced: releasing them first avoids a copy.
    let areReleased = net != nil && arrangement.isDisplayed
    if areReleased { table.releaseRows() }
    let batch = arrangement.take(net, of: update, isContentEqual: isContentEqual)
    noteRearranging(update)
    noteFigures(at: instant)
    isViewUntouched = false
    if isReload || !update.rows.isLong { firstGroups = nil }
    if preview != nil || firstGroups != nil {
      // The table shows a preview, which will be updated with the new rows.
      preview?.isStale = true
      if let handles = arrangement.handles {
        table.removeMarks(handles)
      } else {
        table.releaseHandles()
      }
      // The slot of the selected row may soon be that of another one.
      if let slot = selectedSlot, update.rows.slot(slot).row?.id != table.selection {
        table.clearSelection(at: instant)
      }
      return false
    }
    if isReload {
      errors.restart()
      // More of a list that is loaded is not new.
      table.reload(display(), countsUnseen: false, at: instant)
    } else if let batch {
      do {
        let lines = try lines(after: batch)
        try table.performBatchUpdates(
          lines.updates,
          batch.sections,
          handles: batch.handles,
          from: lines.leftRows,
          to: lines.rows,
          counts: BatchCounts(batch.updates.difference),
          byUser: isByUser,
          countsUnseen: isNews,
          at: instant
        )
        errors.follow(lines.updates, to: table.displayedRows)
      } catch {
        rebuildCount += 1
        errors.restart()
        table.restart(display())
      }
      isViewUntouched =
        table.isViewUntouched && !batch.hasSilentChanges && arrangement.pins.isEmpty
    } else if areReleased {
      rebuildCount += 1
      errors.restart()
      table.restart(display())
    } else {
      errors.restart()
      table.show(
        display(),
        byUser: isByUser,
        countsUnseen: isNews,
        sharesHandles: false,
        at: instant
      )
    }
    return true
  }

  /// Gives up the rows before single ones of them change, so that none are copied.
  ///
  /// Nothing but ``show(_:isReload:isNews:isByUser:at:)`` may be called before the rows are back.
  package mutating func releaseRows() {
    guard arrangement.isDisplayed, pendingOptions.isEmpty else { return }
    table.releaseRows()
    arrangement.releaseRows()
  }

  /// Shows the current rows as they are now arranged and filtered.
  package mutating func showArranged(in context: Context) {
    // A filter may have changed the figures of groups.
    if !arrangement.isFrozen { arrangement.rankGroups() }
    present(in: context)
  }

  /// Shows the current rows as they are arranged.
  mutating func present(in context: Context) {
    let instant = context.instant
    firstGroups = nil
    errors.restart()
    show(display(), of: arrangement, at: instant)
    showPins(byUser: true, in: context)
  }

  // MARK: Order and groups

  /// Asks for the order that the kind of list has, once its columns are known.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - isAsked: Whether the user has asked for an order, which may be that of the feed.
  package mutating func adoptPreset(of columns: [Column], isAsked: Bool) {
    guard awaitsPreset, !columns.isEmpty else { return }
    awaitsPreset = false
    guard !isAsked, pendingOptions.isEmpty, wanted.sort == nil, wanted.grouping == nil else {
      return
    }
    pendingOptions.sort = ListPreset.matching(columns)?.sort
  }

  /// Applies the arrangement given on the command line, once there are rows that show how a column compares.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func adoptOptions(
    from rows: FeedRows,
    in context: Context
  ) -> String? {
    guard !pendingOptions.isEmpty, !context.columns.isEmpty else { return nil }
    var report: String?
    let sample = ValueOrder.sample(of: rows)
    // If the user has frozen the order meanwhile, the sort waits until it is unfrozen.
    if let spec = pendingOptions.sort.flatMap({ SortSpec($0) }), !arrangement.isFrozen {
      let columns = spec.keys.map { context.column(named: $0.name) }
      let keys = zip(spec.keys, columns).compactMap { key, column in
        column.flatMap {
          sortKey($0, isDescending: key.isDescending, sample: sample, in: context)
        }
      }
      if let missing = zip(spec.keys, columns).first(where: { $0.1 == nil }) {
        report = noColumn(named: missing.0.name, in: context)
      } else if keys.count == columns.count {
        pendingOptions.sort = nil
        arrangement.setSort(Arrangement.Sort(keys))
      }
    }
    if let spec = pendingOptions.group.map({ GroupSpec($0) }) {
      if let column = context.column(named: spec.name) {
        pendingOptions.group = nil
        let grouping = Self.grouping(
          by: column,
          ranking: spec.ranking,
          sample: sample,
          in: context
        )
        arrangement.setGrouping(grouping)
        if grouping.lacksSums { report = Text.noSums }
      } else {
        report = noColumn(named: spec.name, in: context)
      }
    }
    return report
  }

  private func noColumn(named name: String, in context: Context) -> String {
    let titles = context.columns.prefix(6).map { $0.title.lowercased() }
    return Text.noColumn(name, titles.joined(separator: ", "))
  }

  /// A key of an order, in the direction that users usually want if none is given; nil if no row of the sample has a
  /// value.
  private func sortKey(
    _ column: Column,
    isDescending: Bool? = nil,
    sample: [Row],
    in context: Context
  ) -> Arrangement.Sort.Key? {
    ValueOrder(of: column, sample: sample, reader: context.timeReader).map {
      Arrangement.Sort.Key(
        column: column,
        order: $0,
        isDescending: isDescending ?? $0.prefersDescending
      )
    }
  }

  /// Sorts by a column, or inverts the order if the rows are already sorted by it alone; nil restores feed order.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - isFurther: Whether it decides between rows with equal values of the columns sorted by so far; the direction
  ///     of one that does already is inverted.
  ///   - context: The context.
  /// - Returns: A message to report.
  package mutating func sort(
    by column: Column?,
    isFurther: Bool = false,
    in context: Context
  ) -> String {
    guard let column else { return sort(by: [], in: context) }
    if !isFurther, wanted.sort?.isBy(column) == true { return invertSort(in: context) }
    guard isFurther, var sort = wanted.sort else {
      return self.sort(by: [(column, nil)], in: context)
    }
    sort.toggle(keys(of: [(column, nil)], in: context)[0])
    let report = arrange(in: context) { $0.setSort(sort) }
    return withWayToFirst(report, context)
  }

  /// Sorts by columns; none restores feed order.
  ///
  /// - Parameters:
  ///   - columns: The columns, and whether their values are in descending order; nil for the usual direction.
  ///   - context: The context.
  /// - Returns: A message to report.
  package mutating func sort(
    by columns: [(column: Column, isDescending: Bool?)],
    in context: Context
  ) -> String {
    pendingOptions.sort = nil
    let sort = Arrangement.Sort(keys(of: columns, in: context))
    let report = arrange(in: context) { $0.setSort(sort) }
    guard sort != nil else { return report }
    return withWayToFirst(withCurrencies(of: columns.map(\.column), report), context)
  }

  /// Adds that amounts in several currencies are compared as numbers, if they are.
  private func withCurrencies(of columns: [Column], _ report: String) -> String {
    guard let column = columns.first(where: { [.money, .amount].contains($0.format) }) else {
      return report
    }
    let sample = ValueOrder.sample(of: arrangement.rows)
    let codes = Set(sample.compactMap { column.currency(of: $0)?.string.uppercased() })
    return codes.count > 1 ? Text.comparedAsNumbers(report, codes.sorted()) : report
  }

  private func keys(
    of columns: [(column: Column, isDescending: Bool?)],
    in context: Context
  ) -> [Arrangement.Sort.Key] {
    let sample = ValueOrder.sample(of: arrangement.rows)
    return columns.map { column, isDescending in
      sortKey(column, isDescending: isDescending, sample: sample, in: context)
        ?? Arrangement.Sort.Key(column: column, order: .text, isDescending: isDescending ?? false)
    }
  }

  /// Inverts the order.
  ///
  /// - Returns: A message to report.
  package mutating func invertSort(in context: Context) -> String {
    guard wanted.sort != nil else { return Text.notSorted }
    let report = arrange(in: context) { $0.invert() }
    let columns = wanted.sort?.keys.map(\.column) ?? []
    return withWayToFirst(withCurrencies(of: columns, report), context)
  }

  /// Adds how to get to the first rows, if the selected row kept them out of view after sorting.
  func withWayToFirst(_ report: String, _ context: Context) -> String {
    guard table.linesAbove > 0, rearrangement == nil else { return report }
    return Text.wayToFirst(report, context.keyMap.label(of: [.move(.firstRow)]))
  }

  /// Groups by a column, or removes the grouping if the rows are already grouped by it.
  ///
  /// - Returns: A message to report.
  package mutating func group(
    by column: Column?,
    ranking: GroupSpec.Ranking = .value,
    in context: Context
  ) -> String {
    pendingOptions.group = nil
    let known = wanted.grouping
    let isSame =
      column != nil && known?.column.paths == column?.paths && known?.ranking == ranking
    let grouping = (isSame ? nil : column).map { column in
      let sample = ValueOrder.sample(of: arrangement.rows)
      return Self.grouping(by: column, ranking: ranking, sample: sample, in: context)
    }
    selectFirstRowOfSection(at: context.instant)
    let report = arrange(in: context) { $0.setGrouping(grouping) }
    guard let grouping, grouping.ranking == .sum else { return report }
    return grouping.summed.map { withCurrencies(of: [$0], report) } ?? Text.noSums
  }

  /// Selects the first row of the group whose header is selected: it is still there when the group is not.
  private mutating func selectFirstRowOfSection(at instant: ContinuousClock.Instant) {
    guard let section = table.selectedSection else { return }
    table.expand(section: section, at: instant)
    table.moveSelection(by: 1, at: instant)
  }

  /// The groups by a column, and what is summed in each.
  static func grouping(
    by column: Column,
    ranking: GroupSpec.Ranking,
    sample: [Row],
    in context: Context
  ) -> Grouping {
    let order =
      ValueOrder(of: column, sample: sample, reader: context.timeReader) ?? .text
    return Grouping(
      by: column,
      order: order,
      summing: context.columns.summed(besides: [column.paths]),
      ranking: ranking
    )
  }

  /// The sort order and the groups that the table shows, even if only their first rows are known.
  package var shownArrangement: Arrangement { showsPart ? wanted : arrangement }

  /// Whether the table shows only those rows of the wanted order that are known before the others.
  package var showsPart: Bool { firstGroups != nil }

  /// The contents of a section header of the table; nil if the group has no rows.
  package var groupSummaries: @Sendable (SectionID) -> GroupSummary? {
    { [arrangement, firstGroups] id in
      firstGroups.map { $0[id] } ?? arrangement.summary(ofGroup: id)
    }
  }

  /// Folds or unfolds the group that contains the selection.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func fold(in context: Context) -> String? {
    guard arrangement.grouping != nil else {
      return toggleRepeats(at: context.instant) ? nil : Text.notGrouped
    }
    guard let section = table.selectedSection ?? sectionOfSelection else {
      return Text.noSelection(context.scrollKeys)
    }
    table.toggle(section: section, at: context.instant)
    return nil
  }

  private var sectionOfSelection: SectionID? {
    selectedSlot.flatMap { arrangement.groupID(of: $0) }.map { SectionID($0) }
  }

  /// Folds all groups, or unfolds them if all are folded.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func foldAll(at instant: ContinuousClock.Instant) -> String? {
    guard arrangement.grouping != nil else { return Text.notGrouped }
    table.toggleAllSections(at: instant)
    return nil
  }

  /// Freezes or unfreezes the order.
  ///
  /// - Returns: A message to report.
  package mutating func toggleFreeze(in context: Context) -> String {
    let isFrozen = wanted.isFrozen
    return arrange(in: context) { $0.setFrozen(!isFrozen) }
  }

  // MARK: Marked rows

  /// Toggles the mark of the selected row, and selects the next row.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func toggleMark(in context: Context) -> String? {
    showSelection(at: context.instant)
    guard let row = currentRow else { return Text.noSelection(context.scrollKeys) }
    arrangement.toggleMark(row.id, in: currentSlot)
    move(.nextRow, at: context.instant)
    return nil
  }

  /// Selects the next marked row of the table, wrapping around at the end.
  ///
  /// - Returns: A message to report; nil for none.
  package mutating func selectNextMarked(at instant: ContinuousClock.Instant) -> String? {
    guard arrangement.markedCount > 0 else { return Text.noneMarked }
    let offsets = arrangement.markedSlots.compactMap(searchedRows.offset(ofHandle:)).sorted()
    let start = table.selectedOffset.map { rows(ofLine: $0).lowerBound + 1 } ?? 0
    guard let offset = offsets.first(where: { $0 >= start }) ?? offsets.first else {
      return Text.markedElsewhere
    }
    selectRow(offset, at: instant)
    return nil
  }
}

extension ViewOptions {
  package var isEmpty: Bool { sort == nil && group == nil }
}

/// The preview of a filter that takes a while to apply to a long list.
extension ListState {
  /// Starts a preview of the rows that a filter matches; nil matches all rows.
  package mutating func startPreview(
    _ isShown: (@Sendable (Row) -> Bool)?,
    in context: Context
  ) {
    arrangement.isDisplayed = false
    isPreviewKept = false
    preview = arrangement.preview(isShown, at: context.instant)
    previewRule = isShown
    _ = continuePreview(at: context.instant)
  }

  /// Keeps the preview until the whole list is arranged.
  package mutating func keepPreview() { isPreviewKept = preview != nil }

  /// Examines another slice of rows, and starts over if the rows have changed.
  ///
  /// - Returns: Whether the screen may change.
  package mutating func continuePreview(at instant: ContinuousClock.Instant) -> Bool {
    guard var preview, !isPreviewAtRest else { return false }
    if preview.isComplete {
      guard preview.isStale, instant >= preview.start + Search.interval else { return false }
      preview = arrangement.preview(previewRule, at: instant)
    }
    self.preview = nil  // avoids a copy of what it has found
    let isWorthShowing = preview.advance(height: table.height, at: instant)
    if isWorthShowing {
      errors.restart()
      repeats.suspend()
      table.show(preview.content, byUser: true, at: instant)
    }
    self.preview = preview
    return isWorthShowing
  }

  /// Ends the preview, if there is one, and shows the arranged rows.
  package mutating func endPreview(in context: Context) {
    guard preview != nil else { return }
    (preview, previewRule) = (nil, nil)
    showArranged(in: context)
  }

  /// The number of rows that the previewed filter hides; nil without a preview, and until all rows are examined.
  package var previewHiddenCount: Int? {
    preview.flatMap { $0.isComplete ? allRows.count - $0.count : nil }
  }

  /// When the next slice is due; nil if there is none.
  package var nextPreviewInstant: ContinuousClock.Instant? {
    guard let preview, !isPreviewAtRest else { return nil }
    return preview.nextInstant ?? (preview.isStale ? preview.start + Search.interval : nil)
  }

  /// Whether the first screen is complete and the whole list will be arranged soon.
  private var isPreviewAtRest: Bool {
    isPreviewKept && rearrangement != nil && preview.map { $0.count >= table.height } == true
  }
}
