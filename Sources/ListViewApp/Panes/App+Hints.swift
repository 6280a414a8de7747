internal import Feeds
internal import TableModel
internal import TerminalCore

extension App {
  /// Whether the feed goes on at the live edge while the table stays where it is.
  var isAway: Bool {
    !table.isFollowing && !table.isTracking && player.isAtLiveEdge && !feed.isEnded
  }

  /// What the line of keys shows: what is most useful where the reader is.
  var hints: [(actions: [Action], help: String)] {
    if detail != nil {
      return mode == .detail || !frame.showsTable
        ? KeyMap.detailHints : KeyMap.besideDetailHints
    }
    guard hasKeys else { return KeyMap.firstHints }
    // While a recording plays, rows that came in out of sight are a key away as well.
    guard isAway || !table.isFollowing && table.unseen.total > 0 else { return KeyMap.hints }
    // The way back comes before what a narrow screen has no room for.
    let follow = KeyMap.hints.filter { $0.actions == [.feed(.follow)] }
    let others = KeyMap.hints.filter { $0.actions != [.feed(.follow)] }
    return others.prefix(1) + follow + others.dropFirst()
  }
}
