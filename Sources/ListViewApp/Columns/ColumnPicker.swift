internal import Feeds
internal import TerminalCore

/// The list of columns over the table, in which the reader chooses and orders them.
struct ColumnPicker: Hashable, Sendable {
  /// The selected column; it stays selected wherever it goes.
  var selection: FieldPath?
  /// The first column in view.
  var top = 0

  /// What a key does in the list.
  enum Action: String, CaseIterable, Sendable {
    case next, previous, first, last
    case toggle
    case moveDown, moveUp
    case narrower, wider
    case format
    case reset
    case close
  }

  /// The keys of the list, and what they do in a few words.
  static let keys: [(action: Action, keys: [InputEvent], help: String)] = [
    (.next, [.character("j"), .key(.down)], "next column"),
    (.previous, [.character("k"), .key(.up)], "previous column"),
    (.first, [.character("g"), .key(.home)], "first column"),
    (.last, [.character("G"), .key(.end)], "last column"),
    (.toggle, [.character(" "), .character("x")], "show it, hide it"),
    (
      .moveDown, [.character("J"), .key(.down, .shift)], "move it down, to the right on the screen"
    ),
    (.moveUp, [.character("K"), .key(.up, .shift)], "move it up, to the left on the screen"),
    (.narrower, [.character("<"), .character("h"), .key(.left)], "make it narrower"),
    (.wider, [.character(">"), .character("l"), .key(.right)], "make it wider"),
    (.format, [.character("f")], "write it in its next format"),
    (.reset, [.character("r")], "leave all to the program again"),
    (
      .close, [.key(.enter), .key(.escape), .character("c"), .character("q")],
      "close the list"
    ),
  ]

  private static let actions: [InputEvent: Action] = {
    var actions: [InputEvent: Action] = [:]
    for (action, keys, _) in keys {
      for key in keys { actions[key] = action }
    }
    return actions
  }()

  /// What the line of keys shows, the most useful first.
  static let hints: [(actions: [Action], help: String)] = [
    ([.toggle], "show"), ([.close], "close"), ([.moveDown, .moveUp], "order"),
    ([.format], "format"),
    ([.narrower, .wider], "width"), ([.reset], "reset"),
  ]

  /// How the first keys of actions are called.
  static func label(of actions: [Action]) -> String {
    actions.compactMap { action in
      keys.first { $0.action == action }?.keys.first?.keyLabel
    }
    .joined(separator: " ")
  }

  /// What an event does in the list.
  static func action(for event: InputEvent) -> Action? { actions[event] }
}

extension App {
  /// Does what a key asks for while the list of columns is open.
  mutating func handle(
    _ event: InputEvent,
    in picker: ColumnPicker,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let action = ColumnPicker.action(for: event) else { return [] }
    message = nil
    var picker = picker
    let count = columns.count
    let selected = picker.selection.flatMap(columnList.offset(of:)) ?? 0
    guard count > 0, action != .close else {
      mode = .table
      return columnEffects
    }
    switch action {
    case .next: picker.selection = columns[min(selected + 1, count - 1)].path
    case .previous: picker.selection = columns[max(selected - 1, 0)].path
    case .first: picker.selection = columns[0].path
    case .last: picker.selection = columns[count - 1].path
    case .toggle:
      let isShown = isShown(selected)
      arrangeColumns { $0[selected].visibility = isShown ? .hidden : .shown }
    case .moveDown where selected + 1 < count: arrangeColumns { $0.swapAt(selected, selected + 1) }
    case .moveUp where selected > 0: arrangeColumns { $0.swapAt(selected, selected - 1) }
    case .moveDown, .moveUp: break
    case .narrower: resizeColumn(selected, by: -1)
    case .wider: resizeColumn(selected, by: 1)
    case .format: changeFormat(of: selected, at: instant)
    case .reset:
      hasPickedColumns = true
      setColumns(configuration.columns, at: instant)
    case .close: break
    }
    // As many are in view as the box has lines.
    let offset = picker.selection.flatMap(columnList.offset(of:)) ?? 0
    let height = max(1, pickerBox.height - 2)
    picker.top = min(max(picker.top, offset - height + 1), offset)
    mode = .columns(picker)
    return []
  }

  /// Whether a column is on the screen, or would be if the screen were not scrolled.
  func isShown(_ column: Int) -> Bool {
    columns[column].visibility == .shown || layout.chosen.contains(column)
  }

  private mutating func arrangeColumns(_ change: (inout [Column]) -> Void) {
    columnList.arrange(change)
    hasPickedColumns = true
    // Nothing else comes or goes with what the reader does to one column.
    layOutColumns(keepsShown: true)
  }

  private mutating func resizeColumn(_ offset: Int, by distance: Int) {
    let shown = layout.places.first { $0.column == offset }?.width
    let width = shown ?? columns[offset].wantedWidth
    let range = ColumnSpec.widths
    arrangeColumns {
      $0[offset].chosenWidth = min(max(width + distance, range.lowerBound), range.upperBound)
    }
  }

  /// Writes a column in the next of the formats that its values have.
  private mutating func changeFormat(of offset: Int, at instant: ContinuousClock.Instant) {
    let column = columns[offset]
    let names = Column.formats(
      for: sampleRow(of: column).flatMap(column.value(of:)),
      reader: timeReader(at: instant)
    )
    let next = names.firstIndex(of: column.formatName).map { ($0 + 1) % names.count } ?? 0
    arrangeColumns { columns in
      columns[offset].chosenFormat = names[next]
      columns[offset].format = Column.format(names[next], of: column.path, spansDays: true)
      columns[offset].resetWidth()
    }
    measuredRows = [:]
    fitColumns(at: instant)
  }
}
