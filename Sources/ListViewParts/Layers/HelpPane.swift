import Columns
package import TerminalCore

/// All keys by topic, the legend of the signs on the screen, what the mouse does, and the commands.
package struct HelpPane: LayerContents {
  /// The scroll position; nil until the first key, while the pane is open at the topic of the user's place.
  private var scroll: ScrollPosition?
  /// The topic of the user's place; nil for the first one.
  private let topic: Action.Topic?
  /// The commands without an action, such as `goto ROW`, and their effects.
  private let commands: [(name: String, help: String)]
  /// The text of the search; nil without one.
  private var query: LineEditor?
  /// Whether keys are typed into it.
  private var isTyping = false
  private let layout = Memo<Input, Contents>()

  /// Opens the help.
  ///
  /// - Parameters:
  ///   - topic: The topic to open it at; nil for the first one.
  ///   - commands: The commands without an action, and their effects.
  package init(
    at topic: Action.Topic? = nil,
    commands: [(name: String, help: String)] = []
  ) {
    (self.topic, self.commands) = (topic, commands)
  }

  /// The input on which the contents depend.
  private struct Input: Equatable {
    var keyMap: KeyMap
    var size: TerminalSize
    var query: String
  }

  /// The lines, and the room that they take.
  private struct Contents {
    var lines: [StyledLine]
    var width: Int
    /// The screen, and what is left of it inside a border.
    var screen: Rectangle
    var room: Rectangle
    /// The line at which the pane opens.
    var start: Int
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if isTyping {
      type(event)
      return .consumed
    }
    let action = context.keyMap.action(for: event)
    if action == .find(.search) {
      (query, isTyping) = (LineEditor(), true)
      return .consumed
    }
    if action == .program(.close), query != nil {
      (query, scroll) = (nil, ScrollPosition())
      return .consumed
    }
    let (pane, contents) = contents(in: context)
    let height = pane.contents.lines.count
    var position = scroll ?? ScrollPosition(offset: contents.start)
    defer { scroll = position }
    let count = contents.lines.count
    return position.handle(event, count: count, height: height, closing: .help, context)
  }

  /// Edits the text of the search.
  private mutating func type(_ event: InputEvent) {
    scroll = ScrollPosition()
    switch event {
    case .key(.enter, _):
      isTyping = false
      if query?.isEmpty ?? true { query = nil }
    case .key(.escape, _): (query, isTyping) = (nil, false)
    case .key(.backspace, []) where query?.isEmpty ?? true: (query, isTyping) = (nil, false)
    default:
      guard query?.edit(event) == false, event == .control("c") else { return }
      (query, isTyping) = (nil, false)
    }
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let (pane, contents) = contents(in: context)
    let lines = contents.lines
    let position = scroll ?? ScrollPosition(offset: contents.start)
    pane.draw(position, of: lines.count, in: &buffer, context.theme) { lines[$0] }
    return pane.keyLine(of: lines.count, context, searches: true)
  }

  /// The pane and its contents.
  private func contents(in context: Context) -> (pane: Pane, contents: Contents) {
    var title = [Segment(text: Text.title, role: .accent, isBold: true)]
    if let query {
      title.append(Segment(text: "  /\(query.text)\(isTyping ? "▏" : "")", role: .text))
    }
    let input = Input(
      keyMap: context.keyMap,
      size: context.size,
      query: query?.text ?? ""
    )
    let contents = layout(input) { makeContents($0) }
    let (screen, lines) = (contents.screen, contents.lines)
    // While something is searched for, the pane keeps its size.
    let least = query == nil ? 0 : contents.room.lines.count
    let place = screen.centered(
      columns: max(contents.width, query == nil ? 0 : contents.room.columns.count) + 4,
      lines: max(lines.count, least) + 2
    )
    var pane = Pane(
      contents.room.columns.count + 4 > screen.columns.count ? screen : place,
      .box,
      title: title
    )
    // If the status bar is visible, it shows these hints.
    if context.screen.keys.map(pane.place.lines.contains) ?? true {
      let isCut = lines.count > pane.contents.lines.count
      pane.footer = Pane.Text.closes(context.closeKey)
      let search = context.keyMap.label(of: [.find(.search)])
      let scrolls = isCut ? [Pane.Text.scroll(context.scrollKeys)] : []
      for more in scrolls + [Pane.Text.searches(search)] {
        let footer = more + " · " + pane.footer
        if footer.displayWidth + 6 <= pane.place.columns.count { pane.footer = footer }
      }
      if pane.border == .bar {
        pane.status = [Segment(text: Pane.Text.closes(context.closeKey), role: .dim)]
      }
    }
    return (pane, contents)
  }

  /// Lays out the matches of the search, or everything: the keys first, as far as possible on one screen.
  private func makeContents(_ input: Input) -> Contents {
    let screen = Rectangle(lines: 0..<input.size.lines, columns: 0..<input.size.columns)
    // The border of a box takes two lines and four columns; a small screen has none.
    let room = Pane(screen, .box, title: []).contents
    let keys = HelpSheet.topics(of: input.keyMap) + HelpSheet.legend
    let others = [HelpSheet.mouse, HelpSheet.commands(commands)].filter { !$0.entries.isEmpty }
    func sheet(_ topics: [HelpSheet.Topic]) -> HelpSheet {
      HelpSheet(
        topics,
        columns: room.columns.count,
        lines: room.lines.count,
        marking: topic?.title
      )
    }
    if !input.query.isEmpty {
      let found = HelpSheet.matching(input.query, in: keys + others)
      let sheet = sheet(found)
      let lines = found.isEmpty ? [StyledLine(Text.nothing, .dim)] : sheet.lines
      return Contents(lines: lines, width: sheet.width, screen: screen, room: room, start: 0)
    }
    let (first, second) = (sheet(keys), sheet(others))
    let lines = first.lines + [StyledLine()] + second.lines
    var start = 0
    if let title = topic?.title {
      let line = first.lines.firstIndex { line in line.segments.contains { $0.text == title } } ?? 0
      let count = keys.first { $0.name == title }?.entries.count ?? 0
      // Lines of the first screen stay there.
      if line + count >= room.lines.count { start = line }
    }
    let width = max(first.width, second.width)
    return Contents(lines: lines, width: width, screen: screen, room: room, start: start)
  }

  /// The texts of the pane.
  package enum Text {
    package static let title = "Keys"
    package static let nothing = "nothing found"
  }
}

extension Pane {
  /// The key hints of panes.
  package enum Text {
    package static func closes(_ key: String) -> String { "\(key) closes" }
    package static func scroll(_ keys: String) -> String { "\(keys) scroll" }
    package static func searches(_ key: String) -> String { "\(key) searches" }
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
    _ context: Context
  ) -> Outcome {
    if case .mouse(let event) = event {
      switch event.kind {
      case .wheelUp: _ = move(.scrollUp, count: count, height: height)
      case .wheelDown: _ = move(.scrollDown, count: count, height: height)
      default: break
      }
      return .consumed
    }
    switch context.keyMap.action(for: event) {
    case .program(.redraw): return .consumed([.perform(.program(.redraw))])
    case .program(.close), .program(.quit), .program(closing): return .consumed([.close])
    case .move(let action): _ = move(action, count: count, height: height)
    default: break
    }
    return .consumed
  }
}

extension Pane {
  /// The content of the status bar while the pane covers the table.
  ///
  /// - Parameters:
  ///   - count: The number of lines of the pane's contents.
  ///   - context: The context of the frame.
  ///   - searches: Whether the pane can be searched.
  /// - Returns: The hints, unless the pane covers the status bar.
  func keyLine(of count: Int, _ context: Context, searches: Bool = false) -> KeyLine {
    if let line = context.screen.keys, place.lines.contains(line) { return .drawn }
    // A pane that fits completely does not scroll.
    let scrolls = count > contents.lines.count
    var hints = Array(KeyMap.paneHints.prefix(scrolls ? .max : 1))
    if searches { hints.insert(([.find(.search)], HintText.search), at: 1) }
    return .hints(context.keyMap.hints(hints))
  }
}

extension KeyMap {
  /// Key hints with the current labels of actions.
  package func hints(_ hints: [(actions: [Action], help: String)]) -> [KeyHint] {
    hints.map { KeyHint(label(of: $0.actions), $0.help) }
  }
}
