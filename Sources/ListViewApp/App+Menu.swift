import Columns
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TerminalCore

/// Composes the menu of completions.
extension App {
  /// Gathers field statistics while they are needed, and discards them afterwards.
  ///
  /// - Returns: Whether the statistics changed.
  @discardableResult
  mutating func updateFacts(at instant: ContinuousClock.Instant) -> Bool {
    guard layers.last?.readsFields ?? false else {
      find.forgetFacts()
      return false
    }
    let context = context(at: instant)
    if find.facts == nil || find.areFactsOld(at: instant) {
      // A new filter is one of all rows; everything else is about those that are shown.
      let isFilter = openPrompt?.prompt.purpose == .filter
      find.gatherFacts(
        completer.fields,
        of: list.allRows,
        where: isFilter ? nil : list.arrangement.predicate,
        in: context
      )
      return true
    }
    return find.continueFacts(in: context)
  }

  /// The menu of a prompt's completions; nil if there are none.
  func menu(of prompt: Prompt, _ texts: [String], _ context: Context) -> PromptMenu? {
    let texts = prompt.completion?.candidates ?? texts
    guard !texts.isEmpty, prompt.purpose != .search else { return nil }
    let line = prompt.editor.before
    let title =
      switch prompt.purpose {
      case .filter: PromptMenu.Text.filter
      case .column: PromptMenu.Text.column
      case .command, .search: PromptMenu.Text.command
      }
    let items =
      switch prompt.purpose {
      case .command: commandItems(texts, line, context)
      case .column: texts.map { expressionItem($0, context) }
      case .filter, .search: filterItems(texts, line, context)
      }
    return PromptMenu(
      title: title,
      items: items,
      choice: prompt.completion?.choice,
      footer: PromptMenu.Text.footer
    )
  }

  /// The items of fields with summaries of their values, or of values with their row counts.
  private func filterItems(
    _ texts: [String],
    _ line: String,
    _ context: Context
  ) -> [PromptMenu.Item] {
    guard let comparison = completer.comparison(atEndOf: line),
      let facts = find.facts, let field = facts.field(named: comparison.field)
    else {
      return texts.map { text in
        let name = text.hasSuffix("=") ? String(text.dropLast()) : text
        return fieldItem(name, context)
      }
    }
    let counts = Dictionary(
      field.commonValues.map { ($0.text, $0.count) },
      uniquingKeysWith: { first, _ in first }
    )
    return texts.map { text in
      let plain = text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
      let count = counts[plain].map { facts.countText($0) }
      return PromptMenu.Item(
        FieldFacts.value(text, of: field),
        details: count.map { [Segment(text: $0, role: .dim)] } ?? []
      )
    }
  }

  /// The item of a function with what it is, or of a field with a summary of its values.
  private func expressionItem(_ text: String, _ context: Context) -> PromptMenu.Item {
    guard let function = ExpressionText.functions.first(where: { $0.name == text }) else {
      return fieldItem(text.filter { $0 != "\"" }, context, hasHints: false)
    }
    return PromptMenu.Item(
      [Segment(text: function.signature, role: .text)],
      details: [Segment(text: function.help, role: .dim)]
    )
  }

  private func fieldItem(
    _ name: String,
    _ context: Context,
    hasHints: Bool = true
  ) -> PromptMenu.Item {
    let facts = find.facts
    let details = facts.flatMap { facts in
      facts.field(named: name).map { facts.summary(of: $0, in: context, hasHints: hasHints) }
    }
    return PromptMenu.Item([Segment(text: name, role: .text)], details: details ?? [])
  }

  /// The items of commands with their descriptions and keys, or of a command's arguments.
  private func commandItems(
    _ texts: [String],
    _ line: String,
    _ context: Context
  ) -> [PromptMenu.Item] {
    let word = line.prefix { !$0.isWhitespace }
    guard word.count < line.count, let command = try? Command.named(String(word)) else {
      return texts.map { commandItem(String($0.trimming), context) }
    }
    switch command.name {
    case "filter":
      let argument = String(line.dropFirst(word.count).trimming)
      return filterItems(texts.map { String($0.trimming) }, argument, context).enumerated()
        .map { PromptMenu.Item([Segment(text: texts[$0], role: .text)], details: $1.details) }
    case "sort", "group", "columns":
      return texts.map { text in
        let column = columns.columns.named(String(text.drop { $0 == "-" }))
        let details = column.flatMap {
          context.facts(on: $0, forGroups: command.name == "group")
        }
        return PromptMenu.Item([Segment(text: text, role: .text)], details: details ?? [])
      }
    case "help": return texts.map { commandItem($0, context) }
    default: return texts.map { PromptMenu.Item([Segment(text: $0, role: .text)]) }
    }
  }

  private func commandItem(_ name: String, _ context: Context) -> PromptMenu.Item {
    guard let command = Command.all.first(where: { $0.name == name }) else {
      return PromptMenu.Item([Segment(text: name, role: .text)])
    }
    let argument = command.argument.isEmpty ? "" : " \(command.argument)"
    let key = command.action.map { context.keyMap.label(of: [$0]) } ?? ""
    return PromptMenu.Item(
      [Segment(text: name, role: .text), Segment(text: argument, role: .dim)],
      details: [Segment(text: key.isEmpty ? "" : "\(key)  ", role: .accent, isBold: true)]
        .filter { !$0.text.isEmpty } + [Segment(text: command.help, role: .dim)]
    )
  }
}
