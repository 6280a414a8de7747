import Ordering
package import TerminalCore

extension ListState {
  /// Whether a key is the second `Z` of `ZZ`, which quits in vi and less.
  ///
  /// A single `Z` folds all groups and the next one unfolds them; without groups it does nothing.
  ///
  /// - Parameters:
  ///   - event: The key.
  ///   - action: The action of the key by itself.
  /// - Returns: Whether the program should quit.
  package mutating func isQuitting(by event: InputEvent, _ action: Action) -> Bool {
    let isFirst = !foldedAllLast
    foldedAllLast =
      action == .arrangement(.foldAll) && event == .character("Z") && arrangement.grouping == nil
    return foldedAllLast && !isFirst
  }
}
