internal import Feeds
internal import TableModel
internal import TerminalCore

/// What moves in the feed's time.
package enum FeedAction: String, CaseIterable, Sendable {
  case pause
  case stop
  case stepBack = "step-back"
  case stepForward = "step-forward"
  case tenBack = "ten-back"
  case tenForward = "ten-forward"
  case latest
  case replay
  case faster
  case slower
  case follow
  case runNow = "run-now"
  case chooseKey = "choose-key"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.feed(.pause), "pause, resume the screen", .character(" ")),
    KeyBinding(.feed(.stop), "stop, restart the source", .character("P")),
    KeyBinding(.feed(.stepBack), "step back", .character("[")),
    KeyBinding(.feed(.stepForward), "step forward", .character("]")),
    KeyBinding(.feed(.tenBack), "ten steps back", .character("{")),
    KeyBinding(.feed(.tenForward), "ten steps forward", .character("}")),
    KeyBinding(.feed(.latest), "go to the latest", .character(".")),
    KeyBinding(.feed(.replay), "replay from the start", .character("R")),
    KeyBinding(.feed(.faster), "play faster", .character("+"), .character("=")),
    KeyBinding(.feed(.slower), "play slower", .character("-")),
    KeyBinding(.feed(.follow), "follow the live edge", .character("F")),
    KeyBinding(.feed(.runNow), "run the command now", .control("r")),
    KeyBinding(.feed(.chooseKey), "choose the key of rows", .character("K")),
  ]
}
