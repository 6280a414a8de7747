package import TerminalCore

/// All keys by topic, and the legend of the signs on the screen.
package struct HelpPane: LayerContents {
  private var scroll = ScrollPosition()
  private let layout = Memo<Input, Contents>()

  package init() {}

  /// What the contents depend on.
  private struct Input: Equatable {
    var keyMap: KeyMap
    var size: TerminalSize
  }

  /// The lines, and the room that they take.
  private struct Contents {
    var lines: [StyledLine]
    var width: Int
    /// The screen, and what is left of it inside a border.
    var screen: Rectangle
    var room: Rectangle
  }

  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    let (pane, lines) = contents(in: surroundings)
    let height = pane.contents.lines.count
    return scroll.handle(event, count: lines.count, height: height, closing: .help, surroundings)
  }

  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) -> KeyLine {
    let (pane, lines) = contents(in: surroundings)
    pane.draw(scroll, of: lines.count, in: &buffer, surroundings.theme) { lines[$0] }
    return pane.keyLine(of: lines.count, surroundings)
  }

  /// The pane and its contents.
  private func contents(in surroundings: Surroundings) -> (pane: Pane, lines: [StyledLine]) {
    let title = [Segment(text: Text.title, role: .accent, isBold: true)]
    let input = Input(keyMap: surroundings.keyMap, size: surroundings.size)
    let contents = layout(input) { input in
      let screen = Rectangle(lines: 0..<input.size.lines, columns: 0..<input.size.columns)
      // The border of a box takes two lines and four columns; a small screen has none.
      let room = Pane(screen, .box, title: title).contents
      let sheet = HelpSheet(
        HelpSheet.topics(of: input.keyMap) + HelpSheet.legend,
        columns: room.columns.count,
        lines: room.lines.count
      )
      return Contents(lines: sheet.lines, width: sheet.width, screen: screen, room: room)
    }
    let (screen, lines) = (contents.screen, contents.lines)
    let place = screen.centered(columns: contents.width + 4, lines: lines.count + 2)
    var pane = Pane(
      contents.room.columns.count + 4 > screen.columns.count ? screen : place,
      .box,
      title: title
    )
    // If the status bar is visible, it shows these hints.
    if surroundings.screen.keys.map(pane.place.lines.contains) ?? true {
      let isCut = lines.count > pane.contents.lines.count
      pane.footer = Pane.Text.closes(surroundings.closeKey)
      let footer = Pane.Text.scroll(surroundings.scrollKeys) + " · " + pane.footer
      if isCut, footer.displayWidth + 6 <= pane.place.columns.count { pane.footer = footer }
      if pane.border == .bar {
        pane.status = [Segment(text: Pane.Text.closes(surroundings.closeKey), role: .dim)]
      }
    }
    return (pane, lines)
  }

  /// The texts of the pane.
  package enum Text {
    package static let title = "Keys"
  }
}

extension Pane {
  /// The key hints of panes.
  package enum Text {
    package static func closes(_ key: String) -> String { "\(key) closes" }
    package static func scroll(_ keys: String) -> String { "\(keys) scroll" }
  }
}

extension ScrollPosition {
  /// Scrolls a pane that covers the table, or closes it; other keys are consumed without effect, so that they
  /// do not act on the table below.
  mutating func handle(
    _ event: InputEvent,
    count: Int,
    height: Int,
    closing: ProgramAction,
    _ surroundings: Surroundings
  ) -> Outcome {
    if case .mouse(let event) = event {
      switch event.kind {
      case .wheelUp: _ = move(.scrollUp, count: count, height: height)
      case .wheelDown: _ = move(.scrollDown, count: count, height: height)
      default: break
      }
      return .consumed
    }
    switch surroundings.keyMap.action(for: event) {
    case .program(.redraw): return .consumed([.perform(.program(.redraw))])
    case .program(.close), .program(.quit), .program(closing): return .consumed([.close])
    case .move(let action): _ = move(action, count: count, height: height)
    default: break
    }
    return .consumed
  }
}

extension Pane {
  /// What the status bar shows while the pane covers the table.
  func keyLine(of count: Int, _ surroundings: Surroundings) -> KeyLine {
    if let line = surroundings.screen.keys, place.lines.contains(line) { return .drawn }
    // A pane that fits completely does not scroll.
    let scrolls = count > contents.lines.count
    return .hints(surroundings.keyMap.hints(Array(KeyMap.paneHints.prefix(scrolls ? .max : 1))))
  }
}

extension KeyMap {
  /// Key hints with the current labels of actions.
  package func hints(_ hints: [(actions: [Action], help: String)]) -> [KeyHint] {
    hints.map { KeyHint(label(of: $0.actions), $0.help) }
  }
}
