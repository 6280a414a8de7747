internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  typealias Line = TablePresentation<Row, FieldPath>.Line

  /// How far, in columns of the screen, a row slides.
  private static let slide = 14

  /// Draws one line of the table.
  func drawLine(_ content: Line, on line: Int, of buffer: inout CellBuffer) {
    if let head = content.content.head {
      return drawGroupHead(head, content, on: line, of: &buffer)
    }
    guard let row = content.content.row else { return }
    let look = Look(content)
    let right = size.columns - ColumnLayout.rightMargin
    if look.surface != .base {
      buffer.fill(line: line, columns: 0..<right + 1, style: theme.style(.text, on: look.surface))
    }
    let shift = Int((content.slide * Double(Self.slide)).rounded())
    for place in layout.places {
      drawCell(row, in: place, shiftedBy: shift, as: look, flashes: content, on: line, of: &buffer)
    }
    // What slides out at the right does not slide over the scroll bar.
    if shift > 0 {
      let surface = theme.style(.text, on: look.surface)
      buffer.fill(line: line, columns: right..<right + 1, style: surface)
      buffer.fill(line: line, columns: right + 1..<size.columns, style: theme.style(.text))
    }
    if content.isSelected {
      buffer.write("▌", line: line, column: 0, style: theme.style(.accent, on: look.surface))
    }
    if let (sign, role) = look.mark {
      let style = theme.style(role, on: look.surface, fade: look.fade / 2, bold: true)
      buffer.write(sign, line: line, column: 1, style: style)
    }
    if arrangement.isMarked(row.id) {
      let style = theme.style(.accent, on: look.surface, bold: true)
      buffer.write("*", line: line, column: 2, style: style)
    }
  }

  private func drawCell(
    _ row: Row,
    in place: ColumnLayout.Place,
    shiftedBy shift: Int,
    as look: Look,
    flashes content: Line,
    on line: Int,
    of buffer: inout CellBuffer
  ) {
    let column = columns[place.column]
    var text = column.text(of: row, in: configuration.calendar)
    guard !text.isEmpty else { return }
    if column.format == .time(spansDays: false), place.width < 8 { text = String(text.prefix(5)) }
    var role = column.isQuiet ? Theme.Role.dim : .text
    if column.format == .status {
      role = StatusTone(column.value(of: row)?.string ?? "").role
      text = "● " + text
    }
    if let own = look.role { role = own }
    var surface = look.surface
    let strength = column.paths.compactMap { content.flashes[$0] }.max() ?? 0
    if strength > 0 { surface = .tint(.changed, 0.6 * strength) }
    buffer.write(
      text,
      line: line,
      column: place.start + shift,
      maximumWidth: place.width,
      alignment: column.isRightAligned ? .right : .left,
      style: theme.style(role, on: surface, fade: look.fade, bold: content.isSelected)
    )
  }
}

/// How a line of the table looks, whatever its columns.
private struct Look {
  var surface = Theme.Surface.base
  var fade = 0.0
  var mark: (sign: String, role: Theme.Role)?
  /// What the whole row is, where that outweighs what its cells are.
  var role: Theme.Role?

  init(_ line: App.Line) {
    mark = line.mark.map { ($0.sign, $0.role) }
    fade = 1 - line.opacity
    switch line.content {
    case .ghost:
      mark = (Mark.deletion.sign, .deleted)
      surface = .tint(.deleted, 0.3 * line.opacity)
      role = .deleted
    case .tombstone:
      mark = (Mark.deletion.sign, .deleted)
      role = .faint
      if line.isSelected { surface = .selection }
    default:
      if line.isSelected {
        surface = .selection
      } else if line.opacity < 1 {
        surface = .tint(.inserted, 0.28 * (1 - line.opacity * line.opacity))
      }
    }
  }
}

extension Mark {
  /// What stands in the margin.
  var sign: String {
    switch self {
    case .insertion: "+"
    case .update: "~"
    case .move: "›"
    case .deletion: "−"
    }
  }

  var role: Theme.Role {
    switch self {
    case .insertion: .inserted
    case .update: .changed
    case .move: .moved
    case .deletion: .deleted
    }
  }
}

extension StatusTone {
  var role: Theme.Role {
    switch self {
    case .good: .success
    case .pending: .pending
    case .bad: .failure
    case .neutral: .dim
    }
  }
}
