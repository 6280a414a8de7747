internal import TableModel
internal import TerminalCore

/// What moves the selection or the view.
package enum MoveAction: String, CaseIterable, Sendable {
  case nextRow = "next-row"
  case previousRow = "previous-row"
  case pageDown = "page-down"
  case pageUp = "page-up"
  case halfPageDown = "half-page-down"
  case halfPageUp = "half-page-up"
  case firstRow = "first-row"
  case lastRow = "last-row"
  case scrollDown = "scroll-down"
  case scrollUp = "scroll-up"
  case nextChange = "next-change"
  case previousChange = "previous-change"
  case track

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.move(.nextRow), "next row", .character("j"), .key(.down)),
    KeyBinding(.move(.previousRow), "previous row", .character("k"), .key(.up)),
    KeyBinding(.move(.pageDown), "page down", .key(.pageDown), .control("f")),
    KeyBinding(.move(.pageUp), "page up", .key(.pageUp), .control("b")),
    KeyBinding(.move(.halfPageDown), "half a page down", .control("d")),
    KeyBinding(.move(.halfPageUp), "half a page up", .control("u")),
    KeyBinding(.move(.firstRow), "first row", .character("g"), .key(.home)),
    KeyBinding(.move(.lastRow), "last row", .character("G"), .key(.end)),
    KeyBinding(.move(.scrollDown), "scroll, keep the selection", .control("e")),
    KeyBinding(.move(.scrollUp), "scroll back, keep it", .control("y")),
    KeyBinding(.move(.nextChange), "next changed row", .character("u")),
    KeyBinding(.move(.previousChange), "previous changed row", .character("U")),
    KeyBinding(.move(.track), "track the row", .character("t")),
  ]
}
