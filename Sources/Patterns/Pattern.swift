/// A text to look for: plain text or a regular expression, by smart case.
///
/// Smart case: without an upper-case letter in the pattern, case makes no difference. A match is the
/// longest of those that begin first. No pattern takes more than time in proportion to the text.
package struct Pattern: Sendable {
  /// How a pattern is written.
  package enum Form: Hashable, Sendable {
    /// Each character stands for itself.
    case plain
    /// By the syntax of ``PatternParser``.
    case regularExpression
  }

  /// The pattern as it was written.
  package let text: String
  package let form: Form
  private let matcher: Matcher

  private enum Matcher: Sendable {
    /// Bytes to find as they are.
    case literal(Literal)
    case program(PatternProgram, PatternTable?)
  }

  /// Of a text, a regular expression reads this many bytes.
  package static let textLimit = 1 << 16
  /// Of a text, the ranges of a regular expression are told as far as so many steps reach.
  private static let stepLimit = 200_000

  /// Creates a pattern.
  ///
  /// - Throws: `PatternError` where the text is no regular expression; plain text always is one.
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
      return
    }
    if let plain { syntax = .sequence(plain.map { .set(ScalarSet($0)) }) }
    let program = try PatternProgram(syntax, ignoresCase: ignoresCase)
    matcher = .program(program, PatternTable(program))
  }

  /// About how much more than plain text the pattern costs.
  package var cost: Int {
    guard case .program(let program, let table) = matcher else { return 1 }
    return table == nil ? 4 + program.instructions.count / 4 : 2
  }

  /// Whether the pattern is a word of four letters of ASCII or more, which only a text that holds
  /// them reads like.
  package var isWord: Bool {
    guard case .literal = matcher else { return false }
    return text.utf8.count >= 4 && text.utf8.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
  }

  /// Whether the text holds a match.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { matches($0) }
  }

  /// Whether the text, in UTF-8, holds a match; bytes that are no UTF-8 count as U+FFFD.
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

  /// Where the text holds matches that are not empty, ascending, as offsets of its UTF-8 bytes.
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

  /// The longest of the matches that begin first at an offset or after it, or any of them where
  /// that is enough; and how much work it was.
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
    var isBehindWord = false
    if program.hasAssertions, start > 0 {
      var before = start - 1
      while before > 0, text[before] & 0xC0 == 0x80 { before -= 1 }
      isBehindWord = program.isWord(program.classes[decodeScalar(text, &before)])
    }
    while true {
      if best == nil { run.begin(at: position) }
      let offset = position
      let next =
        position < end
        ? program.classes[decodeScalar(text, &position)] : program.classes.count
      run.close(
        PatternRun.Context(isStart: offset == 0, isBehindWord: isBehindWord, next: next)
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
      isBehindWord = program.isWord(next)
      run.read(next)
    }
  }
}

extension Pattern: Hashable {
  /// Whether two patterns are written the same.
  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.text == right.text && left.form == right.form
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(form)
  }
}

extension PatternSyntax {
  /// The scalars of an expression that is only plain text; nil for any other.
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

/// Reads the scalar at a position and moves after it; a byte that begins none is U+FFFD.
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
