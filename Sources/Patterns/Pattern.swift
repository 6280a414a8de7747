/// A search pattern: plain text or a regular expression, with smart case.
///
/// Smart case: a pattern without uppercase letters ignores case. A match is the longest of those that
/// begin first. Matching takes time proportional to the length of the text.
package struct Pattern: Sendable {
  /// The syntax of a pattern.
  package enum Form: Hashable, Sendable {
    /// Plain text: each character matches itself.
    case plain
    /// The syntax of ``PatternParser``.
    case regularExpression
  }

  /// The source of the pattern.
  package let text: String
  package let form: Form
  private let matcher: Matcher
  /// The longest run of ASCII letters that every match contains, in lower case; empty if there is none.
  package let letters: String
  /// The search for them.
  private let needed: Literal

  private enum Matcher: Sendable {
    /// Bytes to find.
    case literal(Literal)
    case program(PatternProgram, PatternTable?)
  }

  /// The maximum number of bytes of a text that a regular expression examines.
  package static let textLimit = 1 << 16
  /// The maximum number of steps for the ranges of a regular expression in a text.
  private static let stepLimit = 200_000

  /// Creates a pattern.
  ///
  /// - Throws: `PatternError` if the text is not a valid regular expression; plain text is always valid.
  package init(_ text: String, form: Form = .regularExpression) throws(PatternError) {
    self.text = text
    self.form = form
    var syntax = PatternSyntax.empty
    var hasUppercase = text.unicodeScalars.contains(where: \.properties.isUppercase)
    if form == .regularExpression { (syntax, hasUppercase) = try PatternParser.parse(text) }
    let plain = form == .plain ? text.unicodeScalars.map(\.self) : syntax.plainText
    let ignoresCase = !hasUppercase
    if let plain, !ignoresCase || plain.allSatisfy(\.isASCII) {
      var string = String.UnicodeScalarView()
      string.append(contentsOf: plain)
      matcher = .literal(Literal(String(string), ignoresCase: ignoresCase))
      letters = PatternSyntax.sequence(plain.map { .set(ScalarSet($0)) }).letters(besides: [])
      needed = Literal(letters, ignoresCase: true)
      return
    }
    if let plain { syntax = .sequence(plain.map { .set(ScalarSet($0)) }) }
    // The sign for Kelvin is a `k` whose case is ignored.
    letters = syntax.letters(besides: ignoresCase ? ["k"] : [])
    needed = Literal(letters, ignoresCase: true)
    let program = try PatternProgram(syntax, ignoresCase: ignoresCase)
    matcher = .program(program, PatternTable(program))
  }

  /// Whether a text is not a pattern and cannot become one by appending text.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func isHopeless(_ text: String) -> Bool {
    !PatternParser.isUnfinished(text) && (try? Pattern(text)) == nil
  }

  /// The approximate cost relative to plain text.
  package var cost: Int {
    guard case .program(let program, let table) = matcher else { return 1 }
    return table == nil ? 4 + program.instructions.count / 4 : 2
  }

  /// Whether bytes hold the ``letters`` nowhere, in whatever case, so that nothing in them is a match.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package func lacksLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    needed.firstOffset(in: bytes, from: 0) == nil
  }

  /// Whether the text contains a match.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// Whether the text, in UTF-8, contains a match; invalid bytes are read as U+FFFD.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch matcher {
    case .literal(let literal): return literal.firstOffset(in: text, from: 0) != nil
    case .program(let program, let table?):
      var state = PatternTable.start
      var position = 0
      let end = min(text.count, Self.textLimit)
      while position < end {
        let byte = text[position]
        if byte < 0x80 {
          position += 1
          state = table.state(after: state, program.classes[ascii: byte])
        } else {
          let scalar = decodeScalar(text, &position)
          state = table.state(after: state, program.classes[scalar])
        }
        if state == PatternTable.found { return true }
      }
      return table.isFoundAtEnd(state)
    case .program(let program, nil):
      return firstRange(of: program, in: text, from: 0, isEnough: true).range != nil
    }
  }

  /// The ranges of the nonempty matches, ascending, as offsets of UTF-8 bytes.
  package func ranges(in text: String) -> [Range<Int>] {
    var text = text
    return text.withUTF8 { bytes in
      switch matcher {
      case .literal(let literal): return literal.ranges(in: bytes)
      case .program(let program, _):
        var ranges: [Range<Int>] = []
        var position = 0
        var steps = 0
        while position < bytes.count, steps < Self.stepLimit {
          let result = firstRange(of: program, in: bytes, from: position, isEnough: false)
          steps += result.steps
          guard let range = result.range else { break }
          position = range.upperBound
          if range.isEmpty {
            if position < bytes.count { _ = decodeScalar(bytes, &position) }
          } else {
            ranges.append(range)
          }
        }
        return ranges
      }
    }
  }

  /// The longest of the matches that begin first at or after an offset, or any of them if that
  /// suffices; and the number of steps it took.
  private func firstRange(
    of program: PatternProgram,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    isEnough: Bool
  ) -> (range: Range<Int>?, steps: Int) {
    var run = PatternRun(program)
    var best: Range<Int>?
    var steps = 0
    var position = start
    let end = min(text.count, Self.textLimit)
    var isAfterWord = false
    if program.hasAssertions, start > 0 {
      var before = start - 1
      while before > 0, text[before] & 0xC0 == 0x80 { before -= 1 }
      isAfterWord = program.isWord(program.classes[decodeScalar(text, &before)])
    }
    while true {
      if best == nil { run.begin(at: position) }
      let offset = position
      let next =
        position < end
        ? program.classes[decodeScalar(text, &position)] : program.classes.count
      run.close(
        PatternRun.Context(isStart: offset == 0, isAfterWord: isAfterWord, next: next)
      ) { begin in
        if best.map({ begin <= $0.lowerBound }) ?? true { best = begin..<offset }
      }
      steps += run.threads.count + 1
      if let best {
        if isEnough { return (best, steps) }
        run.drop(startingAfter: best.lowerBound)
        if run.threads.isEmpty { return (best, steps) }
      }
      guard offset < end else { return (best, steps) }
      isAfterWord = program.isWord(next)
      run.read(next)
    }
  }
}

extension Pattern: Hashable {
  /// Whether two patterns have the same source and form.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.text == right.text && left.form == right.form
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(form)
  }
}

extension PatternSyntax {
  /// The scalars of an expression that is plain text; nil for any other.
  fileprivate var plainText: [Unicode.Scalar]? {
    switch self {
    case .empty: return []
    case .set(let set):
      guard set.ranges.count == 1, set.ranges[0].count == 1 else { return nil }
      return Unicode.Scalar(set.ranges[0].lowerBound).map { [$0] }
    case .sequence(let parts):
      var all: [Unicode.Scalar] = []
      for part in parts {
        guard let scalars = part.plainText else { return nil }
        all += scalars
      }
      return all
    case .alternatives, .repetition, .assertion, .group: return nil
    }
  }
}

/// Reads the scalar at a position and advances; an invalid byte is U+FFFD.
@inline(__always)
func decodeScalar(
  _ text: UnsafeBufferPointer<UInt8>,
  _ position: inout Int
) -> Unicode.Scalar {
  let lead = text[position]
  position += 1
  if lead < 0x80 { return Unicode.Scalar(lead) }
  let length =
    switch lead {
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: 0
    }
  guard length > 0, position + length <= text.count else { return "\u{FFFD}" }
  var value = UInt32(lead) & (0x3F >> UInt32(length))
  for offset in 0..<length {
    let byte = text[position + offset]
    guard byte & 0xC0 == 0x80 else { return "\u{FFFD}" }
    value = value << 6 | UInt32(byte & 0x3F)
  }
  guard let scalar = Unicode.Scalar(value) else { return "\u{FFFD}" }
  position += length
  return scalar
}

/// An error in a regular expression, with its position.
package struct PatternError: Error, Hashable, Sendable {
  /// A construct of other programs that this one does not support, because no bound could be set to its time.
  package enum Construct: Hashable, Sendable {
    /// A group that begins with `(?`, except one with a name.
    case groupModifier
    /// A repetition that gives nothing back, such as `a++`.
    case possessiveRepetition
    /// A reference to what a group matched, such as `\1`.
    case backreference
  }

  /// The reason of the error.
  package enum Reason: Hashable, Sendable {
    /// An opening bracket without a closing one: the missing character.
    case unclosed(Character)
    /// A closing bracket without an opening one.
    case unopened(Character)
    /// A repetition operator without an operand.
    case nothingToRepeat(Character)
    /// A backslash before a character without a meaning, or at the end.
    case unknownEscape(Character?)
    /// A range of characters or repetitions whose end is before its start.
    case reversedRange
    /// A construct that is not supported.
    case unsupported(Construct)
    /// A duplicate group name, or an empty one.
    case groupName(String)
    /// The automaton would have too many states.
    case tooLarge
  }

  /// The reason of the error.
  package var reason: Reason
  /// The offset in characters from the start of the expression.
  package var offset: Int
}

extension PatternError: CustomStringConvertible {
  /// The fault, and how to fix it.
  package var description: String {
    switch reason {
    case .unclosed(let sign): "expected \(sign)"
    case .unopened(let sign): "unmatched \(sign): write \\\(sign) for the character"
    case .nothingToRepeat(let sign): "nothing to repeat: write \\\(sign) for the character"
    case .unknownEscape(let sign?): "unknown escape \\\(sign)"
    case .unknownEscape(nil): "expected a character after \\"
    case .reversedRange: "invalid range: its end is before its start"
    case .unsupported(.groupModifier): "groups that begin with (? are not supported"
    case .unsupported(.possessiveRepetition): "possessive repetitions are not supported"
    case .unsupported(.backreference): "references to groups are not supported"
    case .groupName(""): "expected the name of the group: letters, digits, _, . and -"
    case .groupName(let name): "duplicate group name \(name)"
    case .tooLarge: "expression too large"
    }
  }
}
