import Columns
import FeedIdentity
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
package import TerminalCore

extension App {
  /// Draws the screen as it is at an instant.
  ///
  /// - Parameter instant: The current time, not before that of the last event.
  /// - Returns: The cells of the screen, and when they next change if nothing happens; nil for never.
  /// - Complexity: O(*n*) in the number of cells.
  package func frame(
    at instant: ContinuousClock.Instant
  ) -> (buffer: CellBuffer, nextChange: ContinuousClock.Instant?) {
    if let output = acting.outputs.last { return output.app.frame(at: instant) }
    if showsCounts { return frameOfCounts(at: instant) }
    let context = context(at: instant)
    let layout = context.screen
    var buffer = CellBuffer(setup.size)
    if setup.theme.paintsBackground {
      let style = setup.theme.style(.text)
      for line in 0..<setup.size.lines { buffer.fill(line: line, style: style) }
    }
    let presentation = list.table.presentation(at: instant)
    var changes = [presentation.nextChange, notices.nextChange(after: instant)]
    if let line = layout.title { titleBar(context).draw(on: line, of: &buffer) }
    changes.append(feed.nextStateChange(in: context))
    if let line = layout.summary, let bar = feed.outageBar(in: context) {
      bar.draw(on: line, of: &buffer)
    } else if let line = layout.summary, showsSummary {
      summary.draw(on: line, of: &buffer, about: summaryScope, in: context)
      changes.append(summary.nextChange(after: instant))
    }
    if let line = layout.strip, let strip {
      TimeStripView(strip, in: context).draw(on: line, of: &buffer)
    }
    if let line = layout.headers { headers(context).draw(on: line, of: &buffer) }
    changes += drawRows(presentation, context, of: &buffer)
    if let place = layout.detail, let detail {
      let view = DetailView(
        context: context,
        detail,
        hasKeys: detailHasKeys,
        hasKeyedRows: feed.status.keyRule != .arrival
      )
      view.draw(in: place, of: &buffer)
      changes.append(view.nextChange)
    }
    if let line = layout.timeline, let timeline = feed.timeline {
      TimelineView(timeline, of: feed.player, in: context).draw(on: line, of: &buffer)
    }
    let keyLine = drawLayer(of: &buffer, context)
    if let line = layout.keys, keyLine != .drawn {
      statusBar(presentation, keyLine, context).draw(on: line, of: &buffer)
    }
    return (buffer, changes.compactMap(\.self).min())
  }

  /// The line that has the user's attention: that of the prompt, otherwise that of the selected row; nil if
  /// there is neither.
  package func focusedLine(at instant: ContinuousClock.Instant) -> Int? {
    if let output = acting.outputs.last { return output.app.focusedLine(at: instant) }
    if showsCounts, layers.isEmpty { return counts.last?.app.focusedLine(at: instant) }
    let screen = context(at: instant).screen
    if openPrompt != nil { return screen.keys ?? setup.size.lines - 1 }
    let presentation = list.table.presentation(at: instant)
    let line = presentation.lines.firstIndex(where: \.isSelected)
    return line.map { list.pinLayout(in: screen).table.lowerBound + $0 }
  }

  /// The view that draws rows.
  func rowsView(_ context: Context) -> RowsView {
    var view = RowsView(
      context: context,
      showsChanges: list.showsChanges,
      pattern: find.search?.pattern,
      severity: severity,
      tints: list.tints,
      isMarked: { [arrangement = list.arrangement] in arrangement.isMarked($0) },
      groupColumn: list.shownArrangement.grouping?.column,
      group: list.groupSummaries
    )
    view.comparison = list.comparison
    view.runMark = { [marks = acting.marks] in marks[$0] }
    view.repetition = { [list] in list.repetition(ofLine: $0, by: context.timeReader) }
    return view
  }

  /// For each line of the scroll bar, whether the rows that it stands for have an error, if the rows are those of a log.
  private func errorTicks(_ lines: Int) -> [Bool] {
    // Headers of groups take lines as well.
    guard severity?.isOfLog == true, list.table.lineCount == list.table.displayedRows.count else {
      return []
    }
    return list.errors.ticks(lines: lines)
  }

  /// The view that draws the header.
  func headers(_ context: Context) -> HeaderView {
    HeaderView(
      context: context,
      sort: list.wanted.sort,
      pick: layers.last?.contents()
    )
  }

  /// Draws the pinned rows and the table, or the reason why there are no rows.
  ///
  /// - Returns: When they next change if nothing happens.
  private func drawRows(
    _ presentation: TablePresentation<Row, FieldPath>,
    _ context: Context,
    of buffer: inout CellBuffer
  ) -> [ContinuousClock.Instant?] {
    let view = rowsView(context)
    let lines = list.pinLayout(in: context.screen)
    var changes = [view.nextTimeChange(of: presentation)]
    if !lines.pins.isEmpty {
      let pins = list.pinTable.presentation(at: context.instant)
      view.draw(list.arrangement.pins, pins, in: lines, of: &buffer)
      changes.append(pins.nextChange)
    }
    if isEmpty(presentation) {
      placeholder(context).draw(on: lines.table, of: &buffer)
    }
    view.draw(presentation, on: lines.table, of: &buffer)
    if feed.hasBanner { view.pale(lines.table.lowerBound..<lines.table.upperBound, of: &buffer) }
    if context.screen.showsTable {
      let table = list.table
      ScrollBar(above: table.linesAbove, total: table.lineCount, height: lines.table.count)?
        .draw(
          beside: lines.table,
          ticks: errorTicks(lines.table.count),
          of: &buffer,
          in: context
        )
    }
    return changes
  }
}
