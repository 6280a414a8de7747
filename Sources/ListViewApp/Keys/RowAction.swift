internal import Feeds
internal import TableModel
internal import TerminalCore

/// What is done with the selected row.
enum RowAction: String, CaseIterable, Sendable {
  case open
  case switchFocus = "switch-focus"
  case copyKey = "copy-key"
  case copyJSON = "copy-json"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.row(.open), "open the row", .key(.enter)),
    KeyBinding(.row(.switchFocus), "table, detail", .key(.tab)),
    KeyBinding(.row(.copyKey), "copy its key", .character("y")),
    KeyBinding(.row(.copyJSON), "copy its JSON", .character("Y")),
  ]
}

extension App {
  /// Does something with the selected row.
  mutating func perform(
    _ action: RowAction,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    switch action {
    case .open:
      showSelection(at: instant)
      openSelected(at: instant)
    case .switchFocus: switchFocus()
    case .copyKey:
      if markedRows.isEmpty { showSelection(at: instant) }
      return copyKeys()
    case .copyJSON:
      if markedRows.isEmpty { showSelection(at: instant) }
      return copyJSON()
    }
    return []
  }
}
