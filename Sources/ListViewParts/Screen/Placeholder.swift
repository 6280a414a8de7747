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
