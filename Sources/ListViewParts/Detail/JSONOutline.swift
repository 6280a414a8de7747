import Columns
package import FeedValues
internal import TerminalCore

/// A value as lines, one for each member; nested values are folded, or indented below their names.
///
/// The number of lines is limited however large the value is: a container shows its first members, and a long
/// text its start, followed by a line that stands for the rest.
package struct JSONOutline: Sendable {
  /// A line of the outline.
  package struct Line: Sendable {
    /// The part of a line that follows the name.
    package enum Content: Sendable {
      /// A value that fits on one line.
      case value(JSONValue)
      /// A folded container, or a folded text that is too long for a line.
      case folded(JSONValue)
      /// An open container or text, whose contents follow.
      case open(JSONValue)
      /// A line of a text.
      case text(String)
      /// A member that was removed.
      case removed
      /// The container or text has more contents than are shown.
      case more
    }

    /// The name of the member or the offset of the element; empty if there is neither.
    package var name: String
    /// Whether the line is an element of an array.
    package var isElement: Bool
    package var content: Content
    /// The nesting level of the line, from 0.
    package var depth: Int
    /// The offset of the line that contains this one; nil for outermost lines.
    var parent: Int?
    /// The width reserved for names in the same container.
    package var nameWidth: Int
  }

  package private(set) var lines: [Line] = []
  /// Whether nothing had to be omitted from an outline that was requested whole.
  private(set) var isComplete = true

  /// The screen columns before an outermost name: the cursor, the mark, a space and the fold indicator.
  static let margin = 5
  /// Containers that are not large are open down to this depth by default.
  private static let openDepth = 3
  private static let largeByteCount = 16 << 10
  /// Whether an entry of a log is opened for the text of a name, such as a stack trace.
  private static func isReport(_ name: String) -> Bool {
    FieldWords(name).isMessage || reports.contains(name.lowercased())
  }

  private static let reports: Set<String> = [
    "stack", "stacktrace", "stack_trace", "exception", "exc_info",
  ]
  /// The maximum number of lines, unless the user asks for more.
  private static let comfortableCount = 1_000
  /// The number of members of a container shown initially, and added with each request for more.
  static let memberCount = 500
  /// The number of lines of a text shown initially, and added with each request for more.
  static let textLineCount = 200
  /// The maximum number of lines of a whole outline, and of one text in it.
  static let wholeCount = 50_000
  static let wholeTextLineCount = 5_000

  /// Creates the outline of a value.
  ///
  /// - Parameters:
  ///   - value: The value; the members of an object become the outermost lines.
  ///   - folds: The folds that the user changed.
  ///   - removed: The names of removed members, by the paths of their containers.
  ///   - width: The width of a line in screen columns.
  ///   - isWhole: Whether everything is unfolded and shown, up to ``wholeCount`` lines.
  /// - Complexity: O(*n*) in the length of what is unfolded.
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
        (value.isContainer || Self.isReport(name) && isSmall && value.hasLines)
        && container.depth < Self.openDepth
        && isSmall
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

  /// The indentation of a level in screen columns: two per level, as long as there is room.
  package static func indentation(atDepth depth: Int, of width: Int) -> Int {
    min(2 * depth, max(0, width / 2 - margin) / 2 * 2)
  }

  /// The screen columns available for a value.
  package static func room(atDepth depth: Int, nameWidth: Int, of width: Int) -> Int {
    let name = nameWidth == 0 ? 0 : nameWidth + 2
    return max(1, width - margin - indentation(atDepth: depth, of: width) - name)
  }

  /// The names from the outermost line to the given one.
  ///
  /// - Complexity: O(*d*) in the depth of the line.
  func path(ofLine offset: Int) -> [String] {
    var names: [String] = []
    var offset: Int? = offset
    while let line = offset {
      names.append(lines[line].name)
      offset = lines[line].parent
    }
    return names.reversed()
  }

  /// The offset of the line at a position; nil if it is folded or beyond the lines shown.
  ///
  /// - Complexity: O(*n*) in the number of lines.
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

  /// The offset of the line at a path; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the number of lines.
  func line(at path: [String]) -> Int? {
    lines.indices.first { offset in
      lines[offset].depth == path.count - 1 && lines[offset].name == path.last
        && self.path(ofLine: offset) == path
    }
  }
}

/// A container whose lines are being created, with the remaining members in reverse order.
private struct Container {
  var members: [(name: String, value: JSONValue)] = []
  var removed: [String] = []
  var hasMore = false
  var isArray = false
  var depth = 0
  var parent: Int?
  var nameWidth = 0
  var folds: FoldTree?
  /// The path of the container; nil if it is nested too deeply for changes to be tracked.
  var path: FieldPath?

  /// Creates the contents of an object or array; for any other value they are empty.
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
    // A very long name narrows only its own line.
    let widest = max(8, min(24, width / 3))
    // Containers are not counted: they need no room next to their names when open, and must not move when
    // they are opened.
    let beside = members.filter { !$0.value.isContainer || $0.value.isEmptyContainer }
    for name in beside.map(\.name) + self.removed {
      nameWidth = max(nameWidth, DisplayWidth.width(of: name, limit: widest))
    }
    nameWidth = min(nameWidth, widest)
  }

  /// Creates contents with a scalar as the only member.
  init(alone value: JSONValue, _ folds: FoldTree) {
    members = [("", value)]
    self.folds = folds
  }
}

extension JSONValue {
  /// Whether the value is an object or an array.
  var isContainer: Bool { kind == .object || kind == .array }

  /// Whether the value is a text with line breaks, such as a stack trace.
  fileprivate var hasLines: Bool {
    kind == .string && string(limit: 1 << 10).text.contains(where: \.isNewline)
  }

  /// Whether the value is a text that does not fit into a number of screen columns, or has line breaks.
  ///
  /// - Complexity: O(`columns`), whatever the length of the text.
  fileprivate func isLong(for columns: Int) -> Bool {
    guard kind == .string else { return text.count > columns }
    guard text.count > min(columns, 2) else { return false }
    let (text, isWhole) = string(limit: max(256, columns * 8))
    return !isWhole || text.contains(where: \.isNewline)
      || DisplayWidth.width(of: text, limit: columns) > columns - 2
  }
}

extension JSONOutline.Line.Content {
  /// The fold indicator before the name.
  package var sign: String {
    switch self {
    case .folded: "▸ "
    case .open: "▾ "
    case .value, .text, .removed, .more: "  "
    }
  }
}

extension JSONValue {
  /// The size of a container: `{…} 12`, `[…] 3`.
  var summary: String {
    let limit = 1_000
    let count = count(limit: limit)
    let brackets = kind == .object ? "{…}" : "[…]"
    return "\(brackets) \(count)\(count == limit ? "+" : "")"
  }

  /// The value on one line: verbatim if it is short, cut if it is a long text, and the size of a container
  /// otherwise.
  ///
  /// - Complexity: O(`columns`) for a scalar, whatever its length.
  package func lineText(columns: Int) -> String {
    switch kind {
    case .object, .array: return text.count <= min(columns, 60) ? string : summary
    case .string:
      let (text, isWhole) = string(limit: max(64, columns * 8))
      let inside = DisplayWidth.cut(isWhole ? text : text + "…", to: max(1, columns - 2))
      return inside.hasSuffix("…") ? "\"\(inside)" : "\"\(inside)\""
    case .number, .boolean, .null:
      return DisplayWidth.cut(string(limit: max(64, columns * 8)).text, to: columns)
    }
  }
}

/// The folds that the user changed in a value, by the names of its members.
struct FoldTree: Hashable, Sendable {
  /// Whether the user unfolded or folded the value; nil for the default.
  var isOpen: Bool?
  /// The number of times that the user asked to see more of the value.
  var extent = 0
  /// The folds of the members; elements of arrays are named by their offsets.
  private(set) var members: [MemberKey: FoldTree] = [:]

  /// The folds at a path.
  subscript(path: ArraySlice<String>) -> FoldTree {
    get {
      var tree = self
      for name in path {
        guard let next = tree.members[MemberKey(name)] else { return FoldTree() }
        tree = next
      }
      return tree
    }
    set {
      guard let name = path.first else {
        self = newValue
        return
      }
      members[MemberKey(name), default: FoldTree()][path.dropFirst()] = newValue
    }
  }

  /// The folds of a member; nil for none.
  func member(_ name: String) -> FoldTree? { members[MemberKey(name)] }
}
