internal import FeedValues
internal import TableModel
internal import TerminalCore

/// Actions on the selected row.
package enum RowAction: String, CaseIterable, Sendable {
  case open
  case switchFocus = "switch-focus"
  case copyKey = "copy-key"
  case copyJSON = "copy-json"
  case actions

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.row(.open), ActionText.Row.open, .key(.enter)),
    KeyBinding(.row(.switchFocus), ActionText.Row.switchFocus, .key(.tab)),
    KeyBinding(.row(.copyKey), ActionText.Row.copyKey, .character("y")),
    KeyBinding(.row(.copyJSON), ActionText.Row.copyJSON, .character("Y")),
    KeyBinding(.row(.actions), ActionText.Row.actions, .character("a")),
  ]
}
