internal import TableModel
internal import TerminalCore

extension ListState {
  /// Moves the selection or the view.
  package mutating func move(_ action: MoveAction, at instant: ContinuousClock.Instant) {
    if movesAmongPins(action, at: instant) { return }
    switch action {
    case .nextRow: table.moveSelection(by: 1, at: instant)
    case .previousRow: table.moveSelection(by: -1, at: instant)
    case .pageDown: moveSelection(.pageDown, at: instant)
    case .pageUp: moveSelection(.pageUp, at: instant)
    case .halfPageDown: moveSelection(.halfPageDown, at: instant)
    case .halfPageUp: moveSelection(.halfPageUp, at: instant)
    case .firstRow: moveSelection(.first, at: instant)
    case .lastRow: moveSelection(.last, at: instant)
    case .scrollDown: table.scroll(by: 1, at: instant)
    case .scrollUp: table.scroll(by: -1, at: instant)
    case .nextChange: moveSelection(.nextMarked, at: instant)
    case .previousChange: moveSelection(.previousMarked, at: instant)
    case .track: table.track(!table.isTracking, at: instant)
    }
  }

  private mutating func moveSelection(_ movement: Movement, at instant: ContinuousClock.Instant) {
    // The first key selects a row; the page is turned from there.
    if table.selection == nil { table.moveSelection(by: 1, at: instant) }
    table.moveSelection(movement, at: instant)
  }
}
