internal import Feeds
internal import ListViewParts
internal import Patterns

/// While the detail has the keys, what is searched is the row in it: the names and values of all its
/// fields as they are shown, those that are folded too.
extension App {
  /// Searches the detail for a text from its cursor on; an empty one ends the search.
  ///
  /// - Throws: `PatternError` where the text is no regular expression; the search goes on as it was.
  mutating func searchDetail(
    for text: String,
    at instant: ContinuousClock.Instant
  ) throws(PatternError) {
    let pattern = text.isEmpty ? nil : try Pattern(text)
    // Each letter begins again: what the last one opened is folded again.
    if let view = openPrompt?.before.detail { detail?.show(view) }
    detail?.setSearch(for: pattern)
    lookInDetail(at: instant)
    _ = detail?.goToMatch(isForward: true, staysThere: true)
  }

  /// Goes to the next match in the detail or the one before, around the end of the row.
  mutating func jumpInDetail(isForward: Bool) {
    guard let pattern = detail?.search?.pattern else { return }
    guard let isAround = detail?.goToMatch(isForward: isForward) else {
      return notices.report(FindState.Text.noMatch(pattern.text))
    }
    guard isAround else { return }
    notices.report(FindState.Text.wrapped(toTop: isForward, detail?.matchCount))
  }

  /// Counts what the search in the detail finds, where the row shows other text than before.
  mutating func lookInDetail(at instant: ContinuousClock.Instant) {
    guard var detail, detail.isSearchOutdated else { return }
    self.detail = nil  // so that it is not copied
    let (row, changes) = (detail.row, detail.changes)
    let view = DetailView(surroundings: surroundings(at: instant), detail)
    detail.look { line, path in
      let old = path.flatMap { changes[$0]?.old }
      let was = old.map { $0.string(limit: Pattern.textLimit).text }
      return [was, view.note(on: line, at: path, in: row)].compactMap(\.self)
    }
    self.detail = detail
  }
}
