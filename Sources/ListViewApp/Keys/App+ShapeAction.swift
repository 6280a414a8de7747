internal import ListViewParts
internal import TerminalCore

extension App {
  /// Puts the rows in order, in groups, or apart from the others.
  mutating func perform(_ action: ShapeAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .sort: pickColumn(to: .sort)
    case .invert: invertSort(at: instant)
    case .group: pickColumn(to: .group)
    case .fold: fold(at: instant)
    case .foldAll: foldAll(at: instant)
    case .freeze:
      arrangement.setFrozen(!arrangement.isFrozen)
      rearrange(at: instant)
    case .pin: togglePin(at: instant)
    case .mark: toggleMark(at: instant)
    case .clearMarks: arrangement.clearMarks()
    case .nextMarked: selectNextMarked(at: instant)
    }
  }
}
