internal import Randomness

/// A list that lives: what its rows are, and what happens to them.
///
/// A scenario knows nothing of the shapes in which its list is written. The same seed, window and
/// times give the same rows, byte for byte: no conformance may depend on the order of a set or a
/// dictionary, or on any source of chance but its own.
protocol Scenario: Sendable {
  /// What decides all that happens, and when.
  var random: SplitMix64 { get set }

  /// What the rows are to an API that would list them.
  var resource: Resource { get }

  /// The rows now, the first row first.
  var rows: SimulatedRows { get }

  /// How often rows have changed since the list began.
  var version: Int { get }

  /// Lets something happen.
  mutating func step(at time: SimulatedTime) -> ListStep
}

/// What an API calls a list.
enum Resource: Hashable, Sendable {
  /// A list of Stripe's API, or of one like it, at this path.
  case api(path: String)
  /// A list of Kubernetes' core API, of objects of this kind.
  case kubernetes(kind: String)
}

extension Scenario {
  /// How long until the next step, in microseconds.
  ///
  /// Whole milliseconds up to 100 steps a second, as recordings have them; whole microseconds above.
  ///
  /// - Parameter rate: Steps a second, on the average; above 0.
  /// - Returns: Microseconds.
  mutating func nextGap(rate: Double) -> Int {
    // Between a fifth of the average and nine fifths of it: lively, and never a long silence.
    let share = Double(random.number(200...1_800))
    return rate <= 100
      ? Int((share / rate).rounded()) * 1_000 : Int((share * 1_000 / rate).rounded())
  }
}
