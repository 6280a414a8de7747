import Columns
package import FeedValues
package import Patterns
internal import TerminalCore

extension Detail {
  /// The folds, scroll position and search of the detail, to be restored later.
  package struct View: Hashable, Sendable {
    fileprivate var id: RowID
    fileprivate var folds: FoldTree
    fileprivate var scroll: ScrollPosition
    fileprivate var search: DetailSearch?
  }

  /// The current view.
  package var view: View { View(id: row.id, folds: folds, scroll: scroll, search: search) }

  /// Restores the folds and the scroll position of a view of the same row; the search is kept.
  package mutating func show(_ view: View) {
    guard view.id == row.id else { return }
    folds = view.folds
    layOut()
    scroll = view.scroll
    settle()
  }

  /// Restores the search of a view.
  package mutating func resumeSearch(of view: View) {
    search = view.search
    isSearchOutdated = search != nil
  }

  /// Starts a search for a pattern; nil ends the search.
  package mutating func setSearch(for pattern: Pattern?) {
    search = pattern.map { DetailSearch($0) }
    isSearchOutdated = search != nil
  }

  /// Searches the whole row, if the search is outdated.
  ///
  /// - Parameter notes: Returns text shown on a line besides the name and the value.
  /// - Complexity: O(*n*) in the length of the row, up to `JSONOutline.wholeCount` lines.
  package mutating func look(notes: (_ line: JSONOutline.Line, _ path: FieldPath?) -> [String]) {
    guard isSearchOutdated, var search else { return }
    isSearchOutdated = false
    let whole = JSONOutline(
      row.value,
      folds: folds,
      removed: removedMembers,
      width: size.columns,
      isWhole: true
    )
    let pattern = search.pattern
    search.look(in: whole) { line, outline in
      let path = fieldPath(ofLine: line, in: outline)
      return texts(ofLine: line, in: outline, pattern) + notes(outline.lines[line], path)
    }
    self.search = search
  }

  /// The searchable texts of a line; the whole of an open text is included only if none of its lines matches,
  /// to find matches that span lines.
  private func texts(
    ofLine offset: Int,
    in outline: JSONOutline,
    _ pattern: Pattern
  ) -> [String] {
    let line = outline.lines[offset]
    // The offsets of elements are not part of the row.
    let name = line.isElement ? [] : [line.name]
    switch line.content {
    case .value(let value), .folded(let value):
      return name + [value.string(limit: Pattern.textLimit).text]
    case .text(let text): return [text]
    case .open(let value) where value.kind == .string:
      let pieces = outline.lines[(offset + 1)...].prefix { $0.parent == offset }
      let isInPiece = pieces.contains { piece in
        if case .text(let text) = piece.content { pattern.matches(text) } else { false }
      }
      return name + (isInPiece ? [] : [value.string(limit: Pattern.textLimit).text])
    case .open, .removed: return name
    case .more: return []
    }
  }

  /// Moves the cursor to a match, and unfolds what contains it.
  ///
  /// - Parameters:
  ///   - isForward: Whether to go to the next match rather than the previous one.
  ///   - staysThere: Whether a match at the cursor counts.
  /// - Returns: Whether the search wrapped; nil if there is no match.
  package mutating func goToMatch(isForward: Bool, staysThere: Bool = false) -> Bool? {
    let found = search?.match(
      isForward: isForward,
      from: placeOfCursor,
      line: scroll.cursor,
      staysThere: staysThere
    )
    guard let found, let place = search?.matches[found.offset] else { return nil }
    reveal(place)
    select(outline.line(at: place) ?? outline.line(at: place.path))
    search?.went(to: found.offset, line: scroll.cursor)
    return found.isAround
  }

  /// Unfolds everything that hides a line.
  private mutating func reveal(_ place: DetailSearch.LinePath) {
    for depth in 0...place.path.count {
      // The number of members, or lines of the text, that have to be shown for the line to be visible.
      let isLast = depth == place.path.count
      guard let wanted = isLast ? place.piece : place.offsets[depth] else { continue }
      let path = place.path[..<depth]
      let size = isLast ? JSONOutline.textLineCount : JSONOutline.memberCount
      if depth > 0 { folds[path].isOpen = true }
      folds[path].extent = max(folds[path].extent, wanted / size)
    }
    layOut()
  }

  private var placeOfCursor: DetailSearch.LinePath? {
    guard let line = lineAtCursor else { return nil }
    var counts: [Int?: Int] = [:]
    let offsets = outline.lines[...line].map { line in
      counts[line.parent, default: -1] += 1
      return counts[line.parent] ?? 0
    }
    return DetailSearch.LinePath(line, of: outline, offsets)
  }

  /// The match count as shown to the user: `3/17` with the cursor on the third match, otherwise `17`.
  ///
  /// A row with more lines than are examined has a `+` after the total. The value is nil without a search.
  package var matchCount: String? {
    guard let search else { return nil }
    let total = Money.grouped(String(search.matches.count)) + (search.isComplete ? "" : "+")
    let match = search.match(at: placeOfCursor, line: scroll.cursor)
    return match.map { "\(Money.grouped(String($0 + 1)))/\(total)" } ?? total
  }

  /// Whether something folded into a line matches.
  package func hasMatch(insideLine line: Int) -> Bool {
    guard let search, !search.matches.isEmpty else { return false }
    let path = outline.path(ofLine: line)
    return search.matches.contains {
      ($0.path.count > path.count || $0.piece != nil) && $0.path.starts(with: path)
    }
  }
}
