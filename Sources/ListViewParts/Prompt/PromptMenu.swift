import Columns
package import TerminalCore

/// A box above the prompt that lists possible continuations with details.
package struct PromptMenu: Sendable {
  /// A possible continuation.
  package struct Item: Sendable {
    /// The continuation: a name or a value.
    package var label: [Segment]
    /// The facts known about it.
    package var details: [Segment]

    package init(_ label: [Segment], details: [Segment] = []) {
      (self.label, self.details) = (label, details)
    }
  }

  /// The title of the box.
  package let title: String
  package let items: [Item]
  /// The index of the chosen item; nil for none.
  package var choice: Int?
  /// The key hints.
  package let footer: String

  package init(title: String, items: [Item], choice: Int? = nil, footer: String) {
    (self.title, self.items, self.choice, self.footer) = (title, items, choice, footer)
  }

  /// The maximum number of items in view.
  private static let height = 10
  /// The maximum width in screen columns.
  private static let width = 96
  /// On a smaller screen the box would hide the rows it is about.
  private static let least = TerminalSize(columns: 40, lines: 14)

  /// Whether the screen has room for a box.
  package static func hasRoom(on size: TerminalSize) -> Bool {
    size.columns >= least.columns && size.lines >= least.lines
  }

  /// Draws the box so that it ends above a screen line.
  package func draw(above line: Int, into buffer: inout CellBuffer, in context: Context) {
    guard !items.isEmpty else { return }
    let size = context.size
    let count = min(items.count, Self.height, max(1, line / 2 - 2))
    let labels = items.map { Self.width(of: $0.label) }.max() ?? 0
    let details = items.map { Self.width(of: $0.details) }.max() ?? 0
    let room = max(1, min(size.columns - 2, Self.width) - 4)
    let labelWidth = min(labels, details > 0 ? max(12, room / 2) : room)
    let wanted = details > 0 ? labelWidth + 2 + details : labelWidth
    let width = min(max(wanted, footer.displayWidth + 4, title.displayWidth + 4), room)
    var pane = Pane(
      Rectangle(
        lines: max(0, line - count - 2)..<max(0, line),
        // On a screen without room for a margin the box has all of it.
        columns: size.columns < Self.least.columns ? 0..<max(0, size.columns) : 1..<width + 5
      ),
      .box,
      title: [Segment(text: title, role: .accent, isBold: true)],
      minimum: 3
    )
    if footer.displayWidth + 4 <= width { pane.footer = footer }
    let top = min(max(0, (choice ?? 0) - count / 2), items.count - count)
    let position = ScrollPosition(offset: top, cursor: choice ?? top)
    pane.draw(position, of: items.count, in: &buffer, context.theme) { offset in
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

  /// The texts of the box.
  package enum Text {
    package static let filter = "filter"
    package static let command = "command"
    package static let column = "column"
    package static let footer = "Tab next · ↑ earlier · Esc cancel"
  }
}
