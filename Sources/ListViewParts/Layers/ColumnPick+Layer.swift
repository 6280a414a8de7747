package import TerminalCore

extension ColumnPick: LayerContents {
  package var readsFields: Bool { true }

  /// Handles a key; any unbound key cancels.
  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    guard case .key(let key, _) = event else { return .consumed }
    let count = surroundings.layout.places.count
    switch action(for: event) {
    case .next: position = (position + 1) % max(1, count)
    case .previous: position = (position + count - 1) % max(1, count)
    case .take: return pick(position, in: surroundings)
    case .takeNone: return .consumed([.close, request(for: nil)])
    case .invert: return .consumed([.close, .invertOrder])
    case nil:
      guard case .character(let character) = key, let number = character.wholeNumberValue else {
        return .consumed([.close])
      }
      guard 1...max(1, min(9, count)) ~= number else {
        return .consumed([.close, .say(Text.noColumn(number, of: count))])
      }
      return pick(number - 1, in: surroundings)
    }
    return .consumed
  }

  private func pick(_ position: Int, in surroundings: Surroundings) -> Outcome {
    let places = surroundings.layout.places
    guard places.indices.contains(position) else { return .consumed([.close]) }
    return .consumed([.close, request(for: surroundings.columns[places[position].column])])
  }

  private func request(for column: Column?) -> Request {
    switch purpose {
    case .sort: .sort(column)
    case .group: .group(column)
    case .count: .count(column)
    }
  }

  private var title: String {
    switch purpose {
    case .sort: Text.sort
    case .group: Text.group
    case .count: Text.count
    }
  }

  /// Draws the key hints over the status bar, and the menu of columns if there is room.
  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) -> KeyLine {
    guard let line = surroundings.screen.keys else { return .standard }
    if PromptMenu.hasRoom(on: surroundings.size) {
      menu(in: surroundings).draw(above: line, into: &buffer, in: surroundings)
    }
    let (theme, size, layout) = (surroundings.theme, surroundings.size, surroundings.layout)
    let dim = theme.style(.dim, on: .bar)
    buffer.fill(line: line, style: dim)
    let count = min(9, layout.places.count)
    var hints = [(count > 1 ? "1–\(count)" : "1", Text.column), ("← → ⏎", Text.choose)]
    switch purpose {
    case .sort: hints += [("0", Text.feedOrder), ("I", Text.invert)]
    case .group: hints += [("0", Text.ungrouped)]
    case .count: break
    }
    hints.append(("Esc", Text.cancel))
    var column = 1
    column += buffer.write(
      title,
      line: line,
      column: column,
      style: theme.style(.accent, on: .bar, bold: true)
    )
    for (keys, help) in hints {
      guard column + 3 + keys.displayWidth + 1 + help.displayWidth < size.columns else { continue }
      let key = theme.style(.text, on: .bar, bold: true)
      column += 3
      column += buffer.write(keys, line: line, column: column, style: key) + 1
      column += buffer.write(help, line: line, column: column, style: dim)
    }
    return .drawn
  }

  /// The columns with a summary of their values, or of the groups they would form.
  private func menu(in surroundings: Surroundings) -> PromptMenu {
    let items = surroundings.layout.places.enumerated().map { number, place in
      let column = surroundings.columns[place.column]
      let key = number < 9 ? "\(number + 1) " : "  "
      return PromptMenu.Item(
        [
          Segment(text: key, role: .accent, isBold: true),
          Segment(text: column.title, role: .text),
        ],
        details: surroundings.facts(on: column, forGroups: purpose != .sort) ?? []
      )
    }
    return PromptMenu(
      title: title,
      items: items,
      choice: position,
      footer: ""
    )
  }

  /// The texts of the key hints.
  package enum Text {
    package static let sort = "sort by"
    package static let group = "group by"
    package static let count = "count by"
    package static let column = "a column"
    package static let choose = "choose"
    package static let feedOrder = "feed order"
    package static let invert = "invert"
    package static let ungrouped = "ungrouped"
    package static let cancel = "cancel"
    package static let noColumns = "no columns yet"
    package static func noColumn(_ number: Int, of count: Int) -> String {
      "no column \(number) on the screen: there are \(grouped(count))"
    }
  }
}
