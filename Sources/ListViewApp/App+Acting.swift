import Columns
import FeedStore
internal import FeedValues
internal import ListViewParts
import Ordering
internal import TableModel
internal import TerminalCore

/// Runs commands on rows.
extension App {
  /// The runs of commands on rows, and their output.
  struct Acting: Sendable {
    /// The number of the next run.
    var next = 0
    /// The output on the screen; the last one is the newest.
    var outputs: [OutputView] = []
    /// The marks of rows on which commands run.
    var marks = RunMarks()
    /// The names of the actions that were used.
    var used: Set<String> = []
  }

  /// The actions that are offered for a row.
  private func commands(for row: Row?) -> [RowCommand] {
    let all = setup.configuration.rowCommands.filter {
      $0.isFor(row, of: setup.configuration.feedName)
    }
    let own = all.filter { !$0.isReady }
    let (names, keys) = (Set(own.map(\.name)), Set(own.map(\.key)))
    // The user's own actions go before those that come with the program.
    return own
      + all.filter { $0.isReady && !names.contains($0.name) && !keys.contains($0.key) }
  }

  /// The rows that an action acts on: the marked ones, or the selected one.
  private var targets: [Row] {
    let marked = list.markedRows
    if !marked.isEmpty, detail == nil { return marked }
    return (list.currentRow ?? detail?.row).map { [$0] } ?? []
  }

  /// Opens the list of what can be done with the selected row or the marked ones.
  mutating func openActions(at instant: ContinuousClock.Instant) {
    guard !setup.configuration.isSecure else { return notices.report(ActText.isSecure) }
    list.showSelection(at: instant)
    let rows = targets
    guard !rows.isEmpty || !commands(for: nil).isEmpty else {
      return notices.report(ListState.Text.noSelection(context(at: instant).scrollKeys))
    }
    let more = rows.isEmpty ? [] : copyEntries(for: rows) + otherEntries
    openActions(on: rows, others: more)
  }

  /// Opens the list of what can be done with all rows that the list shows.
  mutating func openActionsOnAll() {
    let rows = Array(list.searchedRows)
    openActions(on: rows, others: copyEntries(for: rows))
  }

  private mutating func openActions(on rows: [Row], others: [ActionMenu.Entry]) {
    open(
      ActionMenu(
        commands(for: rows.first),
        on: rows,
        title: rows.first.map { ActText.name(name(of: $0), andMore: rows.count - 1) }
          ?? ActText.title,
        used: acting.used,
        others: others,
        former: formerRow
      )
    )
  }

  /// Finds a row as it was before it changed last.
  private var formerRow: CommandTemplate.FormerRow {
    let player = feed.player
    return { row in player.history(of: row.id, limit: 1).changes.first?.old }
  }

  /// Copies of what identifies rows, and of their JSON.
  private func copyEntries(for rows: [Row]) -> [ActionMenu.Entry] {
    // Of many rows only the first one is made into text before they are copied.
    let first = copy(of: Array(rows.prefix(1)), areMarked: false)
    let more = rows.count > 1 ? " …" : ""
    func entry(_ key: Character, _ name: String, _ text: Request, isJSON: Bool) -> ActionMenu.Entry
    {
      var preview = ""
      if case .copy(let bytes, _) = text {
        preview = String(decoding: bytes.prefix(Self.longestPreview), as: UTF8.self) + more
      }
      return ActionMenu.Entry(key, name, preview, .copyRows(rows, isJSON: isJSON))
    }
    return [
      entry("y", ActText.copyKey, first.keys, isJSON: false),
      entry("Y", ActText.copyJSON, first.json, isJSON: true),
    ]
  }

  /// The way to the actions on all rows, and to any other command.
  private var otherEntries: [ActionMenu.Entry] {
    var entries: [ActionMenu.Entry] = []
    let count = list.searchedRows.count
    if list.markedRows.isEmpty, detail == nil, count > 1 {
      let isPossible = count <= Self.mostRows
      entries.append(
        ActionMenu.Entry(
          "*",
          ActText.allRows,
          isPossible ? ActText.all(count) : ActText.tooMany(count, most: Self.mostRows),
          isPossible ? .actOnAll : nil
        )
      )
    }
    return entries + [ActionMenu.Entry(":", ActText.otherCommand, ActText.example, .enterRun)]
  }

  /// More bytes are never seen.
  private static let longestPreview = 240
  /// The most rows on which an action runs without each being marked.
  private static let mostRows = 10_000

  /// The title of a row: its key, and the name or the command beside it; without a key, what it says.
  private func name(of row: Row) -> String {
    func cut(_ text: String) -> String { DisplayWidth.cut(text, to: Self.longestName) }
    guard row.id.hasKey else { return cut(row.words) }
    let naming = columns.columns.naming
    guard let text = naming.flatMap({ $0.value(of: row) })?.string, text != row.nameText else {
      return cut(row.nameText)
    }
    let isCommand = naming?.look == .command
    let name = isCommand ? text.withoutDirectories(toFit: Self.longestName) : text
    return "\(cut(row.nameText)) \(cut(name))"
  }

  private static let longestName = 40

  /// The hint of the list of actions; empty if no row is selected, or there is none for it.
  var actionHint: [(actions: [Action], help: String)] {
    guard !setup.configuration.isSecure, let row = targets.first, !commands(for: row).isEmpty else {
      return []
    }
    return [([.row(.actions)], HintText.act)]
  }

  /// The action that a key of the table stands for; nil if it stands for none.
  func directCommand(for event: InputEvent) -> RowCommand? {
    guard setup.configuration.rowCommands.contains(where: { $0.isDirect && $0.key == event }),
      !setup.configuration.isSecure
    else { return nil }
    return commands(for: targets.first).first { $0.isDirect && $0.key == event }
  }

  /// The action with a name; nil if there is none.
  func command(named name: String) -> RowCommand? {
    setup.configuration.rowCommands.filter { $0.name == name }
      .first { $0.isFor(targets.first, of: setup.configuration.feedName) }
      ?? setup.configuration.rowCommands.first { $0.name == name }
  }

  /// Runs an action on the rows that keys act on.
  mutating func act(_ command: RowCommand, at instant: ContinuousClock.Instant) -> [Effect] {
    guard !setup.configuration.isSecure else {
      notices.report(ActText.isSecure)
      return []
    }
    list.showSelection(at: instant)
    return act(command, on: targets, at: instant)
  }

  /// Runs an action on rows as they were when the key was pressed, after a question if there is reason for one.
  mutating func act(
    _ command: RowCommand,
    on rows: [Row],
    knowing known: [String]? = nil,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    if rows.isEmpty, command.needsRow {
      notices.report(ListState.Text.noSelection(context(at: instant).scrollKeys))
      return []
    }
    guard command.template.questions.isEmpty else {
      open(ActionInput(command, on: rows))
      return []
    }
    do throws(CommandProblem) {
      let runs = try command.runs(on: rows, from: acting.next, former: formerRow)
      let reasons = reasonsToAsk(command, rows, at: instant)
      // A reason that the user knows is none to ask again.
      let isAgreed = known.map { Set(reasons).isSubset(of: $0) }
      guard isAgreed ?? (reasons.isEmpty && !command.asks) else {
        let title = rows.count == 1 ? ActText.asks(command.name, of: name(of: rows[0])) : nil
        let former = formerRow
        open(ActionQuestion(command, on: rows, title: title, because: reasons, former: former))
        return []
      }
      guard command.mode != .pane || runs.count <= Self.mostOutputs else {
        notices.report(ActText.notRun(command.name, ActText.tooManyOutputs(Self.mostOutputs)))
        return []
      }
      acting.next += runs.count
      acting.used.insert(command.name)
      acting.marks.begin(runs, on: rows.map(\.id))
      for (offset, run) in runs.enumerated() where run.mode == .pane {
        openOutput(of: run, offset + 1, of: runs.count, at: instant)
      }
      notices.report(ActText.began(command.name))
      return runs.map { .run($0) }
    } catch {
      notices.report(ActText.notRun(command.name, "\(error)"))
      return []
    }
  }

  /// The reasons to ask before an action runs: its rows are not what they were when the key was pressed.
  private func reasonsToAsk(
    _ command: RowCommand,
    _ rows: [Row],
    at instant: ContinuousClock.Instant
  ) -> [String] {
    var reasons: [String] = []
    // Nobody has looked at each of them.
    if rows.count > 1, !rows.allSatisfy({ list.arrangement.isMarked($0.id) }) {
      reasons.append(ActText.isAll(rows.count))
    }
    for row in rows {
      guard let current = feed.player.row(of: row.id) else {
        reasons.append(ActText.isGone)
        break
      }
      let changed = command.changedFields(from: row, to: current)
      if !changed.isEmpty {
        reasons.append(ActText.hasChanged(changed))
        break
      }
    }
    if feed.player.isPaused || feed.player.isInPast {
      let time = feed.player.time.map {
        TimeStyle.clock.text(of: $0, in: setup.configuration.calendar, at: nil)
      }
      reasons.append(ActText.isPast(time ?? ""))
    }
    return reasons
  }

  // MARK: Output of commands

  /// Opens the output of one of several runs, the first of which has number 1.
  private mutating func openOutput(
    of run: RowRun,
    _ number: Int,
    of count: Int,
    at instant: ContinuousClock.Instant
  ) {
    let text = ActionMenu.text(of: run.arguments)
    let name = count > 1 ? ActText.output(text, number, of: count) : text
    var configuration = configurationOfList(named: name)
    configuration.limit = Self.outputLimit
    configuration.outlook = ActText.output(run.name)
    var app = App(configuration, size: setup.size, theme: setup.theme)
    app.setup.isOutput = true
    app.holdsMotion = setup.holdsMotion
    acting.outputs.append(OutputView(run.number, app))
  }

  /// The most outputs that an action opens at once; each has a process of its own.
  private static let mostOutputs = 16
  private static let outputLimit = RowLimit(rows: 100_000)

  /// Carries out what is due of the output on the screen, and of the marks of runs.
  ///
  /// - Returns: Whether the screen may change.
  mutating func continueOutputs(at instant: ContinuousClock.Instant) -> Bool {
    var isVisible = acting.marks.expire(at: instant)
    for index in acting.outputs.indices where acting.outputs[index].advance(to: instant) {
      isVisible = true
    }
    return isVisible
  }

  /// Receives what a command has written.
  package mutating func receiveOutput(
    _ bytes: [UInt8],
    ofRun number: Int,
    at instant: ContinuousClock.Instant
  ) {
    guard let index = acting.outputs.firstIndex(where: { $0.number == number }) else { return }
    acting.outputs[index].receive(bytes, at: instant)
  }

  /// Records that a command has written nothing more for now.
  package mutating func restOutput(ofRun number: Int, at instant: ContinuousClock.Instant) {
    guard let index = acting.outputs.firstIndex(where: { $0.number == number }) else { return }
    acting.outputs[index].rest(isOver: false, at: instant)
  }

  /// Records that a command has ended.
  ///
  /// - Parameters:
  ///   - number: The number of the run.
  ///   - failure: Why it failed; nil if it did not.
  ///   - instant: The current time.
  package mutating func endRun(
    _ number: Int,
    failure: String?,
    at instant: ContinuousClock.Instant
  ) {
    let name = acting.marks.end(number, hasFailed: failure != nil, at: instant)
    if let index = acting.outputs.firstIndex(where: { $0.number == number }) {
      acting.outputs[index].rest(isOver: true, at: instant)
      if let failure { acting.outputs[index].app.notices.report(ActText.failed(name, failure)) }
    }
    notices.report(failure.map { ActText.failed(name, $0) } ?? ActText.succeeded(name))
  }

  /// Handles an event while the output of a command is on the screen.
  mutating func handleInOutput(
    _ event: InputEvent,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    guard let last = acting.outputs.indices.last else { return [] }
    let action = setup.configuration.keyMap.action(for: event)
    let closes =
      action == .program(.quit)
      || action == .program(.close) && !acting.outputs[last].app.hasSomethingToClose
    if closes, acting.outputs[last].app.layers.isEmpty {
      let number = acting.outputs.removeLast().number
      layOut(at: instant)
      fitColumns(at: instant)
      return [.endRun(number)]
    }
    return acting.outputs[last].app.handle(event, at: instant).flatMap { effect -> [Effect] in
      switch effect {
      case .quit, .identify, .remember, .pick, .runNow, .count, .run, .endRun: []
      default: [effect]
      }
    }
  }
}

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
