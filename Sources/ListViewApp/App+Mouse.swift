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
