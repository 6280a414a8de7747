import Columns
package import TerminalCore

/// Draws the bottom line: new rows out of view, messages, searches and filters, and key hints.
package struct StatusBar: View {
  package let context: Context
  /// The numbers of new rows above and below the view.
  package var unseen = (above: 0, below: 0)
  /// The selected row, as in `row 8 of 312`, or the rows in view, as in `1–18 of 312`, once nothing moves any more;
  /// empty if no row is in view, or if their place is not known yet.
  package var range = ""
  /// The result of the last key.
  package var message: String?
  /// The event of the source, or the input that could not be parsed.
  package var problem: String?
  /// The current search and filter.
  package var findings: [Finding] = []
  /// The key hints, the most useful first.
  package var hints: [KeyHint] = []

  /// A search or filter with its result.
  package struct Finding: Hashable, Sendable {
    let sign: String
    let text: String
    let count: String

    package init(_ sign: String, _ text: String, _ count: String) {
      (self.sign, self.text, self.count) = (sign, text, count)
    }
  }

  package init(context: Context) { self.context = context }

  /// Draws the new rows out of view, a message or the searches and filters, the key hints, and the rows in view.
  ///
  /// - Returns: The key hints with their columns.
  @discardableResult
  package func draw(
    on line: Int,
    of buffer: inout CellBuffer
  ) -> [(hint: KeyHint, columns: Range<Int>)] {
    buffer.fill(line: line, style: theme.style(.dim, on: .bar))
    var column = 1
    for (count, arrow) in [(unseen.above, "↑"), (unseen.below, "↓")] where count > 0 {
      let style = theme.style(.text, on: .badge(.inserted), bold: true)
      let text = " \(Text.unseen(arrow, count)) "
      column += buffer.write(text, line: line, column: column, style: style) + 1
    }
    var end = size.columns - 1
    // Searches and filters take precedence over the rows in view.
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
      // The result of a key is shown alone; other messages leave the remaining room to the key hints.
      guard message == nil else { return [] }
      column += 3
    } else {
      if column > 1 { column += 1 }
      column = drawFindings(from: column, to: end, on: line, of: &buffer)
    }
    return fitting(hints, from: column, to: end).map { hint in
      let start = column
      let key = theme.style(.text, on: .bar, bold: true)
      let dim = theme.style(.dim, on: .bar)
      column += buffer.write(hint.keys, line: line, column: column, style: key) + 1
      column += buffer.write(hint.help, line: line, column: column, style: dim) + Self.gap
      return (hint, start..<column - Self.gap)
    }
  }

  /// The first hints that fit, and last the one that leads to all keys, for which there is always room.
  private func fitting(_ hints: [KeyHint], from start: Int, to end: Int) -> [KeyHint] {
    let help = hints.first { $0.help == HintText.help }
    let room = end - (help.map { $0.width + Self.gap } ?? 0)
    var (shown, column) = ([KeyHint](), start)
    for hint in hints where hint != help {
      guard column + hint.width <= room else { break }
      shown.append(hint)
      column += hint.width + Self.gap
    }
    if let help, column + help.width <= end { shown.append(help) }
    return shown
  }

  /// The screen columns between two key hints.
  package static let gap = 2

  /// Draws the current search and filter.
  ///
  /// - Returns: The column after them.
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
  /// The texts about rows out of view.
  package enum Text {
    package static func unseen(_ arrow: String, _ count: Int) -> String {
      "\(arrow) \(grouped(count)) new"
    }
    package static let rowDeleted = "row deleted"
    package static let rowHidden = "row no longer matches"
    package static func row(_ number: Int, of count: String) -> String {
      "row \(grouped(number)) of \(count)"
    }
    package static func groups(_ count: Int) -> String {
      "\(grouped(count)) group\(count == 1 ? "" : "s")"
    }
    package static func hidden(_ count: Int) -> String { "\(grouped(count)) hidden" }
  }
}
