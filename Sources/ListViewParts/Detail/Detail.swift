import Columns
package import FeedIdentity
package import FeedStore
package import FeedValues
package import Patterns
package import TerminalCore
package import Values

/// All fields of one row, with their recent changes, and the history of the row.
///
/// The detail keeps the last version of its row, so that a deleted row remains readable.
package struct Detail: Sendable {
  /// The current version of the row, or the last one if it was deleted.
  package private(set) var row: Row
  /// Whether the detail opened automatically next to the list of a wide screen, which keeps the focus.
  package var isPreview = false
  /// Whether the row is not in the list at the player's position.
  package private(set) var isAbsent = false
  /// The fields that changed while the detail was open, ``maximumChanges`` at most.
  package private(set) var changes: [FieldPath: FieldChange] = [:]
  /// The changes of the row up to the player's position, newest first.
  package private(set) var history = RowHistory()
  /// The position of the player at which the history ends.
  package private(set) var position = 0
  /// The lines of the row.
  package private(set) var outline: JSONOutline
  /// The scroll position and the cursor.
  package var scroll = ScrollPosition(cursor: 0)
  /// The size of the contents.
  package private(set) var size: TerminalSize
  /// The paths that contain a changed field.
  private var changedInside: Set<FieldPath> = []
  var folds = FoldTree()
  /// The current search; nil for none.
  package var search: DetailSearch?
  /// Whether the text of the row has changed since it was searched.
  package var isSearchOutdated = false
  /// The lines of the history, below those of the row.
  ///
  /// When new ones are inserted, a cursor on a history line moves along with it.
  package var historyLines: [StyledLine] = [] {
    didSet {
      guard lineAtCursor == nil, let cursor = scroll.cursor, !oldValue.isEmpty else { return }
      scroll.cursor = cursor + historyLines.count - oldValue.count
      scroll.offset += historyLines.count - oldValue.count
    }
  }

  /// The maximum number of fields whose last change is kept, however many come and go.
  static let maximumChanges = 1_000
  /// The maximum number of changes in the history.
  package static let historyLimit = 100

  /// Creates the detail of a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - size: The size of the contents.
  ///   - pattern: The pattern to search for; nil for none.
  package init(_ row: Row, size: TerminalSize, searchingFor pattern: Pattern? = nil) {
    self.row = row
    self.size = size
    search = pattern.map { DetailSearch($0) }
    isSearchOutdated = pattern != nil
    outline = JSONOutline(row.value, folds: folds, removed: [:], width: size.columns)
  }

  /// The total number of lines, including the history.
  package var count: Int { outline.lines.count + historyLines.count }

  // MARK: Updates

  /// Gives the row its new identity.
  package mutating func identify(by change: IdentityChange) {
    if let renamed = change.renamed([row]).first { row = renamed }
  }

  /// Updates the row.
  ///
  /// - Parameters:
  ///   - current: The current version of the row; nil if it is not in the list.
  ///   - fields: Returns what differs between two versions.
  ///   - time: When the change happened.
  ///   - instant: When the change is shown.
  package mutating func update(
    to current: Row?,
    changed fields: (_ old: Row, _ new: Row) -> [ChangedField],
    time: FeedTime?,
    at instant: ContinuousClock.Instant
  ) {
    isAbsent = current == nil
    guard let current, current != row else { return }
    for field in fields(row, current) {
      changes[field.path] = FieldChange(
        old: field.old,
        new: field.new,
        instant: instant,
        time: time
      )
      noteChange(inside: field.path)
    }
    if changes.count > Self.maximumChanges {
      let newest = changes.sorted { $0.value.instant > $1.value.instant }
      changes = Dictionary(uniqueKeysWithValues: newest.prefix(Self.maximumChanges).map { $0 })
      changedInside = []
      for path in changes.keys { noteChange(inside: path) }
    }
    row = current
    isSearchOutdated = search != nil
    layOut()
  }

  private mutating func noteChange(inside path: FieldPath) {
    for length in 0..<path.names.count {
      changedInside.insert(FieldPath(Array(path.names.prefix(length))))
    }
  }

  /// Appends changes to the history, or replaces it if the player stepped back.
  package mutating func update(_ new: RowHistory, upTo position: Int) {
    if position < self.position {
      history = new
    } else {
      history.changes.insert(contentsOf: new.changes, at: 0)
      if history.changes.count > Self.historyLimit || !new.isComplete {
        history.isComplete = false
        history.changes.removeLast(max(0, history.changes.count - Self.historyLimit))
      }
    }
    self.position = position
  }

  /// Sets the size of the contents.
  package mutating func resize(to size: TerminalSize) {
    guard size != self.size else { return }
    self.size = size
    isSearchOutdated = search != nil
    layOut()
  }

  /// Lays out the lines anew; the cursor stays on its field and on its screen line.
  mutating func layOut() {
    let cursor = scroll.cursor ?? 0
    let path = cursor < outline.lines.count ? outline.path(ofLine: cursor) : nil
    let count = outline.lines.count
    outline = JSONOutline(row.value, folds: folds, removed: removedMembers, width: size.columns)
    // Lines of text have no names and are identified by their offsets.
    let isNamed = path?.last.map { !$0.isEmpty } ?? false
    let target =
      path == nil
      ? cursor + outline.lines.count - count
      : isNamed ? path.flatMap(outline.line(at:)) ?? cursor : cursor
    scroll.cursor = target
    scroll.offset += target - cursor
    settle()
  }

  /// The names of removed members, by the paths of their containers.
  var removedMembers: [FieldPath: [String]] {
    var removed: [FieldPath: [String]] = [:]
    let paths = changes.filter { $0.value.new == nil }.map(\.key)
    for (path, value) in zip(paths, row.value.values(at: paths)) where value == nil {
      removed[path.parent, default: []].append(path.name)
    }
    return removed.mapValues { $0.sorted() }
  }

  /// Clamps the cursor and the view to the existing lines.
  package mutating func settle() { scroll = scroll.clamped(count: count, height: size.lines) }

  // MARK: Actions

  /// Moves the cursor or the view; the next and previous change are changed fields.
  package mutating func move(_ action: MoveAction) {
    let cursor = scroll.cursor ?? 0
    switch action {
    case .nextChange:
      select((cursor + 1..<max(cursor + 1, outline.lines.count)).first { isChanged($0) })
    case .previousChange:
      select((0..<min(cursor, outline.lines.count)).last { isChanged($0) })
    default: _ = scroll.move(action, count: count, height: size.lines)
    }
  }

  /// Moves the cursor to a line; nil leaves it where it is.
  mutating func select(_ line: Int?) {
    guard let line else { return }
    scroll.cursor = line
    settle()
  }

  /// Unfolds or folds the value at the cursor, or shows more of it.
  package mutating func toggle() {
    guard let line = lineAtCursor else { return }
    switch outline.lines[line].content {
    case .folded: setOpen(line, true)
    case .open: setOpen(line, false)
    case .more:
      let path = outline.lines[line].parent.map(outline.path(ofLine:)) ?? []
      folds[path[...]].extent += 1
      layOut()
      select(line)
    case .text:
      guard let text = outline.lines[line].parent else { return }
      select(text)
      setOpen(text, false)
    case .value, .removed: break
    }
  }

  /// Folds the value at the cursor if it is open, otherwise moves to the line that contains it.
  package mutating func fold() {
    guard let line = lineAtCursor else { return }
    if case .open = outline.lines[line].content {
      setOpen(line, false)
    } else {
      select(outline.lines[line].parent)
    }
  }

  /// Unfolds the value at the cursor if it is folded, otherwise moves to the first line inside.
  package mutating func unfold() {
    guard let line = lineAtCursor else { return }
    switch outline.lines[line].content {
    case .folded: setOpen(line, true)
    case .open: select(line + 1)
    case .more: toggle()
    case .value, .text, .removed: break
    }
  }

  private mutating func setOpen(_ line: Int, _ isOpen: Bool) {
    folds[outline.path(ofLine: line)[...]].isOpen = isOpen
    layOut()
  }

  /// The offset of the row's line at the cursor; nil if the cursor is in the history.
  var lineAtCursor: Int? {
    scroll.cursor.flatMap { $0 < outline.lines.count ? $0 : nil }
  }

  // MARK: Lines

  /// The path of a line's field; nil if it is nested too deeply for changes to be tracked.
  package func fieldPath(ofLine line: Int) -> FieldPath? { fieldPath(ofLine: line, in: outline) }

  func fieldPath(ofLine line: Int, in outline: JSONOutline) -> FieldPath? {
    guard outline.lines[line].depth < Row.changeDepth, !outline.lines[line].name.isEmpty else {
      return nil
    }
    return FieldPath(outline.path(ofLine: line))
  }

  /// The recent change of a line's field; nil if there is none.
  package func change(ofLine line: Int) -> FieldChange? {
    guard !changes.isEmpty else { return nil }
    return fieldPath(ofLine: line).flatMap { changes[$0] }
  }

  /// Whether the line's field, or one folded into it, changed recently.
  package func isChanged(_ line: Int) -> Bool {
    guard !changes.isEmpty, let path = fieldPath(ofLine: line) else { return false }
    if changes[path] != nil { return true }
    guard case .folded = outline.lines[line].content else { return false }
    return changedInside.contains(path)
  }

  /// The path and value of the field at the cursor; nil if the cursor is in the history.
  package var valueAtCursor: (path: FieldPath, value: JSONValue)? {
    var line = lineAtCursor
    while let offset = line {
      switch outline.lines[offset].content {
      case .value(let value), .folded(let value), .open(let value):
        return (FieldPath(outline.path(ofLine: offset)), value)
      case .text, .more, .removed: line = outline.lines[offset].parent
      }
    }
    return nil
  }
}

extension Detail {
  /// Handles an event while the detail has the focus: moves act on its lines, and some keys are bound only here.
  package mutating func handle(_ event: InputEvent, in context: Context) -> Outcome {
    guard let action = context.keyMap.actionInDetail(for: event) else { return .consumed }
    switch action {
    case .move(let action) where action != .track: move(action)
    case .row(.open): toggle()
    case .row(.copyKey):
      guard let (path, value) = valueAtCursor else { return .consumed([.say(Text.noField)]) }
      return .consumed([.copy(Array(value.string.utf8), name: path.description)])
    default: return .consumed([.perform(action)])
    }
    return .consumed
  }

  /// The size of the detail's contents on a screen.
  package static func size(in screen: ScreenLayout) -> TerminalSize {
    guard let place = screen.detail else { return TerminalSize(columns: 0, lines: 0) }
    let contents = Pane(place, DetailView.border(of: place), title: []).contents
    return TerminalSize(columns: contents.columns.count, lines: contents.lines.count)
  }

  /// The messages of the detail.
  package enum Text {
    package static let noField = "no field at the cursor"
    package static let noRow = "no row to open"
    package static let notOpen = "no row is open"
    package static func noRoom(_ keys: String) -> String {
      "\(keys) select the row; a larger window shows the table too"
    }
  }
}

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
