internal import FeedValues
internal import ListViewParts
internal import Patterns

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
