import Columns
package import FeedValues
package import TerminalCore

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
