import Columns
internal import FeedValues
package import TableModel
package import TerminalCore

/// Draws the reason why there are no rows, the problem if there is one, and what can be done.
package struct Placeholder: View {
  package let context: Context
  /// Why there are no rows.
  package var reason = ""
  /// The event of the source, or the input that could not be parsed.
  package var problem: String?
  /// The next event to expect, or the user's options; nil if unknown.
  package var outlook: String?

  package init(context: Context) { self.context = context }

  /// Whether an empty table has room for the placeholder, so that the status bar need not show the reason.
  package static func hasRoom(in screen: ScreenLayout) -> Bool {
    screen.showsTable && screen.tableLines.count >= 4
  }

  /// Draws the placeholder in the middle of some lines.
  package func draw(on lines: Range<Int>, of buffer: inout CellBuffer) {
    let room = max(1, screen.tableColumns.count - 2)
    // Shorter lines are easier to read on a wide screen.
    let width = min(room, 64)
    var texts: [(text: String, role: Theme.Role)] = [(reason, .text)]
    if Self.hasRoom(in: screen) {
      if let problem { texts.append((problem, .warning)) }
      if let outlook { texts.append((outlook, .dim)) }
    }
    let pieces = texts.flatMap { text, role in
      TextWrapping.lines(of: text, width: width, limit: 3).map { (String($0.trimming), role) }
    }
    let top = (lines.lowerBound + lines.upperBound - min(pieces.count, lines.count)) / 2
    for (line, (text, role)) in zip(top..<max(top, lines.upperBound), pieces) {
      buffer.write(
        text,
        line: line,
        column: 1 + max(0, (room - text.displayWidth) / 2),
        maximumWidth: room,
        style: theme.style(role)
      )
    }
  }

  /// The texts of the placeholder.
  package enum Text {
    package static func hidden(_ count: Int, _ key: String) -> String {
      "The filter hides all \(plural(count, "row")). \(key) shows them."
    }
    package static func empty(isEnded: Bool) -> String {
      isEnded ? "The list is empty." : "The list is empty. Waiting for rows."
    }
    package static let endedOutput = "The command has ended without output."
    package static func closes(_ key: String) -> String { "\(key) closes." }
    package static let endedEmpty = "The feed ended without a row."
    package static func waiting(for feed: String) -> String {
      "Waiting for \(DisplayWidth.cut(feed, to: 36)): no rows yet."
    }
    package static func reading(_ feed: String) -> String {
      "Reading \(DisplayWidth.cut(feed, to: 36)) …"
    }
    package static func quits(_ key: String) -> String { "\(key) quits." }
    package static func paused(_ key: String) -> String { "Paused: \(key) resumes." }
    package static func stopped(_ key: String) -> String { "Stopped: \(key) resumes." }
  }
}

extension TablePresentation<Row, FieldPath> {
  /// Whether no line has anything to draw.
  package var isBlank: Bool {
    lines.allSatisfy { line in
      switch line.content {
      case .gap, .empty: true
      case .row, .ghost, .tombstone, .header: false
      }
    }
  }
}

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
