internal import TerminalCore

/// What concerns the columns.
package enum ColumnAction: String, CaseIterable, Sendable {
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case pick = "pick-columns"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.column(.scrollRight), "scroll right", .character("l"), .key(.right)),
    KeyBinding(.column(.scrollLeft), "scroll left", .character("h"), .key(.left)),
    KeyBinding(.column(.pick), "show, hide, order columns", .character("c")),
  ]
}
