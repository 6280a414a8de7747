/// The places in a program at which reading a text can be, and how it continues from there.
struct PatternRun {
  private let program: PatternProgram
  /// Where reading continues, in the order of what began first.
  private(set) var threads: [Thread] = []
  private var following: [Thread] = []
  private var stack: [Int] = []
  /// The number of the step at which an instruction was reached last.
  private var reached: [Int]
  private var step = 0

  struct Thread {
    var instruction: Int
    /// Where what is read by it begins.
    var start: Int
  }

  /// What stands around a place in the text.
  struct Context {
    var isStart: Bool
    /// Whether the scalar before the place is part of a word.
    var isBehindWord: Bool
    /// The class of the scalar after the place; the number of classes for the end of the text.
    var next: Int

    /// Whether an assertion holds here.
    func allows(_ assertion: PatternSyntax.Assertion, _ program: PatternProgram) -> Bool {
      switch assertion {
      case .start: isStart
      case .end: next == program.classes.count
      case .wordBoundary: isBehindWord != program.isWord(next)
      case .noWordBoundary: isBehindWord == program.isWord(next)
      }
    }
  }

  init(_ program: PatternProgram) {
    self.program = program
    reached = Array(repeating: 0, count: program.instructions.count)
  }

  /// Sets the places, by instruction, of a text read up to here.
  mutating func enter(_ instructions: [Int]) {
    threads = instructions.map { Thread(instruction: $0, start: 0) }
  }

  /// Lets a new thread begin at an offset of the text, behind the others.
  mutating func begin(at offset: Int) {
    threads.append(Thread(instruction: program.start, start: offset))
  }

  /// Drops what began after an offset of the text.
  mutating func drop(startingAfter offset: Int) { threads.removeAll { $0.start > offset } }

  /// Follows all ways that read nothing, up to the instructions that read.
  ///
  /// - Parameters:
  ///   - context: What stands around the place that is reached.
  ///   - accept: Is called with the beginning of what has been found, the earliest first.
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

  /// Reads a scalar, after `close`.
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
