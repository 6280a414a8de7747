internal import FeedValues
internal import Patterns
internal import Values

/// Parses an expression by recursive descent; see ``Expression``.
package struct ExpressionParser {
  private let characters: [Character]
  package private(set) var position = 0
  private var depth = 0
  private var count = 0
  private(set) var trackers: [Expression.Tracker] = []
  /// Whether the mistake is a function without the time that it needs; databases name columns so: `max(amount)`.
  package private(set) var lacksWindow = false

  private static let maximumDepth = 32
  private static let maximumCount = 200
  /// Longer windows change so slowly that they tell nothing.
  private static let longestWindow = Duration.seconds(86_400)

  init(_ text: String) { self.init(Array(text), from: 0) }

  /// Parses a part of a text.
  package init(_ characters: [Character], from position: Int) {
    (self.characters, self.position) = (characters, position)
  }

  /// Parses the whole text.
  mutating func whole() throws(SettingError) -> Expression.Node {
    let node = try expression()
    skipSpaces()
    guard next == nil else { throw error(Mistake.unexpected(String(characters[position...]))) }
    return node
  }

  /// Parses one call, or one expression in parentheses, as it stands in a filter.
  package mutating func term() throws(SettingError) -> Expression.Node { try primary().0 }

  // MARK: Recognising expressions

  /// Whether a text has signs that names do not have.
  static func looksLikeExpression(_ text: String) -> Bool {
    hasCall(Array(text.trimming)) || hasSign(text)
  }

  /// Whether a text has a call or an operator that does not look like a part of a name.
  static func hasSign(_ text: String) -> Bool {
    let characters = Array(text.trimming)
    guard !hasCall(characters) else { return true }
    var isQuoted = false
    for (offset, character) in characters.enumerated() {
      if character == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      let before = offset > 0 ? characters[offset - 1] : " "
      let after = offset + 1 < characters.count ? characters[offset + 1] : " "
      switch character {
      case "*", "×", "÷", "+": if offset > 0, offset + 1 < characters.count { return true }
      case "/": if offset > 0, offset + 1 < characters.count { return true }
      case "-", "−", "%": if offset > 0, before == " ", after == " " { return true }
      case "?": if after == "?" { return true }
      case " ":
        if characters[offset...].starts(with: " in (") { return true }
      default: break
      }
    }
    return false
  }

  /// Whether a text begins with a call of a known function or with parentheses, after signs, or has such a call after
  /// a space.
  static func hasCall(_ characters: [Character]) -> Bool {
    let start = characters.prefix { $0 == "-" }.count
    guard start < characters.count else { return false }
    return characters[start] == "(" || isCall(characters, at: start)
      || characters.indices.contains {
        characters[$0] == " " && isCall(characters, at: $0 + 1)
      }
  }

  /// Whether a call of a known function is at an offset.
  package static func isCall(_ characters: [Character], at offset: Int) -> Bool {
    guard offset < characters.count else { return false }
    let name = characters[offset...].prefix { $0.isLetter || $0.isNumber }
    guard characters.dropFirst(offset + name.count).first == "(" else { return false }
    let word = String(name)
    return RowFunction(rawValue: word) != nil || HistoryFunction(rawValue: word) != nil
      || word == "if"
  }

  // MARK: Operators

  package mutating func expression() throws(SettingError) -> Expression.Node {
    let start = position
    (depth, count) = (depth + 1, count + 1)
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, count <= Self.maximumCount else {
      throw error(ExpressionMistake.tooLarge, at: start)
    }
    var node = try sum()
    while take("??") { node = .coalesced(node, try sum()) }
    return node
  }

  private mutating func sum() throws(SettingError) -> Expression.Node {
    let start = position
    var (node, kind) = try product()
    while let sign: Expression.Operator = takeSign([("+", .plus), ("-", .minus), ("−", .minus)]) {
      count += 1
      guard count <= Self.maximumCount else { throw error(ExpressionMistake.tooLarge, at: start) }
      let middle = position
      let (other, otherKind) = try product()
      if let kind, let otherKind, kind != otherKind {
        let first = String(String(characters[start..<middle]).trimming.dropLast().trimming)
        let second = String(String(characters[middle..<position]).trimming)
        throw error(ExpressionMistake.mixed(first, second), at: start)
      }
      node = .arithmetic(sign, node, other)
    }
    return node
  }

  /// The unit of a literal.
  private enum Kind { case duration, size }

  private mutating func product() throws(SettingError) -> (Expression.Node, Kind?) {
    var (node, kind) = try unary()
    while let sign: Expression.Operator = takeSign([
      ("*", .times), ("×", .times), ("/", .over), ("÷", .over), ("%", .remainder),
    ]) {
      count += 1
      guard count <= Self.maximumCount else { throw error(ExpressionMistake.tooLarge) }
      node = .arithmetic(sign, node, try unary().0)
      kind = nil
    }
    return (node, kind)
  }

  private mutating func unary() throws(SettingError) -> (Expression.Node, Kind?) {
    skipSpaces()
    if take("-") || take("−") {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else { throw error(ExpressionMistake.tooLarge) }
      return (.negative(try unary().0), nil)
    }
    let (node, kind) = try primary()
    guard takeWord("in") else { return (node, kind) }
    guard take("(") else { throw error(Mistake.expected(ExpressionText.list)) }
    var texts: [String] = []
    repeat {
      texts.append(try word())
      guard texts.count <= Self.maximumCount else { throw error(ExpressionMistake.tooLarge) }
    } while take(",")
    try close()
    return (.membership(node, texts), nil)
  }

  // MARK: Values

  private mutating func primary() throws(SettingError) -> (Expression.Node, Kind?) {
    skipSpaces()
    guard let character = next else { throw error(ExpressionMistake.expectedValue) }
    if take("(") {
      let node = try expression()
      try close()
      return (node, nil)
    }
    if character.isASCII, character.isNumber || character == "." { return try literal() }
    if Self.isCall(characters, at: position) { return (try call(), nil) }
    return (try field(), nil)
  }

  /// A number with or without a unit.
  private mutating func literal() throws(SettingError) -> (Expression.Node, Kind?) {
    let start = position
    while let character = next, character.isLetter || character.isNumber || character == "." {
      position += 1
      // A power of ten.
      if "eE".contains(character), DecimalNumber(String(characters[start..<position]) + "0") != nil,
        let sign = next, "+-".contains(sign),
        characters.dropFirst(position + 1).first?.isNumber == true
      {
        position += 1
      }
    }
    if next == "%", !followsOperand(at: position + 1) { position += 1 }
    let text = String(characters[start..<position])
    if let number = DecimalNumber(text) { return (.number(number), nil) }
    if let seconds = DurationText.seconds(text) { return (.number(seconds), .duration) }
    guard let quantity = Quantity(text) else { throw error(Mistake.unexpected(text), at: start) }
    return (.number(quantity.size), quantity.unit == .percent ? nil : .size)
  }

  /// Whether a value begins at an offset, so that a sign before it is an operator.
  private func followsOperand(at offset: Int) -> Bool {
    guard let character = characters.dropFirst(offset).first(where: { !$0.isWhitespace }) else {
      return false
    }
    return character.isLetter || character.isNumber || "(\"_".contains(character)
  }

  /// The name of a field: words joined by dots, each of which may be in quotation marks.
  private mutating func field() throws(SettingError) -> Expression.Node {
    let start = position
    var names: [String] = []
    var isQuoted = true
    repeat {
      if next == "\"" {
        names.append(try quoted())
      } else {
        let start = position
        if next == "%" { position += 1 }
        while let character = next, Self.isPartOfName(character) { position += 1 }
        guard position > start else {
          throw next.map { error(Mistake.unexpected(String($0))) }
            ?? error(ExpressionMistake.expectedValue)
        }
        names.append(String(characters[start..<position]))
        isQuoted = false
      }
    } while takeDot()
    guard position > start else { throw error(ExpressionMistake.expectedValue) }
    let name = FieldName(names.joined(separator: "."))
    return isQuoted && names.count == 1 ? .quoted(name) : .field(name)
  }

  /// A name as it is written in an expression: in quotation marks if it has other characters.
  package static func written(_ name: String) -> String {
    let letters = name.hasPrefix("%") ? name.dropFirst() : name[...]
    let isPlain = letters.first?.isNumber == false && letters.allSatisfy(isPartOfName)
    return isPlain ? name : "\"\(name)\""
  }

  static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_@$#".contains(character)
  }

  private mutating func takeDot() -> Bool {
    guard next == ".", position + 1 < characters.count,
      characters[position + 1] == "\"" || Self.isPartOfName(characters[position + 1])
    else { return false }
    position += 1
    return true
  }

  // MARK: Functions

  private mutating func call() throws(SettingError) -> Expression.Node {
    let start = position
    while let character = next, character != "(" {
      _ = character
      position += 1
    }
    let name = String(characters[start..<position])
    position += 1
    if name == "if" { return try choice() }
    if let function = HistoryFunction(rawValue: name) {
      return try tracked(function, at: start)
    }
    guard let function = RowFunction(rawValue: name) else {
      throw error(Mistake.unexpected(name), at: start)
    }
    return try rowCall(function, at: start)
  }

  private func wrongArguments(
    of name: String,
    _ signature: String,
    at start: Int
  ) -> SettingError {
    error(ExpressionMistake.arguments(of: name, signature: signature), at: start)
  }

  private mutating func rowCall(
    _ function: RowFunction,
    at start: Int
  ) throws(SettingError) -> Expression.Node {
    let wrong = wrongArguments(of: function.rawValue, function.signature, at: start)
    var arguments: [Expression.Node] = []
    skipSpaces()
    if function == .podstatus {
      guard take(")") else { throw wrong }
      return .podStatus
    }
    if next == ")" { throw wrong }
    arguments.append(try expression())
    while take(",") {
      switch function {
      case .match:
        skipSpaces()
        let offset = position
        let text = try word()
        guard take(")") else { throw wrong }
        do throws(PatternError) {
          return .match(arguments[0], try Pattern(text))
        } catch {
          throw SettingError(error.description, at: offset + error.offset)
        }
      case .bucket:
        skipSpaces()
        let offset = position
        let text = try word()
        guard let step = CountStep(text) else {
          throw error(ExpressionMistake.badWindow(text), at: offset)
        }
        guard take(")") else { throw wrong }
        return .bucket(arguments[0], step)
      default: arguments.append(try expression())
      }
    }
    try close()
    guard function.argumentCounts.contains(arguments.count) else { throw wrong }
    return .call(function, arguments)
  }

  private mutating func tracked(
    _ function: HistoryFunction,
    at start: Int
  ) throws(SettingError) -> Expression.Node {
    let wrong = wrongArguments(of: function.rawValue, function.signature, at: start)
    skipSpaces()
    var argument: Expression.Node?
    if next != ")" {
      guard function.hasArgument else { throw wrong }
      let known = trackers.count
      argument = try expression()
      guard trackers.count == known else { throw wrong }
    } else if function.hasArgument {
      throw wrong
    }
    var window: Duration?
    if take(",") {
      guard function.window != .none else { throw wrong }
      skipSpaces()
      let (offset, text) = (position, try word())
      guard let nanoseconds = DurationText.nanoseconds(text), nanoseconds >= 1_000_000,
        .nanoseconds(nanoseconds) <= Self.longestWindow
      else { throw error(ExpressionMistake.badWindow(text), at: offset) }
      window = .nanoseconds(nanoseconds)
    }
    try close()
    if function.window == .required, window == nil {
      lacksWindow = true
      throw error(ExpressionMistake.noWindow(String(characters[start..<position])), at: start)
    }
    if function == .spark { window = window ?? .seconds(120) }
    trackers.append(Expression.Tracker(function: function, argument: argument, window: window))
    return .tracked(trackers.count - 1)
  }

  /// The condition is a filter, which ends at a comma outside quotation marks and parentheses.
  private mutating func choice() throws(SettingError) -> Expression.Node {
    let start = position
    var (level, isQuoted) = (0, false)
    while let character = next {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted {
        if character == "(" { level += 1 }
        if character == ")" { level -= 1 }
        if level < 0 || character == "," && level == 0 { break }
      }
      position += 1
    }
    let condition: Filter
    do throws(SettingError) {
      condition = try Filter(String(characters[start..<position]))
    } catch {
      throw error.moved(by: start)
    }
    guard !condition.derived.contains(where: \.expression.dependsOnHistory) else {
      throw error(Mistake.expected(ExpressionText.plainCondition), at: start)
    }
    guard take(",") else { throw error(Mistake.expected(ExpressionText.twoValues)) }
    let first = try expression()
    guard take(",") else { throw error(Mistake.expected(ExpressionText.anotherValue)) }
    let second = try expression()
    try close()
    return .choice(condition, first, second)
  }

  // MARK: Words

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func skipSpaces() { while next?.isWhitespace == true { position += 1 } }

  private mutating func take(_ sign: String) -> Bool {
    let start = position
    skipSpaces()
    guard characters[position...].starts(with: sign) else {
      position = start
      return false
    }
    position += sign.count
    return true
  }

  private mutating func takeSign<Sign>(_ signs: [(String, Sign)]) -> Sign? {
    for (text, sign) in signs where take(text) { return sign }
    return nil
  }

  private mutating func takeWord(_ word: String) -> Bool {
    let start = position
    skipSpaces()
    let end = position + word.count
    guard characters[position...].starts(with: word),
      end == characters.count || characters[end].isWhitespace || characters[end] == "("
    else {
      position = start
      return false
    }
    position = end
    return true
  }

  private mutating func close() throws(SettingError) {
    guard take(")") else { throw error(Mistake.expected(")")) }
  }

  /// A text in quotation marks.
  private mutating func quoted() throws(SettingError) -> String {
    let start = position
    position += 1
    var text = ""
    while let character = next {
      position += 1
      if character == "\"" { return text }
      if character == "\\", next == "\"" || next == "\\" {
        text.append(characters[position])
        position += 1
      } else {
        text.append(character)
      }
    }
    throw error(Mistake.unclosedQuote, at: start)
  }

  /// A word before a comma or a closing parenthesis, or a text in quotation marks.
  private mutating func word() throws(SettingError) -> String {
    skipSpaces()
    if next == "\"" { return try quoted() }
    let start = position
    while let character = next, character != ",", character != ")" { position += 1 }
    let text = String(String(characters[start..<position]).trimming)
    guard !text.isEmpty else { throw error(ExpressionMistake.expectedValue, at: start) }
    return text
  }

  private func error(_ text: String, at offset: Int? = nil) -> SettingError {
    SettingError(text, at: offset ?? position)
  }
}
