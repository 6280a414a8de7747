/// A regular expression as a nondeterministic automaton, by Thompson's construction.
///
/// There is no backtracking: a text is read once, whatever the expression, so that matching takes
/// O(*n* · *m*) for *n* scalars and *m* instructions.
///
/// Source: Ken Thompson, "Regular Expression Search Algorithm", 1968; Russ Cox, "Regular Expression
/// Matching: the Virtual Machine Approach", 2009.
struct PatternProgram: Sendable {
  enum Instruction: Hashable, Sendable {
    /// Consumes a scalar of the set and continues.
    case set(Int, next: Int)
    /// Continues at both instructions.
    case split(Int, Int)
    /// Continues and saves the position as the start of the group `slot / 2`, or its end.
    case save(Int, next: Int)
    /// Continues if the assertion holds.
    case assertion(PatternSyntax.Assertion, next: Int)
    case accept
  }

  private(set) var instructions: [Instruction] = [.accept]
  private(set) var start = 0
  private(set) var hasAssertions = false
  /// The equivalence classes of scalars: no set of the program distinguishes members of a class.
  let classes: ScalarClasses
  /// Whether a set contains the scalars of a class, by set.
  private let memberships: [Bool]

  /// The maximum number of instructions, and of steps to compile them.
  static let capacity = 500
  private static let stepLimit = 20_000

  /// Compiles a program; it saves the positions of the named groups only.
  init(
    _ syntax: PatternSyntax,
    ignoresCase: Bool,
    groups: [String] = []
  ) throws(PatternError) {
    var compiler = Compiler(groups: groups)
    start = try compiler.compile(syntax, next: 0)
    instructions = compiler.instructions
    hasAssertions = compiler.hasAssertions
    let sets = compiler.sets + (hasAssertions ? [.words] : [])
    let classes = ScalarClasses(sets, ignoresCase: ignoresCase)
    memberships = sets.flatMap { set in classes.starts.map { set.contains($0) } }
    self.classes = classes
  }

  /// Whether a set contains the scalars of a class.
  @inline(__always)
  func set(_ set: Int, contains scalarClass: Int) -> Bool {
    memberships[set * classes.count + scalarClass]
  }

  /// Whether the scalars of a class are word characters; false for the end of the text.
  func isWord(_ scalarClass: Int) -> Bool {
    hasAssertions && scalarClass < classes.count
      && memberships[memberships.count - classes.count + scalarClass]
  }

  private struct Compiler {
    let groups: [String]
    var instructions: [Instruction] = [.accept]
    var sets: [ScalarSet] = []
    var hasAssertions = false
    var steps = 0

    mutating func add(_ instruction: Instruction) throws(PatternError) -> Int {
      guard instructions.count < PatternProgram.capacity else {
        throw PatternError(reason: .tooLarge, offset: 0)
      }
      instructions.append(instruction)
      return instructions.count - 1
    }

    /// Compiles the syntax, followed by a continuation; returns the first instruction.
    mutating func compile(_ syntax: PatternSyntax, next: Int) throws(PatternError) -> Int {
      steps += 1
      guard steps < PatternProgram.stepLimit else {
        throw PatternError(reason: .tooLarge, offset: 0)
      }
      switch syntax {
      case .empty: return next
      case .set(let set):
        let number = sets.firstIndex(of: set) ?? sets.count
        if number == sets.count { sets.append(set) }
        return try add(.set(number, next: next))
      case .sequence(let parts):
        var next = next
        for part in parts.reversed() { next = try compile(part, next: next) }
        return next
      case .alternatives(let all):
        var entry = try compile(all[all.count - 1], next: next)
        for syntax in all.dropLast().reversed() {
          entry = try add(.split(try compile(syntax, next: next), entry))
        }
        return entry
      case .assertion(let assertion):
        hasAssertions = true
        return try add(.assertion(assertion, next: next))
      case .group(let name, let inside):
        guard let number = groups.firstIndex(of: name) else {
          return try compile(inside, next: next)
        }
        let end = try add(.save(2 * number + 1, next: next))
        return try add(.save(2 * number, next: try compile(inside, next: end)))
      case .repetition(let body, let least, let most, let isLazy):
        func split(_ again: Int, _ on: Int) -> Instruction {
          isLazy ? .split(on, again) : .split(again, on)
        }
        var entry = next
        if let most {
          for _ in least..<most { entry = try add(split(try compile(body, next: entry), next)) }
        } else {
          entry = try add(.accept)
          instructions[entry] = split(try compile(body, next: entry), next)
        }
        for _ in 0..<least { entry = try compile(body, next: entry) }
        return entry
      }
    }
  }
}

/// The equivalence classes of scalars.
struct ScalarClasses: Sendable {
  /// The first scalar of each class, ascending; a class ends where the next one begins.
  let starts: [UInt32]
  private let ofASCII: [UInt16]
  private let ignoresCase: Bool

  var count: Int { starts.count }

  init(_ sets: [ScalarSet], ignoresCase: Bool) {
    var starts: Set<UInt32> = [0]
    for range in sets.flatMap(\.ranges) {
      starts.formUnion([range.lowerBound, range.upperBound + 1])
    }
    let sorted = starts.filter { $0 <= 0x10_FFFF }.sorted()
    self.starts = sorted
    self.ignoresCase = ignoresCase
    ofASCII = (0..<128).map { scalar in
      let folded = ignoresCase && 0x41...0x5A ~= scalar ? scalar + 32 : scalar
      return UInt16(Self.offset(of: UInt32(folded), in: sorted))
    }
  }

  /// The class of a byte below 0x80.
  @inline(__always)
  subscript(ascii byte: UInt8) -> Int { Int(ofASCII[Int(byte)]) }

  /// The class of a scalar.
  subscript(scalar: Unicode.Scalar) -> Int {
    scalar.value < 128
      ? self[ascii: UInt8(scalar.value)]
      : Self.offset(of: ignoresCase ? scalar.lowered.value : scalar.value, in: starts)
  }

  private static func offset(of scalar: UInt32, in starts: [UInt32]) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }
}

extension Unicode.Scalar {
  /// The scalar in lowercase, if that is a single scalar.
  var lowered: Unicode.Scalar {
    guard properties.changesWhenLowercased else { return self }
    let mapping = properties.lowercaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping[mapping.startIndex] : self
  }
}

/// The threads of a program while it reads a text.
struct PatternRun {
  private let program: PatternProgram
  /// The instructions of the threads, in the order of their start.
  private(set) var threads: [Thread] = []
  private var following: [Thread] = []
  private var stack: [Int] = []
  /// The step in which an instruction was last reached.
  private var reached: [Int]
  private var step = 0

  struct Thread {
    var instruction: Int
    /// The offset at which the thread started.
    var start: Int
  }

  /// The context of a position in the text.
  struct Context {
    var isStart: Bool
    /// Whether the scalar before the position is a word character.
    var isAfterWord: Bool
    /// The class of the scalar after the position; the number of classes for the end of the text.
    var next: Int

    /// Whether an assertion holds here.
    func allows(_ assertion: PatternSyntax.Assertion, _ program: PatternProgram) -> Bool {
      switch assertion {
      case .start: isStart
      case .end: next == program.classes.count
      case .wordBoundary: isAfterWord != program.isWord(next)
      case .noWordBoundary: isAfterWord == program.isWord(next)
      }
    }
  }

  init(_ program: PatternProgram) {
    self.program = program
    reached = Array(repeating: 0, count: program.instructions.count)
  }

  /// Creates the threads of a program at the start of a text.
  mutating func enter(_ instructions: [Int]) {
    threads = instructions.map { Thread(instruction: $0, start: 0) }
  }

  /// Starts a new thread at an offset of the text, after the others.
  mutating func begin(at offset: Int) {
    threads.append(Thread(instruction: program.start, start: offset))
  }

  /// Removes the threads that started after an offset.
  mutating func drop(startingAfter offset: Int) { threads.removeAll { $0.start > offset } }

  /// Follows all transitions that consume nothing, up to the instructions that consume a scalar.
  ///
  /// - Parameters:
  ///   - context: The context of the position.
  ///   - accept: Called with the start of each match, the earliest first.
  mutating func close(_ context: Context, accept: (Int) -> Void) {
    step += 1
    following.removeAll(keepingCapacity: true)
    for thread in threads {
      stack.append(thread.instruction)
      while let instruction = stack.popLast() {
        guard reached[instruction] != step else { continue }
        reached[instruction] = step
        switch program.instructions[instruction] {
        case .accept: accept(thread.start)
        case .split(let first, let second):
          stack.append(second)
          stack.append(first)
        case .save(_, let next): stack.append(next)
        case .set: following.append(Thread(instruction: instruction, start: thread.start))
        case .assertion(let assertion, let next):
          if context.allows(assertion, program) { stack.append(next) }
        }
      }
    }
    swap(&threads, &following)
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
      following.append(Thread(instruction: next, start: thread.start))
    }
    swap(&threads, &following)
  }
}

/// A regular expression as a deterministic automaton: one look-up per scalar decides whether a text
/// contains a match.
struct PatternTable: Sendable {
  /// The next state by state and class of scalars.
  ///
  /// The class after the last one is the end of the text; −1 means that a match was found.
  private let transitions: [Int32]
  private let width: Int

  /// The first state.
  static let start: Int32 = 0
  /// The state after a match.
  static let found: Int32 = -1

  /// Limits of states and work; beyond them the program is interpreted instead.
  private static let stateLimit = 256
  private static let workLimit = 400_000

  private struct State: Hashable {
    var instructions: [Int]
    var isStart: Bool
    var isAfterWord: Bool
  }

  /// Creates the table of a program; nil if it would be too large.
  ///
  /// Source: Michael Rabin and Dana Scott, "Finite Automata and Their Decision Problems", 1959.
  init?(_ program: PatternProgram) {
    let width = program.classes.count + 1
    guard width * program.instructions.count < Self.workLimit else { return nil }
    var run = PatternRun(program)
    var states = [State(instructions: [], isStart: true, isAfterWord: false)]
    var numbers = [states[0]: 0]
    var transitions: [Int32] = []
    var work = 0
    while transitions.count < states.count * width {
      let state = states[transitions.count / width]
      let next = transitions.count % width
      var isFound = false
      run.enter(state.instructions)
      run.begin(at: 0)
      run.close(
        PatternRun.Context(
          isStart: state.isStart,
          isAfterWord: state.isAfterWord,
          next: next
        )
      ) { _ in isFound = true }
      work += run.threads.count + state.instructions.count + 1
      guard !isFound else {
        transitions.append(Self.found)
        continue
      }
      guard next < width - 1 else {
        // Nothing follows the end.
        transitions.append(Self.start)
        continue
      }
      run.read(next)
      let following = State(
        instructions: run.threads.map(\.instruction).sorted(),
        isStart: false,
        isAfterWord: program.isWord(next)
      )
      let number = numbers[following] ?? states.count
      if number == states.count {
        guard number < Self.stateLimit, work < Self.workLimit else { return nil }
        numbers[following] = number
        states.append(following)
      }
      transitions.append(Int32(number))
    }
    self.transitions = transitions
    self.width = width
  }

  /// The next state after a scalar of a class.
  @inline(__always)
  func state(after state: Int32, _ scalarClass: Int) -> Int32 {
    transitions[Int(state) * width + scalarClass]
  }

  /// Whether the end of the text completes a match.
  func isFoundAtEnd(_ state: Int32) -> Bool {
    transitions[Int(state) * width + width - 1] == Self.found
  }
}
