internal import TerminalCore

extension App {
  /// What the line of keys shows: what is most useful where the reader is.
  var hints: [(actions: [Action], help: String)] {
    if detail != nil {
      return mode == .detail || !frame.showsTable
        ? KeyMap.detailHints : KeyMap.besideDetailHints
    }
    return hasKeys ? KeyMap.hints : KeyMap.firstHints
  }
}
