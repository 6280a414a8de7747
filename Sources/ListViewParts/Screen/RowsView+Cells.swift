import Columns
internal import FeedValues
internal import TerminalCore

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
