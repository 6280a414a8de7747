internal import TerminalCore

/// What keys do that are the detail's own.
package enum DetailAction: String, CaseIterable, Sendable {
  case fold = "detail-fold"
  case unfold = "detail-unfold"
  case nextRow = "detail-next-row"
  case previousRow = "detail-previous-row"

  /// The keys as they come; only while the detail has the keys.
  static let bindings: [KeyBinding] = [
    KeyBinding(.detail(.fold), "fold, or go to the parent", .character("h"), .key(.left)),
    KeyBinding(.detail(.unfold), "unfold, or go inside", .character("l"), .key(.right)),
    KeyBinding(.detail(.nextRow), "next row", .character("J")),
    KeyBinding(.detail(.previousRow), "previous row", .character("K")),
  ]
}
