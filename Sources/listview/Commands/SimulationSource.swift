import FeedSources
import FeedValues
import FeedSimulator

/// The simulator as a feed within the process: `--feed sim:payments?seed=1`.
final class SimulationSource: FeedSource {
  private var simulation: FeedSimulation
  private var isAwake = true
  private(set) var deadline: ContinuousClock.Instant?

  /// Creates a source for a simulation that has not started.
  init(_ simulation: FeedSimulation) {
    self.simulation = simulation
  }

  /// Always empty: a simulation is driven by time alone.
  var descriptors: [Int32] { [] }

  var isReady: Bool { isAwake }

  func wake() {
    isAwake = true
  }

  /// Returns the bytes that are due; a simulation that fell behind catches up.
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
