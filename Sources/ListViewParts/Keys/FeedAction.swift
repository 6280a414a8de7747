internal import Feeds
internal import TableModel
internal import TerminalCore

/// What moves in the feed's time.
package enum FeedAction: String, CaseIterable, Sendable {
  case pause
  case stop
  case stepBack = "step-back"
  case stepOn = "step-on"
  case tenBack = "ten-back"
  case tenOn = "ten-on"
  case now
  case faster
  case slower
  case follow
  case chooseKey = "choose-key"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.feed(.pause), "pause the screen, go on", .character(" ")),
    KeyBinding(.feed(.stop), "stop the source, go on", .character("P")),
    KeyBinding(.feed(.stepBack), "one step back in time", .character("[")),
    KeyBinding(.feed(.stepOn), "one step on", .character("]")),
    KeyBinding(.feed(.tenBack), "ten steps back", .character("{")),
    KeyBinding(.feed(.tenOn), "ten steps on", .character("}")),
    KeyBinding(.feed(.now), "return to the live edge", .character(".")),
    KeyBinding(.feed(.faster), "play faster", .character("+"), .character("=")),
    KeyBinding(.feed(.slower), "play slower", .character("-")),
    KeyBinding(.feed(.follow), "follow the live edge", .character("F")),
    KeyBinding(.feed(.chooseKey), "what identifies a row", .character("K")),
  ]
}
