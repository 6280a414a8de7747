package import Feeds
package import Patterns
package import TerminalCore
package import Values

/// The whole of one row, beside or below the table: what it says, what of that changed lately, and
/// what happened to it before.
///
/// The detail keeps the row that it was given last: a row that goes stays to be read.
package struct Detail: Sendable {
  /// The row as it is, or as it was last.
  package private(set) var row: Row
  /// Whether it opened by itself, next to the list of a wide screen, which keeps the keys.
  package var isPreview = false
  /// Whether the row is not in the list at the player's position.
  package private(set) var isGone = false
  /// The fields that changed while they were examined.
  package private(set) var changes: [FieldPath: FieldChange] = [:]
  /// What happened to the row up to the player's position, the newest first.
  package private(set) var history = RowHistory()
  /// The position of the player that the history ends at.
  package private(set) var position = 0
  /// The lines of the row.
  package private(set) var outline: JSONOutline
  /// The lines in view, and the cursor.
  package var scroll = ScrollPosition(cursor: 0)
  /// The columns and lines that there are.
  package private(set) var size: TerminalSize
  /// The paths on the way to a field that changed, and when.
  private var changedInside: [FieldPath: ContinuousClock.Instant] = [:]
  var folds = FoldTree()
  /// What is searched for in the row; nil for nothing.
  package var search: DetailSearch?
  /// Whether the row shows other text than the search has examined.
  package var isSearchOutdated = false
  /// The lines below those of the row, as they were made for the history; a cursor among them stays on
  /// its line while newer ones come in above it.
  package var historyLines: [StyledLine] = [] {
    didSet {
      guard lineAtCursor == nil, let cursor = scroll.cursor, !oldValue.isEmpty else { return }
      scroll.cursor = cursor + historyLines.count - oldValue.count
      scroll.offset += historyLines.count - oldValue.count
    }
  }

  /// The maximum number of changes of a row that are shown.
  package static let historyLimit = 100

  /// Creates the detail of a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - size: The columns and lines that there are.
  ///   - pattern: What is searched for, in this row as in the one before; nil for nothing.
  package init(_ row: Row, size: TerminalSize, searchingFor pattern: Pattern? = nil) {
    self.row = row
    self.size = size
    search = pattern.map { DetailSearch($0) }
    isSearchOutdated = pattern != nil
    outline = JSONOutline(row.value, folds: folds, removed: [:], width: size.columns)
  }

  /// The number of lines: those of the row, and those of its history.
  package var count: Int { outline.lines.count + historyLines.count }

  // MARK: What happens

  /// Takes the row as it is now.
  ///
  /// - Parameters:
  ///   - current: The row; nil if it is not in the list.
  ///   - fields: The fields in which it differs from the row before.
  ///   - time: When that happened.
  ///   - instant: When it is shown.
  package mutating func update(
    to current: Row?,
    changed fields: (_ old: Row, _ new: Row) -> Set<FieldPath>,
    time: FeedTime?,
    at instant: ContinuousClock.Instant
  ) {
    isGone = current == nil
    guard let current, current != row else { return }
    for path in fields(row, current) {
      changes[path] = FieldChange(
        old: row.value[path],
        new: current.value[path],
        instant: instant,
        time: time
      )
      for length in 0..<path.names.count {
        changedInside[FieldPath(Array(path.names.prefix(length)))] = instant
      }
    }
    row = current
    isSearchOutdated = search != nil
    layOut()
  }

  /// Takes what happened to the row since the position of the history; where the player went back,
  /// all that happened up to there.
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

  /// Takes the columns and lines that there are now.
  package mutating func resize(to size: TerminalSize) {
    guard size != self.size else { return }
    self.size = size
    isSearchOutdated = search != nil
    layOut()
  }

  /// Makes the lines again; the cursor stays on its line of the screen and on what it was on.
  mutating func layOut() {
    let cursor = scroll.cursor ?? 0
    let path = cursor < outline.lines.count ? outline.path(ofLine: cursor) : nil
    let count = outline.lines.count
    outline = JSONOutline(row.value, folds: folds, removed: removedMembers, width: size.columns)
    // The lines of a text have no names; there the number must do.
    let isNamed = path?.last.map { !$0.isEmpty } ?? false
    let target =
      path == nil
      ? cursor + outline.lines.count - count
      : isNamed ? path.flatMap(outline.line(at:)) ?? cursor : cursor
    scroll.cursor = target
    scroll.offset += target - cursor
    settle()
  }

  /// The names of the members that are gone, by the path of what they were in.
  var removedMembers: [FieldPath: [String]] {
    var removed: [FieldPath: [String]] = [:]
    for (path, change) in changes where change.new == nil && row.value[path] == nil {
      removed[path.parent, default: []].append(path.name)
    }
    return removed.mapValues { $0.sorted() }
  }

  /// Brings the cursor and the view to what there is.
  package mutating func settle() { scroll = scroll.clamped(count: count, height: size.lines) }

  // MARK: What the keys do

  /// Moves the cursor or the view; `u` and `U` go to the next and the previous changed field.
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

  /// Puts the cursor on a line; on none it stays where it is.
  mutating func select(_ line: Int?) {
    guard let line else { return }
    scroll.cursor = line
    settle()
  }

  /// Opens what is folded at the cursor, folds what is open, shows more if there is more.
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

  /// Folds what is open at the cursor, else goes to the line that it is in.
  package mutating func fold() {
    guard let line = lineAtCursor else { return }
    if case .open = outline.lines[line].content {
      setOpen(line, false)
    } else {
      select(outline.lines[line].parent)
    }
  }

  /// Opens what is folded at the cursor, else goes to the first line inside.
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

  /// The offset of the row's line at the cursor; nil in the history.
  var lineAtCursor: Int? {
    scroll.cursor.flatMap { $0 < outline.lines.count ? $0 : nil }
  }

  // MARK: What a line says

  /// The path of a line's field; nil if it is too deep for its changes to be shown.
  package func fieldPath(ofLine line: Int) -> FieldPath? { fieldPath(ofLine: line, in: outline) }

  func fieldPath(ofLine line: Int, in outline: JSONOutline) -> FieldPath? {
    guard outline.lines[line].depth < Row.changeDepth, !outline.lines[line].name.isEmpty else {
      return nil
    }
    return FieldPath(outline.path(ofLine: line))
  }

  /// What is known of the change of a line's field.
  package func change(ofLine line: Int) -> FieldChange? {
    guard !changes.isEmpty else { return nil }
    return fieldPath(ofLine: line).flatMap { changes[$0] }
  }

  /// Whether the line's field, or one folded into it, changed.
  package func isChanged(_ line: Int) -> Bool {
    guard !changes.isEmpty, let path = fieldPath(ofLine: line) else { return false }
    if changes[path] != nil { return true }
    guard case .folded = outline.lines[line].content else { return false }
    return changedInside[path] != nil
  }

  /// The value of the field at the cursor; nil in the history.
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
