package import TerminalCore

/// Draws the bottom line: what waits out of sight, what is reported, what is looked for, and the keys.
package struct StatusBar: View {
  package let surroundings: Surroundings
  /// How many new rows wait above and below what is in view.
  package var unseen = (above: 0, below: 0)
  /// `1–18 of 312`, as it will be when nothing moves any more; empty if no row is in view.
  package var range = ""
  /// The result of the last key.
  package var message: String?
  /// What happened to the source, or could not be read.
  package var problem: String?
  /// What is searched for and filtered.
  package var findings: [Finding] = []
  /// The keys that are most useful where the reader is.
  package var hints: [KeyHint] = []

  /// Something that is looked for.
  package struct Finding: Hashable, Sendable {
    let sign: String
    let text: String
    let count: String

    package init(_ sign: String, _ text: String, _ count: String) {
      (self.sign, self.text, self.count) = (sign, text, count)
    }
  }

  package init(surroundings: Surroundings) { self.surroundings = surroundings }

  /// Draws what waits out of sight, what happened to the source or the keys, and the rows in view.
  package func draw(on line: Int, of buffer: inout CellBuffer) {
    buffer.fill(line: line, style: theme.style(.dim, on: .bar))
    var column = 1
    for (count, arrow) in [(unseen.above, "↑"), (unseen.below, "↓")] where count > 0 {
      let style = theme.style(.text, on: .badge(.inserted), bold: true)
      let text = " \(Text.unseen(arrow, count)) "
      column += buffer.write(text, line: line, column: column, style: style) + 1
    }
    var end = size.columns - 1
    // Searches and filters come first.
    let needed = findings.isEmpty ? 2 : 18
    if !range.isEmpty, column + range.displayWidth + needed <= size.columns - 1 {
      end -= range.displayWidth
      buffer.write(range, line: line, column: end, style: theme.style(.dim, on: .bar))
      end -= 2
    }
    if let notice = message ?? problem {
      let style = theme.style(message == nil ? .warning : .text, on: .bar)
      column += buffer.write(
        notice,
        line: line,
        column: column,
        maximumWidth: max(0, end - column),
        style: style
      )
      // The result of a key stands alone; other messages leave the key hints what room there is.
      guard message == nil else { return }
      column += 3
    } else {
      if column > 1 { column += 1 }
      column = drawFindings(from: column, to: end, on: line, of: &buffer)
    }
    for hint in hints {
      let width = hint.keys.displayWidth + 1 + hint.help.displayWidth
      guard column + width <= end else { break }
      let key = theme.style(.text, on: .bar, bold: true)
      let dim = theme.style(.dim, on: .bar)
      column += buffer.write(hint.keys, line: line, column: column, style: key) + 1
      column += buffer.write(hint.help, line: line, column: column, style: dim) + 3
    }
  }

  /// Draws what is searched for and what is filtered.
  ///
  /// - Returns: The column after what was drawn.
  private func drawFindings(
    from start: Int,
    to end: Int,
    on line: Int,
    of buffer: inout CellBuffer
  ) -> Int {
    var column = start
    for (number, piece) in findings.enumerated() {
      let room = (end - column) / (findings.count - number)
      let textRoom = room - 1 - piece.count.displayWidth - 2
      guard room > 4 else { break }
      let sign = theme.style(.accent, on: .bar, bold: true)
      let text = theme.style(.text, on: .bar)
      column += buffer.write(piece.sign, line: line, column: column, style: sign)
      if textRoom < 4 {
        column += buffer.write(
          piece.text,
          line: line,
          column: column,
          maximumWidth: room - 2,
          style: text
        )
      } else {
        column += buffer.write(
          piece.text,
          line: line,
          column: column,
          maximumWidth: textRoom,
          style: text
        )
        let dim = theme.style(.dim, on: .bar)
        column += 1
        column += buffer.write(piece.count, line: line, column: column, style: dim)
      }
      column += 3
    }
    return column
  }
}

extension StatusBar {
  /// What the status bar says of rows that are out of sight.
  package enum Text {
    package static func unseen(_ arrow: String, _ count: Int) -> String {
      "\(arrow) \(grouped(count)) new"
    }
    package static func hidden(_ count: Int) -> String { "\(grouped(count)) hidden" }
  }
}
