internal import ListViewParts
internal import Feeds
internal import TableModel
internal import TerminalCore

/// What a prompt may have to put back.
struct BeforePrompt: Sendable {
  var place: Place
  var search: Search?
  var filter: Filter?
  /// Who had the keys.
  var mode: Mode
  /// What was in view of the detail.
  var detail: Detail.View?
}

extension App {
  /// Asks for something on the line of keys.
  mutating func openPrompt(_ purpose: Prompt.Purpose, at instant: ContinuousClock.Instant) {
    beforePrompt = BeforePrompt(
      place: Place(table),
      search: search,
      filter: filter,
      mode: mode,
      detail: detail?.view
    )
    // A filter is mended, a search is another one.
    mode = .prompt(Prompt(purpose, purpose == .filter ? filter?.text ?? "" : ""))
  }

  /// Does what a key means while something is typed.
  mutating func handleInPrompt(
    _ event: InputEvent,
    _ prompt: Prompt,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    var prompt = prompt
    switch PromptAction(event) {
    case .enter: return submit(prompt, at: instant)
    case .cancel:
      cancel(at: instant)
      return []
    case nil where prompt.editor.isEmpty && event == .key(.backspace):
      cancel(at: instant)
      return []
    case .complete, .completeBack:
      let before = prompt.editor
      let purpose = prompt.purpose
      let isForward = PromptAction(event) == .complete
      prompt.complete(isForward: isForward) { completions(for: purpose, before) }
      if prompt.editor != before { prompt = changed(prompt, at: instant) }
    case .older, .newer:
      let isOlder = PromptAction(event) == .older
      guard prompt.recall(isOlder: isOlder, in: history[prompt.purpose]) else { return [] }
      prompt.completion = nil
      prompt = changed(prompt, at: instant)
    case nil:
      let before = prompt.editor.text
      guard prompt.editor.edit(event) else { return [] }
      prompt.completion = nil
      if prompt.editor.text != before { prompt = changed(prompt, at: instant) }
    }
    mode = .prompt(prompt)
    return []
  }

  /// Tries out a line that is other than before.
  private mutating func changed(
    _ prompt: Prompt,
    at instant: ContinuousClock.Instant
  ) -> Prompt {
    var prompt = prompt
    (prompt.problem, prompt.note) = (nil, nil)
    let text = prompt.editor.text
    switch prompt.purpose {
    case .search:
      if text.isEmpty, !promptIsAboutDetail { goBackToPlace(at: instant) }
      do throws(PatternError) {
        if promptIsAboutDetail {
          try searchDetail(for: text)
        } else {
          try search(for: text, from: searchStart, at: instant)
        }
      } catch {
        prompt.problem = Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .filter:
      preview(text, at: instant)
      guard !text.trimming.isEmpty else { return prompt }
      do throws(FilterError) {
        let filter = try Filter(text)
        prompt.note = note(on: filter)
        if allRows.count <= Self.previewLimit, !allRows.isEmpty, rowCount == 0 {
          prompt.note = prompt.note ?? Self.noMatch
        }
      } catch {
        prompt.problem = Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .command: break
    }
    return prompt
  }

  /// Shows what a filter that is being typed lets through.
  ///
  /// What is wrong leaves the rows as they are. A field that still lacks its value is left out, and so is
  /// a word at the end that may become the name of a field.
  private mutating func preview(_ text: String, at instant: ContinuousClock.Instant) {
    guard allRows.count <= Self.previewLimit else { return }
    let text = text.dropLast(unfinishedLength(of: text))
    if text.trimming.isEmpty {
      setFilterInPlace(nil, at: instant)
    } else if let filter = try? Filter(String(text)) {
      setFilterInPlace(filter, at: instant)
    }
  }

  /// Sets a filter; a row that was selected before is selected again, on its line, where the filter
  /// shows it and one that was tried out meanwhile did not.
  private mutating func setFilterInPlace(_ filter: Filter?, at instant: ContinuousClock.Instant) {
    setFilter(filter, at: instant)
    guard let selection = beforePrompt?.place.selection, table.selection != selection,
      table.rows.contains(where: { $0.id == selection })
    else { return }
    goBackToPlace(at: instant)
  }

  /// What is said of a filter that no row matches.
  static let noMatch = "no matching rows"

  /// What is worth knowing of a filter that is right: fields that no row has, and comparisons that fit
  /// none of their values.
  func note(on filter: Filter) -> String? { note(on: filter.fields) ?? typeProblem(of: filter) }

  /// That no row has some of the fields, and which ones there are; nil where rows have all of them.
  func note(on fields: [FieldName]) -> String? {
    guard !allRows.isEmpty else { return nil }
    let unknown = unknownFields(among: fields)
    guard let first = unknown.first else { return nil }
    let names = unknown.map { "\"\($0.text)\"" }.joined(separator: " or ")
    // A column that was asked for need not be of a field that there is.
    let known = fieldNames.filter { unknownFields(among: [FieldName($0)]).isEmpty }
    if unknown.count == 1, let nearest = Spelling.nearest(to: first.text, among: known) {
      return "no row has a field \(names) yet: is it \(nearest)?"
    }
    let others = known.prefix(6).joined(separator: ", ")
    return "no row has a field \(names) yet: there are \(others)\(known.count > 6 ? " …" : "")"
  }

  private mutating func cancel(at instant: ContinuousClock.Instant) {
    mode = modeBehindPrompt
    guard let beforePrompt else { return }
    if let view = beforePrompt.detail, mode == .detail {
      detail?.resumeSearch(of: view)
      detail?.show(view)
      lookInDetail()
    }
    search = beforePrompt.search
    search?.restart()
    setFilter(beforePrompt.filter, at: instant)
    goBackToPlace(at: instant)
    self.beforePrompt = nil
    continueSearch(at: instant)
  }

  /// Who gets the keys when the prompt is left: the detail, where it had them.
  private var modeBehindPrompt: Mode { promptIsAboutDetail ? .detail : .table }

  private mutating func submit(
    _ prompt: Prompt,
    at instant: ContinuousClock.Instant
  ) -> [Effect] {
    let text = prompt.editor.text
    // What is wrong stays to be mended.
    guard prompt.problem == nil else { return [] }
    guard !text.isEmpty || prompt.purpose == .filter else {
      cancel(at: instant)
      return []
    }
    mode = modeBehindPrompt
    message = nil
    var effects: [Effect] = []
    switch prompt.purpose {
    case .search where mode == .detail:
      if let search = detail?.search, search.matches.isEmpty {
        message = "no field shows /\(search.pattern.text)"
      }
    case .search:
      if let search, search.jump == nil, search.isCounted, search.matches.isEmpty {
        message = "no row shows /\(search.pattern.text)"
      }
    case .filter:
      // An empty line shows all rows again; one that is wrong has been told.
      setFilterInPlace(text.trimming.isEmpty ? nil : try? Filter(text), at: instant)
      message = filter.flatMap { note(on: $0) }
    case .command:
      do throws(CommandError) {
        effects = try run(text, at: instant)
      } catch {
        var failed = prompt
        failed.problem = Prompt.Problem(message: error.description, offset: error.offset)
        mode = .prompt(failed)
        return []
      }
    }
    history.add(text, for: prompt.purpose)
    if case .prompt = mode { return effects }
    beforePrompt = nil
    return effects
  }
}
