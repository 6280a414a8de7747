import Columns
import FeedIdentity
import FeedStore
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
    var changes = [feed.player.isInPast ? nil : view.nextTimeChange(of: presentation)]
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

/// Draws the topmost layer.
extension App {
  /// Draws the topmost layer.
  ///
  /// - Returns: The content of the status bar meanwhile.
  func drawLayer(of buffer: inout CellBuffer, _ context: Context) -> KeyLine {
    guard var layer = layers.last else { return .standard }
    if var pane = layer.contents(as: MalformedInputPane.self) {
      pane.source = feed.outageLines(in: context)
      layer = .pane(pane)
    } else if var prompt = openPrompt {
      prompt.status = status(of: prompt, in: context)
      let found = completions(for: prompt.prompt.purpose, prompt.prompt.editor)
      prompt.ghost = prompt.prompt.ghost(of: found)
      prompt.candidates = Prompt.Completion(candidates: found.texts, length: found.length)
      prompt.menu = menu(of: prompt.prompt, found.texts, context)
      if let picking = prompt.picking, prompt.prompt.completion == nil {
        // The rows must be visible.
        (prompt.menu, prompt.candidates, prompt.ghost) = (nil, nil, "")
        if prompt.prompt.editor.isEmpty {
          prompt.ghost =
            picking == .one ? OpenPrompt.Text.toPick : OpenPrompt.Text.toPickSeveral
        }
      }
      layer = .pane(prompt)
    }
    return layer.draw(into: &buffer, in: context)
  }

  /// The result of a prompt: a match count or a row count.
  private func status(of open: OpenPrompt, in context: Context) -> String {
    let prompt = open.prompt
    switch prompt.purpose {
    case .search where open.before.detail != nil && detail != nil && prompt.problem == nil:
      let isVain = detail?.search?.matches.isEmpty ?? false
      return isVain ? OpenPrompt.Text.noMatch : detail?.matchCount ?? ""
    case .search where !prompt.editor.isEmpty && prompt.problem == nil:
      guard let search = find.search else { return "" }
      return matchCount(of: search, none: OpenPrompt.Text.noMatch, in: context)
    case .filter where list.preview != nil:
      let preview = list.preview
      let text = OpenPrompt.Text.matches(preview?.count ?? 0, of: list.allRows.count)
      return preview?.isComplete ?? true ? text : "\(text) …"
    case .filter where find.filter != nil:
      let since = find.reference.map { "\($0) · " } ?? ""
      return since
        + OpenPrompt.Text.matches(list.table.displayedRows.count, of: list.allRows.count)
    case .search, .filter, .command, .column: return ""
    }
  }
}

extension App {
  /// Sets the size of the screen.
  package mutating func resize(to size: TerminalSize, at instant: ContinuousClock.Instant) {
    setup.size = size.withOneCell
    for index in counts.indices { counts[index].app.resize(to: size, at: instant) }
    for index in acting.outputs.indices { acting.outputs[index].app.resize(to: size, at: instant) }
    layOut(at: instant)
    // Rows that come into view may need wider columns.
    fitColumns(at: instant)
    updatePreview(at: instant)
  }

  /// Divides the screen again; a selected row in view stays in view.
  mutating func layOut(at instant: ContinuousClock.Instant) {
    columns.divide(layout)
    let wasVisible = isSelectionVisible
    list.fitTable(in: context(at: instant))
    if wasVisible, !isSelectionVisible, let offset = list.table.selectedOffset {
      list.table.scrollTo(row: offset, at: instant)
    }
    layOutDetail(at: instant)
  }

  private var isSelectionVisible: Bool {
    let first = list.table.firstVisibleRow
    return list.table.selectedOffset.map { (first..<first + list.table.height).contains($0) }
      ?? false
  }

  /// Adapts the columns to the rows in view.
  ///
  /// - Parameters:
  ///   - instant: The current time.
  ///   - isMoving: Whether rows are starting to move.
  mutating func fitColumns(at instant: ContinuousClock.Instant, isMoving: Bool = false) {
    let isStill = !isMoving || list.table.motion == .none
    columns.need(Set(list.wanted.sort?.keys.map(\.column.path) ?? []), in: layout)
    columns.show(position: feed.player.position, isLatest: feed.player.isAtLiveEdge)
    var context = context(at: instant)
    // The columns record it, and would have to copy it.
    context.history = CellHistory()
    columns.fit(
      to: rowsInView + Array(list.pinTable.rows),
      of: list.table.displayedRows,
      key: feed.status.keyRule,
      comparedWith: list.comparison,
      in: context,
      during: isStill ? .zero : list.table.timing.batch
    )
  }

  private var rowsInView: [Row] {
    guard let visible = list.table.visibleRows else { return [] }
    var rows: [Row] = []
    rows.reserveCapacity(visible.count)
    list.table.displayedRows.forEach(in: Range(visible)) { rows.append($0) }
    return rows
  }

  /// Rows used for sample values, those in view first.
  var sampleRows: [Row] {
    rowsInView + Array(list.table.displayedRows.prefix(ColumnChoice.sampleSize))
  }

  /// Shows the specified columns from now on; nil restores the automatic choice.
  mutating func setColumns(_ spec: ColumnSpec?, at instant: ContinuousClock.Instant) {
    columns.set(spec, key: feed.status.keyRule, in: layout)
    summary.noteColumns()
    _ = hasFields([], at: instant)
    fitColumns(at: instant)
    columns.layOut(in: layout)
  }

  /// Carries out a change that the user makes to the columns.
  mutating func carryOut(_ change: ColumnChange, at instant: ContinuousClock.Instant) {
    columns.carryOut(
      change,
      samples: sampleRows,
      key: feed.status.keyRule,
      in: context(at: instant)
    )
    summary.noteColumns()
    if let path = columns.replacement, var picker = layers.last?.contents(as: ColumnPicker.self) {
      _ = hasFields([], at: instant)
      picker.follow(path, samples: sampleRows)
      layers[layers.count - 1] = .pane(picker)
    }
    fitColumns(at: instant)
    if change == .reset { columns.layOut(in: layout) }
    notices.report(columns.problem)
  }

  /// The request to remember the columns that the user chose; empty if there is nothing to remember.
  var columnEffects: [Effect] {
    columns.picked.map { [.remember($0.spec, fingerprint: $0.fingerprint)] } ?? []
  }

  /// Resizes the detail to its rectangle.
  mutating func layOutDetail(at instant: ContinuousClock.Instant) {
    guard var detail else { return }
    let columns = detail.size.columns
    detail.resize(to: Detail.size(in: layout))
    if columns != detail.size.columns { updateHistory(of: &detail, at: instant) }
    self.detail = detail
    lookInDetail(at: instant)
  }

  func updateHistory(of detail: inout Detail, at instant: ContinuousClock.Instant) {
    let view = DetailView(context: context(at: instant), detail)
    detail.historyLines = view.historyLines(
      feed.clocks,
      isForgotten: feed.player.forgotten > 0
    )
  }
}
