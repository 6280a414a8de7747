#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A feed from the output of a command: run again and again, each run a whole list, or run once and
/// read as a stream.
///
/// A run never overlaps the next. One that takes too long is ended. When a stream's command ends it
/// is started again, later and later while it fails. Whatever the command leaves in its process
/// group goes with it.
public final class CommandSource: FeedSource {
  /// How the output of the command is read.
  public enum Mode: Hashable, Sendable {
    /// From the start of one run to the start of the next at least so long; ended after a limit.
    case polled(every: Duration, limit: Duration)
    /// As a stream.
    case stream
  }

  private let arguments: [String]
  private let mode: Mode
  private var child: ChildProcess?
  /// When the run began.
  private var begin: ContinuousClock.Instant?
  /// When something is to be done: start a run, or end one.
  public private(set) var deadline: ContinuousClock.Instant?
  private var isAwake = true
  private var isClosed = false
  private var wasAskedToEnd = false
  private var failures = 0
  private var isOutputAtEnd = false
  private var areErrorsAtEnd = false
  private var errorLine = LastLine()
  private var hasTold = false
  private var pending: [FeedSourceEvent] = []

  /// Makes a source that starts the command when it is read for the first time.
  ///
  /// - Parameters:
  ///   - arguments: The command's name, looked up in `PATH`, and its arguments; one at least.
  ///   - mode: How its output is read.
  public init(_ arguments: [String], mode: Mode) {
    precondition(!arguments.isEmpty, "a command has a name")
    self.arguments = arguments
    self.mode = mode
  }

  /// The pipes from the command while it runs and has not closed them.
  public var descriptors: [Int32] {
    guard let child else { return [] }
    return (isOutputAtEnd ? [] : [child.output]) + (areErrorsAtEnd ? [] : [child.errors])
  }

  /// Whether there may be bytes without polling.
  public var isReady: Bool { (isAwake || !pending.isEmpty) && !isClosed }

  /// Says that a pipe is readable, that the deadline is reached, or that a child has ended.
  public func wake() {
    isAwake = true
  }

  /// Starts the command where it is time, and reads on.
  ///
  /// - Parameters:
  ///   - count: The most bytes to read at once.
  ///   - instant: The present.
  /// - Returns: What happened.
  /// - Throws: `FeedError.system` where the first run cannot be started.
  public func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    guard !isClosed else { return .end }
    if !pending.isEmpty { return pending.removeFirst() }
    guard let child else {
      if let deadline, instant < deadline { return rest() }
      try start(at: instant)
      return .idle
    }
    readErrors(of: child)
    // Ended first, read after: what it wrote before its end is in the pipe then.
    let hasEnded = child.hasEnded()
    let (bytes, code) = readBytes(child.output, upTo: count)
    if !bytes.isEmpty { return .bytes(bytes) }
    if hasEnded {
      readErrors(of: child)
      return finish(child, at: instant)
    }
    // A command may close its output and go on; its end is told by a signal then.
    if code == 0 { isOutputAtEnd = true }
    if let deadline, instant >= deadline { end(child, at: instant) }
    return rest()
  }

  /// Ends the command and all that it started.
  public func stop() {
    isClosed = true
    child = nil
  }

  private func rest() -> FeedSourceEvent {
    isAwake = false
    return .idle
  }

  /// Starts the first run, so that a command that cannot be found is known at once; reading does it
  /// otherwise.
  ///
  /// - Parameter instant: The present.
  /// - Throws: `FeedError.system` where it cannot be started.
  public func start(at instant: ContinuousClock.Instant) throws(FeedError) {
    guard child == nil else { return }
    do {
      child = try ChildProcess(arguments)
    } catch {
      guard begin != nil else { throw error }
      // It could be started before; perhaps it can be again.
      failures += 1
      pending.append(.notice("\(error)"))
      deadline = instant + delay
      return
    }
    begin = instant
    errorLine = LastLine()
    (isOutputAtEnd, areErrorsAtEnd, wasAskedToEnd) = (false, false, false)
    deadline = if case .polled(_, let limit) = mode { instant + limit } else { nil }
  }

  /// Asks a run that takes too long to end, and does not ask again.
  private func end(_ child: ChildProcess, at instant: ContinuousClock.Instant) {
    guard case .polled = mode else { return }
    child.signal(wasAskedToEnd ? SIGKILL : SIGTERM)
    wasAskedToEnd = true
    deadline = instant + .seconds(1)
  }

  private func finish(_ child: ChildProcess, at instant: ContinuousClock.Instant) -> FeedSourceEvent
  {
    var failure = child.failure
    if wasAskedToEnd { failure = "took too long and was ended" }
    self.child = nil
    failures = failure == nil ? 0 : failures + 1
    switch mode {
    case .polled(let every, _):
      deadline = max((begin ?? instant) + every, instant)
    case .stream:
      deadline = instant + delay
      failure = failure ?? "ended"
    }
    if let failure {
      hasTold = true
      let detail = errorLine.text.isEmpty ? "" : ": \(errorLine.text)"
      pending.append(.notice("\(arguments[0]): \(failure)\(detail)"))
    } else if hasTold {
      hasTold = false
      pending.append(.notice(nil))
    }
    switch mode {
    case .polled: return .endOfRun(succeeded: failure == nil)
    case .stream: return .restarted("\(arguments[0]): \(failure ?? "ended")")
    }
  }

  /// How long to wait before the command is started again: from half a second to half a minute.
  private var delay: Duration { .milliseconds(500) * (1 << min(failures, 6)) }

  private func readErrors(of child: ChildProcess) {
    while true {
      let (bytes, code) = readBytes(child.errors, upTo: 4_096)
      if bytes.isEmpty, code == 0 { areErrorsAtEnd = true }
      guard !bytes.isEmpty else { return }
      errorLine.append(bytes)
    }
  }
}

/// Keeps the last line of a text that has something in it, up to a length.
struct LastLine {
  private var line: [UInt8] = []
  private var last: [UInt8] = []

  /// Reads on.
  mutating func append(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == 0x0A || byte == 0x0D {
        if !line.isEmpty { last = line }
        line = []
      } else if line.count < 512 {
        line.append(byte)
      }
    }
  }

  /// The last line, or what there is of it.
  var text: String { String(decoding: line.isEmpty ? last : line, as: UTF8.self) }
}
