package import TerminalCore

extension ListState {
  /// Whether a key is the second `Z` of `ZZ`, which quits in vi and less.
  ///
  /// One `Z` folds all groups and the next unfolds them; where there are none, it means nothing else.
  ///
  /// - Parameters:
  ///   - event: The key.
  ///   - action: What it does alone.
  /// - Returns: Whether the program shall end.
  package mutating func isQuitting(by event: InputEvent, _ action: Action) -> Bool {
    let isFirst = !foldedAllLast
    foldedAllLast =
      action == .arrangement(.foldAll) && event == .character("Z") && arrangement.grouping == nil
    return foldedAllLast && !isFirst
  }
}
