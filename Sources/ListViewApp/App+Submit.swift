internal import Feeds
internal import ListViewParts
internal import Patterns
internal import TableModel
internal import TerminalCore

extension App {
  /// Closes the prompt and puts everything back as it was.
  mutating func cancelPrompt(at instant: ContinuousClock.Instant) {
    guard let before = openPrompt?.before else { return }
    layers.removeLast()
    if let view = before.detail, detail != nil {
      detail?.resumeSearch(of: view)
      detail?.show(view)
      lookInDetail(at: instant)
    }
    find.search = before.search
    find.search?.restart()
    list.endPreview(in: surroundings(at: instant))
    setFilter(before.filter, at: instant)
    list.go(backTo: before.place, at: instant)
    continueSearch(at: instant)
  }

  /// Carries out what is typed; what is wrong stays to be repaired.
  mutating func submit(at instant: ContinuousClock.Instant) -> [Effect] {
    guard var open = openPrompt else { return [] }
    // What was tried out is what is kept.
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
    case .search: notices.report(vainSearch)
    case .filter:
      // An empty line shows all rows again.
      let filter = text.trimming.isEmpty ? nil : try? Filter(text)
      setFilter(filter, keeping: open.before.place, at: instant)
      // What was tried out stays until it is there.
      if list.rearrangement == nil { list.endPreview(in: surroundings(at: instant)) }
      notices.report(find.filter.flatMap { note(on: $0) })
    case .command:
      do throws(CommandError) {
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

  /// What is wrong with a line that is entered; nil if nothing is, and of a command before it is
  /// tried.
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
      do throws(FilterError) {
        if !text.trimming.isEmpty { _ = try Filter(text) }
      } catch {
        return Prompt.Problem(message: error.description, offset: error.offset)
      }
    case .command: break
    }
    return nil
  }

  /// That a search has found nothing, in words; nil if it has, or looks still.
  private var vainSearch: String? {
    if layers.last?.isDetail ?? false {
      guard let search = detail?.search, search.matches.isEmpty else { return nil }
      return FindState.Text.noMatch(search.pattern.text)
    }
    guard let search = find.search, search.jump == nil, search.isCounted, search.matches.isEmpty
    else { return nil }
    return FindState.Text.noMatch(search.pattern.text)
  }

  /// Sets a filter; a row that was selected before is selected again, on its line, where the filter
  /// shows it and one that was tried out meanwhile did not.
  mutating func setFilter(
    _ filter: Filter?,
    keeping place: TablePosition,
    at instant: ContinuousClock.Instant
  ) {
    setFilter(filter, at: instant)
    guard let selection = place.selection, list.table.selection != selection,
      list.table.displayedRows.contains(where: { $0.id == selection })
    else { return }
    list.go(backTo: place, at: instant)
  }
}
