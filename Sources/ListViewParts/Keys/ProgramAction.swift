internal import TableModel
internal import TerminalCore

/// Actions on the program itself.
package enum ProgramAction: String, CaseIterable, Sendable {
  case help
  case malformedInput = "malformed-input"
  case changeMarks = "change-marks"
  case mouse
  case close
  case redraw
  case quit

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.program(.help), ActionText.Program.help, .character("?"), .key(.function(1))),
    KeyBinding(.program(.malformedInput), ActionText.Program.malformedInput, .character("!")),
    KeyBinding(.program(.changeMarks), ActionText.Program.changeMarks, .character("d")),
    KeyBinding(.program(.mouse), ActionText.Program.mouse, .character("m")),
    KeyBinding(.program(.close), ActionText.Program.close, .key(.escape)),
    KeyBinding(.program(.redraw), ActionText.Program.redraw, .control("l")),
    KeyBinding(.program(.quit), ActionText.Program.quit, .character("q"), .control("c")),
  ]
}
