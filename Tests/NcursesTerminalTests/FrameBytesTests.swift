import TerminalCore
import Testing

@testable import NcursesTerminal

/// The cost of a change on the line to the terminal, without mode 2026's own sixteen bytes.
@MainActor @Suite struct `The bytes of a frame` {
  private struct Row {
    var time: String
    var type: String
    var amount: String
    var status: String
  }

  private let rows = (0..<40).map { index in
    Row(
      time: "12:0\(index / 10):\(index % 10)7",
      type: ["charge.succeeded", "customer.created", "payout.paid"][index % 3],
      amount: "$\(index * 37 % 900).00",
      status: ["paid", "pending", "declined"][index % 3]
    )
  }

  private func draw(
    _ row: Row,
    _ buffer: inout CellBuffer,
    _ theme: Theme,
    line: Int,
    surface: Theme.Surface = .base,
    fade: Double = 0
  ) {
    buffer.fill(line: line, style: theme.style(.text, on: surface))
    func put(_ text: String, _ role: Theme.Role, _ column: Int, width: Int? = nil) {
      buffer.write(
        text,
        line: line,
        column: column,
        maximumWidth: width,
        alignment: width == nil ? .left : .right,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
    put(row.time, .dim, 3)
    put(row.type, .text, 13)
    put(row.amount, .text, 37, width: 10)
    put("● " + row.status, .success, 66)
  }

  private func frame(_ theme: Theme, from first: Int = 2) -> CellBuffer {
    var buffer = CellBuffer(TerminalSize(columns: 80, lines: 24))
    buffer.write("listview", line: 0, column: 1, style: theme.style(.accent, bold: true))
    buffer.fill(line: 23, style: theme.style(.dim, on: .bar))
    buffer.write("space pause", line: 23, column: 1, style: theme.style(.dim, on: .bar))
    for line in 1..<23 { draw(rows[first + line], &buffer, theme, line: line) }
    return buffer
  }

  @Test(arguments: [ColorDepth.trueColor, .indexed256, .ansi8, .none])
  func `are few for frequent changes`(depth: ColorDepth) throws {
    let theme = Theme(depth: depth)
    var screen = try DrawnScreen(columns: 80, lines: 24, depth: depth)
    var expected = frame(theme)
    screen.present(expected)
    #expect(screen.difference(from: expected) == nil)

    #expect(screen.present(expected) == [])

    expected.write("9", line: 5, column: 4, style: theme.style(.dim))
    let cell = screen.present(expected)
    // A colour of sixteen million takes eight bytes more to name than one of 256.
    let more = depth == .trueColor ? 8 : 0
    #expect(cell.count <= 24 + more, "one cell: \(cell.count)")

    screen.present(frame(theme))
    expected = frame(theme, from: 1)
    let insertion = screen.present(expected)
    #expect(insertion.count <= 130, "a row inserted at the top: \(insertion.count)")
    #expect(screen.difference(from: expected) == nil)

    draw(rows[9], &expected, theme, line: 8, surface: .tint(.failure, 0.3))
    screen.present(expected)
    draw(rows[9], &expected, theme, line: 8, surface: .tint(.failure, 0.3), fade: 0.5)
    let fade = screen.present(expected)
    #expect(fade.count <= 115 + 4 * more, "a row faded one step: \(fade.count)")
    #expect(screen.difference(from: expected) == nil)
    print("bytes, \(depth): insertion \(insertion.count), fade \(fade.count), cell \(cell.count)")
  }
}
