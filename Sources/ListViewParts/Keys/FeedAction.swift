internal import FeedValues
internal import TableModel
internal import TerminalCore

/// Actions that control playback and the source.
package enum FeedAction: String, CaseIterable, Sendable {
  case pause
  case stop
  case stepBack = "step-back"
  case stepForward = "step-forward"
  case tenBack = "ten-back"
  case tenForward = "ten-forward"
  case latest
  case compare
  case replay
  case faster
  case slower
  case follow
  case runNow = "run-now"
  case chooseKey = "choose-key"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.feed(.pause), ActionText.Feed.pause, .character(" ")),
    KeyBinding(.feed(.stop), ActionText.Feed.stop, .character("P")),
    KeyBinding(.feed(.stepBack), ActionText.Feed.stepBack, .character("[")),
    KeyBinding(.feed(.stepForward), ActionText.Feed.stepForward, .character("]")),
    KeyBinding(.feed(.tenBack), ActionText.Feed.tenBack, .character("{")),
    KeyBinding(.feed(.tenForward), ActionText.Feed.tenForward, .character("}")),
    KeyBinding(.feed(.latest), ActionText.Feed.latest, .character(".")),
    KeyBinding(.feed(.compare), ActionText.Feed.compare, .character("C")),
    KeyBinding(.feed(.replay), ActionText.Feed.replay, .character("R")),
    KeyBinding(.feed(.faster), ActionText.Feed.faster, .character("+")),
    KeyBinding(.feed(.slower), ActionText.Feed.slower, .character("-")),
    KeyBinding(.feed(.follow), ActionText.Feed.follow, .character("F")),
    KeyBinding(.feed(.runNow), ActionText.Feed.runNow, .control("r")),
    KeyBinding(.feed(.chooseKey), ActionText.Feed.chooseKey, .character("K")),
  ]
}
