import ArgumentParser
import FeedSimulator
import FeedSources
import FeedValues
import Glibc
import Values

/// Generates a sample feed: payments, orders, pods, prices, or malformed input.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: HelpText.Simulate.abstract,
    discussion: HelpText.Simulate.discussion
  )

  @Option(help: HelpText.Simulate.scenario)
  var scenario: ScenarioName = .payments

  @Option(help: HelpText.Simulate.encoding)
  var encoding: FeedEncoding = .snapshots

  @Option(help: HelpText.Simulate.seed)
  var seed: UInt64 = 1

  @Option(help: HelpText.Simulate.rate)
  var rate: Double = 2

  @Option(help: HelpText.Simulate.window)
  var window: Int?

  @Option(help: HelpText.Simulate.count)
  var count: Int?

  @Flag(help: HelpText.Simulate.instant)
  var instant = false

  @Option(help: HelpText.Simulate.speed)
  var speed: Double?

  /// The parent command, which also has options `--speed` and `--count` that apply wherever they are given; they are
  /// declared here as well so that the help of this command lists them.
  @ParentCommand private var listview: ListViewCommand

  /// The number of events; nil for no end.
  ///
  /// - Throws: `ValidationError` if it is not a number, or none at all.
  private var eventCount: Int? {
    get throws {
      guard count == nil, let text = listview.count else { return count }
      guard let number = Int(text), number > 0 else { throw ValidationError(UsageText.count) }
      return number
    }
  }

  func validate() throws {
    _ = try options()
    if instant, try eventCount == nil { throw ValidationError(UsageText.instantNeedsCount) }
  }

  private func options() throws -> SimulationOptions {
    do {
      return try SimulationOptions(
        scenario: scenario,
        encoding: encoding,
        seed: seed,
        rate: rate,
        window: window,
        speed: speed ?? listview.speed
      )
    } catch {
      throw ValidationError("--\(error).")
    }
  }

  /// 2026-11-21T12:00:00Z; fixed, so that recordings are reproducible.
  private static let recordingStart = 1_795_262_400_000

  func run() throws {
    var feed = FeedSimulation(
      try options(),
      start: instant ? Self.recordingStart : FeedSimulation.currentStart
    )
    let count = try eventCount
    var due = ContinuousClock.now
    var output: [UInt8] = []
    var written = 0
    while true {
      let chunk = feed.next()
      output += chunk.bytes
      if chunk.endsValue { written += 1 }
      let isLast = written == count
      let waits = !instant && chunk.gap > .zero
      // Items due at the same time are written together, in chunks of limited size.
      if isLast || waits || output.count >= FeedSimulation.maximumChunkLength {
        emit(output)
        output.removeAll(keepingCapacity: true)
      }
      if isLast { return }
      if waits {
        due += chunk.gap
        sleep(until: due)
      }
    }
  }

  private func emit(_ output: [UInt8]) {
    var bytes = output[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR || errno == EAGAIN else { StandardOutput.end(errno) }
        // Another process that shares the descriptor may have made it non-blocking.
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
        continue
      }
      bytes = bytes.dropFirst(count)
    }
  }

  private func sleep(until due: ContinuousClock.Instant) {
    let left = (due - .now).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return }
    var rest = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
    var wait = rest
    while nanosleep(&wait, &rest) < 0, errno == EINTR { wait = rest }
  }
}

extension ScenarioName: ExpressibleByArgument {}
extension FeedEncoding: ExpressibleByArgument {}

extension FeedSimulation {
  /// The current time as the start of a simulation, clamped to the range of possible ones.
  static var currentStart: Int {
    min(max(FeedTime.now.milliseconds, startRange.lowerBound), startRange.upperBound)
  }
}

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
