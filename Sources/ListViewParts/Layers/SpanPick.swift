package import TerminalCore

/// The choice of a span of time among the rows at each time.
package struct SpanPick: LayerContents {
  /// The rows at each time, as of when the choice began.
  package let strip: TimeStrip
  /// The cell at which the selection began, and the one at which it ends now.
  private var (anchor, cursor): (Int, Int)

  /// Creates a choice of one cell.
  package init(_ strip: TimeStrip, cell: Int) {
    self.strip = strip
    (anchor, cursor) = (cell, cell)
  }

  /// The selected cells.
  package var cells: ClosedRange<Int> { min(anchor, cursor)...max(anchor, cursor) }

  private enum Step { case left, right, wider, narrower, first, last }

  private static let keys: [(step: Step, keys: [InputEvent])] = [
    (.left, [.key(.left), .character("h")]), (.right, [.key(.right), .character("l")]),
    (.wider, [.character("<"), .key(.left, .shift)]),
    (.narrower, [.character(">"), .key(.right, .shift)]),
    (.first, [.key(.home)]), (.last, [.key(.end)]),
  ]

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if case .mouse(let mouse) = event { return handle(mouse, in: context) }
    if event == .key(.enter) { return chosen }
    if event == .key(.escape) { return .consumed([.close]) }
    guard let step = Self.keys.first(where: { $0.keys.contains(event) })?.step else {
      return .ignored
    }
    let last = strip.cells.count - 1
    switch step {
    case .left: anchor = max(0, cursor - 1)
    case .right: anchor = min(last, cursor + 1)
    case .wider: return extend(to: cursor - 1)
    case .narrower: return extend(to: cursor + 1)
    case .first: anchor = 0
    case .last: anchor = last
    }
    cursor = anchor
    return .consumed
  }

  private mutating func extend(to cell: Int) -> Outcome {
    cursor = min(max(0, cell), strip.cells.count - 1)
    return .consumed
  }

  private mutating func handle(_ event: MouseEvent, in context: Context) -> Outcome {
    let cell = TimeStripView.cell(at: event.column, of: strip, in: context.size)
    switch event.kind {
    case .press(button: 0) where event.line == context.screen.strip:
      (anchor, cursor) = (cell, cell)
      return .consumed
    case .press: return .consumed([.close])
    case .drag(button: 0): return extend(to: cell)
    case .release: return chosen
    default: return .consumed
    }
  }

  private var chosen: Outcome { .consumed([.close, .showTimes(strip, cells)]) }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    if let line = context.screen.strip {
      buffer.fill(line: line, style: context.theme.style(.text))
      TimeStripView(strip, selection: cells, in: context).draw(on: line, of: &buffer)
    }
    return .hints([
      KeyHint("← →", HintText.move), KeyHint("< >", Text.extend),
      KeyHint(ChooserText.enter, Text.show), KeyHint(ChooserText.escape, ChooserText.cancel),
    ])
  }

  /// The texts of the choice.
  package enum Text {
    package static let extend = "select more"
    package static let show = "show these rows"
    package static let noTimes = "no line of times: the rows have no times in order, or are few"
    package static let noRoom = "the window is too low for the line of times"
    package static let noSummary = "the line of times is part of the summary, which is hidden"
  }
}
