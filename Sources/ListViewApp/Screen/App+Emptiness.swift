internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// Whether nothing is to be drawn where the rows stand.
  func isEmpty(_ presentation: TablePresentation<Row, FieldPath>) -> Bool {
    columns.isEmpty || table.rows.isEmpty && presentation.lines.allSatisfy(\.isBlank)
  }

  /// Whether a table without rows has room to say why, which the line of keys then need not do.
  var saysWhyEmpty: Bool { table.rows.isEmpty && frame.showsTable && frame.tableLines.count >= 4 }

  /// Says where there are no rows what is waited for, what is wrong, and what can be done.
  func drawEmptiness(
    on lines: Range<Int>,
    at instant: ContinuousClock.Instant,
    of buffer: inout CellBuffer
  ) {
    let room = max(1, frame.tableColumns.count - 2)
    // Lines of text are easier to read where they are not as wide as the screen.
    let width = min(room, 64)
    var texts: [(text: String, role: Theme.Role)] = [(emptiness, .text)]
    if saysWhyEmpty {
      if let trouble = feed.notice ?? badInputNotice(at: instant) {
        texts.append((trouble, .warning))
      }
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

  /// Why there are no rows.
  private var emptiness: String {
    if hiddenCount > 0 {
      return "The filter hides all \(plural(hiddenCount, "row")). Esc shows them."
    }
    guard player.count == 0 else {
      return feed.isEnded ? "The list is empty." : "The list is empty. Waiting for rows."
    }
    if feed.isEnded { return "The feed ended without a row." }
    return "Waiting for \(DisplayWidth.cut(configuration.feedName, to: 36)): no rows yet."
  }

  /// What is to come, or what the reader can do; nil where nobody knows.
  private var outlook: String? {
    let keyMap = configuration.keyMap
    if hiddenCount > 0 { return nil }
    if feed.isEnded { return "\(keyMap.label(of: [.program(.quit)])) quits." }
    if player.isPaused { return "Paused: \(keyMap.label(of: [.feed(.pause)])) goes on." }
    if isStopped { return "Stopped: \(keyMap.label(of: [.feed(.stop)])) goes on." }
    return configuration.outlook
  }
}

extension TablePresentation.Line {
  /// Whether nothing is to be drawn on the line.
  fileprivate var isBlank: Bool {
    switch content {
    case .gap, .empty: true
    case .row, .ghost, .tombstone, .head: false
    }
  }
}
