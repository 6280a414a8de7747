import FeedIdentity
import FeedStore
internal import FeedValues
internal import ListViewParts
internal import Patterns
internal import TableModel
internal import TerminalCore

extension App {
  /// Opens the detail of the selected row and gives it the focus, unfolds what repeats it, or folds or unfolds the
  /// selected section.
  mutating func openSelected(at instant: ContinuousClock.Instant) {
    if let section = list.table.selectedSection {
      return list.table.toggle(section: section, at: instant)
    }
    if list.hasFoldedSelection, list.toggleRepeats(at: instant) { return }
    if list.currentRow == nil { list.move(.nextRow, at: instant) }
    guard let row = list.currentRow else { return notices.report(Detail.Text.noRow) }
    if detail?.row.id != row.id {
      let frame = self.layout(hasDetail: true)
      detail = Detail(row, size: Detail.size(in: frame))
    }
    detail?.isPreview = false
    focusDetail(true)
    layOut(at: instant)
    updateDetail(at: instant)
  }

  /// Closes the detail, which returns the whole screen and the focus to the table.
  mutating func closeDetail(at instant: ContinuousClock.Instant) {
    detail = nil
    focusDetail(false)
    layOut(at: instant)
  }

  /// Shows the selected row next to the list if the screen is wide enough; the list keeps the focus.
  mutating func updatePreview(at instant: ContinuousClock.Instant) {
    let row = setup.size.columns >= ScreenLayout.widthWithPreview ? list.currentRow : nil
    if detail == nil, let row {
      let frame = self.layout(hasDetail: true)
      detail = Detail(row, size: Detail.size(in: frame))
    } else if let detail, detail.isPreview, row == nil {
      self.detail = nil
    } else {
      return
    }
    detail?.isPreview = true
    layOut(at: instant)
    fitColumns(at: instant)
  }

  /// Gives the focus to the detail, or back to the table.
  mutating func focusDetail(_ hasKeys: Bool) {
    layers.removeAll(where: \.isDetail)
    if hasKeys { layers.insert(.detail, at: 0) }
  }

  /// Moves the focus between the table and the detail.
  mutating func switchFocus() {
    let isFocused = layers.last?.isDetail ?? false
    if isFocused, !layout.showsTable {
      let keys = setup.configuration.keyMap.label(of: [.detail(.nextRow), .detail(.previousRow)])
      notices.report(Detail.Text.noRoom(keys))
    } else if detail != nil {
      detail?.isPreview = false
      focusDetail(!isFocused)
    } else {
      notices.report(Detail.Text.notOpen)
    }
  }

  /// Whether the detail has the focus, or the current prompt belongs to it.
  var detailHasKeys: Bool {
    layers.last?.isDetail ?? false || openPrompt?.before.detail != nil && detail != nil
  }

  /// Updates the detail to the selected row and its current content.
  mutating func updateDetail(at instant: ContinuousClock.Instant) {
    guard var detail else { return }
    self.detail = nil  // avoids a copy
    if let row = list.currentRow, row.id != detail.row.id {
      let isPreview = detail.isPreview
      detail = Detail(row, size: detail.size, searchingFor: detail.search?.pattern)
      detail.isPreview = isPreview
    }
    let (id, player) = (detail.row.id, feed.player)
    let current = player.row(of: id)
    var time = wallClock?.time(at: instant)
    var hasNews = detail.isAbsent != (current == nil)
    if detail.position != player.position {
      let isAhead = player.position > detail.position
      let start = isAhead ? detail.position : 0
      let history = player.history(of: id, after: start, limit: Detail.historyLimit)
      hasNews = hasNews || !isAhead || !history.changes.isEmpty || detail.position == 0
      detail.update(history, upTo: player.position)
      if isAhead, let change = history.changes.first { time = change.time ?? time }
    }
    let clocks = feed.clocks
    detail.update(
      to: current,
      changed: { clocks.changes(from: $0, to: $1) },
      time: time,
      at: instant
    )
    if hasNews { updateHistory(of: &detail, at: instant) }
    detail.settle()
    self.detail = detail
    lookInDetail(at: instant)
  }
}

/// Searches the row in the detail while that has the focus: the names and values of all its fields as shown,
/// including folded ones.
extension App {
  /// Searches the detail for a text from the cursor on; an empty text ends the search.
  ///
  /// - Throws: `PatternError` if the text is not a regular expression; the current search is then kept.
  mutating func searchDetail(
    for text: String,
    at instant: ContinuousClock.Instant
  ) throws(PatternError) {
    let pattern = text.isEmpty ? nil : try Pattern(text)
    // Each keystroke starts over, so that what the previous match unfolded is folded again.
    if let view = openPrompt?.before.detail { detail?.show(view) }
    detail?.setSearch(for: pattern)
    lookInDetail(at: instant)
    _ = detail?.goToMatch(isForward: true, staysThere: true)
  }

  /// Goes to the next or previous match in the detail, wrapping around at the end of the row.
  mutating func jumpInDetail(isForward: Bool) {
    guard let pattern = detail?.search?.pattern else { return }
    guard let isAround = detail?.goToMatch(isForward: isForward) else {
      return notices.report(FindState.Text.noMatch(pattern.text))
    }
    guard isAround else { return }
    notices.report(FindState.Text.wrapped(toTop: isForward, detail?.matchCount))
  }

  /// Updates the matches in the detail if the text of the row has changed.
  mutating func lookInDetail(at instant: ContinuousClock.Instant) {
    guard var detail, detail.isSearchOutdated else { return }
    self.detail = nil  // avoids a copy
    let (row, changes) = (detail.row, detail.changes)
    let view = DetailView(context: context(at: instant), detail)
    detail.look { line, path in
      let old = path.flatMap { changes[$0]?.old }
      let was = old.map { $0.string(limit: Pattern.textLimit).text }
      return [was, view.note(on: line, at: path, in: row)].compactMap(\.self)
    }
    self.detail = detail
  }
}
