package import Feeds
package import TerminalCore

extension ColumnPicker: LayerContents {
  package var readsFields: Bool { true }

  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    guard let action = Self.action(for: event) else { return .consumed }
    let columns = surroundings.columns
    let count = columns.count
    let selected = selectedOffset(in: columns)
    guard count > 0, action != .close else { return .consumed([.close, .rememberColumns]) }
    switch action {
    case .next: selection = columns[min(selected + 1, count - 1)].path
    case .previous: selection = columns[max(selected - 1, 0)].path
    case .first: selection = columns[0].path
    case .last: selection = columns[count - 1].path
    case .toggle: return .consumed([.change(.toggle(selected))])
    case .moveDown where selected + 1 < count: return .consumed([.change(.swap(selected))])
    case .moveUp where selected > 0: return .consumed([.change(.swap(selected - 1))])
    case .moveDown, .moveUp, .close: break
    case .narrower: return .consumed([.change(.resize(selected, by: -1))])
    case .wider: return .consumed([.change(.resize(selected, by: 1))])
    case .format: return .consumed([.change(.nextFormat(selected))])
    case .reset: return .consumed([.change(.reset)])
    }
    return .consumed
  }

  /// Scrolls the selected column into view.
  package mutating func settle(in surroundings: Surroundings) {
    // The height of the box limits how many columns are in view.
    let offset = selectedOffset(in: surroundings.columns)
    let height = max(1, pane(in: surroundings).contents.lines.count)
    top = min(max(top, offset - height + 1), offset)
  }

  private func selectedOffset(in columns: [Column]) -> Int {
    selection.flatMap { path in columns.firstIndex { $0.path == path } } ?? 0
  }

  /// The box of the list: on the right, as high as it needs to be and the table allows.
  private func pane(in surroundings: Surroundings) -> Pane {
    let size = surroundings.size
    let width = min(size.columns, max(44, min(size.columns * 5 / 8, 64)))
    let room = size.lines > 8 ? size.lines - 2 : size.lines
    let height = min(max(surroundings.columns.count, 1) + 2, room)
    let top = (size.lines - height) / 2
    var pane = Pane(
      Rectangle(lines: top..<top + height, columns: size.columns - width..<size.columns),
      .box,
      title: [Segment(text: Text.title, role: .accent, isBold: true)],
      minimum: 3
    )
    // If the screen has a line of key hints, they are shown there.
    if surroundings.screen.keys == nil { pane.footer = keyHints(width - 4) }
    return pane
  }

  private func keyHints(_ room: Int) -> String {
    var text = ""
    for hint in Self.hints {
      let next = "\(Self.label(of: hint.actions)) \(hint.help)"
      guard text.displayWidth + next.displayWidth + 2 <= room - 2 else { break }
      text += text.isEmpty ? next : "  " + next
    }
    return text
  }

  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) -> KeyLine {
    let columns = surroundings.columns
    let pane = pane(in: surroundings)
    let room = pane.contents.columns.count
    let titles = columns.map(\.title.displayWidth).max() ?? 0
    let titleWidth = min(titles, max(room / 3, 12))
    let position = ScrollPosition(offset: top, cursor: selectedOffset(in: columns))
    pane.draw(position, of: columns.count, in: &buffer, surroundings.theme) { offset in
      let column = columns[offset]
      let isSelected = column.path == selection
      let isShown = surroundings.isShown(offset)
      func piece(_ text: String, _ width: Int, _ role: Theme.Role) -> Segment {
        let cut = DisplayWidth.cut(text, to: width)
        let space = String(repeating: " ", count: max(0, width - cut.displayWidth) + 1)
        return Segment(text: cut + space, role: role, isBold: isSelected)
      }
      let rest = max(0, room - 4 - titleWidth - 1 - 9)
      return StyledLine(
        [
          piece(isShown ? "[x]" : "[ ]", 3, isShown ? .text : .dim),
          piece(column.title, titleWidth, isShown ? .text : .dim),
          piece(column.formatName.rawValue, 8, .dim),
        ]
          + (choices(of: column, in: surroundings) ?? [
            Segment(
              text: DisplayWidth.cut(sample(of: column, in: surroundings), to: rest),
              role: .dim,
              isBold: isSelected
            )
          ]),
        on: isSelected ? .selection : nil
      )
    }
    return .hints(Self.hints.map { KeyHint(Self.label(of: $0.actions), $0.help) })
  }

  /// The values of a column that has only a few, with their counts; nil for other columns.
  private func choices(of column: Column, in surroundings: Surroundings) -> [Segment]? {
    guard surroundings.facts?.field(of: column)?.kind == .choices else { return nil }
    return surroundings.facts(on: column)
  }

  private func sample(of column: Column, in surroundings: Surroundings) -> String {
    guard let row = column.firstRow(in: samples) else {
      return Text.noRow(with: column.path.description)
    }
    return column.cellText(of: row, in: surroundings.calendar, at: surroundings.present)
  }

  /// The texts of the list.
  package enum Text {
    package static let title = "Columns"
    package static func noRow(with path: String) -> String { "no row has \(path)" }
  }
}

extension Surroundings {
  /// Whether a column is on the screen, or would be if the screen were not scrolled.
  package func isShown(_ column: Int) -> Bool {
    columns[column].visibility == .shown || layout.chosen.contains(column)
  }
}

extension Column {
  /// The first row that has a value in the column; nil if none has.
  package func firstRow(in rows: [Row]) -> Row? { rows.first { value(of: $0) != nil } }
}
