package import FeedSources
package import FeedStore
import FeedValues

/// A feed by URL, read by a child process that runs the protocol's own client.
///
/// A run that ends is followed by another one, which resumes where the last one stopped if the protocol
/// allows it; after failures with increasing delays of up to half a minute.
package final class ClientSource: FeedSource {
  private let client: any FeedClient
  private let name: String
  private let interval: Duration
  private let isOnce: Bool
  private let patience: Duration
  private let runs: CommandRuns
  private var run: CommandSource?
  private var begin: ContinuousClock.Instant?
  private var failure: String?
  private var failures = 0
  /// When the current run started, or last gave something.
  private var progress = ContinuousClock.Instant.now
  /// The remark of the client that was last reported.
  private var remark: String?
  private var isClosed = false
  private var isAwake = true
  private var pending: [FeedSourceEvent] = []

  /// The listener that reports when the list may have changed.
  private let listener: Listener?
  private var listenerFailure: String?
  /// Whether a change was reported that the current run may have missed.
  private var hasHeard = false

  /// When the next run starts; nil during a run.
  private var start: ContinuousClock.Instant?

  /// Whether the connection is lost, or the last run failed.
  package private(set) var outage: FeedOutage?

  /// The interval between two runs that return new rows only.
  private static let pace = Duration.milliseconds(20)

  /// Creates a source that connects on the first read.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - options: Options of the request.
  ///   - runs: The registry of all child processes.
  /// - Throws: ``FeedURLError`` if the URL lacks a component that its scheme requires.
  package convenience init(
    _ url: FeedURL,
    _ options: ClientOptions,
    runs: CommandRuns
  ) throws(FeedURLError) {
    self.init(try Self.client(url, options), name: url.title, options, runs: runs)
  }

  /// The client of a URL.
  ///
  /// - Throws: ``FeedURLError`` if the URL lacks a component that its scheme requires.
  package static func client(
    _ url: FeedURL,
    _ options: ClientOptions
  ) throws(FeedURLError) -> any FeedClient {
    switch url.knownScheme {
    case .http, .https: HTTPClient(url, options)
    case .redis, .rediss: RedisClient(url, options)
    case .postgres, .postgresql: try PostgresClient(url, options)
    case .mqtt, .mqtts: try MQTTClient(url)
    case .kafka: try KafkaClient(url, isOnce: options.isOnce)
    case .nats: try NATSClient(url)
    }
  }

  init(_ client: any FeedClient, name: String, _ options: ClientOptions, runs: CommandRuns) {
    (self.client, self.name, self.runs) = (client, name, runs)
    (interval, isOnce, patience) = (options.interval, options.isOnce, options.deadline)
    let listens = !options.isOnce && client.listeningRun() != nil
    listener = listens ? Listener(client.listeningRun, runs: runs) : nil
  }

  /// The pipes from the client.
  package var descriptors: [Int32] { (run?.descriptors ?? []) + (listener?.descriptors ?? []) }

  /// When the next run starts, or the current one has to have given something.
  package var deadline: ContinuousClock.Instant? {
    [run?.deadline ?? start, listener?.deadline, end].compactMap(\.self).min()
  }

  /// When the current run is ended if it gives nothing; nil if it may be silent.
  private var end: ContinuousClock.Instant? {
    run != nil && client.hasDeadline ? progress + patience : nil
  }

  /// The media type that the server declares.
  package var contentType: String? { client.contentType }

  /// When the client is restarted after the connection was lost or a run failed.
  package var retry: ContinuousClock.Instant? { run == nil && outage != nil ? start : nil }

  /// The last lines of standard error of the latest failed run.
  package private(set) var errorLines: [String] = []

  /// Starts the next run with the next read, unless one is in progress.
  ///
  /// - Returns: Whether a run was pending.
  package func runNow() -> Bool {
    guard run == nil, begin != nil, !isClosed else { return false }
    start = nil
    isAwake = true
    return true
  }

  /// Whether bytes may be available without polling.
  package var isReady: Bool {
    !pending.isEmpty
      || !isClosed && ((run.map(\.isReady) ?? isAwake) || listener?.isReady ?? false)
  }

  /// Whether each run returns the whole list.
  package var givesLists: Bool { client.givesLists }

  /// Reports that a pipe is readable, that the deadline has passed, or that a child has ended.
  package func wake() {
    isAwake = true
    run?.wake()
    listener?.wake()
  }

  /// Starts the client if it is due, and reads its output.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: The event.
  /// - Throws: `FeedError.missingProgram` if the client is not installed, and `FeedError.failed`
  ///   if the only run fails.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isClosed else { return .end }
    if let listener, listener.hears(at: instant) {
      hasHeard = true
      // A list that is polled is requested now; after a failure, when it is due.
      if run == nil, outage == nil { start = min(start ?? instant, instant + Self.pace) }
    }
    if let listener, listener.failure != listenerFailure {
      listenerFailure = listener.failure
      return .notice(listenerFailure.map { ClientText.listening(name, $0) })
    }
    guard let run else {
      if let start, instant < start {
        isAwake = false
        return .idle
      }
      try connect(at: instant)
      return .idle
    }
    switch try run.read(upTo: count, at: instant) {
    case .bytes(let bytes):
      let text = client.take(bytes)
      if let refusal = client.refusal { return try finish(refusal, at: instant) }
      // Bytes outside the feed may be endless, so that they do not count as progress.
      guard !text.isEmpty else { return try finishIfLate(at: instant) ?? .nothing }
      (outage, failures, progress) = (nil, 0, instant)
      return .bytes(text)
    case .notice(let text):
      failure = text
      return .nothing
    case .end: return try finish(at: instant)
    case .nothing, .idle, .endOfRun, .endOfWriter, .restarted:
      return try finishIfLate(at: instant) ?? .idle
    }
  }

  private func finishIfLate(
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent? {
    guard let end, instant >= end else { return nil }
    return try finish(ClientText.silent(for: patience), at: instant)
  }

  /// Ends the run in progress, whose list is larger than what is held back.
  package func refuseRun(
    largerThan limit: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) {
    guard run != nil else { return }
    let event = try finish(FeedText.Source.tooLarge(limit), at: instant)
    if outage == .failing { outage = .tooLarge }
    pending.insert(event, at: 0)
  }

  /// Ends the client and its descendants.
  package func stop() {
    isClosed = true
    pending = []
    run?.stop()
    run = nil
    listener?.stop()
  }

  /// Starts the first run, so that a missing client is reported at once.
  ///
  /// - Parameter instant: The present.
  /// - Throws: `FeedError.missingProgram` if the client is not installed.
  package func connect(at instant: ContinuousClock.Instant) throws(FeedError) {
    let next = client.nextRun()
    hasHeard = false
    let run = CommandSource(
      next.arguments,
      mode: .stream(restarts: false),
      runs: runs,
      environment: next.environment,
      input: next.input
    )
    do {
      try run.start(at: instant)
    } catch {
      let program = type(of: client).program
      guard case .system(.run, _, _) = error else { throw error }
      throw .missingProgram(program.name, package: program.package, feed: name)
    }
    (self.run, begin, start, failure, progress) = (run, instant, nil, nil, instant)
  }

  /// Handles the end of a run, or ends it.
  ///
  /// - Parameters:
  ///   - reason: The reason for ending it, which is a failure; nil if it has ended.
  ///   - instant: The present.
  /// - Returns: The first event of the end.
  /// - Throws: `FeedError.failed` if it was the only run and has failed.
  private func finish(
    _ reason: String? = nil,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    let status = run?.exitStatus ?? 0
    errorLines = run?.errorLines ?? []
    run?.stop()
    run = nil
    isAwake = true
    let words = self.failure.map { text in
      // The error names the program; the user knows the feed.
      text.hasPrefix("\(type(of: client).program.name): ")
        ? String(text.dropFirst(type(of: client).program.name.count + 2)) : text
    }
    let problem = reason ?? (status == 0 ? nil : words ?? FeedText.Source.exitStatus(status))
    let end = client.endRun(problem)
    if client.remark != remark {
      remark = client.remark
      pending.append(.notice(remark.map { "\(name): \($0)" }))
    }
    if isOnce, end != .goesOn {
      isClosed = true
      switch end {
      case .failed(let reason): throw .failed(name: name, reason: reason)
      // A stream may be closed at its end, but not torn off.
      case .lost(let reason, _, _) where problem != nil: throw .failed(name: name, reason: reason)
      case .goesOn, .list, .unchanged, .lost, .over: pending.append(.end)
      }
      return pending.removeFirst()
    }
    switch end {
    case .goesOn:
      start = instant + (isOnce ? .zero : Self.pace)
      return .idle
    case .list:
      (outage, failures) = (nil, 0)
      start = max((begin ?? instant) + interval, instant)
      if hasHeard { start = instant + Self.pace }
      return .endOfRun(succeeded: true)
    case .unchanged:
      (outage, failures) = (nil, 0)
      start = max((begin ?? instant) + interval, instant)
      return .idle
    case .lost(let reason, let mayLackRows, let retry):
      start = instant + max(retry ?? .zero, delay)
      failures += 1
      outage = .reconnecting
      return .restarted(
        ClientText.lost(name, reason, mayLackRows: mayLackRows),
        discarding: false
      )
    case .failed(let reason):
      start = instant + max(delay, client.givesLists ? interval : .zero)
      failures += 1
      outage = .failing
      if client.givesLists { pending.append(.endOfRun(succeeded: false)) }
      return .notice("\(name): \(reason)")
    case .over:
      isClosed = true
      return .end
    }
  }

  /// The delay before the next run: from a quarter of a second to half a minute.
  private var delay: Duration {
    min(.milliseconds(250) * (1 << min(failures, 7)), .seconds(30))
  }
}

/// Options of a feed by URL.
package struct ClientOptions: Sendable {
  /// The interval between the starts of runs that return the whole list.
  package var interval: Duration
  /// HTTP request headers, such as `Accept: application/json`.
  package var headers: [String]
  /// The query of a database feed.
  package var query: String?
  /// Whether a response is a stream, regardless of its content type.
  package var isStream: Bool
  /// Whether only the present data is read, instead of what comes later.
  package var isOnce: Bool
  /// The time for which a list may be silent before the request has failed.
  package var deadline: Duration

  /// Creates options.
  package init(
    interval: Duration = .seconds(2),
    headers: [String] = [],
    query: String? = nil,
    isStream: Bool = false,
    isOnce: Bool = false,
    deadline: Duration = .seconds(30)
  ) {
    (self.interval, self.headers, self.query) = (interval, headers, query)
    (self.isStream, self.isOnce, self.deadline) = (isStream, isOnce, deadline)
  }
}

/// An unusable URL, with the remedy.
package struct FeedURLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault, and how to fix it.
  package let description: String

  init(_ description: String) { self.description = description }
}

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
