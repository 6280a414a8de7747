import Feeds
import ListViewApp
import ListViewParts

/// What knows of changes that somebody is to be notified of.
protocol ChangeSource {
  /// How many changes there were so far.
  var changeCount: Int { get }
  /// Whether ``takeChanges()`` has something.
  var hasChanges: Bool { get }
  /// What changed since the last call; nil if nothing did.
  mutating func takeChanges() -> ChangeDigest?
}

extension App: ChangeSource {}
extension ChangeLog: ChangeSource {}

/// Reports changes beside the screen: rings the bell, and runs a command.
///
/// One run of the command goes on at a time, and runs start at least ``interval`` apart; changes in
/// between are reported together.
struct Announcer {
  private let command: String?
  private var ringsBell: Bool
  private let runs: CommandRuns
  private var run: ChangeCommand?
  private var lastRun: ContinuousClock.Instant?
  private var lastBell: ContinuousClock.Instant?
  /// How many changes the bell has rung for.
  private var rungCount = 0

  /// The time from the start of a run to that of the next.
  static let interval = Duration.seconds(2)
  /// The time from one bell to the next.
  static let bellInterval = Duration.seconds(1)
  /// How long a run may take.
  static let limit = Duration.seconds(60)

  /// Creates an announcer; nil if there is nothing to do.
  ///
  /// - Parameters:
  ///   - command: The shell command; nil for none.
  ///   - ringsBell: Whether to ring the bell.
  ///   - runs: Where the runs of the command are kept.
  init?(command: String?, ringsBell: Bool, _ runs: CommandRuns) {
    guard command != nil || ringsBell else { return nil }
    (self.command, self.ringsBell, self.runs) = (command, ringsBell, runs)
  }

  /// Rings the bell for changes that come from now on, or for none.
  mutating func ringBell(_ rings: Bool, for source: some ChangeSource) {
    ringsBell = rings
    rungCount = source.changeCount
  }

  /// What the loop should wait for reading.
  var descriptors: [Int32] { run.map { [$0.errors] } ?? [] }

  /// When there is something to do though nothing happens; nil for never.
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
  ///   - instant: The present.
  ///   - ring: Rings the bell.
  /// - Returns: What went wrong, in words; nil if nothing did.
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

  /// Forgets a run that has ended, ends one that takes too long, and returns what went wrong.
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

  /// Whether a run continues, or changes wait for one.
  func isBusy(with source: some ChangeSource) -> Bool {
    run != nil || command != nil && source.hasChanges
  }

  /// Ends what still runs.
  mutating func stop() { run = nil }
}
