internal import TerminalCore

/// What puts the rows in order, in groups, and apart from the others.
package enum ArrangementAction: String, CaseIterable, Sendable {
  case sort
  case invert = "invert-order"
  case group
  case fold
  case foldAll = "fold-all"
  case freeze = "freeze-order"
  case pin
  case mark
  case clearMarks = "clear-marks"
  case nextMarked = "next-marked"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.arrangement(.sort), "sort by a column", .character("s")),
    KeyBinding(.arrangement(.invert), "invert the order", .character("I")),
    KeyBinding(.arrangement(.group), "group by a column", .character("b")),
    KeyBinding(.arrangement(.fold), "fold / unfold the group", .character("z")),
    KeyBinding(.arrangement(.foldAll), "fold / unfold all groups", .character("Z")),
    KeyBinding(.arrangement(.freeze), "freeze / unfreeze order", .character("o")),
    KeyBinding(.arrangement(.pin), "pin the row to the top", .character("p")),
    KeyBinding(.arrangement(.mark), "mark the row, select next", .character("v")),
    KeyBinding(.arrangement(.clearMarks), "clear marks", .character("V")),
    KeyBinding(.arrangement(.nextMarked), "next marked row", .character("'")),
  ]
}
