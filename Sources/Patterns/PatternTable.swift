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
