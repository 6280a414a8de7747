internal import TableModel
internal import TerminalCore

/// What concerns the program itself.
enum ProgramAction: String, CaseIterable, Sendable {
  case help
  case badInput = "bad-input"
  case changeMarks = "change-marks"
  case mouse
  case close
  case redraw
  case quit

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.program(.help), "this help", .character("?"), .key(.function(1))),
    KeyBinding(.program(.badInput), "unreadable input", .character("!")),
    KeyBinding(.program(.changeMarks), "change marks on, off", .character("d")),
    KeyBinding(.program(.mouse), "mouse on, off", .character("m")),
    KeyBinding(.program(.close), "close, let go", .key(.escape)),
    KeyBinding(.program(.redraw), "draw anew", .control("l")),
    KeyBinding(.program(.quit), "quit", .character("q"), .control("c")),
  ]
}

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
