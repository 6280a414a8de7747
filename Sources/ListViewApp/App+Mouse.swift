import Columns
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

extension App {
  /// The number of lines scrolled by one step of the wheel.
  private static let notch = 3

  /// Handles a mouse event in the table and the detail.
  mutating func handle(_ event: MouseEvent, _ context: Context) -> [Effect] {
    let instant = context.instant
    let isInDetail =
      layout.detail.map { $0.lines.contains(event.line) && $0.columns.contains(event.column) }
      ?? false
    switch event.kind {
    case .wheelUp, .wheelDown:
      let isDown = event.kind == .wheelDown
      if isInDetail {
        for _ in 0..<Self.notch { detail?.move(isDown ? .scrollDown : .scrollUp) }
      } else {
        list.table.scroll(by: isDown ? Self.notch : -Self.notch, at: instant)
      }
    case .wheelLeft, .wheelRight:
      if !isInDetail {
        notices.report(columns.scroll(by: event.kind == .wheelRight ? 1 : -1, in: layout))
      }
    case .press(button: 0),
      .drag(button: 0)
    where event.line == layout.timeline || event.column == ScrollBar.column(in: layout):
      clearNotices()
      if scroll(to: event, at: instant) {
        break
      } else if event.kind != .press(button: 0), event.line != layout.timeline {
        break
      } else if event.line == layout.summary {
        filterByLabel(at: event.column, context)
      } else if event.line == layout.timeline {
        seek(to: event.column, context)
      } else if isInDetail {
        focusDetail(true)
      } else if event.line == layout.title {
        if let chip = titleBar(context).chip(at: event.column) { remove(chip, at: instant) }
      } else if event.line == layout.strip {
        openSpanPick(at: event.column)
      } else if event.line == layout.headers {
        // The gap to the right of a column, which may contain the sort arrow, belongs to the column.
        let place = columns.layout.places.first {
          ($0.start..<$0.start + $0.width + 2).contains(event.column)
        }
        if let place {
          let isFurther = event.modifiers.contains(.control)
          sort(by: columns.columns[place.column], isFurther: isFurther, at: instant)
        }
      } else {
        click(line: event.line, at: instant)
      }
    case .press(button: 2) where layout.tableLines.contains(event.line) && !isInDetail:
      clearNotices()
      click(line: event.line, at: instant)
      if list.currentRow != nil { openActions(at: instant) }
    case .press, .release, .drag, .move: break
    }
    return []
  }

  /// Seeks to the position at a column of the timeline.
  private mutating func seek(to column: Int, _ context: Context) {
    guard let timeline = feed.timeline else { return }
    let view = TimelineView(timeline, of: feed.player, in: context)
    let instant = context.instant
    feed.player.go(to: view.position(at: column), at: instant)
    advance(to: instant)
  }

  /// Removes the view option of a chip.
  private mutating func remove(_ chip: TitleChip, at instant: ContinuousClock.Instant) {
    switch chip.kind {
    case .work: _ = cancelRearranging(at: instant)
    case .comparison: toggleComparison(at: instant)
    case .filter: setFilter(nil, at: instant)
    case .search: find.search = nil
    case .count: leaveCounts(at: instant)
    case .sort: sort(by: nil, at: instant)
    case .group: group(by: nil, at: instant)
    case .frozen: perform(.freeze, at: instant)
    case .marked: list.arrangement.clearMarks()
    case .pinned, .until: break
    }
  }

  /// Selects the row on a screen line, or opens it if it is already selected.
  private mutating func click(line: Int, at instant: ContinuousClock.Instant) {
    let lines = list.pinLayout(in: layout)
    if lines.pins.contains(line) {
      let before = list.pinTable.selection
      guard list.pinTable.select(atLine: line - lines.pins.lowerBound, at: instant) else { return }
      list.table.clearSelection(at: instant)
      if before != nil, before == list.pinTable.selection { return openSelected(at: instant) }
    } else if lines.table.contains(line) {
      let before = (list.table.selection, list.table.selectedSection)
      guard list.table.select(atLine: line - lines.table.lowerBound, at: instant) else { return }
      list.leavePins(at: instant)
      if before == (list.table.selection, list.table.selectedSection) {
        return openSelected(at: instant)
      }
    } else {
      return
    }
    focusDetail(false)
  }
}

/// Finds what is at a place of the screen besides rows and titles.
extension App {
  /// The key of the hint at a column of the status bar; nil if there is none.
  func hintedKey(at column: Int, at instant: ContinuousClock.Instant) -> InputEvent? {
    let isOver = acting.outputs.isEmpty && !layers.isEmpty
    let app = isOver ? self : front
    // A message about the rows covers the hints of their groups.
    if showsCounts, !isOver, (notices.message(at: instant) ?? feed.status.notice) != nil {
      return nil
    }
    var buffer = CellBuffer(setup.size)
    let context = app.context(at: instant)
    let keyLine = app.drawLayer(of: &buffer, context)
    guard let line = layout.keys, keyLine != .drawn else { return nil }
    let bar = app.statusBar(app.list.table.presentation(at: instant), keyLine, context)
    let found = bar.draw(on: line, of: &buffer).first { $0.columns.contains(column) }
    return found.flatMap { $0.hint.key(at: column - $0.columns.lowerBound) }
  }

  /// Shows the rows of a label of the summary bar alone, or all again.
  mutating func filterByLabel(at column: Int, _ context: Context) {
    guard showsSummary, let line = layout.summary else { return }
    var buffer = CellBuffer(setup.size)
    let labels = summary.draw(on: line, of: &buffer, about: summaryScope, in: context)
    guard let term = labels.first(where: { $0.columns.contains(column) })?.label.term else {
      return
    }
    let before = find.filter?.text ?? ""
    var text = before.isEmpty ? term : "\(before.contains(" or ") ? "(\(before))" : before) \(term)"
    if before == term { text = "" }
    if before.hasSuffix(" \(term)") { text = String(before.dropLast(term.count).trimming) }
    setFilter(text.isEmpty ? nil : try? Filter(text), at: context.instant)
  }

  /// Scrolls to where the scroll bar is clicked.
  ///
  /// - Returns: Whether it was.
  mutating func scroll(to event: MouseEvent, at instant: ContinuousClock.Instant) -> Bool {
    let (screen, table) = (layout, list.table)
    let lines = list.pinLayout(in: screen).table
    guard screen.showsTable, setup.size.columns >= 20, lines.contains(event.line),
      event.column == ScrollBar.column(in: screen),
      let bar = ScrollBar(above: table.linesAbove, total: table.lineCount, height: lines.count)
    else { return false }
    let above = bar.above(
      at: event.line - lines.lowerBound,
      total: table.lineCount,
      height: lines.count
    )
    list.table.scroll(by: above - table.linesAbove, at: instant)
    return true
  }
}
