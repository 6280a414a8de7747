internal import ListViewParts
internal import Feeds
internal import TerminalCore

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
