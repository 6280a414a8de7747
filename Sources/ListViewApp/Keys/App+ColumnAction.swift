internal import ListViewParts
internal import TerminalCore

extension App {
  /// Does what concerns the columns.
  mutating func perform(_ action: ColumnAction, at instant: ContinuousClock.Instant) {
    switch action {
    case .scrollLeft: scrollColumns(by: -1)
    case .scrollRight: scrollColumns(by: 1)
    case .pick: mode = .columns(ColumnPicker(selection: columns.first?.path))
    }
  }
}
