internal import TableModel
internal import TerminalCore

/// What finds rows, and what is asked for by typing it.
package enum FindAction: String, CaseIterable, Sendable {
  case search
  case nextMatch = "next-match"
  case previousMatch = "previous-match"
  case filter
  case command

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.find(.search), "search", .character("/")),
    KeyBinding(.find(.nextMatch), "next match", .character("n")),
    KeyBinding(.find(.previousMatch), "previous match", .character("N")),
    KeyBinding(.find(.filter), "filter (live)", .character("&")),
    KeyBinding(.find(.command), "command line", .character(":")),
  ]
}
