import Columns
package import TerminalCore

/// Draws why a source is not delivering, on a line of its own below the title.
package struct OutageBar: View {
  package let context: Context
  /// The reason given by the source.
  let reason: String
  /// The colour.
  let role: Theme.Role
  /// The next attempt and the keys that help, at the right; as many of the first ones as there is room for, or the last one.
  let asides: [KeyHint]

  /// The strength of the background tint.
  private static let tint = 0.28

  package func draw(on line: Int, of buffer: inout CellBuffer) {
    let surface = Theme.Surface.tint(role, Self.tint)
    let text = theme.style(.text, on: surface)
    buffer.fill(line: line, style: text)
    let wanted = min(reason.displayWidth, (size.columns - 2) * 3 / 4)
    let choices = asides.indices.reversed().map { asides[...$0] } + [asides.suffix(1)]
    let shown = choices.first { wanted + 3 + Self.width(of: $0) <= size.columns - 2 } ?? []
    var end = size.columns - 1
    if !shown.isEmpty {
      end -= Self.width(of: shown)
      var column = end
      for aside in shown {
        if !aside.keys.isEmpty {
          let key = theme.style(.text, on: surface, bold: true)
          column += buffer.write(aside.keys, line: line, column: column, style: key) + 1
        }
        column += buffer.write(aside.help, line: line, column: column, style: text) + 3
      }
      end -= 3
    }
    let room = max(0, end - 1)
    buffer.write(reason, line: line, column: 1, maximumWidth: room, style: text)
    let sign = theme.style(role, on: surface, bold: true)
    buffer.restyle(line: line, columns: 1..<min(2, size.columns)) { _ in sign }
  }

  private static func width(of asides: ArraySlice<KeyHint>) -> Int {
    asides.reduce(-3) { width, aside in
      let keys = aside.keys.isEmpty ? 0 : aside.keys.displayWidth + 1
      return width + keys + aside.help.displayWidth + 3
    }
  }
}

extension RowsView {
  /// Dims rows that may be out of date; backgrounds of their own, such as that of the selection, stay.
  package func pale(_ lines: Range<Int>, of buffer: inout CellBuffer) {
    let (base, dim) = (theme.style(.text).background, theme.style(.dim))
    for line in lines {
      buffer.restyle(line: line, columns: screen.tableColumns) { style in
        guard style.background == base, !style.attributes.contains(.reverse) else { return style }
        var pale = dim
        pale.attributes.formUnion(style.attributes.subtracting(.bold))
        return pale
      }
    }
  }
}
