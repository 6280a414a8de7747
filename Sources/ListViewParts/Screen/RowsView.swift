package import Feeds
package import TableModel
package import TerminalCore
internal import Values

/// Draws the rows of a table, its group heads among them.
package struct RowsView: View {
  package let surroundings: Surroundings
  /// Whether rows bear marks and flash when they change.
  let showsChanges: Bool
  /// What a search looks for.
  let pattern: Pattern?
  /// Whether the reader has marked a row.
  let isMarked: @Sendable (RowID) -> Bool
  /// What the rows are grouped by, and what the head of a group says, by its identifier.
  let groupColumn: Column?
  let group: @Sendable (String) -> GroupSummary?

  package init(
    surroundings: Surroundings,
    showsChanges: Bool = true,
    pattern: Pattern? = nil,
    isMarked: @escaping @Sendable (RowID) -> Bool = { _ in false },
    groupColumn: Column? = nil,
    group: @escaping @Sendable (String) -> GroupSummary? = { _ in nil }
  ) {
    (self.surroundings, self.showsChanges, self.pattern) = (surroundings, showsChanges, pattern)
    (self.isMarked, self.groupColumn, self.group) = (isMarked, groupColumn, group)
  }

  package typealias Line = TablePresentation<Row, FieldPath>.Line

  /// How far, in columns of the screen, a row slides.
  private static let slide = 14

  /// Draws what is in view of a table.
  package func draw(
    _ presentation: TablePresentation<Row, FieldPath>,
    on lines: Range<Int>,
    of buffer: inout CellBuffer
  ) {
    let glow = glow(of: presentation)
    for (line, content) in zip(lines, presentation.lines) {
      var content = content
      if glow < 1 { content.flashes = content.flashes.mapValues { $0 * glow } }
      draw(content, on: line, of: &buffer)
    }
  }

  /// How strong a flash is, from 0 to 1: where most rows in view flash at once, none of them is told
  /// from the others by it, and all have to be read through it.
  private func glow(of presentation: TablePresentation<Row, FieldPath>) -> Double {
    let rows = presentation.lines.count { $0.content.row != nil }
    guard rows >= 6 else { return 1 }
    let share = Double(presentation.lines.count { !$0.flashes.isEmpty }) / Double(rows)
    return 1 - 0.7 * max(0, share - 0.3) / 0.7
  }

  /// Draws one line of the table.
  package func draw(_ content: Line, on line: Int, of buffer: inout CellBuffer) {
    if let head = content.content.head {
      return draw(head, content, on: line, of: &buffer)
    }
    guard let row = content.content.row else { return }
    var content = content
    if !showsChanges { (content.marks, content.flashes, content.tint) = ([:], [:], nil) }
    let look = Look(content)
    let right = frame.tableColumns.count - ColumnLayout.rightMargin
    if look.surface != .base {
      buffer.fill(line: line, columns: 0..<right + 1, style: theme.style(.text, on: look.surface))
    }
    let shift = Int(clamping: (content.slide * Double(Self.slide)).rounded())
    for (place, value) in zip(layout.places, layout.reader.values(of: row)) {
      guard let value else { continue }
      let cell = cell(value, of: row, in: place)
      draw(cell, in: place, shiftedBy: shift, as: look, flashes: content, on: line, of: &buffer)
    }
    // What slides out at the right does not slide over the scroll bar.
    if shift > 0 {
      let surface = theme.style(.text, on: look.surface)
      buffer.fill(line: line, columns: right..<right + 1, style: surface)
      buffer.fill(
        line: line,
        columns: right + 1..<frame.tableColumns.count,
        style: theme.style(.text)
      )
    }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: look.surface))
    }
    drawMarks(of: content, row, as: look, on: line, of: &buffer)
  }

  /// Draws what happened to a row in the margin, paler with its age, and whether the user marked it.
  private func drawMarks(
    of content: Line,
    _ row: Row,
    as look: Look,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let isMarked = self.isMarked(row.id)
    if isMarked {
      let style = theme.style(.accent, on: look.surface, bold: true)
      buffer.write("*", line: line, column: 2, style: style)
    }
    guard let first = look.mark else { return }
    var marks = [first]
    // What came or moved and changed says both.
    if first != .update, content.marks[.update] != nil, !isMarked || !content.isSelected {
      marks.append(.update)
    }
    // Two stand in the margin apart from the row, unless the sign of the selection is there.
    let start = marks.count > 1 && !content.isSelected ? 0 : 1
    for (offset, mark) in marks.enumerated() {
      let age = 0.95 * (1 - (content.marks[mark] ?? 1))
      let fade = max(look.fade / 2, age)
      let style = theme.style(mark.role, on: look.surface, fade: fade, bold: true)
      buffer.write(mark.sign, line: line, column: start + offset, style: style)
    }
  }

  /// What stands in a cell, its tone where it is a status.
  private func cell(
    _ value: JSONValue,
    of row: Row,
    in place: ColumnLayout.Place
  ) -> (text: String, tone: StatusTone?) {
    let column = columns[place.column]
    var text = column.cellText(of: value, in: row, calendar, at: present)
    guard !text.isEmpty else { return ("", nil) }
    switch column.format {
    case .status: return ("● " + text, StatusTone(text))
    case .level(let scale): return (text, StatusTone(level: scale.level(of: value.string)))
    case .time(.clock) where place.width < 8: text = String(text.prefix(5))
    case .time(.dateAndClock) where place.width < 16: text = String(text.prefix(10))
    case .number, .money, .amount:
      // Points stand in a line, as far as there is room for what other rows have behind theirs.
      let fraction = column.fractionWidth - column.fractionWidth(of: text)
      let room = min(fraction, place.width - DisplayWidth.width(of: text, limit: place.width))
      if room > 0 { text += String(repeating: " ", count: room) }
    default: break
    }
    return (text, nil)
  }

  private func draw(
    _ cell: (text: String, tone: StatusTone?),
    in place: ColumnLayout.Place,
    shiftedBy shift: Int,
    as look: Look,
    flashes content: Line,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    guard !cell.text.isEmpty else { return }
    let column = columns[place.column]
    let role = look.role ?? cell.tone?.role ?? (column.isQuiet ? .dim : .text)
    var surface = look.surface
    if !content.flashes.isEmpty {
      let strength = column.paths.compactMap { content.flashes[$0] }.max() ?? 0
      if strength > 0 { surface = .tint(.changed, Mark.update.tint * strength) }
    }
    buffer.write(
      cell.text,
      line: line,
      column: place.start + shift,
      maximumWidth: place.width,
      alignment: column.isRightAligned ? .right : .left,
      style: theme.style(role, on: surface, fade: look.fade, bold: content.isSelected)
    )
    let lead = column.format == .status && cell.tone != nil ? 2 : 0
    highlight(cell.text, after: lead, in: place, shiftedBy: shift, on: line, of: &buffer)
  }
}

/// How a line of the table looks, whatever its columns.
private struct Look {
  var surface = Theme.Surface.base
  var fade = 0.0
  var mark: Mark?
  /// What the whole row is, where that outweighs what its cells are.
  var role: Theme.Role?

  init(_ line: RowsView.Line) {
    mark = line.mark
    // From the first frame to the last there is something on the line.
    fade = 0.75 * (1 - line.opacity)
    if let tint = line.tint { surface = .tint(tint.mark.role, tint.mark.tint * tint.strength) }
    switch line.content {
    case .ghost:
      fade = 0.85 * (1 - line.opacity)
      if mark == .deletion { role = .deleted }
    case .tombstone:
      mark = .deletion
      role = .faint
      if line.isSelected { surface = .selection }
    default:
      if line.isSelected { surface = .selection }
    }
  }
}
