import Columns
internal import TerminalCore

/// Actions on columns.
package enum ColumnAction: String, CaseIterable, Sendable {
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case pick = "pick-columns"
  case compute = "compute-column"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.column(.scrollRight), ActionText.Column.scrollRight, .character("l"), .key(.right)),
    KeyBinding(.column(.scrollLeft), ActionText.Column.scrollLeft, .character("h"), .key(.left)),
    KeyBinding(.column(.pick), ActionText.Column.pick, .character("c")),
    KeyBinding(.column(.compute), ActionText.Column.compute, .character("=")),
  ]
}
