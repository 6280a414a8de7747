internal import ListViewParts
internal import Feeds
internal import Values
internal import TableModel

extension App {
  /// The row that keys act upon: the selected one, be it pinned, in the table or a tombstone there.
  var currentRow: Row? { pinTable.selectedRow ?? table.selectedRow }

  /// Brings the row that a key acts upon into view: nothing is done to a row that nobody sees.
  mutating func showSelection(at instant: ContinuousClock.Instant) {
    if pinTable.selection == nil { table.showSelection(at: instant) }
  }

  /// The rows that the user marked, in their order on the screen.
  var markedRows: [Row] { arrangement.markedRows }

  /// How many rows there are in the table, those in folded groups too, and above it.
  var rowCount: Int {
    let inTable =
      arrangement.grouping == nil
      ? table.rows.count : table.sections.reduce(0) { $0 + $1.rows.count }
    return inTable + arrangement.pins.count { !$0.isGone }
  }

  /// Shows the rows of the feed as they are arranged.
  ///
  /// - Parameters:
  ///   - rows: The rows of the feed.
  ///   - isReload: Whether nobody has seen any yet.
  ///   - isNews: Whether rows that come are news, and not the past that a reader went back to.
  ///   - instant: When.
  mutating func show(
    _ rows: [Row],
    isReload: Bool,
    isNews: Bool,
    at instant: ContinuousClock.Instant
  ) {
    adoptShape(from: rows, reader: timeReader(at: instant))
    switch arrangement.arrange(rows) {
    case .rows(let rows) where isReload: table.reload(rows, at: instant)
    case .rows(let rows): table.setRows(rows, countsUnseen: isNews, at: instant)
    case .sections(let sections, let summaries):
      self.summaries = summaries
      if isReload {
        table.reloadSections(sections, at: instant)
      } else {
        table.setSections(sections, countsUnseen: isNews, at: instant)
      }
    }
    if arrangement.pins.count > 0 { showPins(byUser: false, at: instant) }
  }

  /// Shows the same rows as the user arranged them: they travel to their places, and have not changed.
  mutating func rearrange(at instant: ContinuousClock.Instant) {
    showArranged(at: instant)
    // On a narrow screen the title has no room for it.
    message = shapeTexts.first ?? "as the feed has them: no order, no groups"
  }

  /// Shows the same rows as they are arranged and filtered now.
  mutating func showArranged(at instant: ContinuousClock.Instant) {
    summary.restart(byUser: true)
    switch arrangement.content {
    case .rows(let rows): table.setRows(rows, byUser: true, at: instant)
    case .sections(let sections, let summaries):
      self.summaries = summaries
      table.setSections(sections, byUser: true, at: instant)
    }
    showPins(byUser: true, at: instant)
  }

  // MARK: Order and groups

  /// The column of a name: its title, its path or the last name of its path, in any case; else of
  /// what a filter would call the field.
  func column(named name: String) -> Column? {
    let wanted = name.lowercased()
    return columns.first { $0.paths.contains { $0.description == name } }
      ?? columns.first { $0.title.lowercased() == wanted }
      ?? columns.first { $0.paths.contains { $0.name.lowercased() == wanted } }
      ?? columns.first { $0.paths.contains(where: FieldName(name).matches) }
  }

  /// Arranges the rows as the command line asks, once there are rows that tell how a column compares.
  private mutating func adoptShape(from rows: [Row], reader: TimeReader) {
    guard !pendingShape.isEmpty, !columns.isEmpty else { return }
    let sample = ValueOrder.sample(of: rows)
    if let text = pendingShape.sort {
      let isDescending = text.hasPrefix("-")
      let column = column(named: String(text.drop { $0 == "-" }))
      if let column, let order = ValueOrder(of: column, sample: sample, reader: reader) {
        pendingShape.sort = nil
        arrangement.setSort(
          Arrangement.Sort(column: column, order: order, isDescending: isDescending)
        )
      } else if column == nil {
        message = noColumn(named: String(text.drop { $0 == "-" }))
      }
    }
    if let name = pendingShape.group {
      if let column = column(named: name) {
        pendingShape.group = nil
        group(by: column, sample: sample, reader: reader)
      } else {
        message = noColumn(named: name)
      }
    }
  }

  private func noColumn(named name: String) -> String {
    let titles = columns.prefix(6).map { $0.title.lowercased() }.joined(separator: ", ")
    return "no column '\(name)' so far: there are \(titles)"
  }

  /// Sorts by a column; by the one that the rows are sorted by already, the other way round.
  mutating func sort(by column: Column?, at instant: ContinuousClock.Instant) {
    guard let column else {
      arrangement.setSort(nil)
      return rearrange(at: instant)
    }
    if arrangement.sort?.column.paths == column.paths { return invertSort(at: instant) }
    let sample = ValueOrder.sample(of: arrangement.rows)
    let order = ValueOrder(of: column, sample: sample, reader: timeReader(at: instant)) ?? .text
    arrangement.setSort(
      Arrangement.Sort(column: column, order: order, isDescending: order.prefersDescending)
    )
    rearrange(at: instant)
    tellWayToFirst()
  }

  /// Turns the order around.
  mutating func invertSort(at instant: ContinuousClock.Instant) {
    guard arrangement.sort != nil else {
      message = "the rows stand as the feed has them: s sorts by a column"
      return
    }
    arrangement.invert()
    rearrange(at: instant)
    tellWayToFirst()
  }

  /// Says how to get to the first rows of a new order where the selected row has kept them out of view.
  private mutating func tellWayToFirst() {
    guard table.linesAbove > 0, let text = message else { return }
    let key = configuration.keyMap.label(of: [.move(.firstRow)])
    message = "\(text)   \(key) goes to the first row"
  }

  /// Groups by a column; by the one that the rows are grouped by already, no more.
  mutating func group(by column: Column?, at instant: ContinuousClock.Instant) {
    let isSame = column != nil && arrangement.grouping?.column.paths == column?.paths
    group(
      by: isSame ? nil : column,
      sample: ValueOrder.sample(of: arrangement.rows),
      reader: timeReader(at: instant)
    )
    rearrange(at: instant)
  }

  private mutating func group(by column: Column?, sample: [Row], reader: TimeReader) {
    let order = column.flatMap { ValueOrder(of: $0, sample: sample, reader: reader) } ?? .text
    let summed =
      columns.first { $0.format.isMoney && $0.isSummable && $0.weight >= 30 }
      ?? columns.first { $0.isSummable && $0.paths != column?.paths }
    arrangement.setGrouping(by: column, order: order, summing: summed)
  }

  /// Hides or shows the rows of the group in which the selection is.
  ///
  /// - Returns: Whether there is such a group.
  @discardableResult
  mutating func fold(at instant: ContinuousClock.Instant) -> Bool {
    guard arrangement.grouping != nil else {
      message = "the rows are not grouped: b groups by a column"
      return false
    }
    guard let section = table.selectedSection ?? sectionOfSelection else { return false }
    table.toggle(section: section, at: instant)
    return true
  }

  private var sectionOfSelection: String? {
    guard let id = table.selection else { return nil }
    return table.sections.first { $0.rows.contains { $0.id == id } }?.id
  }

  /// Hides the rows of all groups, or shows them where all are hidden.
  mutating func foldAll(at instant: ContinuousClock.Instant) {
    guard arrangement.grouping != nil else {
      message = "the rows are not grouped: b groups by a column"
      return
    }
    let ids = Set(table.sections.map(\.id))
    let areFolded = ids.isSubset(of: table.collapsedSections)
    for id in ids where table.collapsedSections.contains(id) == areFolded {
      table.toggle(section: id, at: instant)
    }
  }

  // MARK: Marked rows

  /// Marks the selected row, or takes its mark away, and goes on to the next one.
  mutating func toggleMark(at instant: ContinuousClock.Instant) {
    showSelection(at: instant)
    guard let row = currentRow else {
      message = "no row is selected: j and k select one"
      return
    }
    arrangement.toggleMark(row.id)
    _ = perform(.move(.nextRow), at: instant)
  }

  /// Selects the next marked row of the table, and begins again at its start.
  mutating func selectNextMarked(at instant: ContinuousClock.Instant) {
    let rows = table.rows
    let count = rows.count
    guard arrangement.markedCount > 0, count > 0 else {
      message = "no row is marked: v marks one"
      return
    }
    let start = (table.selectedOffset ?? -1) + 1
    for step in 0..<count {
      let offset = (start + step) % count
      guard arrangement.isMarked(rows[offset].id) else { continue }
      leavePins(at: instant)
      table.selectRow(atOffset: offset, at: instant)
      return
    }
    message = "the marked rows are not in the table"
  }
}

extension ShapeOptions {
  var isEmpty: Bool { sort == nil && group == nil }
}
