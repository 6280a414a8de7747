internal import Randomness

/// A list with few changes in a feed with every kind of fault.
///
/// Each step has one ``Fault``; all of them occur, in an order given by the seed, before one is
/// repeated. Malformed input is always a line of its own, so that a reader that resumes at the next
/// line has the whole list.
///
/// Faults of files and commands, as opposed to bytes (a file that is truncated, a command that fails),
/// are not included.
struct ChaosScenario: Scenario {
  var random: SplitMix64
  private var list: JournaledList<ChaosRow>
  private var number = 0
  private var faults: [Fault] = []
  private var isFirstRound = true
  /// Rows that are deleted in the next step, because they would make all later lists as long.
  private var leaving: [String] = []

  /// The length of a value that is longer than any reader should accept: above 64 MiB.
  static let tooLong = 65 << 20
  /// Levels of nesting beyond and within the limit.
  static let tooDeep = 600
  static let deep = 400

  /// Creates a list that fills half of the window, without faults.
  init(seed: UInt64, window: Int, start: SimulatedTime) {
    random = SplitMix64(seed: seed)
    list = JournaledList(window: window)
    for _ in 0..<max(window / 2, 1) { arrive(at: start) }
    _ = list.takeStep()
  }

  var resource: Resource { .api(path: "/v1/things") }
  var rows: SimulatedRows { list.simulatedRows }
  var version: Int { list.version }

  mutating func step(at time: SimulatedTime) -> ListStep {
    for key in leaving {
      if let offset = list.rows.enumerated().first(where: { $0.element.key == key })?.offset {
        list.remove(at: offset)
      }
    }
    leaving = []
    live(at: time)

    if faults.isEmpty { faults = shuffledProblems() }
    let fault = faults.removeLast()
    if fault == .emptyList {
      while !list.isEmpty { list.removeLast() }
    } else if fault == .changingTypes {
      changeType()
    } else if let rest = hostileMembers(fault) {
      arrive(at: time, rest)
      if fault == .longRow || fault == .deepRow { leaving.append(list[0].key) }
    }
    var step = list.takeStep()
    step.noise = noise(fault)
    step.strays = strays(fault)
    step.stalls = fault == .stall
    step.restatement =
      switch fault {
      case .array: .array
      case .document: .document
      default: nil
      }
    return step
  }

  private mutating func live(at time: SimulatedTime) {
    if list.isEmpty || random.happens(55) { arrive(at: time) }
    if random.happens(60) {
      let status = random.pick(Self.statuses)
      list.update(at: random.number(0...list.count - 1)) { $0.status = "\"\(status)\"" }
    }
    if list.count > 3, random.happens(20) { list.remove(at: random.number(0...list.count - 1)) }
  }

  /// Changes the type of a string, and adds a column that no other row has.
  private mutating func changeType() {
    let value = random.pick(["null", "12", "[1,[2]]", "{\"code\":\"new\"}", "true"])
    let name = random.letters(3)
    list.update(at: random.number(0...list.count - 1)) { row in
      row.status = value
      row.rest = Array(",\"column \\\"\(name)\\\"\":\(value)".utf8)
    }
  }

  private mutating func arrive(at time: SimulatedTime, _ rest: [UInt8] = []) {
    number += 1
    // Every ninth key exceeds 2⁵³; two consecutive ones are equal as floating-point numbers.
    let key = number % 9 == 0 ? "\(9_007_199_254_740_992 + number / 9)" : "\"chaos_\(number)\""
    list.insert(
      ChaosRow(
        key: key,
        created: time.seconds,
        status: "\"\(random.pick(Self.statuses))\"",
        rest: rest
      )
    )
  }

  private mutating func shuffledProblems() -> [Fault] {
    var all = Fault.allCases
    if !isFirstRound { all.removeAll { $0 == .tooLong } }
    isFirstRound = false
    for offset in all.indices.dropLast() {
      all.swapAt(offset, random.number(offset...all.count - 1))
    }
    return all
  }

  private static let statuses = ["new", "active", "waiting", "done"]
}

/// A row of ``ChaosScenario``: members as they are written, valid or not.
struct ChaosRow: RowContent {
  /// The identity as JSON: a string, or a number that a floating-point number cannot represent.
  let key: String
  /// Seconds since 1970.
  let created: Int
  /// The value of `status` as JSON.
  var status: String
  /// Further JSON members, each preceded by a comma; bytes, because some are not UTF-8.
  var rest: [UInt8] = []

  var json: [UInt8] {
    Array("{\"id\":\(key),\"created\":\(created),\"status\":\(status)".utf8) + rest
      + [UInt8(ascii: "}")]
  }
}

/// A fault of ``ChaosScenario``: malformed or unusual content in a feed.
enum Fault: CaseIterable, Hashable, Sendable {
  // Lines that are not values, or not accepted ones.
  case plainLine, brokenJSON, cutValue, rawNull, rawEscape, binary, tooDeep, tooLong, errorEvent

  // Rows with contents that are hard to display.
  case invalidUTF8, escapedNull, escapedEscape, controlC1, bidiOverride, loneSurrogate, manyMarks
  case longRow, deepRow, largeNumbers, longDecimals, duplicateMembers, changingTypes

  // Rows that cannot be distinguished, and lists without evidence of their type.
  case rowsWithoutKey, duplicateKey, emptyList

  // Another encoding in the middle of a feed, and a value that arrives in parts.
  case array, document, stall
}
