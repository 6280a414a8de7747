internal import Feeds
internal import ListViewParts
internal import TableModel

/// What is done with the selected row.
extension App {
  /// Whether opening a row ends the program, which outputs the row.
  private var picks: Bool { setup.configuration.picks }

  mutating func perform(_ action: RowAction, at instant: ContinuousClock.Instant) -> [Effect] {
    switch action {
    case .open:
      list.showSelection(at: instant)
      guard picks else {
        openSelected(at: instant)
        break
      }
      if list.currentRow != nil || !list.markedRows.isEmpty { return [.pick] }
      if list.table.selectedSection != nil {
        openSelected(at: instant)
      } else {
        list.move(.nextRow, at: instant)
        // Groups begin with a header.
        if list.table.selectedSection != nil { list.move(.nextRow, at: instant) }
      }
    case .switchFocus: switchFocus()
    case .copyKey: return copy(\.keys, at: instant)
    case .copyJSON: return copy(\.json, at: instant)
    }
    return []
  }

  /// A key hint with a word for what the key does at present.
  func current(_ hint: KeyHint) -> KeyHint {
    switch hint.help {
    case HintText.pause where feed.player.isPaused && (layers.isEmpty || detail != nil):
      KeyHint(hint.keys, HintText.play)
    case HintText.open
    where picks && (list.table.selectedSection == nil || !list.markedRows.isEmpty):
      KeyHint(hint.keys, HintText.pick)
    default: hint
    }
  }
}
