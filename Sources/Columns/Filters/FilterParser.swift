internal import FeedValues
internal import Patterns

/// Parses a filter by recursive descent: alternatives of adjacent terms.
struct FilterParser {
  private let characters: [Character]
  private var position = 0
  private var depth = 0
  private var count = 0
  /// Whether the mistake found may be corrected by appending text.
  private var isUnfinished = false

  /// Whether the term is negated, whose value ends with its word: the words after it are not negated.
  private var isNegated = false

  /// The expressions so far.
  private var derived: [DerivedField] = []

  private static let maximumDepth = 32
  /// The maximum number of words after the first of a value.
  private static let longestPhrase = 6
  private static let maximumCount = 200

  private init(_ text: String) {
    characters = Array(text)
  }

  static func parse(
    _ text: String
  ) throws(SettingError) -> (Filter.Condition, derived: [DerivedField]) {
    var parser = FilterParser(text)
    return (try parser.whole(), parser.derived)
  }

  /// Whether a text is not a filter and cannot become one by appending text.
  static func isHopeless(_ text: String) -> Bool {
    var parser = FilterParser(text)
    do throws(SettingError) {
      _ = try parser.whole()
      return false
    } catch {
      return !parser.isUnfinished
    }
  }

  private mutating func whole() throws(SettingError) -> Filter.Condition {
    let condition = try alternatives(after: "")
    if next == ")" { throw error(FilterMistake.unopened) }
    return condition
  }

  private var next: Character? { position < characters.count ? characters[position] : nil }

  private mutating func error(
    _ text: String,
    at offset: Int? = nil,
    isUnfinished: Bool = false
  ) -> SettingError {
    self.isUnfinished = isUnfinished
    return SettingError(text, at: offset ?? position)
  }

  private mutating func expectedTerm(after before: String) -> SettingError {
    // The last word is a keyword only as long as it does not go on.
    let isUnfinished = next == nil || keyword(Self.or).map(isLast) ?? false
    return error(FilterMistake.expectedTerm(after: before), isUnfinished: isUnfinished)
  }

  private mutating func expectedValue(after sign: String) -> SettingError {
    error(FilterMistake.expectedValue(after: sign), isUnfinished: next == nil)
  }

  private mutating func unclosed(_ sign: String) -> SettingError {
    error(Mistake.expected(sign), isUnfinished: next == nil)
  }

  /// Whether the text ends with the word at this position.
  private func isLast(_ word: String) -> Bool { position + word.count == characters.count }

  private mutating func skipSpaces() {
    while next?.isWhitespace == true { position += 1 }
  }

  /// Whether a keyword starts at this position and ends at a word boundary.
  private func isKeyword(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, String(characters[position..<end]) == word else { return false }
    return end == characters.count || characters[end].isWhitespace || characters[end] == "("
  }

  /// The words between alternatives, and between terms: also those of other languages.
  private static let (or, and) = (["or", "OR", "||"], ["and", "AND", "&&"])

  /// The one of some keywords that starts at this position.
  private func keyword(_ words: [String]) -> String? { words.first(where: isKeyword) }

  /// Whether nothing but white space follows the word at this position.
  private func isAtEnd(after word: String) -> Bool {
    characters[min(position + word.count, characters.count)...].allSatisfy(\.isWhitespace)
  }

  private mutating func alternatives(
    after before: String
  ) throws(SettingError) -> Filter.Condition {
    var all = [try terms(after: before)]
    while let word = keyword(Self.or) {
      position += word.count
      all.append(try terms(after: word))
    }
    return all.count == 1 ? all[0] : .any(all)
  }

  private mutating func terms(after before: String) throws(SettingError) -> Filter.Condition {
    var all: [Filter.Condition] = []
    var before = before
    while true {
      skipSpaces()
      guard let character = next, character != ")", keyword(Self.or) == nil else { break }
      if let word = keyword(Self.and), !all.isEmpty, before.isEmpty {
        position += word.count
        before = word
        continue
      }
      all.append(try term())
      before = ""
    }
    guard !all.isEmpty, before.isEmpty else { throw expectedTerm(after: before) }
    return all.count == 1 ? all[0] : .all(all)
  }

  private mutating func term() throws(SettingError) -> Filter.Condition {
    let start = position
    count += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth, count <= Self.maximumCount else {
      throw error(FilterMistake.tooLarge, at: start)
    }
    switch next {
    case "!", "-":
      let sign = String(characters[position])
      // Before `=` or `~` the sign belongs to an operator, whose field is missing.
      if let found = comparison() {
        throw error(FilterMistake.expectedField(before: found.rawValue))
      }
      position += 1
      guard let following = next, !following.isWhitespace, following != ")" else {
        throw expectedTerm(after: sign)
      }
      return try negated()
    case "n" where isKeyword("not") && !isAtEnd(after: "not"),
      "N" where isKeyword("NOT") && !isAtEnd(after: "NOT"):
      position += 3
      skipSpaces()
      guard next != nil, next != ")" else { throw expectedTerm(after: "not") }
      return try negated()
    case "(" where isExpressionInParentheses: return try expression()
    case "(":
      position += 1
      let wasNegated = isNegated
      isNegated = false
      defer { isNegated = wasNegated }
      let inside = try alternatives(after: "(")
      guard next == ")" else { throw unclosed(")") }
      position += 1
      return inside
    case "~":
      position += 1
      let offset = position
      guard let text = try word(isValue: true) else { throw expectedValue(after: "~") }
      return .contains(try pattern(text, at: offset))
    default: return try fieldOrWord()
    }
  }

  private mutating func negated() throws(SettingError) -> Filter.Condition {
    let wasNegated = isNegated
    isNegated = true
    defer { isNegated = wasNegated }
    return .not(try term())
  }

  /// Whether parentheses begin at this position after which an operator compares what is in them.
  private var isExpressionInParentheses: Bool {
    var (depth, isQuoted, end) = (0, false, position)
    while end < characters.count {
      let character = characters[end]
      end += 1
      if isQuoted, character == "\\" { end += 1 }
      if character == "\"" { isQuoted.toggle() }
      guard !isQuoted else { continue }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { break }
    }
    guard depth == 0, end <= characters.count,
      ExpressionParser.hasSign(String(characters[position + 1..<max(position + 1, end - 1)]))
    else { return false }
    var rest = self
    rest.position = end
    rest.skipSpaces()
    return rest.comparison() != nil
  }

  /// A comparison of an expression, or an expression that is true.
  private mutating func expression() throws(SettingError) -> Filter.Condition {
    let start = position
    var parser = ExpressionParser(characters, from: position)
    let expression: Expression
    do throws(SettingError) {
      let root = try parser.term()
      let text = String(characters[start..<parser.position])
      expression = Expression(text, root, parser.trackers)
    } catch {
      position = parser.position
      skipSpaces()
      if parser.lacksWindow, let found = comparison() {
        return try compared(FieldName(String(characters[start..<parser.position])), found)
      }
      position = characters.count
      // A missing part is reported at the end.
      self.isUnfinished = error.offset >= characters.count
      throw error
    }
    position = parser.position
    let field = DerivedField(expression)
    if !derived.contains(field) { derived.append(field) }
    let end = position
    skipSpaces()
    if let found = comparison() {
      return try compared(FieldName(field.name), found)
    }
    position = end
    do throws(PatternError) {
      return .field(FieldName(field.name), try Comparison(.equal, ["true"]))
    } catch {
      preconditionFailure("a word is a value")
    }
  }

  private mutating func fieldOrWord() throws(SettingError) -> Filter.Condition {
    if ExpressionParser.isCall(characters, at: position) { return try expression() }
    let word = try word(isValue: false)
    let end = position
    skipSpaces()
    guard let found = comparison() else {
      if let word, let condition = try membership(of: FieldName(word.text)) { return condition }
      position = end
      guard let word else { throw expectedTerm(after: "") }
      return .contains(try pattern(word, form: .plain, at: end))
    }
    guard let name = word?.text, !name.isEmpty else {
      throw error(FilterMistake.expectedField(before: found.rawValue))
    }
    return try compared(FieldName(name), found)
  }

  /// The comparison of a field with values in parentheses, as SQL has it; nil if there are none here.
  private mutating func membership(
    of field: FieldName
  ) throws(SettingError) -> Filter.Condition? {
    guard beginsMembership else { return nil }
    let isNegated = keyword(["not", "NOT"]) != nil
    while next != "(" { position += 1 }
    position += 1
    var values: [String] = []
    repeat {
      skipSpaces()
      guard let value = try word(isValue: true, endsAtComma: true) else { break }
      values.append(value.text)
      skipSpaces()
      if next == "," || next == "|" { position += 1 }
    } while next != nil && next != ")"
    guard next == ")" else { throw unclosed(")") }
    position += 1
    guard !values.isEmpty else { throw expectedValue(after: "in") }
    // The text of several values is that of none.
    let texts = values.count == 1 ? values : [values.joined(separator: ",")] + values
    do throws(PatternError) {
      return .field(field, try Comparison(isNegated ? .notEqual : .equal, texts, of: field))
    } catch {
      preconditionFailure("a word is a value")
    }
  }

  /// Whether `in (` or `not in (` is at this position.
  private var beginsMembership: Bool {
    var rest = self
    if rest.keyword(["not", "NOT"]) != nil {
      rest.position += 3
      rest.skipSpaces()
    }
    guard rest.keyword(["in", "IN"]) != nil else { return false }
    rest.position += 2
    rest.skipSpaces()
    return rest.next == "("
  }

  /// The comparison of a field with what follows the operator at this position.
  private mutating func compared(
    _ field: FieldName,
    _ found: Comparison.Operator
  ) throws(SettingError) -> Filter.Condition {
    position += found.rawValue.count
    var found = found
    // As other languages write them.
    if found == .equal, next == "=" {
      position += 1
    } else if found == .equal, next == "~", position + 1 < characters.count,
      characters[position + 1] != "/"
    {
      position += 1
      found = .match
    }
    skipSpaces()
    let start = position
    let isList = found == .equal || found == .notEqual
    guard let values = isList ? try list() : try self.word(isValue: true).map({ [$0] }) else {
      throw expectedValue(after: found.rawValue)
    }
    do throws(PatternError) {
      let comparison = try Comparison(found, values.map(\.text), of: field)
      guard values.count == 1, !values[0].isQuoted, found != .match, found != .noMatch else {
        return .field(field, comparison)
      }
      return continued(comparison, of: field)
    } catch {
      throw self.error(error, in: values[0], at: start)
    }
  }

  /// Takes the words after a value that belong to it, or may do so.
  private mutating func continued(_ first: Comparison, of field: FieldName) -> Filter.Condition {
    let words = followingWords()
    if first.operator == .equal || first.operator == .notEqual {
      guard !isNegated, let last = words.last,
        let phrase = FilterPhrase(field, first, words: words.map(\.text))
      else { return .field(field, first) }
      position = last.end
      return .phrase(phrase)
    }
    for count in words.indices.reversed() {
      let text = ([first.operands[0].text] + words[...count].map(\.text)).joined(separator: " ")
      guard Operand.isMeasure(text), let whole = try? Comparison(first.operator, [text], of: field)
      else { continue }
      position = words[count].end
      return .field(field, whole)
    }
    return .field(field, first)
  }

  /// The plain words after a value, which may belong to it; they are read again if they do not.
  private func followingWords() -> [(text: String, end: Int)] {
    var parser = self
    var words: [(text: String, end: Int)] = []
    while words.count < Self.longestPhrase {
      parser.skipSpaces()
      guard let sign = parser.next, !"()\"!-~".contains(sign),
        !(Self.or + Self.and + ["not", "NOT"]).contains(where: parser.isKeyword),
        let word = try? parser.word(isValue: false), !word.isQuoted
      else { break }
      let end = parser.position
      parser.skipSpaces()
      if parser.next != nil, parser.comparison() != nil || parser.beginsMembership { break }
      words.append((word.text, end))
    }
    return words
  }

  /// Parses values separated by commas: the whole text, followed by the individual values if there are
  /// several; nil if there is none.
  ///
  /// A comma in quotation marks is part of a value. The whole text comes first because a value in the feed
  /// may itself contain commas.
  private mutating func list() throws(SettingError) -> [(text: String, isQuoted: Bool)]? {
    let start = position
    var values: [(text: String, isQuoted: Bool)] = []
    var hasComma = false
    while true {
      if let value = try word(isValue: true, endsAtComma: true) { values.append(value) }
      guard next == "," || next == "|" else { break }
      hasComma = true
      position += 1
    }
    guard hasComma else { return values.isEmpty ? nil : values }
    return [(String(characters[start..<position]), false)] + values
  }

  /// The operator at this position, without consuming it; nil if there is none.
  private func comparison() -> Comparison.Operator? {
    let two = String(characters[position..<min(position + 2, characters.count)])
    return Comparison.Operator.allCases.first { two.hasPrefix($0.rawValue) }
  }

  private mutating func pattern(
    _ word: (text: String, isQuoted: Bool),
    form: Pattern.Form = .regularExpression,
    at offset: Int
  ) throws(SettingError) -> Pattern {
    do throws(PatternError) {
      return try Pattern(word.text, form: form)
    } catch {
      throw self.error(error, in: word, at: offset)
    }
  }

  /// The error in a pattern that has just been read; it begins at an offset.
  private mutating func error(
    _ error: PatternError,
    in word: (text: String, isQuoted: Bool),
    at offset: Int
  ) -> SettingError {
    self.error(
      error.description,
      at: offset + error.offset + (word.isQuoted ? 1 : 0),
      isUnfinished: next == nil && !word.isQuoted && !Pattern.isHopeless(word.text)
    )
  }

  /// Parses a word or a quoted text; nil if there is neither.
  ///
  /// In a value, operators are part of the word, and so are balanced parentheses.
  private mutating func word(
    isValue: Bool,
    endsAtComma: Bool = false
  ) throws(SettingError) -> (text: String, isQuoted: Bool)? {
    if next == "\"" { return (try quoted(), true) }
    var text = ""
    var brackets = 0
    while let character = next, !character.isWhitespace {
      if isValue {
        if endsAtComma, ",|".contains(character), brackets == 0 { break }
        if character == "(" { brackets += 1 }
        if character == ")" {
          guard brackets > 0 else { break }
          brackets -= 1
        }
        // Escape sequences are left to the pattern parser.
        if character == "\\", position + 1 < characters.count {
          text.append(character)
          position += 1
          text.append(characters[position])
          position += 1
          continue
        }
      } else if character == "(" || character == ")" || comparison() != nil {
        break
      }
      text.append(character)
      position += 1
    }
    return text.isEmpty ? nil : (text, false)
  }

  private mutating func quoted() throws(SettingError) -> String {
    position += 1
    var text = ""
    while let character = next {
      position += 1
      if character == "\"" { return text }
      // A backslash escapes quotation marks only; elsewhere it is part of a pattern.
      if character == "\\", next == "\"" {
        text.append("\"")
        position += 1
        continue
      }
      text.append(character)
    }
    throw unclosed("\"")
  }
}

/// A comparison whose value may have several words without quotation marks: `status=in transit`.
///
/// The words after the first may also be words that the row contains. The values of the list tell which is meant;
/// if they do not, a row matches either way, except that `!=` takes the first word alone.
package struct FilterPhrase: Sendable {
  let field: FieldName
  /// The comparisons with the first word, the first two words, and so on.
  private(set) var comparisons: [Comparison]
  /// The words after the first, as they are searched for.
  private let others: [Pattern]

  /// Creates a phrase; nil if a word cannot be searched for.
  init?(_ field: FieldName, _ first: Comparison, words: [String]) {
    (self.field, comparisons) = (field, [first])
    var (text, others) = (first.operands[0].text, [Pattern]())
    for word in words {
      text += " " + word
      guard let pattern = try? Pattern(word, form: .plain),
        let comparison = try? Comparison(first.operator, [text], of: field)
      else { return nil }
      others.append(pattern)
      comparisons.append(comparison)
    }
    self.others = others
  }

  func matches(_ row: Row) -> Bool {
    let isNegated = comparisons[0].operator == .notEqual
    return field.withValue(in: row.value) { value in
      comparisons.indices.prefix(isNegated ? 1 : .max).contains { count in
        comparisons[count].holds(for: value, in: row) && contains(others[count...], row)
      }
    }
  }

  private func contains(_ words: ArraySlice<Pattern>, _ row: Row) -> Bool {
    words.allSatisfy { word in !row.value.forEachLeaf { !word.matches($0) } }
  }

  /// The phrase as the values of a list are read: the longest value that the list has.
  func resolved(in list: ListReading) -> Filter.Condition {
    let reading = list.reading(of: field, for: comparisons.map { $0.operands[0].text })
    var phrase = self
    phrase.comparisons = comparisons.map { $0.resolved(in: reading) }
    let rows = list.sample(Self.sampleSize)
    for count in phrase.comparisons.indices.reversed().dropLast() {
      let comparison = phrase.comparisons[count]
      let occurs = rows.contains { row in
        reading.field.withValue(in: row.value) { value in
          comparison.operands[0].isEqual(to: value, in: row)
        }
      }
      guard occurs else { continue }
      return .all(
        [.field(reading.field, comparison)] + others[count...].map { .contains($0) }
      )
    }
    return .phrase(phrase)
  }

  private static let sampleSize = 1_024
}
