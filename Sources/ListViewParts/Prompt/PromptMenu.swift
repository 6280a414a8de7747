package import TerminalCore

/// How what is typed may continue, with what is known of each way: a box above the line.
package struct PromptMenu: Sendable {
  /// One way to continue.
  package struct Item: Sendable {
    /// The first text: a name or a value.
    package var label: [Segment]
    /// What is known of it.
    package var details: [Segment]

    package init(_ label: [Segment], details: [Segment] = []) {
      (self.label, self.details) = (label, details)
    }
  }

  /// What the box is about.
  package let title: String
  package let items: [Item]
  /// The chosen item; nil for none.
  package var choice: Int?
  /// What the keys do.
  package let footer: String

  package init(title: String, items: [Item], choice: Int? = nil, footer: String) {
    (self.title, self.items, self.choice, self.footer) = (title, items, choice, footer)
  }

  /// The maximum number of items in view.
  private static let height = 10
  /// The maximum number of columns that the box takes.
  private static let width = 96
  /// A box on a smaller screen would hide what it is about.
  private static let least = TerminalSize(columns: 40, lines: 14)

  /// Whether the screen has room for a box.
  package static func hasRoom(on size: TerminalSize) -> Bool {
    size.columns >= least.columns && size.lines >= least.lines
  }

  /// Draws the box, its last line above a line of the screen.
  package func draw(above line: Int, into buffer: inout CellBuffer, in surroundings: Surroundings) {
    guard !items.isEmpty else { return }
    let size = surroundings.size
    let count = min(items.count, Self.height, max(1, line / 2 - 2))
    let labels = items.map { Self.width(of: $0.label) }.max() ?? 0
    let details = items.map { Self.width(of: $0.details) }.max() ?? 0
    let room = min(size.columns - 2, Self.width) - 4
    let labelWidth = min(labels, details > 0 ? max(12, room / 2) : room)
    let wanted = details > 0 ? labelWidth + 2 + details : labelWidth
    let width = min(max(wanted, footer.displayWidth + 4, title.displayWidth + 4), room)
    var pane = Pane(
      Rectangle(lines: line - count - 2..<line, columns: 1..<width + 5),
      .box,
      title: [Segment(text: title, role: .accent, isBold: true)],
      minimum: 3
    )
    if footer.displayWidth + 4 <= width { pane.footer = footer }
    let top = min(max(0, (choice ?? 0) - count / 2), items.count - count)
    let position = ScrollPosition(offset: top, cursor: choice ?? top)
    pane.draw(position, of: items.count, in: &buffer, surroundings.theme) { offset in
      let item = items[offset]
      let isChosen = offset == choice
      let gap = max(0, labelWidth - Self.width(of: item.label)) + 2
      var label = item.label
      if isChosen { label = label.map { Segment(text: $0.text, role: $0.role, isBold: true) } }
      let space = Segment(text: String(repeating: " ", count: gap), role: .text)
      return StyledLine(
        item.details.isEmpty ? label : label + [space] + item.details,
        on: isChosen ? .selection : nil
      )
    }
  }

  private static func width(of segments: [Segment]) -> Int {
    segments.reduce(0) { $0 + $1.text.displayWidth }
  }

  /// What the box says.
  package enum Text {
    package static let filter = "filter"
    package static let command = "command"
    package static let footer = "Tab next · ↑ earlier · Esc cancel"
  }
}
