import TerminalCore

/// A screen like the program's: rows of several colours between two bars.
struct TerminalSample {
  let theme: Theme
  let size: TerminalSize

  /// The screen whose first row is row `first` of an endless list.
  func frame(first: Int, fade: Double = 0, note: String = "") -> CellBuffer {
    var buffer = CellBuffer(size)
    buffer.write("listview", line: 0, column: 1, style: theme.style(.accent, bold: true))
    buffer.write(note, line: 0, column: 12, style: theme.style(.text))
    let bar = theme.style(.dim, on: .bar)
    buffer.fill(line: size.lines - 1, style: bar)
    buffer.write("space pause   / search", line: size.lines - 1, column: 1, style: bar)
    for line in 1..<size.lines - 1 {
      row(first + line, line: line, into: &buffer, fade: line == 8 ? fade : 0)
    }
    return buffer
  }

  private func row(_ number: Int, line: Int, into buffer: inout CellBuffer, fade: Double) {
    let surface: Theme.Surface = fade > 0 ? .tint(.failure, 0.3) : .base
    buffer.fill(line: line, style: theme.style(.text, on: surface))
    func put(_ text: String, _ role: Theme.Role, _ column: Int) {
      buffer.write(
        text,
        line: line,
        column: column,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
    let time = 43_200 + number * 7
    put("\(time / 3600):\(time / 600 % 6)\(time / 60 % 10):\(time / 10 % 6)\(time % 10)", .dim, 3)
    put(["charge.succeeded", "customer.created", "payout.paid"][number % 3], .text, 13)
    buffer.write(
      "$\(number * 37 % 900).00",
      line: line,
      column: 37,
      maximumWidth: 10,
      alignment: .right,
      style: theme.style(.text, on: surface, fade: fade)
    )
    put(["● paid", "● pending", "● declined"][number % 3], .success, 66)
    for column in stride(from: 84, to: size.columns - 12, by: 16) {
      put("détail \(number)", .dim, column)
    }
  }
}
