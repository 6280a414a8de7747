package import Feeds
internal import TableModel

extension ListState {
  /// Shows the rows of the feed as they are arranged.
  ///
  /// - Parameters:
  ///   - update: What happened to the rows of the feed.
  ///   - isReload: Whether no rows have been shown yet.
  ///   - isNews: Whether inserted rows are news, and not the past that the user went back to.
  ///   - isByUser: Whether the user went to another time, so that nothing of it is a change.
  ///   - clocks: The fields that advance without counting as a change.
  ///   - surroundings: The columns by which they are arranged, and when.
  /// - Returns: What to report; nil for nothing.
  package mutating func show(
    _ update: FeedUpdate,
    isReload: Bool,
    isNews: Bool,
    isByUser: Bool = false,
    clocks: VolatileFields,
    in surroundings: Surroundings
  ) -> String? {
    let instant = surroundings.instant
    let report = adoptOptions(from: update.rows, in: surroundings)
    if isReload { arrangement.isDisplayed = false }
    let net = arrangement.netChanges(update)
    // What the table shows is replaced before anybody sees it, and need not be copied to be changed.
    let areReleased = net != nil && arrangement.isDisplayed
    if areReleased { table.releaseRows() }
    let batch = arrangement.take(net, of: update, isContentEqual: clocks.isContentEqual)
    noteRearranging(update)
    isViewUntouched = false
    if keptKeys?.follow(update) == false { keptKeys = nil }
    if isReload || update.rows.count <= Self.longList { showsFirstRows = false }
    if preview != nil || showsFirstRows {
      // The table shows something else, and will show that of the new rows.
      preview?.isStale = true
      if let handles = arrangement.handles { table.leave(handles) } else { table.releaseHandles() }
      return report
    }
    if isReload {
      table.reload(arrangement.display(), at: instant)
    } else if let batch {
      let content = arrangement.content
      do {
        try table.performBatchUpdates(
          batch.updates,
          handles: batch.handles,
          from: batch.leftRows,
          to: content,
          byUser: isByUser,
          countsUnseen: isNews,
          at: instant
        )
      } catch {
        assertionFailure("the batch is one of the rows of the table: \(error)")
        table.restart(content)
      }
      isViewUntouched =
        table.isViewUntouched && !batch.hasSilentChanges && arrangement.pins.isEmpty
    } else if areReleased {
      table.restart(arrangement.display())
    } else {
      table.show(
        arrangement.display(),
        byUser: isByUser,
        countsUnseen: isNews,
        sharesHandles: false,
        at: instant
      )
    }
    if arrangement.pins.count > 0 { showPins(byUser: isByUser, in: surroundings) }
    return report
  }

  /// Shows the same rows as they are arranged and filtered now.
  package mutating func showArranged(in surroundings: Surroundings) {
    let instant = surroundings.instant
    showsFirstRows = false
    table.show(arrangement.display(), byUser: true, at: instant)
    showPins(byUser: true, in: surroundings)
  }

  // MARK: Order and groups

  /// Arranges the rows as requested on the command line, once there are rows that show how a column
  /// compares.
  ///
  /// - Returns: What to report; nil for nothing.
  private mutating func adoptOptions(
    from rows: FeedRows,
    in surroundings: Surroundings
  ) -> String? {
    guard !pendingOptions.isEmpty, !surroundings.columns.isEmpty else { return nil }
    var report: String?
    let sample = ValueOrder.sample(of: rows)
    // An order that the user froze meanwhile stays as it is until it is free again.
    if let text = pendingOptions.sort, !arrangement.isFrozen {
      let isDescending = text.hasPrefix("-")
      let column = surroundings.column(named: String(text.drop { $0 == "-" }))
      if let column,
        let order = ValueOrder(of: column, sample: sample, reader: surroundings.timeReader)
      {
        pendingOptions.sort = nil
        arrangement.setSort(
          Arrangement.Sort(column: column, order: order, isDescending: isDescending)
        )
      } else if column == nil {
        report = noColumn(named: String(text.drop { $0 == "-" }), in: surroundings)
      }
    }
    if let name = pendingOptions.group {
      if let column = surroundings.column(named: name) {
        pendingOptions.group = nil
        grouping(by: column, sample: sample, in: surroundings)(&arrangement)
      } else {
        report = noColumn(named: name, in: surroundings)
      }
    }
    return report
  }

  private func noColumn(named name: String, in surroundings: Surroundings) -> String {
    let titles = surroundings.columns.prefix(6).map { $0.title.lowercased() }
    return Text.noColumn(name, titles.joined(separator: ", "))
  }

  /// Sorts by a column; by the one that the rows are sorted by already, the other way round.
  ///
  /// - Returns: What to report.
  package mutating func sort(by column: Column?, in surroundings: Surroundings) -> String {
    guard let column else { return arrange(in: surroundings) { $0.setSort(nil) } }
    if wanted.sort?.column.paths == column.paths { return invertSort(in: surroundings) }
    let sample = ValueOrder.sample(of: arrangement.rows)
    let order =
      ValueOrder(of: column, sample: sample, reader: surroundings.timeReader) ?? .text
    let sort = Arrangement.Sort(
      column: column,
      order: order,
      isDescending: order.prefersDescending
    )
    let report = arrange(in: surroundings) { $0.setSort(sort) }
    return withWayToFirst(report, surroundings)
  }

  /// Inverts the order.
  ///
  /// - Returns: What to report.
  package mutating func invertSort(in surroundings: Surroundings) -> String {
    guard wanted.sort != nil else { return Text.notSorted }
    let report = arrange(in: surroundings) { $0.invert() }
    return withWayToFirst(report, surroundings)
  }

  /// Adds how to get to the first rows of a new order where the selected row has kept them out of view.
  func withWayToFirst(_ report: String, _ surroundings: Surroundings) -> String {
    guard table.linesAbove > 0, rearrangement == nil else { return report }
    return Text.wayToFirst(report, surroundings.keyMap.label(of: [.move(.firstRow)]))
  }

  /// Groups by a column; by the one that the rows are grouped by already, no more.
  ///
  /// - Returns: What to report.
  package mutating func group(by column: Column?, in surroundings: Surroundings) -> String {
    let isSame = column != nil && wanted.grouping?.column.paths == column?.paths
    let change = grouping(
      by: isSame ? nil : column,
      sample: ValueOrder.sample(of: arrangement.rows),
      in: surroundings
    )
    return arrange(in: surroundings, change)
  }

  private func grouping(
    by column: Column?,
    sample: [Row],
    in surroundings: Surroundings
  ) -> (inout Arrangement) -> Void {
    let reader = surroundings.timeReader
    let order = column.flatMap { ValueOrder(of: $0, sample: sample, reader: reader) } ?? .text
    let columns = surroundings.columns
    let summed =
      columns.first { $0.format.isMoney && $0.isSummable && $0.weight >= 30 }
      ?? columns.first { $0.isSummable && $0.paths != column?.paths }
    return { $0.setGrouping(by: column, order: order, summing: summed) }
  }

  /// Hides or shows the rows of the group in which the selection is.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func fold(at instant: ContinuousClock.Instant) -> String? {
    guard arrangement.grouping != nil else { return Text.notGrouped }
    if let section = table.selectedSection ?? sectionOfSelection {
      table.toggle(section: section, at: instant)
    }
    return nil
  }

  private var sectionOfSelection: SectionID? {
    guard let id = table.selection else { return nil }
    return arrangement.groupID(of: id).map { SectionID($0) }
  }

  /// Hides the rows of all groups, or shows them where all are hidden.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func foldAll(at instant: ContinuousClock.Instant) -> String? {
    guard arrangement.grouping != nil else { return Text.notGrouped }
    let ids = Set(table.sectionHeaders.map(\.id))
    let areFolded = ids.isSubset(of: table.collapsedSections)
    for id in ids where table.collapsedSections.contains(id) == areFolded {
      table.toggle(section: id, at: instant)
    }
    return nil
  }

  /// Freezes the order, or unfreezes it.
  ///
  /// - Returns: What to report.
  package mutating func toggleFreeze(in surroundings: Surroundings) -> String {
    let isFrozen = wanted.isFrozen
    return arrange(in: surroundings) { $0.setFrozen(!isFrozen) }
  }

  // MARK: Marked rows

  /// Marks the selected row, or clears its mark, and selects the next one.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func toggleMark(in surroundings: Surroundings) -> String? {
    showSelection(at: surroundings.instant)
    guard let row = currentRow else { return Text.noSelection(surroundings.scrollKeys) }
    arrangement.toggleMark(row.id)
    move(.nextRow, at: surroundings.instant)
    return nil
  }

  /// Selects the next marked row of the table, and begins again at its start.
  ///
  /// - Returns: What to report; nil for nothing.
  package mutating func selectNextMarked(at instant: ContinuousClock.Instant) -> String? {
    guard arrangement.markedCount > 0, !table.displayedRows.isEmpty else { return Text.noneMarked }
    let offsets = arrangement.markedSlots.compactMap(table.displayedRows.offset(ofHandle:)).sorted()
    let start = (table.selectedOffset ?? -1) + 1
    guard let offset = offsets.first(where: { $0 >= start }) ?? offsets.first else {
      return Text.markedElsewhere
    }
    leavePins(at: instant)
    table.selectRow(atOffset: offset, at: instant)
    return nil
  }
}

extension ViewOptions {
  package var isEmpty: Bool { sort == nil && group == nil }
}
