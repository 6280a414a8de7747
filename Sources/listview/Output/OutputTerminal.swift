import CTTY
import ListViewParts
import TerminalCore

import Glibc

/// Standard output, for commands that print lines and exit.
struct OutputTerminal {
  /// The size of the terminal's window; nil for a pipe or a file, and if it is unknown.
  let size: TerminalSize?
  /// The theme, according to the terminal's abilities and the user's choice of colours.
  let theme: Theme

  /// Queries standard output.
  init(color: ColorDepth.Choice, _ environment: [String: String]) {
    size = Self.windowSize
    let term = environment["TERM"] ?? ""
    let hasColors = !["", "dumb", "vt100", "vt102", "vt220"].contains(term)
    theme = Theme(
      depth: ColorDepth(
        choice: color,
        environment: environment,
        terminalColors: size.map { _ in hasColors ? ColorDepth.ansi8.rawValue : 0 }
      )
    )
  }

  private static var windowSize: TerminalSize? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard isatty(STDOUT_FILENO) == 1,
      tty_window_size(STDOUT_FILENO, &width, &height) == 0, width > 0
    else { return nil }
    return TerminalSize(columns: Int(width), lines: Int(max(height, 1)))
  }

  /// A line of segments with control sequences, cut to the width of the window; without a window, whole, and plain
  /// unless colours are forced.
  func text(_ segments: [Segment]) -> String {
    guard size != nil || theme.depth > .none else { return segments.map(\.text).joined() }
    let width = size?.columns ?? segments.reduce(0) { $0 + DisplayWidth.width(of: $1.text) }
    var buffer = CellBuffer(TerminalSize(columns: width, lines: 1))
    var column = 0
    for segment in segments {
      column += buffer.write(
        segment.text,
        line: 0,
        column: column,
        maximumWidth: width - column,
        style: theme.style(segment.role, bold: segment.isBold)
      )
    }
    return buffer.styledText(line: 0)
  }
}
