package import Feeds
internal import TerminalCore

/// A value as lines, one for each member: nested values are folded, or indented below their names.
///
/// However large the value is, the number of lines is limited: the first members of a container,
/// the beginning of a long text, and after them a line that says that there is more.
package struct JSONOutline: Sendable {
  /// A line.
  package struct Line: Sendable {
    /// What comes after the name.
    package enum Content: Sendable {
      /// A value that is one line.
      case value(JSONValue)
      /// A container, or a text that is too long for a line, folded.
      case folded(JSONValue)
      /// A container or a text whose inside follows.
      case open(JSONValue)
      /// A piece of a text.
      case text(String)
      /// A member that is not there any more.
      case removed
      /// There is more than is shown of what the line is in.
      case more
    }

    /// The name of the member, the offset of the element; empty for what has none.
    package var name: String
    /// Whether the line is an element of an array.
    package var isElement: Bool
    package var content: Content
    /// The nesting level of the line, from 0.
    package var depth: Int
    /// The offset of the line that it is in; nil for the outermost.
    var parent: Int?
    /// The columns of the names beside this one.
    package var nameWidth: Int
  }

  package private(set) var lines: [Line] = []
  /// Whether nothing was omitted of an outline that should be whole.
  private(set) var isComplete = true

  /// The columns before an outermost name: the cursor, the mark, a space, the sign of a fold.
  static let margin = 5
  /// Containers are open down to this depth, if they are not large.
  private static let openDepth = 3
  private static let largeByteCount = 16 << 10
  /// The maximum number of lines unless more are requested.
  private static let comfortableCount = 1_000
  /// How many members of a container are shown at first, and more each time.
  static let memberCount = 500
  /// How many lines of a text are shown at first, and more each time.
  static let textLineCount = 200
  /// The maximum number of lines of an outline that should be whole, and of one text in it.
  static let wholeCount = 50_000
  static let wholeTextLineCount = 5_000

  /// Creates the lines of a value.
  ///
  /// - Parameters:
  ///   - value: Any value; an object's members are the outermost lines.
  ///   - folds: What the reader folded and unfolded.
  ///   - removed: The names of members that are not there any more, by the path of what they were
  ///     in.
  ///   - width: The columns of a line.
  ///   - isWhole: Whether everything is open and shown, up to ``wholeCount`` lines.
  /// - Complexity: O(*n*) in the length of what is open.
  init(
    _ value: JSONValue,
    folds: FoldTree,
    removed: [FieldPath: [String]],
    width: Int,
    isWhole: Bool = false
  ) {
    let most = isWhole ? Self.wholeCount : nil
    var containers: [Container]
    if value.isContainer {
      containers = [Container(value, folds, path: FieldPath([]), removed, width: width, most)]
    } else {
      containers = [Container(alone: value, folds)]
    }
    while var container = containers.popLast() {
      if isWhole, lines.count >= Self.wholeCount {
        isComplete = false
        return
      }
      guard let member = container.members.popLast() else {
        for name in container.removed { add(name, .removed, container) }
        if container.hasMore { add("", .more, container) }
        isComplete = isComplete && !container.hasMore
        continue
      }
      let (name, value) = member
      let folds = container.folds?.member(name)
      let path = container.path.flatMap {
        $0.names.count < Row.changeDepth ? $0.appending(name) : nil
      }
      containers.append(container)
      let room = Self.room(atDepth: container.depth, nameWidth: container.nameWidth, of: width)
      guard value.isContainer ? !value.isEmptyContainer : value.isLong(for: room) else {
        add(name, .value(value), container)
        continue
      }
      let isSmall = value.text.count <= Self.largeByteCount || container.depth == 0
      let opensAlone =
        value.isContainer && container.depth < Self.openDepth && isSmall
        && lines.count < Self.comfortableCount
      guard isWhole || folds?.isOpen ?? opensAlone else {
        add(name, .folded(value), container)
        continue
      }
      add(name, .open(value), container)
      var inner = Container(value, folds, path: path, removed, width: width, most)
      inner.depth = container.depth + 1
      inner.parent = lines.count - 1
      inner.isArray = value.kind == .array
      if value.isContainer {
        containers.append(inner)
      } else {
        addText(of: value, inner, width: width, isWhole: isWhole)
      }
    }
  }

  private mutating func add(_ name: String, _ content: Line.Content, _ container: Container) {
    lines.append(
      Line(
        name: name,
        isElement: container.isArray,
        content: content,
        depth: container.depth,
        parent: container.parent,
        nameWidth: container.nameWidth
      )
    )
  }

  private mutating func addText(
    of value: JSONValue,
    _ container: Container,
    width: Int,
    isWhole: Bool
  ) {
    let room = Self.room(atDepth: container.depth, nameWidth: 0, of: width)
    let extent = (container.folds?.extent ?? 0) + 1
    let limit = isWhole ? Self.wholeTextLineCount : Self.textLineCount * extent
    let (text, isAll) = value.string(limit: limit * room * 4)
    let pieces = TextWrapping.lines(of: text, width: room, limit: limit + 1)
    for piece in pieces.prefix(limit) { add("", .text(piece), container) }
    guard !isAll || pieces.count > limit else { return }
    add("", .more, container)
    isComplete = false
  }

  /// The indentation of a level: two columns each, as long as there is room.
  package static func indentation(atDepth depth: Int, of width: Int) -> Int {
    min(2 * depth, max(0, width / 2 - margin) / 2 * 2)
  }

  /// The columns of a value.
  package static func room(atDepth depth: Int, nameWidth: Int, of width: Int) -> Int {
    let name = nameWidth == 0 ? 0 : nameWidth + 2
    return max(1, width - margin - indentation(atDepth: depth, of: width) - name)
  }

  /// The names from the outermost line to a line.
  ///
  /// - Complexity: O(*d*) in its depth.
  func path(ofLine offset: Int) -> [String] {
    var names: [String] = []
    var offset: Int? = offset
    while let line = offset {
      names.append(lines[line].name)
      offset = lines[line].parent
    }
    return names.reversed()
  }

  /// The line of a place; nil if it is folded, or not among the first.
  ///
  /// - Complexity: O(*n*) in the lines.
  func line(at place: DetailSearch.LinePath) -> Int? {
    var parent: Int?
    var start = 0
    for wanted in place.offsets + (place.piece.map { [$0] } ?? []) {
      var left = wanted
      guard
        let line = lines[start...].indices.first(where: { line in
          guard lines[line].parent == parent else { return false }
          left -= 1
          return left < 0
        })
      else { return nil }
      (parent, start) = (line, line + 1)
    }
    return parent
  }

  /// The line at a path; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the lines.
  func line(at path: [String]) -> Int? {
    lines.indices.first { offset in
      lines[offset].depth == path.count - 1 && lines[offset].name == path.last
        && self.path(ofLine: offset) == path
    }
  }
}

/// What is open while lines are made: the members that are still to come, the next one last.
private struct Container {
  var members: [(name: String, value: JSONValue)] = []
  var removed: [String] = []
  var hasMore = false
  var isArray = false
  var depth = 0
  var parent: Int?
  var nameWidth = 0
  var folds: FoldTree?
  /// The path of the container; nil if it is too deep for its changes to be shown.
  var path: FieldPath?

  /// The inside of an object or array; of anything else, nothing.
  init(
    _ value: JSONValue,
    _ folds: FoldTree?,
    path: FieldPath?,
    _ removed: [FieldPath: [String]],
    width: Int,
    _ most: Int?
  ) {
    self.folds = folds
    self.path = path
    let limit = most ?? JSONOutline.memberCount * ((folds?.extent ?? 0) + 1)
    value.forEachMember { name, value in
      members.append((name, value))
      return members.count <= limit
    }
    value.forEachElement { value in
      members.append((String(members.count), value))
      return members.count <= limit
    }
    hasMore = members.count > limit
    if hasMore { members.removeLast() }
    members.reverse()
    self.removed = path.flatMap { removed[$0] } ?? []
    // A long name makes its own line narrow, not all the others.
    let widest = max(8, min(24, width / 3))
    // What is open below its name needs no room beside it, and what is folded does not move when
    // it opens.
    let beside = members.filter { !$0.value.isContainer || $0.value.isEmptyContainer }
    for name in beside.map(\.name) + self.removed {
      nameWidth = max(nameWidth, DisplayWidth.width(of: name, limit: widest))
    }
    nameWidth = min(nameWidth, widest)
  }

  /// A value that is no container, as if it were the only member of one.
  init(alone value: JSONValue, _ folds: FoldTree) {
    members = [("", value)]
    self.folds = folds
  }
}

extension JSONValue {
  /// Whether the value is an object or an array.
  var isContainer: Bool { kind == .object || kind == .array }

  /// Whether the value is a text that does not fit into so many columns, or has lines of its own.
  ///
  /// - Complexity: O(`columns`), however long the text is.
  fileprivate func isLong(for columns: Int) -> Bool {
    guard kind == .string else { return text.count > columns }
    guard text.count > min(columns, 2) else { return false }
    let (text, isWhole) = string(limit: max(256, columns * 8))
    return !isWhole || text.contains(where: \.isNewline)
      || DisplayWidth.width(of: text, limit: columns) > columns - 2
  }
}
