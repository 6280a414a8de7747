internal import ListViewParts
internal import TerminalCore

extension App {
  /// Does what is the detail's own.
  mutating func perform(_ action: DetailAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .fold: detail?.fold()
    case .unfold: detail?.unfold()
    case .nextRow: perform(.nextRow as MoveAction, at: instant)
    case .previousRow: perform(.previousRow as MoveAction, at: instant)
    }
  }
}
