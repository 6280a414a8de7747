package import FeedStore
import FeedValues
import Glibc

/// A feed from the output of a command, which is either run repeatedly, each run producing a whole
/// list, or run once and read as a stream.
///
/// Runs never overlap. A run that takes too long is ended. When a stream's command
/// ends it is restarted, with increasing delays while it fails. Processes that a command leaves behind
/// are killed.
package final class CommandSource: FeedSource {
  /// The way in which the output of the command is read.
  package enum Mode: Hashable, Sendable {
    /// Run repeatedly, with at least this time from start to start; a run is ended after the limit.
    case polled(every: Duration, limit: Duration)
    /// As a stream, which ends with the command or continues with the next run.
    case stream(restarts: Bool)
  }

  private let arguments: [String]
  private let mode: Mode
  private let runs: CommandRuns
  private let environment: [String: String]
  private let input: [UInt8]
  private var child: ChildProcess?
  /// When the run began.
  private var begin: ContinuousClock.Instant?
  /// When the next action is due: to start a run, or to end one.
  package private(set) var deadline: ContinuousClock.Instant?
  private var isAwake = true
  private var isClosed = false
  private var wasAskedToEnd = false
  /// When the last run ended; nil if none has.
  private var lastEnd: ContinuousClock.Instant?
  /// Whether the next run only waits until the processes of the last one have ended.
  private var isSettling = false
  /// The maximum time for which the next run waits for processes of the last one, which were killed.
  private static let settlingTime = Duration.seconds(1)
  private var failures = 0
  /// The exit status of the last run as a shell reports it; nil before the end of the first.
  package private(set) var exitStatus: Int32?
  private var isOutputAtEnd = false
  private var pending: [FeedSourceEvent] = []

  /// Creates a source that starts the command on the first read.
  ///
  /// - Parameters:
  ///   - arguments: The command's name, looked up in `PATH`, and its arguments.
  ///   - mode: The way in which its output is read.
  ///   - runs: The registry of this process's commands, if it has others.
  ///   - environment: Environment variables in addition to those of this process.
  ///   - input: The standard input of a run.
  /// - Precondition: `arguments` is not empty.
  package init(
    _ arguments: [String],
    mode: Mode,
    runs: CommandRuns = CommandRuns(),
    environment: [String: String] = [:],
    input: [UInt8] = []
  ) {
    precondition(!arguments.isEmpty, "the name of the program is missing")
    self.runs = runs
    self.arguments = arguments
    self.mode = mode
    (self.environment, self.input) = (environment, input)
  }

  /// The pipes from the command while it runs and has not closed them.
  package var descriptors: [Int32] {
    guard let child else { return [] }
    return (isOutputAtEnd ? [] : [child.output]) + (child.areErrorsAtEnd ? [] : [child.errors])
  }

  /// Whether the last run failed, or a stream ended and has printed nothing since.
  package private(set) var outage: FeedOutage?

  /// When the command is restarted after a failure or the end of a stream.
  package var retry: ContinuousClock.Instant? { child == nil && outage != nil ? deadline : nil }

  /// The last lines of standard error of the latest failed run.
  package private(set) var errorLines: [String] = []

  /// Starts the next run on the next read; a run in progress continues.
  ///
  /// - Returns: Whether a run was pending.
  package func runNow() -> Bool {
    guard child == nil, begin != nil, !isClosed else { return false }
    deadline = nil
    isAwake = true
    return true
  }

  /// Whether bytes may be available without polling.
  package var isReady: Bool { !pending.isEmpty || isAwake && !isClosed }

  /// Reports that a pipe is readable, that the deadline has passed, or that a child has ended.
  package func wake() {
    isAwake = true
  }

  /// Starts the command if it is due, and reads its output.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: The event.
  /// - Throws: `FeedError.system` if the first run cannot be started.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isClosed else { return .end }
    guard let child else {
      if let deadline, instant < deadline, !isSettling { return rest() }
      // A lock or a port that the last run holds is free once its processes have ended.
      isSettling =
        runs.isSettled ? false : lastEnd.map { instant < $0 + Self.settlingTime } ?? false
      if isSettling {
        deadline = lastEnd.map { $0 + Self.settlingTime }
        return rest()
      }
      try start(at: instant)
      return .idle
    }
    child.readErrors()
    if let deadline, instant >= deadline { end(child, at: instant) }
    // The end is checked before reading: earlier output is in the pipe then.
    let hasEnded = child.hasEnded()
    let (bytes, code) = readBytes(child.output, upTo: count)
    if !bytes.isEmpty {
      if case .stream = mode { outage = nil }
      return .bytes(bytes)
    }
    if hasEnded {
      child.readErrors()
      let failure = wasAskedToEnd ? FeedText.Source.tookTooLong : child.failure
      return finish(child, failure, at: instant)
    }
    // A command may close its output and continue; SIGCHLD reports its end.
    if code == 0 { isOutputAtEnd = true }
    return rest()
  }

  /// Ends the run in progress, which prints more than is held back.
  package func refuseRun(
    largerThan limit: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) {
    guard let child else { return }
    let reason = FeedText.Source.tooLarge(limit)
    guard case .polled = mode else {
      stop()
      throw .failed(name: arguments[0], reason: reason)
    }
    let end = finish(child, reason, at: instant)
    outage = .tooLarge
    pending.insert(end, at: 0)
  }

  /// Ends the command and its descendants.
  package func stop() {
    isClosed = true
    pending = []
    child = nil
  }

  private func rest() -> FeedSourceEvent {
    isAwake = false
    return .idle
  }

  /// Starts the first run, so that an unknown command is reported at once; otherwise the first read
  /// starts it.
  ///
  /// - Parameter instant: The present.
  /// - Throws: `FeedError.system` if it cannot be started.
  package func start(at instant: ContinuousClock.Instant) throws(FeedError) {
    guard child == nil else { return }
    do {
      child = try ChildProcess(
        arguments,
        input: input.isEmpty ? .nothing : .bytes(input),
        adding: environment,
        runs: runs
      )
    } catch {
      guard begin != nil else { throw error }
      // The command has been started before, so starting it may become possible again.
      failures += 1
      outage = .failing
      pending.append(.notice("\(error)"))
      deadline = instant + delay
      return
    }
    begin = instant
    (isOutputAtEnd, wasAskedToEnd) = (false, false)
    deadline = if case .polled(_, let limit) = mode { instant + limit } else { nil }
  }

  /// Asks a run that exceeds its limit to end, and kills it on the second call.
  private func end(_ child: ChildProcess, at instant: ContinuousClock.Instant) {
    guard case .polled = mode else { return }
    child.signal(wasAskedToEnd ? SIGKILL : SIGTERM)
    wasAskedToEnd = true
    deadline = instant + .seconds(1)
  }

  private func finish(
    _ child: ChildProcess,
    _ failure: String?,
    at instant: ContinuousClock.Instant
  ) -> FeedSourceEvent {
    exitStatus = child.exitStatus ?? 128 + SIGKILL
    self.child = nil
    lastEnd = instant
    failures = failure == nil ? 0 : failures + 1
    let restarts = if case .stream(let restarts) = mode { restarts } else { true }
    let isStream = if case .stream = mode { true } else { false }
    errorLines = failure == nil && !isStream ? [] : child.errorLines
    let what = failure ?? (isStream && restarts ? FeedText.Source.ended : nil)
    let detail = child.errorLine.isEmpty ? "" : ": \(child.errorLine)"
    let news = "\(arguments[0]): \(what ?? "")\(detail)"
    if what != nil, !(isStream && restarts) { pending.append(.notice(news)) }
    switch mode {
    case .polled(let every, _):
      deadline = max((begin ?? instant) + every, instant)
      outage = failure == nil ? nil : .failing
      return .endOfRun(succeeded: failure == nil)
    case .stream(restarts: true):
      deadline = instant + delay
      outage = .reconnecting
      return .restarted(news, discarding: false)
    case .stream(restarts: false):
      isClosed = true
      pending.append(.end)
      return pending.removeFirst()
    }
  }

  /// The delay before the command is restarted: from half a second to half a minute.
  private var delay: Duration { .milliseconds(500) * (1 << min(failures, 6)) }
}
