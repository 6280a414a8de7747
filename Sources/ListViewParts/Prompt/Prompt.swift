import Columns

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
