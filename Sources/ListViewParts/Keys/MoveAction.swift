internal import TableModel
internal import TerminalCore

/// Actions that move the selection or the view.
package enum MoveAction: String, CaseIterable, Sendable {
  case nextRow = "next-row"
  case previousRow = "previous-row"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case firstRow = "first-row"
  case lastRow = "last-row"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case nextChange = "next-change"
  case previousChange = "previous-change"
  case track

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.move(.nextRow), ActionText.Move.nextRow, .character("j"), .key(.down)),
    KeyBinding(.move(.previousRow), ActionText.Move.previousRow, .character("k"), .key(.up)),
    KeyBinding(.move(.pageDown), ActionText.Move.pageDown, .key(.pageDown), .control("f")),
    KeyBinding(.move(.pageUp), ActionText.Move.pageUp, .key(.pageUp), .control("b")),
    KeyBinding(.move(.halfPageDown), ActionText.Move.halfPageDown, .control("d")),
    KeyBinding(.move(.halfPageUp), ActionText.Move.halfPageUp, .control("u")),
    KeyBinding(.move(.firstRow), ActionText.Move.firstRow, .character("g"), .key(.home)),
    KeyBinding(.move(.lastRow), ActionText.Move.lastRow, .character("G"), .key(.end)),
    KeyBinding(.move(.scrollDown), ActionText.Move.scrollDown, .control("e")),
    KeyBinding(.move(.scrollUp), ActionText.Move.scrollUp, .control("y")),
    KeyBinding(.move(.nextChange), ActionText.Move.nextChange, .character("u")),
    KeyBinding(.move(.previousChange), ActionText.Move.previousChange, .character("U")),
    KeyBinding(.move(.track), ActionText.Move.track, .character("t")),
  ]
}
