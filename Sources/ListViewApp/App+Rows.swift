import FeedStore
internal import FeedValues
internal import ListViewParts
internal import TableModel

/// The actions on the selected row.
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
    case .actions: openActions(at: instant)
    }
    return []
  }

  /// Selects the first row if none is, so that the row that Enter picks is visible; once the feed is loaded, unless a key
  /// asks for it.
  mutating func selectToPick(isAsked: Bool = false, at instant: ContinuousClock.Instant) {
    guard openPrompt?.picking != nil, feed.isLoaded || isAsked, list.pinTable.selection == nil,
      // A row that is gone is not picked.
      list.table.selectedOffset == nil, !list.table.displayedRows.isEmpty
    else { return }
    list.table.selectRow(atOffset: 0, at: instant)
  }

  /// Picks the selected row of those that the line matches, or the marked ones.
  mutating func pick(at instant: ContinuousClock.Instant) -> [Effect] {
    selectToPick(isAsked: true, at: instant)
    let isVain = list.currentRow == nil && list.markedRows.isEmpty
    return isVain ? [] : perform(.row(.open), at: instant)
  }

  /// Key hints with words for what the keys do at present; how to pick and to unfold comes first.
  func current(_ hints: [KeyHint]) -> [KeyHint] {
    let isPaused = feed.player.isPaused && (layers.isEmpty || detail != nil)
    let opensSection = list.table.selectedSection != nil && list.markedRows.isEmpty
    let hints = hints.map { hint in
      switch hint.help {
      case HintText.pause where isPaused: KeyHint(hint.keys, HintText.play)
      case HintText.open where picks && !opensSection: KeyHint(hint.keys, HintText.pick)
      case HintText.open where layers.isEmpty && list.hasFoldedSelection:
        KeyHint(hint.keys, HintText.unfold)
      default: hint
      }
    }
    let first = [HintText.pick, HintText.unfold]
    return hints.filter { first.contains($0.help) } + hints.filter { !first.contains($0.help) }
  }
}
