internal import Feeds
internal import TerminalCore

/// The list of fields over the table from which the reader chooses what identifies a row.
struct KeyPicker: Hashable, Sendable {
  /// What can be chosen.
  struct Entry: Hashable, Sendable {
    let choice: KeyChoice
    let title: String
    /// What the rows say of it.
    let evidence: String
  }

  let entries: [Entry]
  /// Which entry is selected, and which are in view.
  var position: ScrollPosition

  /// Makes the list for some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: How they are identified so far; it is selected.
  init(_ rows: [Row], rule: KeyRule?) {
    var entries = [
      Entry(choice: .automatic, title: Text.automatic, evidence: Text.inEffect(rule)),
      Entry(choice: .none, title: Text.none, evidence: ""),
    ]
    if case .fields(let paths)? = rule, paths.count > 1 {
      let candidate = KeyCandidate(paths, of: rows)
      entries.append(Entry(candidate))
    }
    entries += KeyCandidate.fields(of: rows).map(Entry.init)
    self.entries = entries
    let current = entries.firstIndex { entry in
      if case .fields(let paths) = entry.choice { rule == .fields(paths) } else { false }
    }
    position = ScrollPosition(offset: 0, cursor: current ?? 0)
  }

  /// The entry that is selected.
  var selected: Entry? {
    position.cursor.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
  }

  /// What the list says.
  enum Text {
    static let title = "What identifies a row"
    static let automatic = "automatic"
    static let none = "every line its own row"

    static func inEffect(_ rule: KeyRule?) -> String { rule.map { "now \($0)" } ?? "" }

    static func evidence(_ candidate: KeyCandidate) -> String {
      var text = "\(grouped(candidate.distinct)) distinct"
      if candidate.repeats > 0 { text += " · \(plural(candidate.repeats, "repeat"))" }
      if candidate.missing > 0 { text += " · missing in \(grouped(candidate.missing))" }
      return text
    }

    static func chosen(_ choice: KeyChoice) -> String {
      switch choice {
      case .automatic: "rows are identified automatically from here on"
      case .none: "every line is a row of its own from here on"
      case .fields(let paths): "rows are identified by \(KeyRule.fields(paths)) from here on"
      }
    }

    /// What is said where rows take the place of others.
    static func updates(by rule: KeyRule, key: String) -> String {
      key.isEmpty ? "updates by \(rule)" : "updates by \(rule) · \(key)"
    }
  }

  /// What the line of keys shows.
  static let hints: [(actions: [Action], help: String)] = [
    ([.move(.nextRow), .move(.previousRow)], "select"), ([.row(.open)], "choose"),
    ([.program(.close)], "close"),
  ]
}

extension KeyPicker.Entry {
  init(_ candidate: KeyCandidate) {
    self.init(
      choice: .fields(candidate.fields),
      title: candidate.description,
      evidence: KeyPicker.Text.evidence(candidate)
    )
  }
}

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
