internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// What is done to the rows, from the fullest words to the fewest; nothing where nothing is.
  var shapeTexts: [String] {
    var (full, short, least): ([String], [String], [String]) = ([], [], [])
    if let sort = arrangement.sort {
      let text = "\(sort.column.title) \(sort.isDescending ? "▼" : "▲")"
      full.append("sorted by \(text)")
      short.append("by \(text)")
    }
    if let grouping = arrangement.grouping {
      full.append("grouped by \(grouping.column.title)")
      short.append("in \(grouping.column.title)")
    }
    if arrangement.isFrozen {
      full.append("order frozen")
      short.append("frozen")
      least.append("frozen")
    }
    let marked = arrangement.markedCount
    for (count, word) in [(arrangement.pins.count, "pinned"), (marked, "marked")] where count > 0 {
      let text = "\(Money.grouped(String(count))) \(word)"
      full.append(text)
      short.append(text)
      least.append(text)
    }
    return [full, short, least, Array(least.prefix(1))].filter { !$0.isEmpty }
      .map { $0.joined(separator: " · ") }
  }

  // MARK: Heads

  /// Draws the arrow of the order behind the head of the column that rows are sorted by, and while a
  /// column is picked the numbers before all heads.
  func drawOrder(on line: Int, of buffer: inout CellBuffer) {
    for (position, place) in layout.places.enumerated() {
      let column = columns[place.column]
      let width = min(column.title.displayWidth, place.width)
      let start = column.isRightAligned ? place.start + place.width - width : place.start
      if case .picking(let pick) = mode {
        let style =
          position == pick.position
          ? theme.style(.text, on: .badge(.accent), bold: true) : theme.style(.text, on: .bar)
        buffer.restyle(line: line, columns: start..<start + width) { _ in style }
        guard position < 9 else { continue }
        let number = theme.style(.accent, on: .bar, bold: true)
        buffer.write("\(position + 1)", line: line, column: start - 1, style: number)
      }
      guard let sort = arrangement.sort, sort.column.paths == column.paths else { continue }
      // The arrow stands in the gap between the columns, and no head is cut for it.
      buffer.write(
        sort.isDescending ? "▼" : "▲",
        line: line,
        column: start + width,
        style: theme.style(.accent, on: .bar, bold: true)
      )
    }
  }

  /// Says in the line of keys what the keys do while a column is picked.
  func drawPickKeys(_ pick: ColumnPick, on line: Int, of buffer: inout CellBuffer) {
    let dim = theme.style(.dim, on: .bar)
    buffer.fill(line: line, style: dim)
    let count = min(9, layout.places.count)
    var hints = [(count > 1 ? "1–\(count)" : "1", "a column"), ("← → ⏎", "choose")]
    switch pick.purpose {
    case .sort: hints += [("0", "feed order"), ("I", "invert")]
    case .group: hints += [("0", "no groups")]
    }
    hints.append(("Esc", "leave"))
    var column = 1
    column += buffer.write(
      pick.purpose == .sort ? "sort by" : "group by",
      line: line,
      column: column,
      style: theme.style(.accent, on: .bar, bold: true)
    )
    for (keys, help) in hints {
      guard column + 3 + keys.displayWidth + 1 + help.displayWidth < size.columns else { continue }
      let key = theme.style(.text, on: .bar, bold: true)
      column += 3
      column += buffer.write(keys, line: line, column: column, style: key) + 1
      column += buffer.write(help, line: line, column: column, style: dim)
    }
  }

  // MARK: Groups

  /// Draws the head of a group: whether it is folded, its value, how many rows it has and what they
  /// come to.
  func drawGroupHead(
    _ head: SectionHead,
    _ content: Line,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let surface: Theme.Surface = content.isSelected ? .selection : .base
    let right = frame.tableColumns.count - ColumnLayout.rightMargin
    let fade = 0.75 * (1 - content.opacity)
    let rule = theme.style(.faint, on: surface, fade: fade)
    if surface != .base { buffer.fill(line: line, columns: 0..<right + 1, style: rule) }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: surface))
    }
    let sign = theme.style(.accent, on: surface, fade: fade, bold: true)
    buffer.write(head.isCollapsed ? "▸" : "▾", line: line, column: 1, style: sign)
    guard let summary = summaries[head.id], let column = arrangement.grouping?.column else {
      return
    }
    var text =
      summary.value == nil
      ? "no \(column.title.lowercased())"
      : column.cellText(of: summary.sample, in: configuration.calendar)
    if text.isEmpty { text = "“”" }
    var role = Theme.Role.text
    var start = ColumnLayout.margin
    if column.format == .status, let value = summary.value {
      role = StatusTone(value).role
      start += buffer.write(
        "● ",
        line: line,
        column: start,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
    let details = " · \(summary.details)"
    let room = max(0, right - start)
    start += buffer.write(
      text,
      line: line,
      column: start,
      maximumWidth: max(min(room, 8), room - details.displayWidth - 4),
      style: theme.style(role, on: surface, fade: fade, bold: true)
    )
    start += buffer.write(
      details,
      line: line,
      column: start,
      maximumWidth: max(0, right - start),
      style: theme.style(.dim, on: surface, fade: fade)
    )
    guard start + 2 < right else { return }
    buffer.write(
      String(repeating: "─", count: right - start - 1),
      line: line,
      column: start + 1,
      style: rule
    )
  }

  // MARK: Pinned rows

  /// Draws the pinned rows and the rule below them.
  func drawPins(
    in layout: PinLayout,
    at instant: ContinuousClock.Instant,
    of buffer: inout CellBuffer
  ) -> ContinuousClock.Instant? {
    guard !layout.pins.isEmpty else { return nil }
    let gone = Set(arrangement.pins.filter(\.isGone).map(\.id))
    let presentation = pinTable.presentation(at: instant)
    let present = configuration.wallClock?.time(at: instant)
    for (line, content) in zip(layout.pins, presentation.lines) {
      var content = content
      if case .row(let row, _) = content.content, gone.contains(row.id) {
        content.content = .tombstone(row)
      }
      drawLine(content, on: line, of: &buffer, at: present)
    }
    if let line = layout.rule {
      buffer.write(
        String(repeating: "─", count: max(0, frame.tableColumns.count - ColumnLayout.rightMargin)),
        line: line,
        column: 0,
        style: theme.style(.faint)
      )
      let hidden = arrangement.pins.count - layout.pins.count
      let label = hidden > 0 ? " \(grouped(hidden)) more pinned " : " pinned "
      let end = frame.tableColumns.count - ColumnLayout.rightMargin - 2
      if hidden > 0 || label.displayWidth * 2 < end {
        buffer.write(
          label,
          line: line,
          column: hidden > 0 ? ColumnLayout.margin : end - label.displayWidth,
          style: theme.style(.dim)
        )
      }
    }
    return presentation.nextChange
  }
}
