import Columns
internal import FeedValues
import Ordering
package import TableModel
package import TerminalCore

/// Draws cells, meters and graphs.
extension RowsView {
  func draw(
    _ cell: ColumnCell,
    in field: CellField,
    as look: RowLook,
    of buffer: inout CellBuffer
  ) {
    guard !cell.isEmpty else { return }
    let place = field.place
    let column = columns[place.column]
    func style(_ role: Theme.Role) -> Style {
      theme.style(look.role ?? role, on: field.surface, fade: look.fade)
    }
    buffer.write(
      cell.text,
      line: field.line,
      column: field.start,
      maximumWidth: place.width,
      alignment: column.isRightAligned ? .right : .left,
      style: style(cell.role ?? (column.isQuiet ? .dim : .text))
    )
    if !cell.runs.isEmpty {
      let width = min(DisplayWidth.width(of: cell.text, limit: place.width), place.width)
      let start = field.start + (column.isRightAligned ? place.width - width : 0)
      for run in cell.runs {
        let columns = run.columns.clamped(to: 0..<width)
        let style = run.pen.map { self.style($0, in: field, as: look) } ?? style(run.role)
        buffer.restyle(
          line: field.line,
          columns: start + columns.lowerBound..<start + columns.upperBound
        ) { _ in style }
      }
    }
    highlight(
      cell,
      in: place,
      shiftedBy: field.shift,
      on: field.line,
      of: &buffer
    )
  }

  /// The style of a part whose styling comes from the program that wrote it, mapped to the theme's colours;
  /// without colours, that of the row.
  private func style(_ pen: TextPen, in field: CellField, as look: RowLook) -> Style {
    guard theme.depth != .none else {
      return theme.style(look.role ?? .text, on: field.surface, fade: look.fade)
    }
    var surface = field.surface
    if let fill = pen.fill, surface == .base { surface = .badge(fill) }
    var style = theme.style(
      look.role ?? pen.role,
      on: surface,
      fade: look.fade,
      bold: pen.isBold
    )
    if pen.isItalic { style.attributes.insert(.italic) }
    if pen.isUnderlined { style.attributes.insert(.underline) }
    return style
  }

  func draw(
    _ meter: Meter,
    in field: CellField,
    as look: RowLook,
    of buffer: inout CellBuffer
  ) {
    buffer.write(
      meter.text(width: field.place.meter),
      line: field.line,
      column: field.start + field.place.width + 1,
      maximumWidth: field.place.meter,
      style: theme.style(look.role ?? meter.role, on: look.surface, fade: look.fade)
    )
  }

  /// Draws the sparkline of a number.
  func draw(
    _ graph: ColumnLayout.Graph,
    row: RowID,
    shiftedBy shift: Int,
    as look: RowLook,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let known = context.history.graph(of: row, in: graph.path, width: graph.width)
    guard let (picture, direction) = known else { return }
    let role: Theme.Role =
      switch direction {
      case .plus: .success
      case .minus: .failure
      case nil: .dim
      }
    buffer.write(
      picture,
      line: line,
      column: graph.start + graph.width - picture.count + shift,
      style: theme.style(look.role ?? role, on: look.surface, fade: look.fade)
    )
  }
}

/// The position and background of a cell.
struct CellField {
  var place: ColumnLayout.Slot
  var shift: Int
  var surface: Theme.Surface
  var line: Int

  /// The first screen column.
  var start: Int { place.start + shift }
}

extension RowsView {
  /// Draws a section header: its fold indicator, value, row count and sums.
  package func draw(
    _ header: SectionHeader,
    _ content: Line,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let surface: Theme.Surface = content.isSelected ? .selection : .base
    let right = screen.tableColumns.count - ColumnLayout.rightMargin
    let fade = 0.75 * (1 - content.opacity)
    let rule = theme.style(.faint, on: surface, fade: fade)
    if surface != .base { buffer.fill(line: line, columns: 0..<right + 1, style: rule) }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: surface))
    }
    let sign = theme.style(.accent, on: surface, fade: fade, bold: true)
    buffer.write(header.isCollapsed ? "▸" : "▾", line: line, column: 1, style: sign)
    guard let (text, tone, details) = texts(of: header) else { return }
    let role = tone?.role ?? .text
    var start = ColumnLayout.margin
    if tone != nil {
      start += buffer.write(
        "● ",
        line: line,
        column: start,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
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

  /// The value of a group, its tone if it is a status, and how many rows it has and what they add up to; nil if there is
  /// no such group.
  private func texts(
    of header: SectionHeader
  ) -> (value: String, tone: StatusTone?, details: String)? {
    guard let summary = group(header.id), let column = groupColumn else { return nil }
    let text =
      summary.value == nil
      ? "no \(column.title.lowercased())"
      : column.cellText(of: summary.sample, in: calendar)
    let tone = column.format == .status ? summary.value.map { StatusTone($0) } : nil
    return (text.isEmpty ? "“”" : text, tone, " · \(summary.details)")
  }

  /// The number of screen columns that a section header needs, without the margins.
  package func width(of header: SectionHeader) -> Int {
    guard let (text, tone, details) = texts(of: header) else { return 0 }
    return (tone == nil ? 0 : 2) + text.displayWidth + details.displayWidth
  }
}
