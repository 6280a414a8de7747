internal import ListViewParts
internal import TableModel
internal import TerminalCore

extension App {
  /// Moves the selection or the view.
  mutating func perform(_ action: MoveAction, at instant: ContinuousClock.Instant) {
    if movesAmongPins(action, at: instant) { return }
    switch action {
    case .nextRow: table.moveSelection(by: 1, at: instant)
    case .previousRow: table.moveSelection(by: -1, at: instant)
    case .pageDown: move(.pageDown, at: instant)
    case .pageUp: move(.pageUp, at: instant)
    case .halfPageDown: move(.halfPageDown, at: instant)
    case .halfPageUp: move(.halfPageUp, at: instant)
    case .firstRow: move(.first, at: instant)
    case .lastRow: move(.last, at: instant)
    case .scrollDown: table.scroll(by: 1, at: instant)
    case .scrollUp: table.scroll(by: -1, at: instant)
    case .nextChange:
      move(.nextMarked, at: instant)
      tellChange()
    case .previousChange:
      move(.previousMarked, at: instant)
      tellChange()
    case .track: table.track(!table.isTracking, at: instant)
    }
  }

  private mutating func move(_ movement: Movement, at instant: ContinuousClock.Instant) {
    // The first key of all selects a row; a page is turned from there.
    if table.selection == nil { table.moveSelection(by: 1, at: instant) }
    table.moveSelection(movement, at: instant)
  }
}
