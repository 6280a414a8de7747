import Columns
internal import FeedValues
internal import ListViewParts
internal import Patterns
internal import TableModel

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
