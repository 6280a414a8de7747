internal import TerminalCore

extension App {
  /// Draws the keys by topic in a box over the table; on a small screen as much as there is room.
  func drawHelp(over buffer: inout CellBuffer) {
    var entries: [(label: String, help: String)] = []
    for topic in KeyBinding.Topic.allCases {
      if !entries.isEmpty { entries.append(("", "")) }
      entries.append((topic.rawValue, ""))
      for binding in KeyBinding.all where binding.topic == topic {
        entries.append((binding.label, binding.help))
      }
    }
    let labelWidth = KeyBinding.all.map(\.label.displayWidth).max() ?? 0
    let helpWidth = KeyBinding.all.map(\.help.displayWidth).max() ?? 0
    // Topics need no lines between them where lines are few.
    if entries.count + 2 > size.lines { entries.removeAll { $0.label.isEmpty } }
    let height = min(entries.count + 2, size.lines)
    let width = min(labelWidth + helpWidth + 6, size.columns)
    let top = (size.lines - height) / 2
    let left = (size.columns - width) / 2

    let rule = theme.style(.faint, on: .bar)
    for line in top..<top + height {
      buffer.fill(line: line, columns: left..<left + width, style: rule)
      buffer.write("│", line: line, column: left, style: rule)
      buffer.write("│", line: line, column: left + width - 1, style: rule)
    }
    let horizontal = String(repeating: "─", count: max(0, width - 2))
    buffer.write("╭\(horizontal)╮", line: top, column: left, style: rule)
    buffer.write("╰\(horizontal)╯", line: top + height - 1, column: left, style: rule)
    buffer.write(
      " Keys ",
      line: top,
      column: left + 2,
      maximumWidth: max(0, width - 4),
      style: theme.style(.accent, on: .bar, bold: true)
    )
    let close = " any key closes "
    if width > close.count + 12 {
      buffer.write(
        close,
        line: top + height - 1,
        column: left + width - 2 - close.count,
        style: theme.style(.dim, on: .bar)
      )
    }
    for (entry, line) in zip(entries, top + 1..<max(top + 1, top + height - 1)) {
      let isTopic = entry.help.isEmpty
      buffer.write(
        entry.label,
        line: line,
        column: left + 2,
        maximumWidth: max(0, width - 4),
        style: theme.style(isTopic ? .dim : .text, on: .bar, bold: !isTopic)
      )
      guard !isTopic else { continue }
      buffer.write(
        entry.help,
        line: line,
        column: left + 4 + labelWidth,
        maximumWidth: max(0, width - labelWidth - 6),
        style: theme.style(.dim, on: .bar)
      )
    }
  }
}
