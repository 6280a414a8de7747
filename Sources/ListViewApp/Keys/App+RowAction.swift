internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// Does something with the selected row.
  mutating func perform(
    _ action: RowAction,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    switch action {
    case .open:
      showSelection(at: instant)
      openSelected(at: instant)
    case .switchFocus: switchFocus()
    case .copyKey:
      if markedRows.isEmpty { showSelection(at: instant) }
      return copyKeys()
    case .copyJSON:
      if markedRows.isEmpty { showSelection(at: instant) }
      return copyJSON()
    }
    return []
  }
}
