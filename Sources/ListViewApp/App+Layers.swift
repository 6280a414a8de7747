internal import Feeds
internal import ListViewParts
internal import TableModel
internal import TerminalCore

/// What opens layers, and closes what is open.
extension App {
  /// Opens a pane over the table.
  mutating func open(_ pane: some LayerContents) { layers.append(.pane(pane)) }

  /// Lets the reader pick a column for something.
  mutating func pickColumn(to purpose: ColumnPick.Purpose) {
    let places = columns.layout.places
    guard !places.isEmpty else { return notices.report(ColumnPick.Text.noColumns) }
    let arrangement = list.arrangement
    let current =
      purpose == .sort ? arrangement.sort?.column.paths : arrangement.grouping?.column.paths
    let position = places.firstIndex { columns.columns[$0.column].paths == current }
    open(ColumnPick(purpose: purpose, position: position ?? 0))
  }

  /// Opens the list of what can identify a row.
  mutating func openKeyPicker() {
    guard !list.allRows.isEmpty else { return notices.report(KeyPicker.Text.noRows) }
    open(KeyPicker(Array(list.allRows), rule: feed.status.keyRule))
  }

  /// Opens the list of what could not be read.
  mutating func openMalformedInput(at instant: ContinuousClock.Instant) {
    let configuration = setup.configuration
    let pane = MalformedInputPane(
      feedName: configuration.feedName,
      log: feed.status.malformedInput,
      keyProblems: feed.status.keyProblems,
      omissions: feed.omissions(limit: configuration.limit, in: surroundings(at: instant))
    )
    open(pane)
  }

  /// Asks for clicks and the wheel, or leaves them to the terminal.
  mutating func toggleMouse() -> [Effect] {
    setup.usesMouse.toggle()
    let key = setup.configuration.keyMap.label(of: [.program(.mouse)])
    notices.report(
      setup.usesMouse ? Notices.Text.mouseOn(key) : Notices.Text.mouseOff
    )
    return [.mouse(setup.usesMouse)]
  }

  /// Lets go of one thing: of another arrangement that takes a while; in the detail of its search, else
  /// of the detail; in the table of the search, else the filter, else the selection.
  mutating func close(at instant: ContinuousClock.Instant) {
    if cancelRearranging(at: instant) { return }
    if layers.last?.isDetail ?? false, detail?.search != nil {
      detail?.setSearch(for: nil)
    } else if let detail, !detail.isPreview {
      closeDetail(at: instant)
    } else if find.search != nil {
      find.search = nil
    } else if find.filter != nil {
      setFilter(nil, at: instant)
    } else {
      list.table.clearSelection(at: instant)
      list.leavePins(at: instant)
    }
  }

  /// Clears the message of the last key, and those that stay until a key is pressed.
  mutating func clearNotices() {
    notices.clear()
    if !explainsEmptyTable { feed.status.notice = nil }
  }

  /// Brings what a layer has selected into view, now that its requests were carried out.
  mutating func settle(at instant: ContinuousClock.Instant) {
    guard var picker = layers.last?.contents(as: ColumnPicker.self) else { return }
    picker.settle(in: surroundings(at: instant))
    layers[layers.count - 1] = .pane(picker)
  }

  // MARK: Order and groups

  /// Whether the user is choosing by what the rows are to be sorted.
  var isChoosingOrder: Bool {
    guard let layer = layers.last else { return false }
    return layer.contents(as: ColumnPick.self)?.purpose == .sort
      || layer.contents(as: OpenPrompt.self)?.prompt.purpose == .command
  }

  mutating func sort(by column: Column?, at instant: ContinuousClock.Instant) {
    let surroundings = surroundings(at: instant)
    rearrange { $0.sort(by: column, in: surroundings) }
  }

  mutating func group(by column: Column?, at instant: ContinuousClock.Instant) {
    let surroundings = surroundings(at: instant)
    rearrange { $0.group(by: column, in: surroundings) }
  }

  mutating func invertOrder(at instant: ContinuousClock.Instant) {
    let surroundings = surroundings(at: instant)
    rearrange { $0.invertSort(in: surroundings) }
  }

  /// Shows the same rows as the reader arranges them, and reports what was done.
  mutating func rearrange(_ change: (inout ListState) -> String) {
    summary.restart()
    notices.report(change(&list))
  }
}

extension Layer {
  /// Whether the detail has the keys.
  var isDetail: Bool {
    if case .detail = self { true } else { false }
  }
}
