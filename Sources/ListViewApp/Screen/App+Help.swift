internal import TerminalCore

extension App {
  /// Draws the keys by topic in a box over the table: in one column or, where lines are few, in two;
  /// on a small screen as much as there is room.
  func drawHelp(over buffer: inout CellBuffer) {
    let labelWidth = configuration.keyMap.bindings.map(\.label.displayWidth).max() ?? 0
    let helpWidth = configuration.keyMap.bindings.map(\.help.displayWidth).max() ?? 0
    let columnWidth = labelWidth + 2 + helpWidth
    var columns = [HelpEntry.entries(of: Action.Topic.allCases, configuration.keyMap)]
    let isTooHigh = columns[0].count + 2 > size.lines
    if isTooHigh, 2 * columnWidth + 7 <= size.columns {
      columns = [
        HelpEntry.entries(of: [.move, .columns, .program], configuration.keyMap),
        HelpEntry.entries(of: [.shape, .feed], configuration.keyMap),
      ]
      for number in columns.indices where columns[number].count + 2 > size.lines {
        columns[number].removeAll { $0 == .blank }
      }
    } else if isTooHigh {
      columns[0].removeAll { $0 == .blank }
    }
    let count = columns.map(\.count).max() ?? 0
    let height = min(count + 2, size.lines)
    let width = min(columns.count * (columnWidth + 3) + 1, size.columns)
    let (top, left) = ((size.lines - height) / 2, (size.columns - width) / 2)

    let box = Box(top: top, left: left, width: width, height: height)
    draw(box, title: "Keys", footer: width > 28 ? "any key closes" : "", over: &buffer)
    let isCut = count > height - 2
    for (number, column) in columns.enumerated() {
      let start = left + 2 + number * (columnWidth + 3)
      for (entry, line) in zip(column, top + 1..<max(top + 1, top + height - 1)) {
        let isLast = isCut && line == top + height - 2
        draw(isLast ? .topic("… more on a higher screen") : entry, line, start, labelWidth, &buffer)
      }
    }
  }

  private func draw(
    _ entry: HelpEntry,
    _ line: Int,
    _ column: Int,
    _ labelWidth: Int,
    _ buffer: inout CellBuffer
  ) {
    let room = max(0, size.columns - column - 2)
    switch entry {
    case .blank: break
    case .topic(let name):
      let style = theme.style(.dim, on: .bar)
      buffer.write(name, line: line, column: column, maximumWidth: room, style: style)
    case .binding(let binding):
      let label = theme.style(.text, on: .bar, bold: true)
      buffer.write(binding.label, line: line, column: column, maximumWidth: room, style: label)
      buffer.write(
        binding.help,
        line: line,
        column: column + labelWidth + 2,
        maximumWidth: max(0, room - labelWidth - 2),
        style: theme.style(.dim, on: .bar)
      )
    }
  }
}

/// A line of the help.
private enum HelpEntry: Equatable {
  case topic(String)
  case binding(KeyBinding)
  case blank

  static func entries(of topics: [Action.Topic], _ map: KeyMap) -> [HelpEntry] {
    var entries: [HelpEntry] = []
    for topic in topics {
      if !entries.isEmpty { entries.append(.blank) }
      entries.append(.topic(topic.rawValue))
      entries += map.bindings.filter { $0.action.topic == topic }.map(HelpEntry.binding)
    }
    return entries
  }
}
