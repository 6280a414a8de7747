internal import Randomness

/// A changing list: its rows, and how they change.
///
/// A scenario does not know the encoding of its list. The same seed, window and times give the same
/// rows, byte for byte: no conformance may depend on the order of a set or a dictionary, or on any
/// randomness but its own.
protocol Scenario: Sendable {
  /// The generator of all changes and their times.
  var random: SplitMix64 { get set }

  /// The resource that an API would call the list.
  var resource: Resource { get }

  /// The current rows, first row first.
  var rows: SimulatedRows { get }

  /// The number of changes since the start.
  var version: Int { get }

  /// Advances the list by one step.
  mutating func step(at time: SimulatedTime) -> ListStep
}

/// The resource of an API.
enum Resource: Hashable, Sendable {
  /// A list of the Stripe API, or a similar one, at this path.
  case api(path: String)
  /// A list of the core Kubernetes API, with objects of this kind.
  case kubernetes(kind: String)
}

extension Scenario {
  /// The time until the next step, in microseconds.
  ///
  /// A multiple of a millisecond up to 100 steps per second, as in recordings; above, of a microsecond.
  ///
  /// - Parameter rate: The average number of steps per second; positive.
  /// - Returns: Microseconds.
  mutating func nextGap(rate: Double) -> Int {
    // Between a fifth and nine fifths of the average: irregular, but without long silences.
    let share = Double(random.number(200...1_800))
    return rate <= 100
      ? Int((share / rate).rounded()) * 1_000 : Int((share * 1_000 / rate).rounded())
  }
}

/// The content of a simulated list.
package enum ScenarioName: String, CaseIterable, Hashable, Sendable {
  /// The events of a payment account, newest first; pending payments succeed or fail.
  case payments
  /// The orders of a shop, newest first, from placed to delivered.
  case orders
  /// Kubernetes pods by namespace and name: rollouts, crash loops, jobs that end.
  case pods
  /// Quotes, greatest gain first: all rows change and move in each step.
  case prices
  /// A job queue that is quiet, then gets 5,000 jobs at once, and processes them.
  case burst
  /// A valid list in a feed with every kind of malformed input.
  case chaos

  /// The default of the maximum number of rows.
  package var defaultWindow: Int {
    switch self {
    case .payments: 50
    case .orders, .pods: 40
    case .prices: 30
    case .burst: 6_000
    case .chaos: 24
    }
  }

  /// The list at its start.
  func scenario(seed: UInt64, window: Int, start: SimulatedTime) -> any Scenario {
    switch self {
    case .payments: PaymentsScenario(seed: seed, window: window, start: start)
    case .orders: OrdersScenario(seed: seed, window: window, start: start)
    case .pods: PodsScenario(seed: seed, window: window, start: start)
    case .prices: PricesScenario(seed: seed, window: window, start: start)
    case .burst: BurstScenario(seed: seed, window: window, start: start)
    case .chaos: ChaosScenario(seed: seed, window: window, start: start)
    }
  }
}

/// A row as the encodings know it: an identity and a text.
struct SimulatedRow: Hashable, Sendable {
  /// The identity as JSON: a string with its quotation marks, or a number.
  let key: String
  /// The row as one JSON value without a newline.
  ///
  /// Bytes, because some rows of ``ChaosScenario`` are not UTF-8.
  let json: [UInt8]
}

/// The rows of a list, first row first.
typealias SimulatedRows = ReversedCollection<ArraySlice<SimulatedRow>>

/// The contents of a row in its scenario.
protocol RowContent: Sendable {
  /// The identity as JSON; it never changes.
  var key: String { get }
  /// The row as one JSON value without a newline; it contains the key.
  var json: [UInt8] { get }
}

extension SimulatedRow {
  init(_ content: some RowContent) {
    self.init(key: content.key, json: content.json)
  }
}

/// An instant of a simulation, for the rows of scenarios and the values of encodings.
struct SimulatedTime: Hashable, Sendable {
  /// Microseconds since 1970-01-01T00:00:00Z.
  var microseconds: Int

  /// Whole seconds since 1970.
  var seconds: Int { microseconds / 1_000_000 }

  /// Whole milliseconds since 1970.
  var milliseconds: Int { microseconds / 1_000 }

  /// Seconds since 1970 with three decimals, as in `at` of listview's own forms.
  var decimalSeconds: String {
    "\(seconds).\(String(milliseconds % 1_000 + 1_000).dropFirst())"
  }

  /// The date and time by RFC 3339, in whole seconds and UTC, as Kubernetes prints it.
  var rfc3339: String {
    let (days, second) = (seconds / 86_400, seconds % 86_400)
    // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`; the days
    // are never negative here.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> Substring { String(number + 100).dropFirst() }
    return """
      \(String(year + 10_000).dropFirst())-\(two(month))-\(two(day))T\
      \(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z
      """
  }
}
