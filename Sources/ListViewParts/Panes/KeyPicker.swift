package import Feeds
package import TerminalCore

/// The list of fields shown over the table, from which the user chooses the key of the rows.
package struct KeyPicker: Hashable, Sendable {
  /// A possible choice.
  package struct Entry: Hashable, Sendable {
    package let choice: KeyChoice
    package let title: String
    /// What the rows say for or against it.
    package let evidence: String
  }

  package let entries: [Entry]
  /// The number of rows examined.
  private let rowCount: Int
  /// The selected entry and the scroll position.
  package var position: ScrollPosition

  /// The maximum number of rows that are examined.
  package static let maximumRows = KeyCandidate.rowLimit

  /// Creates the list for some rows, with the current rule selected.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - rule: How the rows are currently identified; nil if undecided.
  package init(_ rows: [Row], rule: KeyRule?) {
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
    rowCount = min(rows.count, Self.maximumRows)
    let current = entries.firstIndex { entry in
      if case .fields(let paths) = entry.choice { rule == .fields(paths) } else { false }
    }
    position = ScrollPosition(offset: 0, cursor: current ?? 0)
  }

  /// The selected entry.
  package var selected: Entry? {
    position.cursor.flatMap { entries.indices.contains($0) ? entries[$0] : nil }
  }

  /// The texts of the list.
  package enum Text {
    package static let title = "What identifies a row"
    package static let automatic = "automatic"
    package static let none = "every line its own row"
    package static let sourceAlone = "the source alone does not identify a row"
    package static let noRows = "no rows yet to choose a key from"

    package static func inEffect(_ rule: KeyRule?) -> String { rule.map { "now \($0)" } ?? "" }

    package static func evidence(_ candidate: KeyCandidate) -> String {
      var text = "\(grouped(candidate.distinct)) distinct"
      if candidate.repeats > 0 { text += " · \(plural(candidate.repeats, "repeat"))" }
      if candidate.missing > 0 { text += " · missing in \(grouped(candidate.missing))" }
      return text
    }

    package static func chosen(_ choice: KeyChoice) -> String {
      switch choice {
      case .automatic: "rows are identified automatically from here on"
      case .none: "every line is a row of its own from here on"
      case .fields(let paths): "rows are identified by \(KeyRule.fields(paths)) from here on"
      }
    }

    /// The description of a feed in which rows replace others.
    package static func updates(by rule: KeyRule, key: String) -> String {
      key.isEmpty ? "updates by \(rule)" : "updates by \(rule) · \(key)"
    }
  }
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

extension KeyPicker: LayerContents {
  package mutating func handle(_ event: InputEvent, in surroundings: Surroundings) -> Outcome {
    switch surroundings.keyMap.action(for: event) {
    case .program(.redraw): return .consumed([.perform(.program(.redraw))])
    case .program(.close), .program(.quit), .feed(.chooseKey): return .consumed([.close])
    case .move(let action):
      let height = pane(in: surroundings).contents.lines.count
      _ = position.move(action, count: entries.count, height: height)
    case .row(.open): return .consumed([.close] + (selected.map { [.identify($0.choice)] } ?? []))
    default: break
    }
    return .consumed
  }

  /// The box of the list: as high and as wide as it needs to be and the screen allows.
  private func pane(in surroundings: Surroundings) -> Pane {
    let size = surroundings.size
    let screen = ScreenLayout(size)
    let room = (screen.title.map { $0 + 1 } ?? 0)..<(screen.keys ?? size.lines)
    let height = min(entries.count + 2, room.count)
    let width = min(size.columns, max(44, contentsWidth + 4))
    var pane = Pane(
      Rectangle(
        lines: room.lowerBound..<room.lowerBound + height,
        columns: size.columns - width..<size.columns
      ),
      .box,
      title: [Segment(text: Text.title, role: .accent, isBold: true)]
    )
    pane.status = [Segment(text: plural(rowCount, "row"), role: .dim)]
    return pane
  }

  /// The width of the contents: the selection sign, the widest title and the widest evidence.
  private var contentsWidth: Int {
    2 + titleWidth + 2 + (entries.map(\.evidence.displayWidth).max() ?? 0)
  }

  private var titleWidth: Int { entries.map(\.title.displayWidth).max() ?? 0 }

  package func draw(into buffer: inout CellBuffer, in surroundings: Surroundings) -> KeyLine {
    let pane = pane(in: surroundings)
    // If not everything fits, the title gets what the evidence leaves, but at least half.
    let room = pane.contents.columns.count
    let width = min(titleWidth, max(8, room / 2, room - (contentsWidth - titleWidth)))
    pane.draw(position, of: entries.count, in: &buffer, surroundings.theme) { offset in
      let entry = entries[offset]
      let isSelected = offset == position.cursor
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
    let hints = surroundings.keyMap.hints([
      ([.move(.nextRow), .move(.previousRow)], HintText.select), ([.row(.open)], HintText.choose),
      ([.program(.close)], HintText.close),
    ])
    return .hints(hints)
  }
}
