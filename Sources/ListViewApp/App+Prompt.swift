import Columns
internal import FeedValues
internal import ListViewParts
internal import Patterns
internal import TableModel
internal import TerminalCore

extension App {
  /// The open prompt; nil for none.
  var openPrompt: OpenPrompt? { layers.last?.contents() }

  /// Opens a prompt on the bottom line.
  mutating func openPrompt(_ purpose: Prompt.Purpose, _ text: String = "") {
    let before = OpenPrompt.Before(
      place: TablePosition(list.table, pin: list.pinTable.selection),
      search: find.search,
      filter: find.filter,
      detail: layers.last?.isDetail ?? false ? detail?.view : nil,
      columns: purpose == .column ? columns : nil
    )
    // A filter is edited further, whereas a search starts over.
    let text = purpose == .filter ? find.filter?.text ?? "" : text
    var prompt = OpenPrompt(Prompt(purpose, text), before: before)
    let configuration = setup.configuration
    if purpose == .filter, configuration.picks {
      prompt.picking = configuration.picksSeveral ? .several : .one
    }
    open(prompt)
  }

  /// Edits the open prompt.
  mutating func editPrompt(_ edit: (inout Prompt) -> Void) { editOpenPrompt { edit(&$0.prompt) } }

  /// Changes an open prompt, and what it restores if it is cancelled.
  mutating func editOpenPrompt(_ edit: (inout OpenPrompt) -> Void) {
    guard var open = openPrompt else { return }
    edit(&open)
    layers[layers.count - 1] = .pane(open)
  }

  /// Previews the text of the prompt.
  mutating func previewPrompt(at instant: ContinuousClock.Instant) {
    guard var prompt = openPrompt?.prompt else { return }
    preview(&prompt, at: instant)
    editPrompt { $0 = prompt }
  }

  /// Recalls a line from the history.
  mutating func recall(isOlder: Bool, at instant: ContinuousClock.Instant) {
    guard var prompt = openPrompt?.prompt,
      prompt.recall(isOlder: isOlder, in: find.history[prompt.purpose])
    else { return }
    prompt.completion = nil
    preview(&prompt, at: instant)
    editPrompt { $0 = prompt }
  }

  /// Previews a changed line.
  ///
  /// A line that may still become valid is not reported as a mistake before it is entered.
  mutating func preview(_ prompt: inout Prompt, at instant: ContinuousClock.Instant) {
    (prompt.problem, prompt.note, prompt.supplement) = (nil, nil, "")
    let text = prompt.editor.text
    switch prompt.purpose {
    case .search:
      if let problem = previewSearch(text, at: instant), Pattern.isHopeless(text) {
        prompt.problem = problem
      }
    case .filter:
      if prompt.editor.isAtEnd { prompt.supplement = completer.supplement(of: text) }
      previewFilter(text + prompt.supplement, at: instant)
      guard !text.trimming.isEmpty else { return }
      do throws(SettingError) {
        prompt.note = note(on: try Filter(text))
        if list.preview == nil, !list.allRows.isEmpty, list.rowCount == 0 {
          prompt.note = prompt.note ?? FindState.Text.noRows
        }
      } catch {
        guard Filter.isHopeless(text) else { return }
        prompt.problem = Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .column:
      let item = previewColumn(text, at: instant)
      if case .failure(let error) = item, error.offset < text.trimming.count {
        prompt.problem = Prompt.Problem(message: error.description, offset: error.offset)
      } else if case .success(let item) = item {
        prompt.note = completer.note(on: item.expression?.fields ?? [])
      }
    case .command: break
    }
  }

  private mutating func previewSearch(
    _ text: String,
    at instant: ContinuousClock.Instant
  ) -> Prompt.Problem? {
    guard let before = openPrompt?.before else { return nil }
    let isInDetail = before.detail != nil && detail != nil
    if text.isEmpty, !isInDetail { list.go(backTo: before.place, at: instant) }
    do throws(PatternError) {
      if isInDetail {
        try searchDetail(for: text, at: instant)
      } else {
        try search(for: text, at: instant)
      }
    } catch {
      return Prompt.Problem(message: error.description, offset: error.offset)
    }
    return nil
  }
}

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

extension App {
  /// Closes the prompt and restores the previous state.
  mutating func cancelPrompt(at instant: ContinuousClock.Instant) {
    guard let open = openPrompt, case let before = open.before else { return }
    layers.removeLast()
    if let view = before.detail, detail != nil {
      detail?.resumeSearch(of: view)
      detail?.show(view)
      lookInDetail(at: instant)
    }
    if let columns = before.columns {
      show(columns, at: instant)
    }
    find.search = before.search
    find.search?.restart()
    list.endPreview(in: context(at: instant))
    setFilter(before.filter, at: instant)
    if open.picking == nil { list.go(backTo: before.place, at: instant) }
    continueSearch(at: instant)
  }

  /// Carries out the text of the prompt; an invalid text stays in the prompt for correction.
  mutating func submit(at instant: ContinuousClock.Instant) -> [Effect] {
    guard var open = openPrompt else { return [] }
    // The filter that was previewed is the one to apply.
    open.prompt.editor.append(open.prompt.supplement)
    let prompt = open.prompt
    let text = prompt.editor.text
    if let problem = problem(of: prompt) {
      editPrompt { $0.problem = problem }
      return []
    }
    guard !text.isEmpty || prompt.purpose == .filter else {
      cancelPrompt(at: instant)
      return []
    }
    layers.removeLast()
    notices.clearMessage()
    var effects: [Effect] = []
    switch prompt.purpose {
    case .search: finishSearch(at: instant)
    case .filter:
      // An empty filter shows all rows.
      let filter = text.trimming.isEmpty ? nil : try? Filter(text)
      setFilter(filter, keeping: open.before.place, at: instant)
      // The preview stays on the screen until a long list is filtered.
      if list.rearrangement == nil { list.endPreview(in: context(at: instant)) }
      notices.report(find.filter.flatMap { note(on: $0) })
    case .column:
      guard case .success(let item) = columnItem(text) else { break }
      // A column of a field that no row has would be empty.
      if let note = completer.note(on: item.expression?.fields ?? []) {
        var failed = open
        failed.prompt.problem = Prompt.Problem(message: note, offset: 0)
        self.open(failed)
        return []
      }
      add(item, at: instant)
    case .command:
      do throws(SettingError) {
        effects = try run(text, at: instant)
      } catch {
        var failed = open
        failed.prompt.problem = Prompt.Problem(message: error.description, offset: error.offset)
        self.open(failed)
        return []
      }
    }
    find.history.add(text, for: prompt.purpose)
    return effects
  }

  /// The problem with the text of a prompt; nil if there is none, or if it is a command, which is checked
  /// when it runs.
  private func problem(of prompt: Prompt) -> Prompt.Problem? {
    let text = prompt.editor.text
    switch prompt.purpose {
    case .search:
      do throws(PatternError) {
        if !text.isEmpty { _ = try Pattern(text) }
      } catch {
        return Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .filter:
      do throws(SettingError) {
        if !text.trimming.isEmpty { _ = try Filter(text) }
      } catch {
        return Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .column:
      if case .failure(let error) = columnItem(text) {
        return Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .command: break
    }
    return nil
  }

  /// Selects a pinned match, or reports that there is no match, if the table has none and the search is not under way.
  private mutating func finishSearch(at instant: ContinuousClock.Instant) {
    if layers.last?.isDetail ?? false {
      guard let search = detail?.search, search.matches.isEmpty else { return }
      return notices.report(FindState.Text.noMatch(search.pattern.text))
    }
    guard let search = find.search, search.jump == nil, search.isCounted, search.matches.isEmpty
    else { return }
    selectPinnedMatch(of: search.pattern, at: instant)
  }

  /// Sets the filter, and restores the previous selection on its line if the filter shows that row or section, even if
  /// a preview meanwhile did not.
  mutating func setFilter(
    _ filter: Filter?,
    keeping place: TablePosition,
    at instant: ContinuousClock.Instant
  ) {
    setFilter(filter, at: instant)
    list.selectAgain(place, at: instant)
    // A row that is selected instead would unfold its group.
    if let section = place.section, list.rearrangement != nil,
      list.table.selectedSection != section
    {
      list.table.clearSelection(at: instant)
    }
    // The table that is shown until a long list is filtered lacks rows and groups that it will have.
    let former = TablePosition(list.table, pin: list.pinTable.selection)
    find.filteredPlace = list.rearrangement == nil ? nil : (place, former)
  }
}
