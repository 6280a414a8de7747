import Ordering
internal import TerminalCore

/// Actions that sort, group, pin, mark or freeze rows.
package enum ArrangementAction: String, CaseIterable, Sendable {
  case sort
  case invert = "invert-order"
  case group
  case count
  case fold
  case foldAll = "fold-all"
  case freeze = "freeze-order"
  case pin
  case mark
  case clearMarks = "clear-marks"
  case nextMarked = "next-marked"

  /// The default keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.arrangement(.sort), ActionText.Arrangement.sort, .character("s")),
    KeyBinding(.arrangement(.invert), ActionText.Arrangement.invert, .character("I")),
    KeyBinding(.arrangement(.group), ActionText.Arrangement.group, .character("b")),
    KeyBinding(.arrangement(.count), ActionText.Arrangement.count, .character("#")),
    KeyBinding(.arrangement(.fold), ActionText.Arrangement.fold, .character("z")),
    KeyBinding(.arrangement(.foldAll), ActionText.Arrangement.foldAll, .character("Z")),
    KeyBinding(.arrangement(.freeze), ActionText.Arrangement.freeze, .character("o")),
    KeyBinding(.arrangement(.pin), ActionText.Arrangement.pin, .character("p")),
    KeyBinding(.arrangement(.mark), ActionText.Arrangement.mark, .character("v")),
    KeyBinding(.arrangement(.clearMarks), ActionText.Arrangement.clearMarks, .character("V")),
    KeyBinding(.arrangement(.nextMarked), ActionText.Arrangement.nextMarked, .character("'")),
  ]
}
