import Feeds
import FeedSimulator

/// The simulator as a feed in the process: `--feed sim:payments?seed=1`.
final class SimulationSource: FeedSource {
  private var simulation: FeedSimulation
  private var isAwake = true
  private(set) var deadline: ContinuousClock.Instant?

  /// Creates a source of a simulation that has not begun.
  init(_ simulation: FeedSimulation) {
    self.simulation = simulation
  }

  /// None: only time wakes a simulation.
  var descriptors: [Int32] { [] }

  var isReady: Bool { isAwake }

  func wake() {
    isAwake = true
  }

  /// The bytes that are due; a simulation that fell behind catches up.
  func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    if let deadline, instant < deadline {
      isAwake = false
      return .idle
    }
    let chunk = simulation.next()
    if chunk.gap > .zero { deadline = (deadline ?? instant) + chunk.gap }
    return chunk.bytes.isEmpty ? .idle : .bytes(chunk.bytes)
  }
}
