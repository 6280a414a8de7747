internal import ListViewParts
internal import Feeds
internal import TerminalCore

/// While the detail has the keys, what is searched is the row in it: the names and values of all its
/// fields as they are shown, those that are folded too.
extension App {
  /// Whether the detail has the keys, or what is typed is about it.
  var detailHasKeys: Bool {
    switch mode {
    case .detail: true
    case .prompt: promptIsAboutDetail
    default: false
    }
  }

  /// Whether the prompt was opened from the detail, and that is still there.
  var promptIsAboutDetail: Bool { detail != nil && beforePrompt?.mode == .detail }

  /// Searches the detail for a text from its cursor on; an empty one ends the search.
  ///
  /// - Throws: `PatternError` where the text is no regular expression; the search goes on as it was.
  mutating func searchDetail(for text: String) throws(PatternError) {
    let pattern = text.isEmpty ? nil : try Pattern(text)
    // Each letter begins anew: what the last one opened is folded again.
    if case .prompt = mode, let view = beforePrompt?.detail { detail?.show(view) }
    detail?.setSearch(for: pattern)
    lookInDetail()
    _ = detail?.goToMatch(isForward: true, staysThere: true)
  }

  /// Goes to the next match in the detail or the one before, around the end of the row.
  mutating func jumpInDetail(isForward: Bool) {
    lookInDetail()
    guard let pattern = detail?.search?.pattern else { return }
    guard let isAround = detail?.goToMatch(isForward: isForward) else {
      message = "no field shows /\(pattern.text)"
      return
    }
    guard isAround else { return }
    let count = detail?.matchCount.map { " · \($0)" } ?? ""
    message = "on from the \(isForward ? "top" : "end")\(count)"
  }

  /// Counts what the search in the detail finds, where the row shows other text than before.
  mutating func lookInDetail() {
    guard var detail, detail.isSearchOutdated else { return }
    self.detail = nil  // so that it is not copied
    let row = detail.row
    let changes = detail.changes
    detail.look { line, path in
      let old = path.flatMap { changes[$0]?.old }
      let was = old.map { $0.string(limit: Pattern.textLimit).text }
      return [was, note(on: line, at: path, in: row)].compactMap(\.self)
    }
    self.detail = detail
  }

  /// A text of the detail with what the search finds in it lit up.
  ///
  /// - Parameters:
  ///   - segment: The text; the quotes around a string are not searched.
  ///   - value: The value that the text is of, of which it may be the beginning only: a match in what
  ///     is cut off lights up the `…` that stands for it.
  /// - Returns: The text in pieces.
  func lit(_ segment: Segment, of value: JSONValue? = nil) -> [Segment] {
    guard let pattern = detail?.search?.pattern else { return [segment] }
    var inside = segment.text[...]
    let isQuoted = value?.kind == .string && inside.hasPrefix("\"")
    if isQuoted { inside = inside.dropFirst() }
    if isQuoted, inside.hasSuffix("\"") { inside = inside.dropLast() }
    var ranges = pattern.ranges(in: String(inside)).map { range in
      inside.utf8.index(
        inside.startIndex,
        offsetBy: range.lowerBound
      )..<inside.utf8.index(inside.startIndex, offsetBy: range.upperBound)
    }
    if ranges.isEmpty, inside.hasSuffix("…"), let value, value.isScalar,
      pattern.matches(value.string(limit: Pattern.textLimit).text)
    {
      ranges = [inside.index(before: inside.endIndex)..<inside.endIndex]
    }
    var segments: [Segment] = []
    var position = segment.text.startIndex
    func add(upTo end: String.Index, isFound: Bool) {
      guard position < end else { return }
      var piece = segment
      piece.text = String(segment.text[position..<end])
      piece.isFound = isFound
      segments.append(piece)
      position = end
    }
    for range in ranges {
      add(upTo: range.lowerBound, isFound: false)
      add(upTo: range.upperBound, isFound: true)
    }
    add(upTo: segment.text.endIndex, isFound: false)
    return segments
  }
}
