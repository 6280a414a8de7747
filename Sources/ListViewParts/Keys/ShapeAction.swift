internal import TerminalCore

/// What puts the rows in order, in groups, and apart from the others.
package enum ShapeAction: String, CaseIterable, Sendable {
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
    KeyBinding(.shape(.sort), "sort by a column", .character("s")),
    KeyBinding(.shape(.invert), "invert the order", .character("I")),
    KeyBinding(.shape(.group), "group by a column", .character("b")),
    KeyBinding(.shape(.fold), "fold / unfold the group", .character("z")),
    KeyBinding(.shape(.foldAll), "fold / unfold all groups", .character("Z")),
    KeyBinding(.shape(.freeze), "freeze / unfreeze order", .character("o")),
    KeyBinding(.shape(.pin), "pin the row to the top", .character("p")),
    KeyBinding(.shape(.mark), "mark the row, select next", .character("v")),
    KeyBinding(.shape(.clearMarks), "clear marks", .character("V")),
    KeyBinding(.shape(.nextMarked), "next marked row", .character("'")),
  ]
}
