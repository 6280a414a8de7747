internal import TerminalCore

/// Actions of the detail.
package enum DetailAction: String, CaseIterable, Sendable {
  case fold = "detail-fold"
  case unfold = "detail-unfold"
  case nextRow = "detail-next-row"
  case previousRow = "detail-previous-row"

  /// The default keys, which apply only while the detail has the focus.
  static let bindings: [KeyBinding] = [
    KeyBinding(.detail(.fold), ActionText.Detail.fold, .character("h"), .key(.left)),
    KeyBinding(.detail(.unfold), ActionText.Detail.unfold, .character("l"), .key(.right)),
    KeyBinding(.detail(.nextRow), ActionText.Detail.nextRow, .character("J")),
    KeyBinding(.detail(.previousRow), ActionText.Detail.previousRow, .character("K")),
  ]
}
