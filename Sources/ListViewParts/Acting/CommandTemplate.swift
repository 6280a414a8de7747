package import Columns
package import FeedValues
internal import TerminalCore

/// A command with places for fields of rows, parsed before there is a row: no value can change which command it is.
///
/// The text is split once, as a POSIX shell splits words but without any expansion: at blanks, except in `'…'`, in
/// `"…"`, and after a backslash. `{field}` inside a word stands for the exact bytes of that field.
///
/// | Place | Stands for |
/// |---|---|
/// | `{pid}`, `{metadata.name}` | a field of the row |
/// | `{+name}` | an argument for each marked row; a word of its own |
/// | `{-name}` | a field that may begin with a dash |
/// | `{#pid}` | a field that has to be a whole number above zero |
/// | `{old.name}` | a field as it was before the row changed last |
/// | `{key}`, `{json}`, `{row}` | the identity of the row, all of it as JSON, and its line of text |
/// | `{?Title:default}`, `{?Title:a\|b}` | what the user types or chooses when asked |
/// | `{@1}` | a word behind the name of the action in the prompt |
/// | `{{`, `}}` | a brace |
///
/// A text that begins with `sh:` is passed to `/bin/sh -c` as it is, without any place: rows reach it through
/// variables and standard input alone.
package struct CommandTemplate: Hashable, Sendable {
  /// A part of a word.
  enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
    case question(Question)
    /// The number of a word behind the name of the action, from 1.
    case argument(Int)
  }

  /// A place for what the user types or chooses.
  package struct Question: Hashable, Sendable {
    package let title: String
    /// The choices; empty if anything can be typed.
    package let choices: [String]
    /// The text that is there before the user types.
    package let suggestion: String

    /// Reads what is behind the question mark.
    init(_ text: String) {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      title = String(parts[0])
      let rest = parts.count > 1 ? String(parts[1]) : ""
      choices = rest.contains("|") ? rest.split(separator: "|").map { String($0) } : []
      suggestion = choices.first ?? rest
    }
  }

  /// A place for a field.
  struct Field: Hashable, Sendable {
    enum Source: Hashable, Sendable {
      case field(FieldName)
      case key
      case json
      case line
    }

    /// The name as it was written.
    let name: String
    let source: Source
    /// Whether the value is the one before the row changed last.
    var isOld = false
    /// Whether the value may begin with a dash as a word of its own.
    var mayBeOption = false
    /// Whether the value has to be a whole number above zero.
    var isNumber = false
  }

  /// A word of the command.
  enum Word: Hashable, Sendable {
    case parts([Part])
    /// A word for each row.
    case each(Field)
  }

  /// The text as it was written.
  package let text: String
  /// The words; empty for a shell script.
  private(set) var words: [Word] = []
  /// The script for the shell; nil for a command.
  let script: String?

  /// The prefix of a script.
  static let shell = "sh:"

  /// Parses a template.
  ///
  /// - Throws: `SettingError` with the position of the mistake.
  package init(_ text: String) throws(SettingError) {
    self.text = text
    let trimmed = text.trimming
    if trimmed.hasPrefix(Self.shell) {
      let script = String(trimmed.dropFirst(Self.shell.count).trimming)
      guard !script.isEmpty else { throw SettingError(ActionMistake.empty, at: text.count) }
      self.script = script
      return
    }
    script = nil
    var parser = TemplateParser(text)
    words = try parser.words()
    guard let first = words.first else { throw SettingError(ActionMistake.empty, at: text.count) }
    guard case .parts(let parts) = first, parts.allSatisfy(\.isText) else {
      throw SettingError(ActionMistake.programFromRow, at: 0)
    }
  }

  /// The places for fields of rows.
  var fields: [Field] {
    words.flatMap { word in
      switch word {
      case .parts(let parts):
        parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
      case .each(let field): [field]
      }
    }
  }

  /// The questions to the user, in order.
  package var questions: [Question] {
    parts.compactMap { if case .question(let question) = $0 { question } else { nil } }
  }

  private var parts: [Part] {
    words.flatMap { word in if case .parts(let parts) = word { parts } else { [Part]() } }
  }

  /// The template with the answers to its questions, which are texts from then on.
  ///
  /// - Precondition: There are as many as questions.
  package func answering(_ answers: [String]) -> CommandTemplate {
    var answers = answers[...]
    return replacing { if case .question = $0 { answers.removeFirst() } else { nil } }
  }

  /// The template with the words behind its name; nil if it does not take as many.
  package func taking(_ words: [String]) -> CommandTemplate? {
    let count = parts.reduce(0) {
      if case .argument(let number) = $1 { max($0, number) } else { $0 }
    }
    guard words.count <= count else { return nil }
    return replacing { part in
      guard case .argument(let number) = part, number <= words.count else { return nil }
      return words[number - 1]
    }
  }

  private func replacing(_ text: (Part) -> String?) -> CommandTemplate {
    var result = self
    result.words = words.map { word in
      guard case .parts(let parts) = word else { return word }
      return .parts(parts.map { part in text(part).map { .text($0) } ?? part })
    }
    return result
  }

  /// Whether one run takes all marked rows.
  package var takesAllRows: Bool {
    words.contains { if case .each = $0 { true } else { false } }
  }

  /// Finds a row as it was before it changed last; nil if that is not known.
  package typealias FormerRow = (Row) -> Row?

  /// The program and its arguments for some rows.
  ///
  /// - Parameters:
  ///   - rows: The rows; the first one fills the places that take one row.
  ///   - former: A row as it was before it changed last; nil if that is not known.
  /// - Returns: The arguments, each byte for byte as the feed has it.
  /// - Throws: `CommandProblem` if a field is missing, empty or cannot be an argument.
  package func arguments(
    for rows: [Row],
    former: FormerRow = { _ in nil }
  ) throws(CommandProblem) -> [String] {
    if let script { return ["/bin/sh", "-c", script] }
    var arguments: [String] = []
    /// Whether `--` says that no option follows.
    var hasEndOfOptions = false
    for word in words {
      switch word {
      case .each(let field):
        for row in rows {
          arguments.append(try Self.argument([.field(field)], row, former, hasEndOfOptions))
        }
      case .parts(let parts):
        let argument = try Self.argument(parts, rows.first, former, hasEndOfOptions)
        if argument == "--" { hasEndOfOptions = true }
        arguments.append(argument)
      }
    }
    return arguments
  }

  private static func argument(
    _ parts: [Part],
    _ row: Row?,
    _ former: FormerRow,
    _ hasEndOfOptions: Bool
  ) throws(CommandProblem) -> String {
    var bytes: [UInt8] = []
    for (number, part) in parts.enumerated() {
      switch part {
      case .text(let text): bytes += text.pathBytes
      case .question(let question): bytes += question.suggestion.pathBytes
      case .argument(let number): throw CommandProblem.noArgument(number)
      case .field(let field):
        let version = field.isOld ? row.flatMap(former) : row
        guard let version, let value = field.bytes(in: version) else {
          throw CommandProblem.missing(field.name)
        }
        guard !value.isEmpty else { throw CommandProblem.empty(field.name) }
        guard !value.contains(0) else { throw CommandProblem.hasNUL(field.name) }
        if field.isNumber,
          !value.allSatisfy({ 0x30...0x39 ~= $0 }) || value.allSatisfy({ $0 == 0x30 })
        {
          throw CommandProblem.isNoNumber(field.name)
        }
        if number == 0, value[0] == UInt8(ascii: "-"), !hasEndOfOptions, !field.mayBeOption {
          throw CommandProblem.isOption(field.name)
        }
        bytes += value
      }
    }
    guard bytes.count <= longestArgument else { throw CommandProblem.tooLong }
    return String(pathBytes: bytes)
  }

  /// Linux allows an argument 128 KiB.
  private static let longestArgument = 131_071
}

extension CommandTemplate.Part {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension CommandTemplate.Field {
  /// The bytes of the field in a row; nil if it is missing or null.
  func bytes(in row: Row) -> [UInt8]? {
    switch source {
    case .key: return row.id.key.count == 0 ? nil : Array(row.nameBytes)
    case .json: return Array(row.value.json.utf8)
    case .line: return Array(row.lineText.utf8)
    case .field(let name):
      return name.withValue(in: row.value) { value in
        guard let value, value.kind != .null else { return nil }
        return value.kind == .string ? value.withString { Array($0) } : Array(value.value.json.utf8)
      }
    }
  }
}

extension Row {
  /// The bytes of the key as a text.
  fileprivate var nameBytes: [UInt8] {
    JSONValue(key: id).withFound { found in
      found.kind == .string ? found.withString { Array($0) } : Array(found.value.json.utf8)
    }
  }
}

/// Why a command cannot be run on a row.
package enum CommandProblem: Error, Hashable, Sendable {
  case missing(String)
  case empty(String)
  case hasNUL(String)
  case isOption(String)
  case isNoNumber(String)
  case noArgument(Int)
  case tooLong
}

extension CommandProblem: CustomStringConvertible {
  /// The fault of the row, and the remedy.
  package var description: String {
    switch self {
    case .missing(let name): "the row has no \(name)"
    case .empty(let name): "\(name) is empty"
    case .hasNUL(let name): "\(name) contains a NUL, which no argument can"
    case .isOption(let name):
      "\(name) begins with a dash and would be an option: write -- before it, or {-\(name)}"
    case .isNoNumber(let name): "\(name) is no whole number above zero"
    case .noArgument(let number):
      "word \(number) is missing: write :\(ActText.nameOfAction) and the word"
    case .tooLong: "the argument is too long"
    }
  }
}

/// Splits a template into words.
private struct TemplateParser {
  /// The prefix of a field's former value.
  private static let old = "old."

  private let characters: [Character]
  private var position = 0

  init(_ text: String) { characters = Array(text) }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  mutating func words() throws(SettingError) -> [CommandTemplate.Word] {
    var words: [CommandTemplate.Word] = []
    while true {
      while next?.isWhitespace == true { position += 1 }
      guard next != nil else { return words }
      words.append(try word())
    }
  }

  private mutating func word() throws(SettingError) -> CommandTemplate.Word {
    let start = position
    var parts: [CommandTemplate.Part] = []
    var text = ""
    var (isQuoted, each) = (false, CommandTemplate.Field?.none)
    func flush() {
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
    }
    var quote: (mark: Character, at: Int)?
    while let character = next {
      if quote == nil, character.isWhitespace { break }
      position += 1
      switch character {
      case "'" where quote == nil, "\"" where quote == nil:
        (quote, isQuoted) = ((character, position - 1), true)
      case _ where character == quote?.mark: quote = nil
      case "\\" where quote?.mark != "'":
        guard let following = next else {
          text.append(character)
          break
        }
        // In quotation marks a backslash escapes only what means something there.
        if quote != nil, !"\"\\".contains(following) { text.append(character) }
        text.append(following)
        position += 1
      case "{" where next == "{":
        text.append("{")
        position += 1
      case "}" where next == "}":
        text.append("}")
        position += 1
      case "{":
        let (part, isEach) = try place()
        if isEach, case .field(let field) = part { each = field }
        flush()
        parts.append(part)
      default: text.append(character)
      }
    }
    if let quote { throw SettingError(Mistake.unclosedQuote, at: quote.at) }
    if !isQuoted, parts.isEmpty, ["|", "||", ">", ">>", "<", ";", "&", "&&"].contains(text) {
      throw SettingError(ActionMistake.shellSign(text), at: start)
    }
    flush()
    if let each {
      guard parts.count == 1 else { throw SettingError(ActionMistake.eachNotAlone, at: start) }
      return .each(each)
    }
    // An empty word in quotation marks is an argument.
    return .parts(parts.isEmpty ? [.text("")] : parts)
  }

  /// The place after a brace.
  private mutating func place() throws(SettingError) -> (
    CommandTemplate.Part, isEach: Bool
  ) {
    let start = position - 1
    var name = ""
    while let character = next, character != "}" {
      name.append(character)
      position += 1
    }
    guard next == "}" else { throw SettingError(ActionMistake.unclosedBrace, at: start) }
    position += 1
    if name.hasPrefix("@"), let number = Int(name.dropFirst()), number > 0 {
      return (.argument(number), false)
    }
    if name.hasPrefix("?"), name.count > 1 {
      return (.question(.init(String(name.dropFirst()))), false)
    }
    let isEach = name.hasPrefix("+")
    let (mayBeOption, isNumber) = (name.hasPrefix("-"), name.hasPrefix("#"))
    let bare = isEach || mayBeOption || isNumber ? String(name.dropFirst()) : name
    guard let first = bare.first, !first.isWhitespace, !"?@".contains(first) else {
      throw SettingError(ActionMistake.unknownPlace(name), at: start)
    }
    let isOld = bare.hasPrefix(Self.old) && bare.count > Self.old.count
    let source: CommandTemplate.Field.Source =
      switch bare {
      case "key": .key
      case "json": .json
      case "row": .line
      default: .field(FieldName(isOld ? String(bare.dropFirst(Self.old.count)) : bare))
      }
    let field = CommandTemplate.Field(
      name: bare,
      source: source,
      isOld: isOld,
      mayBeOption: mayBeOption,
      isNumber: isNumber
    )
    return (.field(field), isEach)
  }
}
