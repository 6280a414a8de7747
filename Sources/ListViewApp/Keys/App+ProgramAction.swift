internal import ListViewParts
internal import TableModel
internal import TerminalCore

extension App {
  /// Does what concerns the program itself.
  mutating func perform(
    _ action: ProgramAction,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    switch action {
    case .help: openPane(.help)
    case .badInput: openPane(.badInput)
    case .changeMarks: toggleChangeMarks()
    case .mouse: return toggleMouse()
    case .close: close(at: instant)
    case .redraw: return [.redraw]
    case .quit where detail != nil: closeDetail(at: instant)
    case .quit: return [.quit]
    }
    return []
  }
}
