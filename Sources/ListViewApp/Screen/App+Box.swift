internal import ListViewParts
internal import TerminalCore

extension App {
  /// Draws an empty box over what is there.
  ///
  /// - Parameters:
  ///   - box: Where.
  ///   - title: What stands in its upper rule, on the left.
  ///   - footer: What stands in its lower rule, on the right, if there is room for it.
  ///   - buffer: The screen.
  func draw(_ box: Box, title: String, footer: String, over buffer: inout CellBuffer) {
    let rule = theme.style(.faint, on: .bar)
    let (right, bottom) = (box.left + box.width - 1, box.top + box.height - 1)
    for line in box.top..<box.top + box.height {
      buffer.fill(line: line, columns: box.left..<right + 1, style: rule)
      buffer.write("│", line: line, column: box.left, style: rule)
      buffer.write("│", line: line, column: right, style: rule)
    }
    let horizontal = String(repeating: "─", count: max(0, box.width - 2))
    buffer.write("╭\(horizontal)╮", line: box.top, column: box.left, style: rule)
    buffer.write("╰\(horizontal)╯", line: bottom, column: box.left, style: rule)
    buffer.write(
      " \(title) ",
      line: box.top,
      column: box.left + 2,
      maximumWidth: max(0, box.width - 4),
      style: theme.style(.accent, on: .bar, bold: true)
    )
    let width = footer.displayWidth + 2
    guard !footer.isEmpty, width + 2 <= box.width else { return }
    let style = theme.style(.dim, on: .bar)
    buffer.write(" \(footer) ", line: bottom, column: right - 1 - width, style: style)
  }
}
