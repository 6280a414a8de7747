internal import TableModel
internal import TerminalCore

/// What concerns the program itself.
package enum ProgramAction: String, CaseIterable, Sendable {
  case help
  case malformedInput = "malformed-input"
  case changeMarks = "change-marks"
  case mouse
  case close
  case redraw
  case quit

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.program(.help), "this help", .character("?"), .key(.function(1))),
    KeyBinding(.program(.malformedInput), "malformed input", .character("!")),
    KeyBinding(.program(.changeMarks), "toggle change marks", .character("d")),
    KeyBinding(.program(.mouse), "toggle the mouse", .character("m")),
    KeyBinding(.program(.close), "close / clear", .key(.escape)),
    KeyBinding(.program(.redraw), "redraw", .control("l")),
    KeyBinding(.program(.quit), "quit", .character("q"), .control("c")),
  ]
}
