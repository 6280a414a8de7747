/// A line that asks for something: what is typed into it, what is wrong with that, and how it could
/// continue.
package struct Prompt: Hashable, Sendable {
  /// The purpose, with the sign before the line.
  package enum Purpose: String, Hashable, Sendable {
    case search = "/"
    case filter = "&"
    case command = ":"
  }

  /// What is wrong with the line.
  package struct Problem: Hashable, Sendable {
    package var message: String
    /// Where, in characters from the beginning of the line; nil for the line as a whole.
    package var offset: Int?

    package init(message: String, offset: Int?) { (self.message, self.offset) = (message, offset) }
  }

  /// The possible continuations of the text before the cursor.
  package struct Completion: Hashable, Sendable {
    package var candidates: [String]
    /// The one that has been chosen; nil for none.
    package var choice: Int?
    /// How many characters before the cursor a choice replaces.
    var length: Int

    package init(candidates: [String], length: Int) {
      (self.candidates, self.length) = (candidates, length)
    }
  }

  package let purpose: Purpose
  package var editor: LineEditor
  /// What is wrong, once it was tried.
  package var problem: Problem?
  /// What is worth knowing of a line that is right.
  package var note: String?
  package var completion: Completion?
  /// What the filter that is tried out has more than was typed: the rest of a value of which there is no
  /// other one; entering the line takes it.
  package var supplement = ""
  /// The line of the history that is shown, counted from the newest; nil for what is typed.
  private var recalled: Int?
  /// What was typed before the history was asked.
  private var draft = ""

  package init(_ purpose: Purpose, _ text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  /// Goes back in a history, or on towards what was typed before.
  ///
  /// - Parameters:
  ///   - isOlder: Whether to go back.
  ///   - history: Lines, the newest last.
  /// - Returns: Whether the line is another one.
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

  /// Goes on with the first candidate, then with one after another.
  ///
  /// - Parameters:
  ///   - isForward: Whether the next candidate is wanted, or the one before.
  ///   - candidates: What the last `length` characters before the cursor may become.
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

  /// What the line would continue with, where the cursor is at its end; empty for nothing.
  ///
  /// - Parameter candidates: What the last `length` characters before the cursor may become.
  /// - Returns: What the best of them has more than was typed.
  package func ghost(of candidates: (length: Int, texts: [String])) -> String {
    guard completion == nil, editor.isAtEnd, let first = candidates.texts.first else { return "" }
    let typed = editor.before.suffix(candidates.length)
    guard candidates.length > 0, first.hasPrefix(typed, ignoringCase: true) else { return "" }
    return String(String(first.dropFirst(typed.count)).trimming)
  }
}

/// The lines that were entered, by what they were asked for.
package struct PromptHistory: Hashable, Sendable {
  private var lines: [Prompt.Purpose: [String]] = [:]

  package init() {}

  /// The maximum number of lines that are kept of each.
  static let capacity = 100

  /// The lines, the newest last, each once.
  package subscript(purpose: Prompt.Purpose) -> [String] { lines[purpose] ?? [] }

  /// Adds a line, removing an earlier equal one.
  package mutating func add(_ line: String, for purpose: Prompt.Purpose) {
    guard !line.isEmpty else { return }
    lines[purpose, default: []].removeAll { $0 == line }
    lines[purpose, default: []].append(line)
    if self[purpose].count > Self.capacity { lines[purpose]?.removeFirst() }
  }
}
