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
