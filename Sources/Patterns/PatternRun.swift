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
