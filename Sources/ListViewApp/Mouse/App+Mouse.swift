internal import ListViewParts
internal import TableModel
internal import TerminalCore

extension App {
  /// How many lines a notch of the wheel scrolls.
  private static let notch = 3

  /// Asks for clicks and the wheel, or leaves them to the terminal.
  mutating func toggleMouse() -> [Effect] {
    usesMouse.toggle()
    let key = configuration.keyMap.label(of: [.program(.mouse)])
    message =
      usesMouse
      ? "mouse on: the terminal selects text again with shift, or after \(key)"
      : "mouse off: the terminal selects text"
    return [.mouse(usesMouse)]
  }

  /// Does what a click or the wheel asks for.
  mutating func handle(_ event: MouseEvent, at instant: ContinuousClock.Instant) -> [Effect] {
    switch mode {
    case .help, .badInput:
      switch event.kind {
      case .wheelUp: scrollPane(.scrollUp)
      case .wheelDown: scrollPane(.scrollDown)
      default: break
      }
    case .table, .detail: handleInPlace(event, at: instant)
    case .picking, .columns, .keys, .prompt: break
    }
    return []
  }

  private mutating func handleInPlace(_ event: MouseEvent, at instant: ContinuousClock.Instant) {
    let place = frame.detail
    let isInDetail =
      place.map { $0.lines.contains(event.line) && $0.columns.contains(event.column) } ?? false
    switch event.kind {
    case .wheelUp, .wheelDown:
      let isDown = event.kind == .wheelDown
      if isInDetail {
        for _ in 0..<Self.notch { detail?.move(isDown ? .scrollDown : .scrollUp) }
      } else {
        table.scroll(by: isDown ? Self.notch : -Self.notch, at: instant)
      }
    case .wheelLeft, .wheelRight:
      if !isInDetail { scrollColumns(by: event.kind == .wheelRight ? 1 : -1) }
    case .press(button: 0):
      clearNotices()
      if isInDetail {
        mode = .detail
      } else if event.line == frame.heads {
        sort(atColumn: event.column, at: instant)
      } else {
        click(line: event.line, at: instant)
      }
    case .press, .release, .drag, .move: break
    }
  }

  /// Sorts by the column whose head stands at a column of the screen, or the other way round.
  private mutating func sort(atColumn column: Int, at instant: ContinuousClock.Instant) {
    // The gap behind a column, where the arrow stands, is its own.
    let place = layout.places.first { ($0.start..<$0.start + $0.width + 2).contains(column) }
    if let place { sort(by: columns[place.column], at: instant) }
  }

  /// Selects what stands on a line of the screen; what is selected already is opened.
  private mutating func click(line: Int, at instant: ContinuousClock.Instant) {
    let layout = pinLayout
    if layout.pins.contains(line) {
      let before = pinTable.selection
      guard pinTable.select(atLine: line - layout.pins.lowerBound, at: instant) else { return }
      table.clearSelection(at: instant)
      if before != nil, before == pinTable.selection { return openSelected(at: instant) }
    } else if layout.table.contains(line) {
      let before = (table.selection, table.selectedSection)
      guard table.select(atLine: line - layout.table.lowerBound, at: instant) else { return }
      leavePins(at: instant)
      if before == (table.selection, table.selectedSection) { return openSelected(at: instant) }
    } else {
      return
    }
    if mode == .detail { mode = .table }
  }
}
