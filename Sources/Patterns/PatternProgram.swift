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
