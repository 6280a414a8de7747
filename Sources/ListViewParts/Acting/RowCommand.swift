package import Columns
package import FeedValues
package import TerminalCore

/// A command that the user can run on rows, in the syntax `KEY [OPTION…] => COMMAND`.
///
/// | Option | Means |
/// |---|---|
/// | `ask`, `ask:"Kill {comm}?"`, `noask` | whether it asks before it runs; verbs that destroy ask anyway unless `noask` |
/// | `pane`, `terminal`, `quiet` | its output is a list in place of the table; it gets the terminal; only the result is reported |
/// | `once` | one run for all marked rows, with `{+field}` |
/// | `stdin:"TEXT"` | what it reads, with the places of a command |
/// | `for:FIELDS`, `for:command=ps` | where it is offered: rows with these fields; the feed of such a command |
/// | `refresh`, `stay`, `quit` | what happens afterwards: a command that is polled is run again; nothing; the program ends |
package struct RowCommand: Hashable, Sendable {
  /// The place of the output.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    case pane, terminal, quiet
  }

  /// Whether it asks before it runs.
  enum Asking: Hashable, Sendable {
    /// If the command destroys something.
    case automatic
    case always(String?)
    case never
  }

  /// The step after it has run.
  package enum Next: String, Hashable, Sendable, CaseIterable {
    case refresh, stay, quit
  }

  /// The name, which is a command of the prompt.
  package var name: String
  /// The key: a character in the list of actions, any other key in the table.
  package var key: InputEvent
  package var mode = Mode.pane
  package var next: Next?
  var asking = Asking.automatic
  var isOnce = false
  var input: CommandTemplate?
  /// The fields that a row must have, each by one of several names; empty for all rows.
  var fields: [[FieldName]] = []
  /// The first word of the command that the feed is, or the beginning of its URL; nil for any feed.
  var feed: String?
  package private(set) var template: CommandTemplate
  /// The action as it was written, without its name.
  package let text: String
  /// Whether it comes with the program.
  package var isReady = false

  /// Parses an action.
  ///
  /// - Parameters:
  ///   - name: The name; nil for the program that it runs.
  ///   - text: The action.
  /// - Throws: `SettingError` with the position of the mistake.
  package init(name: String? = nil, _ text: String) throws(SettingError) {
    self.text = text
    guard let arrow = text.firstRange(of: "=>") else {
      throw SettingError(ActionMistake.noArrow, at: 0)
    }
    let start = text.distance(from: text.startIndex, to: arrow.upperBound)
    do throws(SettingError) {
      template = try CommandTemplate(String(text[arrow.upperBound...]))
    } catch {
      throw error.moved(by: start)
    }
    var words = OptionWords(String(text[..<arrow.lowerBound]))
    guard let first = try words.next() else { throw SettingError(ActionMistake.noKey, at: 0) }
    guard let key = KeyName(first.text) else {
      throw SettingError(ActionMistake.unknownKey(first.text), at: first.offset)
    }
    self.key = key.event
    guard self.key != .key(.character("c"), .control) else {
      throw SettingError(ActionMistake.reservedKey(first.text), at: first.offset)
    }
    let program = (template.script ?? template.text).trimming.prefix { !$0.isWhitespace }
    self.name = name ?? String(program.split(separator: "/").last ?? program)
    while let word = try words.next() { try take(word.text, at: word.offset) }
    if isOnce, !template.takesAllRows, template.script == nil {
      throw SettingError(ActionMistake.onceWithoutEach, at: 0)
    }
  }

  /// Parses an action that has no key: `[OPTION… =>] COMMAND`.
  ///
  /// - Throws: `SettingError` with the position of the mistake.
  package init(running text: String) throws(SettingError) {
    let prefix = text.firstRange(of: "=>") == nil ? "\(Self.anyKey) => " : "\(Self.anyKey) "
    do throws(SettingError) {
      try self.init(prefix + text)
    } catch {
      throw SettingError(error.description, at: max(0, error.offset - prefix.count))
    }
  }

  private static let anyKey = "x"

  private mutating func take(_ word: String, at offset: Int) throws(SettingError) {
    let name = String(word.prefix { $0 != ":" })
    let value = word.count > name.count ? String(word.dropFirst(name.count + 1)) : nil
    switch (name, value) {
    case ("ask", _): asking = .always(value)
    case ("noask", nil): asking = .never
    case ("once", nil): isOnce = true
    case ("stdin", let value?):
      do {
        input = try CommandTemplate(literal: value)
      } catch {
        throw SettingError(error.description, at: offset)
      }
    case ("for", let value?) where value.hasPrefix("command=") || value.hasPrefix("url="):
      feed = String(value.drop { $0 != "=" }.dropFirst())
    case ("for", let value?):
      fields += value.split(separator: ",").map { names in
        names.split(separator: "|").map { FieldName(String($0)) }
      }
    default:
      if value == nil, let mode = Mode(rawValue: name) {
        self.mode = mode
      } else if value == nil, let next = Next(rawValue: name) {
        self.next = next
      } else {
        throw SettingError(ActionMistake.unknownOption(word), at: offset)
      }
    }
  }

  /// Whether the key acts in the table, rather than in the list of actions alone.
  package var isDirect: Bool {
    if case .key(.character, let modifiers) = key { !modifiers.isEmpty } else { true }
  }

  /// Whether it cannot run without a row: it names a field, or is a script, which would get empty variables.
  package var needsRow: Bool { !template.fields.isEmpty || template.script != nil }

  /// The action with the answers to the questions of its command.
  func answering(_ answers: [String]) -> RowCommand {
    var command = self
    command.template = template.answering(answers)
    return command
  }

  /// The action with the words behind its name; nil if it does not take as many.
  package func taking(_ words: [String]) -> RowCommand? {
    guard let template = template.taking(words) else { return nil }
    var command = self
    command.template = template
    return command
  }

  /// Whether it asks before it runs.
  package var asks: Bool {
    switch asking {
    case .always: true
    case .never: false
    case .automatic: isDestructive
    }
  }

  /// Whether a word of the command destroys something.
  private var isDestructive: Bool {
    let text = template.script ?? template.text
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { String($0) }
    return words.contains(where: Self.destructive.contains) || words.contains("--force")
  }

  private static let destructive: Set<String> = [
    "kill", "pkill", "killall", "rm", "rmdir", "delete", "drop", "prune", "reset",
  ]

  /// Whether a row has the fields that the action needs.
  package func isFor(_ row: Row?, of feedName: String) -> Bool {
    if let feed {
      let program = feedName.prefix { $0 != " " && $0 != ":" }.split(separator: "/").last.map {
        String($0)
      }
      guard program == feed else { return false }
    }
    guard let row else { return fields.isEmpty && template.fields.isEmpty }
    return fields.allSatisfy { names in
      names.contains { $0.withValue(in: row.value) { $0.map { $0.kind != .null } ?? false } }
    }
  }

  /// The question before it runs on some rows.
  func question(for rows: [Row], former: CommandTemplate.FormerRow) -> String {
    if case .always(let text?) = asking, let template = try? CommandTemplate(literal: text),
      let bytes = try? template.literal(for: rows, former: former)
    {
      return String(pathBytes: bytes).shownPath
    }
    return rows.count > 1 ? ActText.runsOn(rows.count) : ActText.runs
  }
}

extension CommandTemplate {
  /// A text with places that is one word, such as what a command reads.
  init(literal text: String) throws(SettingError) {
    let escaped = text.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    try self.init("text \"\(escaped)\"")
    // Nobody is asked for a part of a text.
    guard let question = questions.first else { return }
    throw SettingError(ActionMistake.unknownPlace("?\(question.title)"), at: 0)
  }

  /// The bytes of a literal text, with the fields of rows in its places.
  func literal(for rows: [Row], former: FormerRow) throws(CommandProblem) -> [UInt8] {
    try arguments(for: rows, former: former).dropFirst().flatMap(\.pathBytes)
  }
}

/// The words before the arrow: at blanks, except in quotation marks.
private struct OptionWords {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) { characters = Array(text) }

  mutating func next() throws(SettingError) -> (text: String, offset: Int)? {
    while position < characters.count, characters[position].isWhitespace { position += 1 }
    guard position < characters.count else { return nil }
    let start = position
    var (text, quote) = ("", Int?.none)
    while position < characters.count {
      let character = characters[position]
      if quote == nil, character.isWhitespace { break }
      // A quotation mark alone is a key.
      if character == "\"", position > start {
        quote = quote == nil ? position : nil
      } else {
        text.append(character)
      }
      position += 1
    }
    if let quote { throw SettingError(Mistake.unclosedQuote, at: quote) }
    return (text, start)
  }
}
