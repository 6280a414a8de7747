import Columns
internal import FeedValues
internal import ListViewParts
internal import TableModel

/// Completes prompts.
extension App {
  /// A completer for the current columns and rows.
  var completer: Completer {
    Completer(
      columns: columns.columns,
      rows: list.allRows,
      facts: find.facts,
      times: listReading(at: nil).times,
      views: setup.configuration.views.names
    )
  }

  /// Completes the text of the prompt with the next or previous candidate.
  mutating func complete(isForward: Bool, at instant: ContinuousClock.Instant) {
    guard var prompt = openPrompt?.prompt else { return }
    let before = prompt.editor
    let purpose = prompt.purpose
    prompt.complete(isForward: isForward) { completions(for: purpose, before) }
    if prompt.editor != before { preview(&prompt, at: instant) }
    editPrompt { $0 = prompt }
  }

  /// The possible continuations of the text before the cursor.
  ///
  /// - Returns: The number of characters before the cursor to replace, and the candidates.
  func completions(
    for purpose: Prompt.Purpose,
    _ editor: LineEditor
  ) -> (length: Int, texts: [String]) {
    let before = editor.before
    switch purpose {
    case .search: return (0, [])
    case .filter:
      let found = completer.filterCompletions(of: before)
      return (found.length, found.texts)
    case .column:
      let found = completer.expressionCompletions(of: before)
      return (found.length, found.texts)
    case .command:
      guard let space = before.firstIndex(where: \.isWhitespace) else {
        let names = Command.all.filter { $0.name.hasPrefix(before) }
        return (before.count, names.map { $0.argument.isEmpty ? $0.name : $0.name + " " })
      }
      guard let command = try? Command.named(String(before[..<space])) else { return (0, []) }
      let argument = String(before[space...].drop(while: \.isWhitespace))
      let texts = command.complete(completer, argument).filter {
        $0.hasPrefix(argument, ignoringCase: true)
      }
      return (argument.count, texts)
    }
  }
}
