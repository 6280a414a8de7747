internal import Feeds
internal import TableModel
internal import TerminalCore

/// What is done with the selected row.
package enum RowAction: String, CaseIterable, Sendable {
  case open
  case switchFocus = "switch-focus"
  case copyKey = "copy-key"
  case copyJSON = "copy-json"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.row(.open), "open the row", .key(.enter)),
    KeyBinding(.row(.switchFocus), "switch table, detail", .key(.tab)),
    KeyBinding(.row(.copyKey), "copy its key", .character("y")),
    KeyBinding(.row(.copyJSON), "copy its JSON", .character("Y")),
  ]
}
