import Columns
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

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
