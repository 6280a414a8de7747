/// A sample feed, generated while it is read: a changing list in one of the encodings.
///
/// It owns no clock and does not wait. Each call returns the next bytes and the delay after them, so
/// that a program can write them in real time, and a test without delay:
///
/// ```swift
/// var feed = FeedSimulation(try SimulationOptions(url: "sim:payments?seed=1"), start: now)
/// while true {
///   let chunk = feed.next()
///   consume(chunk.bytes)
///   try await Task.sleep(for: chunk.gap)
/// }
/// ```
///
/// The first step is the initial list: encodings of single changes write all rows, the last one first,
/// so that a list that shows the newest row first has the right order. The feed
/// feed never ends.
///
/// The same options and the same start give the same bytes. Memory is bounded by the window: the values
/// of a step share the texts of the list until they are written, and no chunk is larger than
/// ``maximumChunkLength``.
package struct FeedSimulation: Sendable {
  /// The options.
  package let options: SimulationOptions

  /// The maximum number of bytes in a chunk; longer values are split.
  package static let maximumChunkLength = 64 << 10

  /// Some bytes of the feed.
  package struct Chunk: Hashable, Sendable {
    /// The bytes; empty if the encoding does not represent the step.
    package var bytes: [UInt8]
    /// The delay before the next chunk.
    package var gap: Duration
    /// Whether a value, with its newline, ends here.
    package var endsValue: Bool
    /// Whether the values of a step end here: the list is complete.
    package var endsStep: Bool
  }

  private var scenario: any Scenario
  private var writer: EncodingWriter
  private var queue = ValueQueue()
  private var time: SimulatedTime
  /// Microseconds until the next step, in simulated time; nil before the first step.
  private var gap: Int?

  /// The possible times of the first step, in milliseconds since 1970: until the year 9000.
  package static let startRange = 0...221_845_391_999_999

  /// Creates a feed at its start.
  ///
  /// - Parameters:
  ///   - options: The options.
  ///   - start: The time of the first step, in milliseconds since 1970.
  /// - Precondition: `start` is in ``startRange``.
  package init(_ options: SimulationOptions, start: Int) {
    precondition(Self.startRange ~= start, "the start must be between 1970 and 9000")
    self.options = options
    time = SimulatedTime(microseconds: start * 1_000)
    scenario = options.scenario.scenario(
      seed: options.seed,
      window: options.window,
      start: time
    )
    writer = EncodingWriter(options.encoding, of: scenario.resource)
  }

  /// The next bytes of the feed.
  ///
  /// - Returns: The next bytes, at most up to the end of a value.
  /// - Complexity: O(*n*) in the number of bytes; at the start of a step additionally the cost of the
  ///   scenario, at most O(*w* log *w*) for a window of *w* rows.
  package mutating func next() -> Chunk {
    if queue.isEmpty { step() }
    let (bytes, end) = queue.next(atMost: Self.maximumChunkLength)
    let endsStep = queue.isEmpty
    var wait = 0
    if endsStep {
      wait = gap ?? 0
    } else if end == .pause {
      // The rest of the value is part of the following step's delay.
      wait = (gap ?? 0) / 2
      time.microseconds += wait
      gap = (gap ?? 0) - wait
    }
    return Chunk(
      bytes: bytes,
      gap: .nanoseconds(Int64(Double(wait) * 1_000 / options.speed)),
      endsValue: end == .value,
      endsStep: endsStep
    )
  }

  private mutating func step() {
    let step: ListStep
    if let gap {
      time.microseconds += gap
      step = scenario.step(at: time)
    } else {
      step = ListStep(
        changes: scenario.rows.reversed().map(SimulatedChange.came),
        version: scenario.version
      )
    }
    for line in step.noise {
      for run in line { queue.append(run) }
      queue.endValue()
    }
    let rows = scenario.rows
    writer.write(step, of: rows, at: time, to: &queue)
    switch step.restatement {
    case .array: queue.appendList("[", rows, strays: step.strays, "]")
    case .document:
      var document = EncodingWriter(.list, of: scenario.resource)
      document.write(step, of: rows, at: time, to: &queue)
    case nil: break
    }
    if step.stalls { queue.pauseInLastValue() }
    gap = scenario.nextGap(rate: options.rate)
  }
}

/// The encoding of a simulated list.
package enum FeedEncoding: String, CaseIterable, Hashable, Sendable {
  /// `{"at": T, "rows": […]}`: the whole list in each step.
  case snapshots
  /// One row per insertion and update; `{"at": T, "op": "delete", "id": …}` for a deletion.
  case events
  /// The response of an API in each step: a Stripe list, or a `PodList` for
  /// ``ScenarioName/pods``.
  case list
  /// One value per change: the events of a Kubernetes watch for ``ScenarioName/pods``, otherwise
  /// `{"at": T, "op": "upsert", "row": {…}}` and `{"at": T, "op": "delete", "id": …}`.
  case watch
}

/// A change of one row.
enum SimulatedChange: Hashable, Sendable {
  /// A row was inserted; only a whole list shows its position.
  case came(SimulatedRow)
  /// The row with this identity was updated.
  case changed(SimulatedRow)
  /// The row with this identity was deleted; the row has its last contents.
  case went(SimulatedRow)
}

/// The changes of a list at one instant.
struct ListStep: Sendable {
  /// The changes in order: one row may be inserted, updated and deleted in a single step.
  var changes: [SimulatedChange] = []
  /// The number of changes since the start.
  var version = 0

  /// Rows that are in the list at this instant only: they have no key, or a duplicate one.
  var strays: [[UInt8]] = []
  /// Lines that are not part of the list, written before the values of the step.
  var noise: [[ByteRun]] = []
  /// Whether to repeat the whole list, in another encoding.
  var restatement: Restatement?
  /// Whether the last value of the step arrives in two parts.
  var stalls = false

  /// Another encoding for one value.
  enum Restatement: Hashable, Sendable {
    /// A bare array of rows.
    case array
    /// The response of an API.
    case document
  }
}

/// Bytes, or a repetition of bytes that is only expanded when it is written.
struct ByteRun: Hashable, Sendable {
  var bytes: [UInt8]
  var repetitions = 1

  init(_ bytes: [UInt8], repetitions: Int = 1) {
    self.bytes = bytes
    self.repetitions = repetitions
  }

  init(_ text: String, repetitions: Int = 1) {
    self.init(Array(text.utf8), repetitions: repetitions)
  }
}
