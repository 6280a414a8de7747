import CTTY
import ListViewParts
import TerminalCore

import Glibc

/// The terminal of standard output, for commands that print lines and exit.
struct OutputTerminal {
  /// The size of the window.
  let columns: Int
  let lines: Int
  /// The theme, according to the terminal's abilities and the user's choice of colours.
  let theme: Theme

  /// Queries standard output; nil if it is not a terminal.
  init?(color: ColorDepth.Choice, _ environment: [String: String]) {
    var (width, height): (Int32, Int32) = (0, 0)
    guard isatty(STDOUT_FILENO) == 1,
      tty_window_size(STDOUT_FILENO, &width, &height) == 0, width > 0
    else { return nil }
    (columns, lines) = (Int(width), Int(max(height, 1)))
    let term = environment["TERM"] ?? ""
    let hasColors = !["", "dumb", "vt100", "vt102", "vt220"].contains(term)
    theme = Theme(
      depth: ColorDepth(
        choice: color,
        environment: environment,
        terminalColors: hasColors ? ColorDepth.ansi8.rawValue : 0
      )
    )
  }

  /// A line of segments with control sequences, cut to the width of the window.
  func text(_ segments: [Segment]) -> String {
    var buffer = CellBuffer(TerminalSize(columns: columns, lines: 1))
    var column = 0
    for segment in segments {
      column += buffer.write(
        segment.text,
        line: 0,
        column: column,
        maximumWidth: columns - column,
        style: theme.style(segment.role, bold: segment.isBold)
      )
    }
    return buffer.styledText(line: 0)
  }
}
