import FeedSources
import ListViewApp
import ListViewParts

/// A source of changes to be reported outside the screen.
protocol ChangeSource {
  /// The number of changes so far.
  var changeCount: Int { get }
  /// Whether ``takeChanges()`` would return something.
  var hasChanges: Bool { get }
  /// Returns what changed since the last call; nil if nothing did.
  mutating func takeChanges() -> ChangeDigest?
}

extension App: ChangeSource {}
extension ChangeLog: ChangeSource {}

/// Reports changes outside the screen, by ringing the bell and running a command.
///
/// Only one run of the command is active at a time, and runs start at least ``interval`` apart; changes in
/// between are reported together.
struct Announcer {
  private let command: String?
  private var ringsBell: Bool
  private let runs: CommandRuns
  private var run: ChangeCommand?
  private var lastRun: ContinuousClock.Instant?
  private var lastBell: ContinuousClock.Instant?
  /// The number of changes for which the bell has rung.
  private var rungCount = 0

  /// The minimum time between the starts of two runs.
  static let interval = Duration.seconds(2)
  /// The minimum time between two bells.
  static let bellInterval = Duration.seconds(1)
  /// The maximum duration of a run.
  static let limit = Duration.seconds(60)

  /// Creates an announcer; nil if there is nothing to do.
  ///
  /// - Parameters:
  ///   - command: The shell command; nil for none.
  ///   - ringsBell: Whether to ring the bell.
  ///   - runs: The commands that are running.
  init?(command: String?, ringsBell: Bool, _ runs: CommandRuns) {
    guard command != nil || ringsBell else { return nil }
    (self.command, self.ringsBell, self.runs) = (command, ringsBell, runs)
  }

  /// Turns the bell on or off for changes from now on.
  mutating func ringBell(_ rings: Bool, for source: some ChangeSource) {
    ringsBell = rings
    rungCount = source.changeCount
  }

  /// The descriptors to wait for, to become readable.
  var descriptors: [Int32] { run.map { [$0.errors] } ?? [] }

  /// When ``announce(_:at:ring:)`` has something to do even if nothing happens; nil if never.
  func deadline(for source: some ChangeSource) -> ContinuousClock.Instant? {
    var deadlines: [ContinuousClock.Instant] = []
    if run != nil, let lastRun { deadlines.append(lastRun + Self.limit) }
    if run == nil, source.hasChanges, let lastRun { deadlines.append(lastRun + Self.interval) }
    if ringsBell, rungCount < source.changeCount, let lastBell {
      deadlines.append(lastBell + Self.bellInterval)
    }
    return deadlines.min()
  }

  /// Reports the changes that are due.
  ///
  /// - Parameters:
  ///   - source: The changes, which are consumed.
  ///   - instant: The current time.
  ///   - ring: Rings the bell.
  /// - Returns: A message about a failure; nil if there was none.
  mutating func announce(
    _ source: inout some ChangeSource,
    at instant: ContinuousClock.Instant,
    ring: () -> Void
  ) -> String? {
    if ringsBell, rungCount < source.changeCount,
      lastBell.map({ instant >= $0 + Self.bellInterval }) ?? true
    {
      ring()
      lastBell = instant
      rungCount = source.changeCount
    }
    let failure = finishRun(at: instant)
    guard let command, run == nil, lastRun.map({ instant >= $0 + Self.interval }) ?? true,
      let changes = source.takeChanges()
    else { return failure }
    lastRun = instant
    do throws(FeedError) {
      run = try ChangeCommand(command, changes, runs)
    } catch {
      return NoticeText.onChange("\(error)")
    }
    return failure
  }

  /// Releases a run that has ended, ends one that takes too long, and returns a message about a failure.
  private mutating func finishRun(at instant: ContinuousClock.Instant) -> String? {
    guard let run, let lastRun else { return nil }
    if run.hasEnded() {
      self.run = nil
      return run.failure.map { NoticeText.onChange("\($0)") }
    }
    guard instant >= lastRun + Self.limit else { return nil }
    self.run = nil
    return NoticeText.onChangeTookTooLong(Self.limit.components.seconds)
  }

  /// Whether a run is active, or changes are waiting for one.
  func isBusy(with source: some ChangeSource) -> Bool {
    run != nil || command != nil && source.hasChanges
  }

  /// Ends a run that is still active.
  mutating func stop() { run = nil }
}
