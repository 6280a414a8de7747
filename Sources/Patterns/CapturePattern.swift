/// A regular expression whose named groups cut a text into parts.
///
/// Of several matches the one that begins first counts, and of those the one that the expression
/// prefers, as in Perl: the first alternative, as much as a repetition can take, as little as a lazy
/// one can. No expression takes more than time in proportion to the text.
///
/// Source: Rob Pike's implementation in sam, described by Russ Cox, "Regular Expression Matching: the
/// Virtual Machine Approach", 2009.
package struct CapturePattern: Sendable {
  /// The expression as it was written.
  package let text: String
  /// The names of the groups, in the order in which they open.
  package let names: [String]
  private let program: PatternProgram

  /// Creates a pattern; case makes a difference.
  ///
  /// - Throws: `PatternError` where the text is no regular expression.
  package init(_ text: String) throws(PatternError) {
    let (syntax, names) = try PatternParser.parseGroups(text)
    program = try PatternProgram(syntax, ignoresCase: false, groups: names)
    (self.text, self.names) = (text, names)
  }

  /// The parts of a text that the groups match, in the order of ``names``.
  ///
  /// - Returns: A part for each group that took part; nil if the text holds no match.
  /// - Complexity: O(*n* · *m* · *g*) for *n* bytes, *m* instructions and *g* groups.
  package func captures(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>?]? {
    var run = CaptureRun(program, slots: 2 * names.count)
    var position = 0
    var isBehindWord = false
    while true {
      let offset = position
      let next =
        position < text.count
        ? program.classes[decodeScalar(text, &position)] : program.classes.count
      run.close(
        at: offset,
        PatternRun.Context(isStart: offset == 0, isBehindWord: isBehindWord, next: next)
      )
      guard offset < text.count, run.goesOn else { break }
      isBehindWord = program.isWord(next)
      run.read(next)
    }
    guard let found = run.found else { return nil }
    return names.indices.map { number in
      let (begin, end) = (found[2 * number], found[2 * number + 1])
      return begin >= 0 && begin <= end ? begin..<end : nil
    }
  }
}

extension CapturePattern: Hashable {
  /// Whether two patterns are written the same.
  package static func == (left: CapturePattern, right: CapturePattern) -> Bool {
    left.text == right.text
  }

  /// Hashes what is written.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The places in a program at which reading a text can be, the preferred one first, each with what its
/// groups hold.
private struct CaptureRun {
  private let program: PatternProgram
  private let slots: Int
  private var threads: [(instruction: Int, places: [Int])] = []
  private var following: [(instruction: Int, places: [Int])] = []
  private var reached: [Int]
  private var step = 0
  /// What the groups of the match hold; nil before there is one.
  private(set) var found: [Int]?

  init(_ program: PatternProgram, slots: Int) {
    (self.program, self.slots) = (program, slots)
    reached = Array(repeating: 0, count: program.instructions.count)
  }

  /// Whether more of the text may change what is found.
  var goesOn: Bool { found == nil || !threads.isEmpty }

  /// Follows all ways that read nothing.
  ///
  /// Behind a match, ways that it is preferred to are dropped, and no other begins.
  mutating func close(at offset: Int, _ context: PatternRun.Context) {
    step += 1
    following.removeAll(keepingCapacity: true)
    var isOver = false
    for thread in threads where !isOver {
      isOver = follow(thread.instruction, thread.places, offset, context)
    }
    if found == nil, !isOver {
      _ = follow(program.start, Array(repeating: -1, count: slots), offset, context)
    }
    swap(&threads, &following)
  }

  /// Follows the ways from an instruction, the preferred one first; returns whether one is a match.
  private mutating func follow(
    _ start: Int,
    _ places: [Int],
    _ offset: Int,
    _ context: PatternRun.Context
  ) -> Bool {
    var stack = [(start, places)]
    while let (instruction, places) = stack.popLast() {
      guard reached[instruction] != step else { continue }
      reached[instruction] = step
      switch program.instructions[instruction] {
      case .accept:
        found = places
        return true
      case .split(let first, let second):
        stack.append((second, places))
        stack.append((first, places))
      case .save(let slot, let next):
        var places = places
        places[slot] = offset
        stack.append((next, places))
      case .set: following.append((instruction, places))
      case .assertion(let assertion, let next):
        if context.allows(assertion, program) { stack.append((next, places)) }
      }
    }
    return false
  }

  /// Reads a scalar, after `close`.
  mutating func read(_ scalarClass: Int) {
    step += 1
    following.removeAll(keepingCapacity: true)
    for thread in threads {
      guard case .set(let set, let next) = program.instructions[thread.instruction],
        program.set(set, contains: scalarClass), reached[next] != step
      else { continue }
      reached[next] = step
      following.append((next, thread.places))
    }
    swap(&threads, &following)
  }
}
