import Columns
package import TerminalCore

/// A line of text being edited, with a cursor between two of its characters.
package struct LineEditor: Hashable, Sendable {
  /// The text before the cursor, and after it.
  package private(set) var before = ""
  private(set) var after = ""

  /// The maximum number of characters of a line; more are ignored.
  static let capacity = 4_096

  /// Creates a line with the cursor at its end.
  init(_ text: String = "") {
    insert(text)
  }

  /// The whole line.
  package var text: String { before + after }

  /// Whether the cursor comes after the last character.
  package var isAtEnd: Bool { after.isEmpty }

  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts text at the cursor: line breaks and tabs become spaces, trailing line breaks and other control
  /// characters are removed.
  mutating func insert(_ text: String) {
    var text = text[...]
    while text.last?.isNewline == true { text.removeLast() }
    var count = before.count + after.count
    for character in text {
      guard count < Self.capacity else { break }
      let typed: Character = character.isNewline || character == "\t" ? " " : character
      let isControl = typed.unicodeScalars.contains { $0.properties.generalCategory == .control }
      guard !isControl else { continue }
      before.append(typed)
      count += 1
    }
  }

  /// Appends text at the end of the line.
  package mutating func append(_ text: String) {
    perform(.end)
    insert(text)
  }

  /// Replaces the last characters before the cursor.
  mutating func replaceLast(_ count: Int, by text: String) {
    before.removeLast(min(count, before.count))
    insert(text)
  }

  /// The editing actions, as in readline(3).
  enum Edit: Hashable, Sendable, CaseIterable {
    case left, right, wordLeft, wordRight, start, end
    case deleteBack, deleteOn, deleteToStart, deleteToEnd, deleteWord
  }

  /// The keys and a short description of each action.
  static let keys: [(edit: Edit, keys: [InputEvent], help: String)] = [
    (.left, [.key(.left), .control("b")], ActionText.Prompt.left),
    (.right, [.key(.right), .control("f")], ActionText.Prompt.right),
    (.wordLeft, [.key(.left, .control), .key(.character("b"), .alt)], ActionText.Prompt.wordLeft),
    (
      .wordRight, [.key(.right, .control), .key(.character("f"), .alt)], ActionText.Prompt.wordRight
    ),
    (.start, [.key(.home), .control("a")], ActionText.Prompt.start),
    (.end, [.key(.end), .control("e")], ActionText.Prompt.end),
    (.deleteBack, [.key(.backspace)], ActionText.Prompt.deleteBack),
    (.deleteOn, [.key(.delete), .control("d")], ActionText.Prompt.deleteOn),
    (.deleteToStart, [.control("u")], ActionText.Prompt.deleteToStart),
    (.deleteToEnd, [.control("k")], ActionText.Prompt.deleteToEnd),
    (
      .deleteWord, [.control("w"), .key(.backspace, .alt), .key(.backspace, .control)],
      ActionText.Prompt.deleteWord
    ),
  ]

  private static let edits: [InputEvent: Edit] = {
    var edits: [InputEvent: Edit] = [:]
    for (edit, keys, _) in keys {
      for key in keys { edits[key] = edit }
    }
    return edits
  }()

  /// Whether an event is an editing key, not counting those that type a character.
  package static func isBound(_ event: InputEvent) -> Bool { edits[event] != nil }

  /// Performs the edit of an event; characters are typed and pastes inserted.
  ///
  /// - Returns: Whether the event edits the line.
  package mutating func edit(_ event: InputEvent) -> Bool {
    if let edit = Self.edits[event] {
      perform(edit)
      return true
    }
    switch event {
    case .paste(let text): insert(text)
    case .key(.character(let character), []), .key(.character(let character), .shift):
      insert(String(character))
    default: return false
    }
    return true
  }

  private mutating func perform(_ edit: Edit) {
    switch edit {
    case .left: moveLeft()
    case .right: moveRight()
    case .wordLeft: moveWordLeft()
    case .wordRight: moveWordRight()
    case .start: (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    case .deleteBack: if !before.isEmpty { before.removeLast() }
    case .deleteOn: if !after.isEmpty { after.removeFirst() }
    case .deleteToStart: before = ""
    case .deleteToEnd: after = ""
    case .deleteWord: deleteWord()
    }
  }

  private mutating func moveLeft() {
    guard let last = before.popLast() else { return }
    after = String(last) + after
  }

  private mutating func moveRight() {
    guard !after.isEmpty else { return }
    before.append(after.removeFirst())
  }

  private mutating func moveWordLeft() {
    while before.last == " " { moveLeft() }
    while let last = before.last, last != " " { moveLeft() }
  }

  private mutating func moveWordRight() {
    while after.first == " " { moveRight() }
    while let first = after.first, first != " " { moveRight() }
  }

  private mutating func deleteWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }
}

extension LineEditor {
  /// The visible part of a line in a field of the screen.
  package struct Window: Hashable {
    /// The visible text; `…` replaces text cut off at the left; the field cuts it at the right.
    package var text: String
    /// The screen columns of the cursor, relative to the field.
    package var cursor: Range<Int>
    /// The number of characters to the left of the visible part.
    package var hidden: Int
  }

  /// The visible part of the line in a field of a given width in screen columns.
  ///
  /// The cursor is always visible, on the character after it or on the space at the end.
  package func window(columns: Int) -> Window {
    let cursorWidth = max(1, after.first.map { String($0).displayWidth } ?? 1)
    // Text cut off at the right ends in `…`, which must not be at the cursor.
    let reserve = after.count > 1 ? 1 : 0
    let room = max(0, columns - cursorWidth - reserve)
    let width = before.displayWidth
    guard width > room else {
      return Window(text: text, cursor: width..<width + cursorWidth, hidden: 0)
    }
    var shown: [Character] = []
    var used = 0
    for character in before.reversed() {
      let columns = String(character).displayWidth
      guard used + columns <= room - 1 else { break }
      used += columns
      shown.append(character)
    }
    return Window(
      text: "…" + String(shown.reversed()) + after,
      cursor: used + 1..<used + 1 + cursorWidth,
      hidden: before.count - shown.count
    )
  }
}
