import Columns
package import FeedValues
package import TerminalCore

/// The list of actions for a row, with the command of each as it would be run.
package struct ActionMenu: LayerContents {
  /// A line of the list.
  package struct Entry: Sendable {
    let key: InputEvent
    let name: String
    /// The command with the fields of the row, the text to copy, or the reason why it cannot be done.
    let preview: String
    /// The effect; nil if it cannot be done.
    let request: Request?
    /// Whether the name is dimmed, as that of an action of the program's own that was not used yet.
    var isDim = false

    /// An entry without an action.
    package init(_ key: Character, _ name: String, _ preview: String, _ request: Request?) {
      (self.key, self.name) = (.key(.character(key)), name)
      (self.preview, self.request) = (preview, request)
    }

    fileprivate init(
      _ command: RowCommand,
      on rows: [Row],
      former: CommandTemplate.FormerRow,
      isDim: Bool
    ) {
      (key, name, self.isDim) = (command.key, command.name, isDim)
      do throws(CommandProblem) {
        let words = try command.template.arguments(for: rows, former: former)
        preview = command.template.script.map { "sh: \($0)" } ?? ActionMenu.text(of: words)
        request = .act(command, rows)
      } catch {
        (preview, request) = ("\(error)", nil)
      }
    }
  }

  private let entries: [Entry]
  private let title: String
  private var position = ScrollPosition(offset: 0, cursor: 0)

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - commands: The actions that are offered.
  ///   - rows: The rows on which they act; none for actions without fields.
  ///   - title: The name of the rows.
  ///   - used: The names of the actions that were used; others that come with the program are dimmed.
  ///   - others: The other things that can be done, unless an action has its key.
  ///   - former: A row as it was before it changed last; nil if that is not known.
  package init(
    _ commands: [RowCommand],
    on rows: [Row],
    title: String,
    used: Set<String> = [],
    others: [Entry] = [],
    former: CommandTemplate.FormerRow = { _ in nil }
  ) {
    self.title = title
    entries =
      commands.map { command in
        let isDim = command.isReady && !used.contains(command.name)
        return Entry(command, on: rows, former: former, isDim: isDim)
      }
      + others.filter { other in !commands.contains { $0.key == other.key } }
  }

  /// The words of a command as a shell would read them.
  package static func text(of words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty
        && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:=@%+,~".contains($0) }
      return isPlain
        ? word
        : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: " ")
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    if let entry = entries.first(where: { $0.key == event }) { return run(entry) }
    switch context.keyMap.action(for: event) {
    case .program(.redraw): return .consumed([.perform(.program(.redraw))])
    case .program(.close), .program(.quit), .row(.actions): return .consumed([.close])
    case .move(let action):
      let height = pane(in: context).contents.lines.count
      _ = position.move(action, count: entries.count, height: height)
    case .row(.open):
      guard let cursor = position.cursor, entries.indices.contains(cursor) else { break }
      return run(entries[cursor])
    default: break
    }
    return .consumed
  }

  private func run(_ entry: Entry) -> Outcome {
    .consumed([.close, entry.request ?? .say(ActText.notRun(entry.name, entry.preview))])
  }

  private var keyWidth: Int { entries.map(\.key.keyLabel.displayWidth).max() ?? 0 }
  private var nameWidth: Int { entries.map(\.name.displayWidth).max() ?? 0 }

  private func pane(in context: Context) -> Pane {
    let size = context.size
    let screen = ScreenLayout(size)
    let room = (screen.title.map { $0 + 1 } ?? 0)..<(screen.keys ?? size.lines)
    let height = min(entries.count + 2, room.count)
    let previews = entries.map(\.preview.displayWidth).max() ?? 0
    let widest = max(title.displayWidth + 2, 2 + keyWidth + 2 + nameWidth + 2 + previews)
    let width = min(size.columns, max(40, widest + 4))
    return Pane(
      Rectangle(
        lines: room.upperBound - height..<room.upperBound,
        columns: 0..<width
      ),
      .box,
      title: [Segment(text: title, role: .accent, isBold: true)],
      minimum: 3
    )
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let pane = pane(in: context)
    let (keyWidth, nameWidth) = (keyWidth, nameWidth)
    let room = max(8, pane.contents.columns.count - keyWidth - nameWidth - 6)
    pane.draw(position, of: entries.count, in: &buffer, context.theme) { offset in
      let entry = entries[offset]
      let isSelected = offset == position.cursor
      func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.displayWidth) + 2)
      }
      return StyledLine(
        [
          Segment(text: isSelected ? "› " : "  ", role: .accent, isBold: true),
          Segment(text: padded(entry.key.keyLabel, keyWidth), role: .accent, isBold: true),
          Segment(
            text: padded(entry.name, nameWidth),
            role: entry.request == nil || entry.isDim ? .dim : .text
          ),
          Segment(text: DisplayWidth.cut(entry.preview, to: room), role: .dim),
        ],
        on: isSelected ? .selection : nil
      )
    }
    // Letters run actions, also those that move elsewhere.
    return .hints(
      [KeyHint(ChooserText.arrows, HintText.select)]
        + context.keyMap.hints([
          ([.row(.open)], ActText.run), ([.program(.close)], HintText.close),
        ])
    )
  }
}

/// The question before an action that destroys something, or whose row has changed.
package struct ActionQuestion: LayerContents {
  private let command: RowCommand
  private let rows: [Row]
  private let title: String
  private let reasons: [String]
  private let lines: [String]

  /// Creates the question.
  ///
  /// - Parameters:
  ///   - command: The action.
  ///   - rows: The rows on which it acts.
  ///   - title: The action and what its row is called; nil for the action alone.
  ///   - reasons: The reasons for asking the user.
  ///   - former: A row as it was before it changed last; nil if that is not known.
  package init(
    _ command: RowCommand,
    on rows: [Row],
    title: String? = nil,
    because reasons: [String],
    former: CommandTemplate.FormerRow = { _ in nil }
  ) {
    (self.command, self.rows, self.reasons) = (command, rows, reasons)
    self.title = title ?? command.name
    let shown = command.template.takesAllRows || rows.isEmpty ? [rows] : rows.map { [$0] }
    let commands = shown.prefix(Self.shownCommands).map { rows in
      (try? command.template.arguments(for: rows, former: former)).map(ActionMenu.text) ?? ""
    }
    let more = shown.count > Self.shownCommands ? ["…"] : []
    lines =
      reasons + [command.question(for: rows, former: former)] + commands.map { "  \($0)" } + more
  }

  private static let shownCommands = 3

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    guard case .key = event else { return .consumed }
    let isYes = event == .key(.enter) || event == .key(.character("y"))
    return .consumed([.close] + (isYes ? [.actNow(command, rows, reasons: reasons)] : []))
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let size = context.size
    let bottom = context.screen.keys ?? size.lines
    let widest = lines.map(\.displayWidth).max() ?? 0
    let width = min(size.columns, max(36, widest + 4, title.displayWidth + 6))
    let height = min(lines.count + 2, bottom)
    let pane = Pane(
      Rectangle(lines: bottom - height..<bottom, columns: 0..<width),
      .box,
      title: [Segment(text: title, role: .warning, isBold: true)],
      minimum: 3
    )
    pane.draw(ScrollPosition(), of: lines.count, in: &buffer, context.theme) { offset in
      StyledLine([
        Segment(text: DisplayWidth.cut(lines[offset], to: max(1, width - 4)), role: .text)
      ])
    }
    return .hints([
      KeyHint(ActText.runKey, ActText.run), KeyHint(context.closeKey, HintText.close),
    ])
  }
}

/// The questions to the user before an action runs: a text to type, or a choice.
package struct ActionInput: LayerContents {
  private let command: RowCommand
  private let rows: [Row]
  private let questions: [CommandTemplate.Question]
  private var answers: [String] = []
  private var editor = LineEditor()
  private var chooser = Chooser(0)

  /// Creates the questions of an action; the first one is asked at once.
  ///
  /// - Precondition: It has questions.
  package init(_ command: RowCommand, on rows: [Row]) {
    (self.command, self.rows, questions) = (command, rows, command.template.questions)
    editor = LineEditor(questions[0].suggestion)
  }

  private var question: CommandTemplate.Question { questions[answers.count] }

  private var entries: [Chooser<Int>.Entry] {
    question.choices.enumerated().map { Chooser.Entry($0, $1) }
  }

  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    guard question.choices.isEmpty else {
      switch chooser.handle(event, among: entries) {
      case .chosen(let choice): return answer(question.choices[choice])
      case .cancelled: return .consumed([.close])
      case .ignored, .moved, .missing: return .consumed
      }
    }
    if event == .key(.enter) { return answer(editor.text) }
    if event == .key(.escape) { return .consumed([.close]) }
    _ = editor.edit(event)
    return .consumed
  }

  private mutating func answer(_ text: String) -> Outcome {
    guard answers.count + 1 < questions.count else {
      return .consumed([.close, .act(command.answering(answers + [text]), rows)])
    }
    answers.append(text)
    (editor, chooser) = (LineEditor(question.suggestion), Chooser(0))
    return .consumed
  }

  package func draw(into buffer: inout CellBuffer, in context: Context) -> KeyLine {
    let title = ActText.asks(command.name, of: question.title)
    guard question.choices.isEmpty else {
      return chooser.draw(entries, title: title, into: &buffer, in: context)
    }
    let bottom = context.screen.keys ?? context.size.lines
    let (before, after) = (
      DisplayWidth.cut(editor.before, to: .max), editor.text.dropFirst(editor.before.count)
    )
    let width = min(
      context.size.columns,
      max(36, editor.text.displayWidth + 5, title.displayWidth + 6)
    )
    let pane = Pane(
      Rectangle(lines: max(0, bottom - 3)..<bottom, columns: 0..<width),
      .box,
      title: [Segment(text: title, role: .accent, isBold: true)],
      minimum: 3
    )
    pane.draw(ScrollPosition(), of: 1, in: &buffer, context.theme) { _ in
      StyledLine([
        Segment(text: before, role: .text), Segment(text: "▏", role: .accent),
        Segment(text: DisplayWidth.cut(String(after), to: .max), role: .text),
      ])
    }
    return .hints([
      KeyHint(ChooserText.enter, ActText.run), KeyHint(ChooserText.escape, ChooserText.cancel),
    ])
  }
}
