internal import FeedSources

/// A run of a client that listens for changes of a list.
///
/// If it ends, another is started, after failures with increasing delays. It reports a change once it
/// listens, because earlier ones were missed.
final class Listener {
  private let next: () -> ClientRun?
  private let runs: CommandRuns
  private var run: CommandSource?
  private var start: ContinuousClock.Instant?
  private var failures = 0

  /// The error of the last run; nil while it listens.
  private(set) var failure: String?

  init(_ next: @escaping () -> ClientRun?, runs: CommandRuns) {
    (self.next, self.runs) = (next, runs)
  }

  var descriptors: [Int32] { run?.descriptors ?? [] }
  var deadline: ContinuousClock.Instant? { run?.deadline ?? start }
  var isReady: Bool { run?.isReady ?? false }

  func wake() { run?.wake() }

  func stop() {
    run?.stop()
    run = nil
    start = nil
  }

  /// The maximum number of reads of one call: what listens may print without end.
  private static let readLimit = 16

  /// Whether a change was reported.
  ///
  /// - Complexity: At most 64 KiB are read; ``isReady`` says whether there may be more.
  func hears(at instant: ContinuousClock.Instant) -> Bool {
    guard let run else { return begin(at: instant) }
    var hasHeard = false
    for _ in 0..<Self.readLimit {
      guard let event = try? run.read(upTo: 1 << 12, at: instant) else { return end(at: instant) }
      switch event {
      case .bytes(let bytes):
        (failures, failure) = (0, nil)
        if !bytes.isEmpty { hasHeard = true }
      case .notice(let text): failure = text
      case .end: return end(at: instant)
      case .nothing, .idle, .endOfRun, .endOfWriter, .restarted: return hasHeard
      }
    }
    return hasHeard
  }

  private func begin(at instant: ContinuousClock.Instant) -> Bool {
    if let start, instant < start { return false }
    guard let next = next() else { return false }
    let run = CommandSource(
      next.arguments,
      mode: .stream(restarts: false),
      runs: runs,
      environment: next.environment,
      input: next.input
    )
    guard (try? run.start(at: instant)) != nil else { return end(at: instant) }
    (self.run, start) = (run, nil)
    return false
  }

  private func end(at instant: ContinuousClock.Instant) -> Bool {
    run?.stop()
    run = nil
    start = instant + min(.milliseconds(250) * (1 << min(failures, 7)), .seconds(30))
    failures += 1
    return false
  }
}
