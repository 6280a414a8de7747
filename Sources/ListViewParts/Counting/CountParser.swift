import Columns
internal import Values

/// Parses what to count; see ``CountSpec``.
struct CountParser {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) { characters = Array(text) }

  mutating func parse() throws(SettingError) -> CountSpec {
    var spec = CountSpec(keys: try keys())
    skipSpaces()
    if take(">") { spec.pivot = try key() }
    skipSpaces()
    if takeWord("in") {
      skipSpaces()
      let offset = position
      spec.window = try window(try word(), at: offset)
      skipSpaces()
    }
    if take(":") {
      repeat {
        spec.figures.append(try figure())
        guard spec.figures.count <= CountSpec.maximumCount else {
          throw error(CountMistake.tooMany)
        }
        skipSpaces()
      } while take(",")
    }
    skipSpaces()
    guard next == nil else { throw error(Mistake.unexpected(String(characters[position...]))) }
    if spec.pivot != nil, !spec.figures.isEmpty {
      throw error(CountMistake.pivotWithFigures, at: 0)
    }
    return spec
  }

  // MARK: Keys

  private mutating func keys() throws(SettingError) -> [CountSpec.Key] {
    var keys: [CountSpec.Key] = []
    repeat {
      keys.append(try key())
      guard keys.count <= CountSpec.maximumCount else { throw error(CountMistake.tooMany) }
      skipSpaces()
    } while take(",")
    return keys
  }

  private mutating func key() throws(SettingError) -> CountSpec.Key {
    skipSpaces()
    let start = position
    if next == "(" || ExpressionParser.isCall(characters, at: position),
      !characters[position...].starts(with: "bucket(")
    {
      return CountSpec.Key(
        field: try expression { (parser) throws(SettingError) in
          try parser.term()
        }
      )
    }
    let word = try word()
    guard !word.isEmpty else { throw error(CountMistake.noField, at: start) }
    guard word == "bucket", take("(") else { return CountSpec.Key(field: word) }
    let field = try argument()
    guard take(",") else { throw error(CountMistake.noStep) }
    skipSpaces()
    let (offset, step) = (position, try argument())
    guard CountStep(step) != nil else { throw error(CountMistake.badStep(step), at: offset) }
    try close()
    return CountSpec.Key(field: field, step: step)
  }

  // MARK: Figures

  /// The figure that a text is by itself; nil if it is something else, such as a comparison.
  static func figure(_ text: Substring) throws(SettingError) -> CountSpec.Figure? {
    var parser = CountParser(String(text))
    guard parser.beginsFigure else { return nil }
    let figure = try parser.figure()
    parser.skipSpaces()
    guard parser.next == nil else {
      throw parser.error(Mistake.unexpected(String(parser.characters[parser.position...])))
    }
    return figure
  }

  /// Whether a computation with an argument or a condition comes next: `state=count` and `avg(cpu, 1m)>5` are
  /// comparisons.
  private var beginsFigure: Bool {
    var parser = self
    func word() -> String {
      parser.skipSpaces()
      let word = (try? parser.word()) ?? ""
      parser.skipSpaces()
      return word
    }
    var name = word()
    if parser.take("=") { name = word() }
    guard ["count", "share", "rate"].contains(name) || CountSpec.Fold(rawValue: name) != nil else {
      return false
    }
    guard parser.take("(") else { return parser.takeWord("where") }
    var depth = 1
    while depth > 0, let character = parser.next {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      parser.position += 1
    }
    parser.skipSpaces()
    return parser.next.map { !"=<>~!".contains($0) } ?? true
  }

  private mutating func figure() throws(SettingError) -> CountSpec.Figure {
    skipSpaces()
    var start = position
    var word = try word()
    var name: String?
    skipSpaces()
    if take("=") {
      (name, start) = (word, position)
      skipSpaces()
      word = try self.word()
    }
    var figure = CountSpec.Figure(try measure(word, at: start), name: name)
    skipSpaces()
    if takeWord("where") { figure.filter = try filter() }
    return figure
  }

  private mutating func measure(
    _ word: String,
    at start: Int
  ) throws(SettingError) -> CountSpec.Measure {
    switch word {
    case "count": return .count
    case "share": return .share
    case "rate":
      guard take("(") else { return .rate(CountSpec.standardWindow) }
      skipSpaces()
      let offset = position
      let window = try window(try argument(), at: offset)
      try close()
      return .rate(window)
    default:
      guard let fold = CountSpec.Fold(rawValue: word) else {
        throw error(CountMistake.unknownFigure(word), at: start)
      }
      guard take("(") else { throw error(CountMistake.noArgument(word)) }
      let field = try argument()
      guard !field.isEmpty else { throw error(CountMistake.noArgument(word)) }
      try close()
      return .fold(fold, field: field)
    }
  }

  private func window(_ text: String, at offset: Int) throws(SettingError) -> Duration {
    guard case .time(let window)? = CountStep(text), window <= Self.longestWindow else {
      throw error(CountMistake.badWindow(text), at: offset)
    }
    return window
  }

  /// Rates over longer times change so slowly that they tell nothing.
  private static let longestWindow = Duration.seconds(86_400)

  /// The filter after `where`, which ends at a comma outside quotation marks and parentheses.
  private mutating func filter() throws(SettingError) -> Filter {
    skipSpaces()
    let start = position
    var (depth, isQuoted) = (0, false)
    while let character = next {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted {
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if character == ",", depth == 0 { break }
      }
      position += 1
    }
    do {
      return try Filter(String(characters[start..<position]))
    } catch {
      throw error.moved(by: start)
    }
  }

  // MARK: Words

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func skipSpaces() { while next?.isWhitespace == true { position += 1 } }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func takeWord(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, String(characters[position..<end]) == word,
      end == characters.count || characters[end].isWhitespace
    else { return false }
    position = end
    return true
  }

  private mutating func close() throws(SettingError) {
    skipSpaces()
    guard take(")") else { throw error(Mistake.expected(")")) }
  }

  /// A word, a text in quotation marks or an expression, before a comma or a closing parenthesis.
  private mutating func argument() throws(SettingError) -> String {
    skipSpaces()
    let start = position
    let text = try word()
    skipSpaces()
    guard let character = next, character != ",", character != ")" else { return text }
    position = start
    return try expression { (parser) throws(SettingError) in try parser.expression() }
  }

  /// The text of an expression at this position.
  private mutating func expression(
    _ parse: (inout ExpressionParser) throws(SettingError) -> Expression.Node
  ) throws(SettingError) -> String {
    let start = position
    var parser = ExpressionParser(characters, from: position)
    do throws(SettingError) {
      _ = try parse(&parser)
    } catch {
      guard parser.lacksWindow else { throw error }
    }
    position = parser.position
    return String(String(characters[start..<position]).trimming)
  }

  /// A word, up to a character of the syntax, or a text in quotation marks.
  private mutating func word() throws(SettingError) -> String {
    if take("\"") {
      let start = position
      while next != nil, next != "\"" { position += 1 }
      guard take("\"") else { throw error(Mistake.unclosedQuote, at: start - 1) }
      return String(characters[start..<position - 1])
    }
    let start = position
    while let character = next, !character.isWhitespace, !Self.special.contains(character) {
      position += 1
    }
    return String(characters[start..<position])
  }

  private static let special: Set<Character> = [",", ":", ">", "(", ")", "=", "\""]

  /// A name as a word, in quotation marks if it has to be.
  static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || special.contains($0) }
    let isExpression = (try? Expression.unlessName(text)).flatMap(\.self) != nil
    return isPlain || isExpression ? text : "\"\(text)\""
  }

  private func error(_ text: String, at offset: Int? = nil) -> SettingError {
    SettingError(text, at: offset ?? position)
  }
}
