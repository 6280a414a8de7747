internal import TableModel
internal import TerminalCore

/// Actions that search and filter rows, or open a prompt.
package enum FindAction: String, CaseIterable, Sendable {
  case search
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case nextError = "next-error"
  case previousError = "previous-error"
  case filter
  case span = "select-span"
  case command

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.find(.search), ActionText.Find.search, .character("/")),
    KeyBinding(.find(.nextMatch), ActionText.Find.nextMatch, .character("n")),
    KeyBinding(.find(.previousMatch), ActionText.Find.previousMatch, .character("N")),
    KeyBinding(.find(.nextError), ActionText.Find.nextError, .character("e")),
    KeyBinding(.find(.previousError), ActionText.Find.previousError, .character("E")),
    KeyBinding(.find(.filter), ActionText.Find.filter, .character("&")),
    KeyBinding(.find(.span), ActionText.Find.span, .character("<")),
    KeyBinding(.find(.command), ActionText.Find.command, .character(":")),
  ]
}
