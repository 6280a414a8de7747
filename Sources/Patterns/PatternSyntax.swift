/// The syntax tree of a regular expression.
indirect enum PatternSyntax: Hashable, Sendable {
  case empty
  /// One scalar of a set.
  case set(ScalarSet)
  case sequence([PatternSyntax])
  case alternatives([PatternSyntax])
  /// Between `least` and `most` times; unbounded if `most` is nil.
  /// A lazy repetition prefers fewer, which affects only the captures of its groups.
  case repetition(PatternSyntax, least: Int, most: Int?, isLazy: Bool = false)
  case assertion(Assertion)
  /// A named group.
  case group(String, PatternSyntax)

  /// An assertion between two scalars.
  enum Assertion: Hashable, Sendable {
    case start, end, wordBoundary, noWordBoundary
  }
}

/// Parses a regular expression.
///
/// Supported are alternatives, groups, named groups (`(?<name>…)`, `(?P<name>…)`), sets, `.`, `* + ? {n,m}`, `^ $ \b \B`, `\d \w \s` and their
/// complements, and characters by `\xHH` and `\uHHHH`. `^` is an anchor at the start of an
/// alternative and `$` at the end of one; elsewhere they are literal, so that `$42` finds an amount.
struct PatternParser {
  private let characters: [Character]
  private var position = 0
  private var depth = 0
  /// Whether the expression contains an uppercase letter.
  private(set) var hasUppercase = false
  /// The names of the groups, in the order of their opening brackets.
  private(set) var groupNames: [String] = []
  /// Whether the end of the text has been looked at, so that what was read so far might go on.
  private var hasSeenEnd = false

  static let maximumDepth = 50
  static let maximumCount = 1_000

  private init(_ text: String) {
    characters = Array(text)
  }

  /// Parses a whole text.
  ///
  /// - Returns: The tree, and whether the expression contains an uppercase letter.
  static func parse(
    _ text: String
  ) throws(PatternError) -> (syntax: PatternSyntax, hasUppercase: Bool) {
    let (parser, syntax) = try read(text)
    return (syntax, parser.hasUppercase)
  }

  /// Parses a whole text.
  ///
  /// - Returns: The tree, and the names of its groups.
  static func parseGroups(
    _ text: String
  ) throws(PatternError) -> (syntax: PatternSyntax, names: [String]) {
    let (parser, syntax) = try read(text)
    return (syntax, parser.groupNames)
  }

  private static func read(
    _ text: String
  ) throws(PatternError) -> (PatternParser, PatternSyntax) {
    var parser = PatternParser(text)
    let syntax = try parser.whole()
    return (parser, syntax)
  }

  /// Whether a text is invalid as a whole, but may become valid if it is continued.
  ///
  /// A mistake is found as soon as no continuation can be right: it is one for good unless the parser has looked
  /// for more text than there is.
  static func isUnfinished(_ text: String) -> Bool {
    var parser = PatternParser(text)
    do throws(PatternError) {
      _ = try parser.whole()
      return false
    } catch {
      return parser.hasSeenEnd
    }
  }

  private mutating func whole() throws(PatternError) -> PatternSyntax {
    let syntax = try alternatives()
    if let sign = next { throw error(.unopened(sign)) }
    return syntax
  }

  private var next: Character? {
    mutating get { character(at: position) }
  }

  private mutating func character(at position: Int) -> Character? {
    guard position < characters.count else {
      hasSeenEnd = true
      return nil
    }
    return characters[position]
  }

  private func error(_ reason: PatternError.Reason, at offset: Int? = nil) -> PatternError {
    PatternError(reason: reason, offset: offset ?? position)
  }

  private mutating func skip(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  private mutating func alternatives() throws(PatternError) -> PatternSyntax {
    var all = [try sequence()]
    while skip("|") { all.append(try sequence()) }
    return all.count == 1 ? all[0] : .alternatives(all)
  }

  private mutating func sequence() throws(PatternError) -> PatternSyntax {
    var parts: [PatternSyntax] = []
    let start = position
    while let character = next, character != "|", character != ")" {
      let isFirst = position == start
      let atom = try atom(isFirst: isFirst)
      parts.append(try repeated(atom))
    }
    return parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func atom(isFirst: Bool) throws(PatternError) -> PatternSyntax {
    let start = position
    let character = characters[position]
    position += 1
    switch character {
    case "(": return try group(at: start)
    case "[": return .set(try set(at: start))
    case ".": return .set(.any)
    case "\\": return try escape(at: start)
    case "^" where isFirst: return .assertion(.start)
    case "$" where next == nil || next == "|" || next == ")": return .assertion(.end)
    case "*", "+", "?": throw error(.nothingToRepeat(character), at: start)
    default: return literal(character)
    }
  }

  private mutating func group(at start: Int) throws(PatternError) -> PatternSyntax {
    var name: String?
    if skip("?"), !skip(":") { name = try groupName(at: start) }
    depth += 1
    guard depth <= Self.maximumDepth else { throw error(.tooLarge, at: start) }
    let inside = try alternatives()
    guard skip(")") else { throw error(.unclosed(")")) }
    depth -= 1
    return name.map { .group($0, inside) } ?? inside
  }

  /// Parses `<name>` or `P<name>`; other groups with `(?` are not supported.
  private mutating func groupName(at start: Int) throws(PatternError) -> String {
    let begin = position
    _ = skip("P")
    guard skip("<"), next != "=", next != "!" else {
      position = begin
      throw error(.unsupported(.groupModifier), at: start)
    }
    var name = ""
    while let character = next, character.isASCII,
      character.isLetter || character.isNumber || "_.-".contains(character)
    {
      name.append(character)
      position += 1
    }
    guard !name.isEmpty, skip(">") else { throw error(.groupName("")) }
    guard !groupNames.contains(name) else { throw error(.groupName(name), at: start) }
    groupNames.append(name)
    return name
  }

  /// A character may consist of several scalars.
  private mutating func literal(_ character: Character) -> PatternSyntax {
    let sets = character.unicodeScalars.map { scalar in
      if scalar.properties.isUppercase { hasUppercase = true }
      return PatternSyntax.set(ScalarSet(scalar))
    }
    return sets.count == 1 ? sets[0] : .sequence(sets)
  }

  private mutating func repeated(_ syntax: PatternSyntax) throws(PatternError) -> PatternSyntax {
    var syntax = syntax
    while let character = next {
      let start = position
      var bounds: (least: Int, most: Int?)
      switch character {
      case "*": bounds = (0, nil)
      case "+": bounds = (1, nil)
      case "?": bounds = (0, 1)
      case "{":
        guard let counts = try counts() else { return syntax }
        bounds = counts
        position -= 1
      default: return syntax
      }
      position += 1
      if case .assertion = syntax { throw error(.nothingToRepeat(character), at: start) }
      // Greediness does not affect what is matched.
      let isLazy = skip("?")
      if next == "+" { throw error(.unsupported(.possessiveRepetition)) }
      syntax = .repetition(syntax, least: bounds.least, most: bounds.most, isLazy: isLazy)
    }
    return syntax
  }

  /// Parses `{2}`, `{2,}` or `{2,4}`; nil if the bracket is literal.
  private mutating func counts() throws(PatternError) -> (least: Int, most: Int?)? {
    let start = position
    position += 1
    guard let least = number() else {
      position = start
      return nil
    }
    var most: Int? = least
    if skip(",") { most = number() }
    guard skip("}") else {
      position = start
      return nil
    }
    if max(least, most ?? 0) > Self.maximumCount { throw error(.tooLarge, at: start) }
    if let most, most < least { throw error(.reversedRange, at: start) }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = next?.wholeNumberValue, next?.isASCII == true {
      value = min((value ?? 0) * 10 + digit, 1_000_000)
      position += 1
    }
    return value
  }
}

// MARK: Sets and escapes

extension PatternParser {
  private mutating func set(at start: Int) throws(PatternError) -> ScalarSet {
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while isFirst || next != "]" {
      isFirst = false
      let offset = position
      let member = try setMember(at: start)
      guard let first = member.scalar else {
        ranges += member.set.ranges
        continue
      }
      // A hyphen before the closing bracket is literal.
      guard next == "-", let following = character(at: position + 1), following != "]" else {
        ranges += member.set.ranges
        continue
      }
      position += 1
      guard let last = try setMember(at: start).scalar, first.value <= last.value else {
        throw error(.reversedRange, at: offset)
      }
      ranges.append(first.value...last.value)
    }
    position += 1
    let set = ScalarSet(ranges)
    return isInverted ? set.inverted : set
  }

  private mutating func setMember(
    at start: Int
  ) throws(PatternError) -> (set: ScalarSet, scalar: Unicode.Scalar?) {
    guard let character = next else { throw error(.unclosed("]")) }
    let offset = position
    position += 1
    if character == "\\" {
      if next == "b" || next == "B" { throw error(.unknownEscape(next), at: offset) }
      guard case .set(let set) = try escape(at: offset) else {
        throw error(.unknownEscape(nil), at: offset)
      }
      let isOne = set.ranges.count == 1 && set.ranges[0].count == 1
      return (set, isOne ? Unicode.Scalar(set.ranges[0].lowerBound) : nil)
    }
    let scalars = Array(character.unicodeScalars)
    if scalars.contains(where: \.properties.isUppercase) { hasUppercase = true }
    return (ScalarSet(scalars.map { $0.value...$0.value }), scalars.count == 1 ? scalars[0] : nil)
  }

  private mutating func escape(at start: Int) throws(PatternError) -> PatternSyntax {
    guard let character = next else { throw error(.unknownEscape(nil), at: start) }
    position += 1
    switch character {
    case "d": return .set(.digits)
    case "D": return .set(ScalarSet.digits.inverted)
    case "s": return .set(.spaces)
    case "S": return .set(ScalarSet.spaces.inverted)
    case "w": return .set(.words)
    case "W": return .set(ScalarSet.words.inverted)
    case "b": return .assertion(.wordBoundary)
    case "B": return .assertion(.noWordBoundary)
    case "t": return literal("\t")
    case "n": return literal("\n")
    case "r": return literal("\r")
    case "x": return try scalar(digits: 2, at: start)
    case "u": return try scalar(digits: 4, at: start)
    case "1"..."9": throw error(.unsupported(.backreference), at: start)
    default:
      guard !character.isLetter, !character.isNumber else {
        throw error(.unknownEscape(character), at: start)
      }
      return literal(character)
    }
  }

  private mutating func scalar(digits: Int, at start: Int) throws(PatternError) -> PatternSyntax {
    var text = ""
    while text.count < digits, let digit = next, digit.isHexDigit {
      text.append(digit)
      position += 1
    }
    guard text.count == digits, let value = UInt32(text, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw error(.unknownEscape(characters[start + 1]), at: start) }
    return literal(Character(scalar))
  }
}

extension PatternSyntax {
  /// The longest run of ASCII letters that every match contains, in lower case.
  ///
  /// - Parameter others: Letters that are not counted on.
  /// - Returns: The letters; empty if there are none.
  func letters(besides others: Set<Unicode.Scalar>) -> String {
    var search = LetterSearch(others: others)
    search.visit(self)
    search.endRun()
    return search.longest
  }
}

/// A walk over an expression for letters that stand in every match, one after the other.
private struct LetterSearch {
  let others: Set<Unicode.Scalar>
  var run = ""
  var longest = ""

  mutating func visit(_ syntax: PatternSyntax) {
    switch syntax {
    // Nothing comes between what is before and what is after.
    case .empty, .assertion: break
    case .set(let set): visit(set)
    case .sequence(let parts): for part in parts { visit(part) }
    case .group(_, let inside): visit(inside)
    case .repetition(let inside, let least, _, _):
      endRun()
      if least > 0 { visit(inside) }
      endRun()
    case .alternatives: endRun()
    }
  }

  private mutating func visit(_ set: ScalarSet) {
    guard set.ranges.count == 1, set.ranges[0].count == 1,
      let scalar = Unicode.Scalar(set.ranges[0].lowerBound), scalar.isASCII,
      scalar.properties.isAlphabetic
    else { return endRun() }
    let letter = scalar.lowered
    if others.contains(letter) { endRun() } else { run.unicodeScalars.append(letter) }
  }

  mutating func endRun() {
    if run.utf8.count > longest.utf8.count { longest = run }
    run = ""
  }
}
