/// A regular expression whose named groups split a text into parts.
///
/// Of several matches, the one that begins first is used, and of those the one that the expression
/// prefers, as in Perl: the first alternative, as much as a greedy repetition can match, as little as a
/// lazy one can. Matching takes time proportional to the length of the text.
///
/// Source: Rob Pike's implementation in sam, described by Russ Cox, "Regular Expression Matching: the
/// Virtual Machine Approach", 2009.
package struct CapturePattern: Sendable {
  /// The source of the expression.
  package let text: String
  /// The names of the groups, in the order of their opening brackets.
  package let names: [String]
  private let program: PatternProgram

  /// Creates a case-sensitive pattern.
  ///
  /// - Throws: `PatternError` if the text is not a valid regular expression.
  package init(_ text: String) throws(PatternError) {
    let (syntax, names) = try PatternParser.parseGroups(text)
    program = try PatternProgram(syntax, ignoresCase: false, groups: names)
    (self.text, self.names) = (text, names)
  }

  /// The parts of a text that the groups match, in the order of ``names``.
  ///
  /// - Returns: A part for each group that participated; nil if there is no match.
  /// - Complexity: O(*n* · *m* · *g*) for *n* bytes, *m* instructions and *g* groups.
  package func captures(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>?]? {
    var run = CaptureRun(program, slots: 2 * names.count)
    var position = 0
    var isAfterWord = false
    while true {
      let offset = position
      let next =
        position < text.count
        ? program.classes[decodeScalar(text, &position)] : program.classes.count
      run.close(
        at: offset,
        PatternRun.Context(isStart: offset == 0, isAfterWord: isAfterWord, next: next)
      )
      guard offset < text.count, run.goesOn else { break }
      isAfterWord = program.isWord(next)
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
  /// Whether two patterns have the same source.
  package static func == (left: CapturePattern, right: CapturePattern) -> Bool {
    left.text == right.text
  }

  /// Hashes the source.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// The threads of a program, in order of preference, each with the captures of its groups.
private struct CaptureRun {
  private let program: PatternProgram
  private let slots: Int
  private var threads: [(instruction: Int, places: [Int])] = []
  private var following: [(instruction: Int, places: [Int])] = []
  private var reached: [Int]
  private var step = 0
  /// The captures of the match; nil before there is one.
  private(set) var found: [Int]?

  init(_ program: PatternProgram, slots: Int) {
    (self.program, self.slots) = (program, slots)
    reached = Array(repeating: 0, count: program.instructions.count)
  }

  /// Whether more text may change the result.
  var goesOn: Bool { found == nil || !threads.isEmpty }

  /// Follows all transitions that consume nothing.
  ///
  /// After a match, less preferred threads are dropped, and no new one begins.
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

  /// Follows the transitions from an instruction in order of preference; returns whether one is a match.
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

  /// Consumes a scalar; call after `close`.
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
