internal import ListViewParts
internal import TerminalCore

extension App {
  /// Opens a pane over the screen; its first line is in view.
  mutating func openPane(_ pane: Mode) {
    modeBehindPane = mode
    mode = pane
    paneScroll = ScrollPosition()
  }

  /// Scrolls the pane that is open over the screen, or closes it; a key that does neither does
  /// nothing, so that none does two things.
  mutating func handleInPane(_ event: InputEvent) -> [Effect] {
    guard let action = configuration.keyMap.action(for: event) else { return [] }
    clearNotices()
    switch action {
    case .program(.redraw): return [.redraw]
    case .program(.close), .program(.quit): mode = modeBehindPane
    case .program(.help) where mode == .help: mode = modeBehindPane
    case .program(.badInput) where mode == .badInput: mode = modeBehindPane
    case .move(let action): scrollPane(action)
    default: break
    }
    return []
  }

  /// Scrolls the pane that is open over the screen.
  mutating func scrollPane(_ action: MoveAction) {
    let (pane, count) =
      switch mode {
      case .badInput: (badInputPane, badInputLines.count)
      default: (help.pane, help.lines.count)
      }
    _ = paneScroll.move(action, count: count, height: pane.contents.lines.count)
  }
}
