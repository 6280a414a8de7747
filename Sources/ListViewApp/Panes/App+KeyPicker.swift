internal import ListViewParts
internal import Feeds
internal import TerminalCore

extension App {
  /// Opens the list of what can identify a row.
  mutating func openKeyPicker() {
    guard !allRows.isEmpty else {
      message = "no rows yet to choose a key from"
      return
    }
    mode = .keys(KeyPicker(allRows, rule: feed.keyRule))
  }

  /// Does what a key asks for while the list of keys is open.
  mutating func handle(
    _ event: InputEvent,
    in picker: KeyPicker,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let action = configuration.keyMap.action(for: event) else { return [] }
    clearNotices()
    var picker = picker
    switch action {
    case .program(.redraw): return [.redraw]
    case .program(.close), .program(.quit), .feed(.chooseKey): mode = .table
    case .move(let action):
      let height = keyPane(of: picker).contents.lines.count
      _ = picker.position.move(action, count: picker.entries.count, height: height)
      mode = .keys(picker)
    case .row(.open):
      mode = .table
      guard let entry = picker.selected else { return [] }
      return choose(entry.choice, at: instant)
    default: break
    }
    return []
  }

  /// Identifies rows as the reader says from here on; those that are there stay.
  private mutating func choose(_ choice: KeyChoice, at instant: ContinuousClock.Instant) -> [Effect]
  {
    if case .fields(let paths) = choice {
      feed.keyRule = .fields(paths)
      player.identifyRows(by: .fields(paths))
    }
    advance(to: instant)
    message = KeyPicker.Text.chosen(choice)
    return [.identify(choice)]
  }

  // MARK: Drawing

  /// Where the list is: as high and as wide as it needs and the screen allows.
  func keyPane(of picker: KeyPicker) -> Pane {
    let frame = Frame(size)
    let room = (frame.title.map { $0 + 1 } ?? 0)..<(frame.keys ?? size.lines)
    let height = min(picker.entries.count + 2, room.count)
    let width = min(size.columns, max(44, size.columns * 5 / 8))
    var pane = Pane(
      Rectangle(
        lines: room.lowerBound..<room.lowerBound + height,
        columns: size.columns - width..<size.columns
      ),
      .box,
      title: [Segment(text: KeyPicker.Text.title, role: .accent, isBold: true)]
    )
    pane.status = [Segment(text: plural(min(allRows.count, 20_000), "row"), role: .dim)]
    return pane
  }

  /// Draws the list of keys over the table.
  func draw(_ picker: KeyPicker, over buffer: inout CellBuffer) {
    let pane = keyPane(of: picker)
    let titles = picker.entries.map(\.title.displayWidth).max() ?? 0
    let width = min(titles, max(8, pane.contents.columns.count / 2))
    pane.draw(picker.position, of: picker.entries.count, in: &buffer, theme) { offset in
      let entry = picker.entries[offset]
      let isSelected = offset == picker.position.cursor
      let title = DisplayWidth.cut(entry.title, to: width)
      let padding = String(repeating: " ", count: max(0, width - title.displayWidth) + 2)
      return StyledLine(
        [
          Segment(text: isSelected ? "› " : "  ", role: .accent, isBold: true),
          Segment(text: title + padding, role: .text, isBold: isSelected),
          Segment(text: entry.evidence, role: .dim),
        ],
        on: isSelected ? .selection : nil
      )
    }
  }
}
