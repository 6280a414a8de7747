import Columns
package import TerminalCore

/// An input line, with the problem of its text and possible completions.
package struct Prompt: Hashable, Sendable {
  /// The purpose of a prompt, given by the sign before the line.
  package enum Purpose: String, Hashable, Sendable {
    case search = "/"
    case filter = "&"
    case command = ":"
    case column = "="
  }

  /// A problem with the text.
  package struct Problem: Hashable, Sendable {
    package var message: String
    /// The position in characters from the start of the line; nil for the line as a whole.
    package var offset: Int?

    package init(message: String, offset: Int?) { (self.message, self.offset) = (message, offset) }
  }

  /// The possible completions of the text before the cursor.
  package struct Completion: Hashable, Sendable {
    package var candidates: [String]
    /// The index of the chosen candidate; nil for none.
    package var choice: Int?
    /// The number of characters before the cursor that a choice replaces.
    var length: Int

    package init(candidates: [String], length: Int) {
      (self.candidates, self.length) = (candidates, length)
    }
  }

  package let purpose: Purpose
  package var editor: LineEditor
  /// The problem with the line, after it was evaluated.
  package var problem: Problem?
  /// A note about a valid line.
  package var note: String?
  package var completion: Completion?
  /// The part of the filter being previewed that was not typed: the rest of a value that can have no other
  /// continuation.
  ///
  /// Entering the line includes it.
  package var supplement = ""
  /// The offset of the history line shown, counted from the newest; nil for the text that was typed.
  private var recalled: Int?
  /// The text typed before the history was recalled.
  private var draft = ""

  package init(_ purpose: Purpose, _ text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  /// Steps back in the history, or forward towards the text that was typed.
  ///
  /// - Parameters:
  ///   - isOlder: Whether to step back.
  ///   - history: The lines, newest last.
  /// - Returns: Whether the line changed.
  package mutating func recall(isOlder: Bool, in history: [String]) -> Bool {
    let offset = (recalled ?? -1) + (isOlder ? 1 : -1)
    if recalled == nil { draft = editor.text }
    guard offset >= -1, offset < history.count, offset != recalled else { return false }
    if offset == -1 {
      guard recalled != nil else { return false }
      editor = LineEditor(draft)
      recalled = nil
    } else {
      editor = LineEditor(history[history.count - 1 - offset])
      recalled = offset
    }
    return true
  }

  /// Completes with the first candidate, then cycles through the others.
  ///
  /// - Parameters:
  ///   - isForward: Whether to choose the next candidate rather than the previous one.
  ///   - candidates: Returns the replacements for the last `length` characters before the cursor.
  package mutating func complete(
    isForward: Bool,
    _ candidates: () -> (length: Int, texts: [String])
  ) {
    if var completion, completion.candidates.count > 1 {
      let count = completion.candidates.count
      let choice =
        completion.choice.map { ($0 + (isForward ? 1 : count - 1)) % count }
        ?? (isForward ? 0 : count - 1)
      editor.replaceLast(completion.length, by: completion.candidates[choice])
      completion.choice = choice
      completion.length = completion.candidates[choice].count
      self.completion = completion
      return
    }
    let (length, texts) = candidates()
    guard let first = texts.first else { return }
    completion = Completion(candidates: texts, length: length)
    guard texts.count == 1 else { return complete(isForward: isForward) { (0, []) } }
    editor.replaceLast(length, by: first)
    completion = nil
  }

  /// The suggested continuation if the cursor is at the end of the line; empty for none.
  ///
  /// - Parameter candidates: The replacements for the last `length` characters before the cursor.
  /// - Returns: The part of the best candidate that has not been typed.
  package func ghost(of candidates: (length: Int, texts: [String])) -> String {
    guard completion == nil, editor.isAtEnd, let first = candidates.texts.first else { return "" }
    let typed = editor.before.suffix(candidates.length)
    guard candidates.length > 0, first.hasPrefix(typed, ignoringCase: true) else { return "" }
    return String(String(first.dropFirst(typed.count)).trimming)
  }
}

/// The lines entered, by purpose.
package struct PromptHistory: Hashable, Sendable {
  private var lines: [Prompt.Purpose: [String]] = [:]

  package init() {}

  /// The maximum number of lines kept for each purpose.
  static let capacity = 100

  /// The lines of a purpose, newest last, without duplicates.
  package subscript(purpose: Prompt.Purpose) -> [String] { lines[purpose] ?? [] }

  /// Adds a line, removing an earlier equal one.
  package mutating func add(_ line: String, for purpose: Prompt.Purpose) {
    guard !line.isEmpty else { return }
    lines[purpose, default: []].removeAll { $0 == line }
    lines[purpose, default: []].append(line)
    if self[purpose].count > Self.capacity { lines[purpose]?.removeFirst() }
  }
}

/// The actions on a prompt as a whole; other keys edit its line.
package enum PromptAction: Hashable, Sendable, CaseIterable {
  case enter, cancel, complete, completeBack, older, newer

  /// The keys and a short description of each action.
  static let keys: [(action: PromptAction, keys: [InputEvent], help: String)] = [
    (.enter, [.key(.enter)], ActionText.Prompt.enter),
    (.cancel, [.key(.escape), .control("g")], ActionText.Prompt.cancel),
    (.complete, [.key(.tab)], ActionText.Prompt.complete),
    (.completeBack, [.key(.tab, .shift)], ActionText.Prompt.completeBack),
    (.older, [.key(.up), .control("p")], ActionText.Prompt.older),
    (.newer, [.key(.down), .control("n")], ActionText.Prompt.newer),
  ]

  private static let actions: [InputEvent: PromptAction] = {
    var actions: [InputEvent: PromptAction] = [:]
    for (action, keys, _) in keys {
      for key in keys { actions[key] = action }
    }
    return actions
  }()

  /// Creates the action of an event; nil if the event edits the line or does nothing.
  ///
  /// Modifiers are ignored for Enter, Escape and the arrows, because an Escape typed quickly before another
  /// key is read as Alt.
  package init?(_ event: InputEvent) {
    var action = Self.actions[event]
    if action == nil, case .key(let key, _) = event, [.enter, .escape, .up, .down].contains(key) {
      action = Self.actions[.key(key)]
    }
    guard let action else { return nil }
    self = action
  }
}

/// A box above the prompt that lists possible continuations with details.
package struct PromptMenu: Sendable {
  /// A possible continuation.
  package struct Item: Sendable {
    /// The continuation: a name or a value.
    package var label: [Segment]
    /// The facts known about it.
    package var details: [Segment]

    package init(_ label: [Segment], details: [Segment] = []) {
      (self.label, self.details) = (label, details)
    }
  }

  /// The title of the box.
  package let title: String
  package let items: [Item]
  /// The index of the chosen item; nil for none.
  package var choice: Int?
  /// The key hints.
  package let footer: String

  package init(title: String, items: [Item], choice: Int? = nil, footer: String) {
    (self.title, self.items, self.choice, self.footer) = (title, items, choice, footer)
  }

  /// The maximum number of items in view.
  private static let height = 10
  /// The maximum width in screen columns.
  private static let width = 96
  /// On a smaller screen the box would hide the rows it is about.
  private static let least = TerminalSize(columns: 40, lines: 14)

  /// Whether the screen has room for a box.
  package static func hasRoom(on size: TerminalSize) -> Bool {
    size.columns >= least.columns && size.lines >= least.lines
  }

  /// Draws the box so that it ends above a screen line.
  package func draw(above line: Int, into buffer: inout CellBuffer, in context: Context) {
    guard !items.isEmpty else { return }
    let size = context.size
    let count = min(items.count, Self.height, max(1, line / 2 - 2))
    let labels = items.map { Self.width(of: $0.label) }.max() ?? 0
    let details = items.map { Self.width(of: $0.details) }.max() ?? 0
    let room = max(1, min(size.columns - 2, Self.width) - 4)
    let labelWidth = min(labels, details > 0 ? max(12, room / 2) : room)
    let wanted = details > 0 ? labelWidth + 2 + details : labelWidth
    let width = min(max(wanted, footer.displayWidth + 4, title.displayWidth + 4), room)
    var pane = Pane(
      Rectangle(
        lines: max(0, line - count - 2)..<max(0, line),
        // On a screen without room for a margin the box has all of it.
        columns: size.columns < Self.least.columns ? 0..<max(0, size.columns) : 1..<width + 5
      ),
      .box,
      title: [Segment(text: title, role: .accent, isBold: true)],
      minimum: 3
    )
    if footer.displayWidth + 4 <= width { pane.footer = footer }
    let top = min(max(0, (choice ?? 0) - count / 2), items.count - count)
    let position = ScrollPosition(offset: top, cursor: choice ?? top)
    pane.draw(position, of: items.count, in: &buffer, context.theme) { offset in
      let item = items[offset]
      let isChosen = offset == choice
      let gap = max(0, labelWidth - Self.width(of: item.label)) + 2
      var label = item.label
      if isChosen { label = label.map { Segment(text: $0.text, role: $0.role, isBold: true) } }
      let space = Segment(text: String(repeating: " ", count: gap), role: .text)
      return StyledLine(
        item.details.isEmpty ? label : label + [space] + item.details,
        on: isChosen ? .selection : nil
      )
    }
  }

  private static func width(of segments: [Segment]) -> Int {
    segments.reduce(0) { $0 + $1.text.displayWidth }
  }

  /// The texts of the box.
  package enum Text {
    package static let filter = "filter"
    package static let command = "command"
    package static let column = "column"
    package static let footer = "Tab next · ↑ earlier · Esc cancel"
  }
}
