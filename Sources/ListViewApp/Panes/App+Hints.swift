internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// Whether the feed goes on at the live edge while the table stays where it is.
  var isAway: Bool {
    !table.isFollowing && !table.isTracking && player.isAtLiveEdge && !feed.isEnded
  }

  /// What the line of keys shows, and how its keys are called.
  var keyHints: [(keys: String, help: String)] {
    if case .columns = mode {
      return ColumnPicker.hints.map { (ColumnPicker.label(of: $0.actions), $0.help) }
    }
    if case .keys = mode {
      return KeyPicker.hints.map { (configuration.keyMap.label(of: $0.actions), $0.help) }
    }
    return hints.map { hint in
      let help = hint.help == "pause" && player.isPaused ? "play" : hint.help
      return (configuration.keyMap.label(of: hint.actions), help)
    }
  }

  /// What the line of keys shows: what is most useful where the reader is.
  private var hints: [(actions: [Action], help: String)] {
    if mode == .help || mode == .badInput {
      let (pane, count) =
        mode == .help ? (help.pane, help.lines.count) : (badInputPane, badInputLines.count)
      // What is in view as a whole does not scroll.
      return Array(KeyMap.paneHints.prefix(count > pane.contents.lines.count ? .max : 1))
    }
    if detail != nil {
      return mode == .detail || !frame.showsTable
        ? KeyMap.detailHints : KeyMap.besideDetailHints
    }
    if table.rows.isEmpty {
      return filter == nil ? KeyMap.emptyHints : KeyMap.clearHints + KeyMap.emptyHints
    }
    guard hasKeys else { return KeyMap.firstHints }
    // The way on and the way back come before what a narrow screen has no room for.
    var first: [(actions: [Action], help: String)] = []
    if search != nil { first += KeyMap.searchHints }
    if search != nil || filter != nil { first += KeyMap.clearHints }
    // While a recording plays, rows that came in out of sight are a key away as well.
    if isAway || !table.isFollowing && table.unseen.total > 0 {
      first += KeyMap.hints.filter { $0.actions == [.feed(.follow)] }
    }
    let others = KeyMap.hints.filter { hint in !first.contains { $0.actions == hint.actions } }
    return others.prefix(1) + first + others.dropFirst()
  }
}
