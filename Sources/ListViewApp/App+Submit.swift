import Columns
internal import FeedValues
internal import ListViewParts
internal import Patterns
internal import TableModel
internal import TerminalCore

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
