package import TerminalCore

extension Summary {
  /// Draws the labels of the summary, dimmed where they lag behind the rows.
  package func draw(
    on line: Int,
    of buffer: inout CellBuffer,
    in surroundings: Surroundings
  ) {
    let (size, theme, instant) = (surroundings.size, surroundings.theme, surroundings.instant)
    let labels = labels(at: instant)
    var end = size.columns - 1
    let isLate = self.isLate(at: instant)
    if isLate, end > Text.late.displayWidth + 2 {
      end -= Text.late.displayWidth
      buffer.write(Text.late, line: line, column: end, style: theme.style(.warning))
      end -= 2
    }
    let layout = SummaryLayout(labels, width: end - 1)
    var column = 1
    for label in labels.prefix(layout.count) {
      let start = column
      for piece in label.pieces(values: layout.values, picture: layout.picture) {
        column += buffer.write(
          piece.text,
          line: line,
          column: column,
          maximumWidth: max(0, end - column),
          style: theme.style(isLate ? .dim : piece.role, bold: piece.isBold)
        )
      }
      let rest = label.pieces(values: layout.values).reduce(0) { $0 + $1.text.displayWidth }
      if layout.picture == 0, start + rest > end {
        buffer.write("…", line: line, column: end - 1, style: theme.style(.dim))
      }
      let width = label.width(values: layout.values, picture: layout.picture)
      column = max(column, start + width) + SummaryLayout.gap
    }
  }

  /// What the summary bar says.
  package enum Text {
    /// That the labels are those of rows of some time ago.
    package static let late = "updating…"
  }
}
