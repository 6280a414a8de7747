internal import TableModel
internal import TerminalCore

/// What concerns the program itself.
package enum ProgramAction: String, CaseIterable, Sendable {
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
