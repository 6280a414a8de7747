internal import TerminalCore

/// What concerns the columns.
enum ColumnAction: String, CaseIterable, Sendable {
  case scrollLeft = "scroll-left"
  case scrollRight = "scroll-right"
  case pick = "pick-columns"

  /// The keys as they come.
  static let bindings: [KeyBinding] = [
    KeyBinding(.column(.scrollRight), "scroll right", .character("l"), .key(.right)),
    KeyBinding(.column(.scrollLeft), "scroll left", .character("h"), .key(.left)),
    KeyBinding(.column(.pick), "show, hide, order columns", .character("c")),
  ]
}

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
