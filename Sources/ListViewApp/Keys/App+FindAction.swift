internal import ListViewParts
internal import TableModel
internal import TerminalCore

extension App {
  /// Finds rows, or asks what to find.
  mutating func perform(_ action: FindAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .search: openPrompt(.search, at: instant)
    case .nextMatch where mode == .detail && detail?.search != nil: jumpInDetail(isForward: true)
    case .previousMatch where mode == .detail && detail?.search != nil:
      jumpInDetail(isForward: false)
    case .nextMatch: jump(isForward: true, at: instant)
    case .previousMatch: jump(isForward: false, at: instant)
    case .filter: openPrompt(.filter, at: instant)
    case .command: openPrompt(.command, at: instant)
    }
  }

  /// Lets go of one thing: in the detail of its search, else of the detail; in the table of the
  /// search, else the filter, else the selection.
  mutating func close(at instant: ContinuousClock.Instant) {
    if mode == .detail, detail?.search != nil {
      detail?.setSearch(for: nil)
    } else if detail != nil {
      closeDetail(at: instant)
    } else if search != nil {
      search = nil
    } else if filter != nil {
      setFilter(nil, at: instant)
    } else {
      table.clearSelection(at: instant)
      leavePins(at: instant)
    }
  }
}
