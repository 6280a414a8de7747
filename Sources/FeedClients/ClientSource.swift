public import Feeds

/// A feed by its address, read by the protocol's own client as a child.
///
/// A run that ends is followed by another, which continues where the last one stopped as far as the
/// protocol can; later and later while it fails, up to half a minute.
public final class ClientSource: FeedSource {
  private let client: any FeedClient
  private let name: String
  private let interval: Duration
  private let isOnce: Bool
  private let runs: CommandRuns
  private var run: CommandSource?
  private var begin: ContinuousClock.Instant?
  private var failure: String?
  private var failures = 0
  private var isClosed = false
  private var isAwake = true
  private var pending: [FeedSourceEvent] = []

  /// What hears when the list may have changed.
  private let listener: Listener?
  private var listenerFailure: String?
  /// Whether something was heard that the run under way may not have seen.
  private var hasHeard = false

  /// When the next run is to be started; nil while one goes on.
  private var start: ContinuousClock.Instant?

  /// Whether the connection is lost, or the last run has failed.
  public private(set) var outage: FeedOutage?

  /// The time between two runs that give only what arrived since.
  private static let pace = Duration.milliseconds(20)

  /// Creates a source that connects when it is read for the first time.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - options: How it is asked.
  ///   - runs: The runs of all commands of this process.
  /// - Throws: ``FeedURLError`` where the address does not say what its scheme needs.
  public convenience init(
    _ url: FeedURL,
    _ options: ClientOptions,
    runs: CommandRuns
  ) throws(FeedURLError) {
    let client: any FeedClient
    switch url.knownScheme {
    case .http, .https: client = HTTPClient(url, options)
    case .redis, .rediss: client = RedisClient(url)
    case .postgres, .postgresql: client = try PostgresClient(url, options)
    case .mqtt, .mqtts: client = try MQTTClient(url)
    case .kafka: client = try KafkaClient(url)
    case .nats: client = try NATSClient(url)
    }
    self.init(client, name: url.title, options, runs: runs)
  }

  init(_ client: any FeedClient, name: String, _ options: ClientOptions, runs: CommandRuns) {
    (self.client, self.name, self.runs) = (client, name, runs)
    (interval, isOnce) = (options.interval, options.isOnce)
    let listens = !options.isOnce && client.listeningRun() != nil
    listener = listens ? Listener(client.listeningRun, runs: runs) : nil
  }

  /// The pipes from the client.
  public var descriptors: [Int32] { (run?.descriptors ?? []) + (listener?.descriptors ?? []) }

  /// When the next run is to be started.
  public var deadline: ContinuousClock.Instant? {
    [run?.deadline ?? start, listener?.deadline].compactMap(\.self).min()
  }

  /// When the client is run again after the connection was lost or a run failed.
  public var retry: ContinuousClock.Instant? { run == nil && outage != nil ? start : nil }

  /// The last lines of what the newest run that failed printed as errors.
  public private(set) var errorLines: [String] = []

  /// Starts the next run with the next read; one that is under way continues.
  ///
  /// - Returns: Whether a run waited for its time.
  public func runNow() -> Bool {
    guard run == nil, begin != nil, !isClosed else { return false }
    start = nil
    isAwake = true
    return true
  }

  /// Whether there may be bytes without polling.
  public var isReady: Bool {
    !pending.isEmpty
      || !isClosed && ((run.map(\.isReady) ?? isAwake) || listener?.isReady ?? false)
  }

  /// Whether each run gives the whole list.
  public var givesLists: Bool { client.givesLists }

  /// Says that a pipe is readable, that the deadline is reached, or that a child has ended.
  public func wake() {
    isAwake = true
    run?.wake()
    listener?.wake()
  }

  /// Starts the client if it is time, and reads on.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: What happened.
  /// - Throws: `FeedError.missingProgram` where the client is not installed, and `FeedError.failed`
  ///   where the only run fails.
  public func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    if !pending.isEmpty { return pending.removeFirst() }
    guard !isClosed else { return .end }
    if let listener, listener.hears(at: instant) {
      hasHeard = true
      // A list that is asked for at its time is asked for now; after a failure, at its time.
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
    while true {
      switch try run.read(upTo: count, at: instant) {
      case .bytes(let bytes):
        let text = client.take(bytes)
        guard !text.isEmpty else { continue }
        (outage, failures) = (nil, 0)
        return .bytes(text)
      case .notice(let text): failure = text
      case .end: return try finish(at: instant)
      case .idle, .endOfRun, .restarted: return .idle
      }
    }
  }

  /// Ends the client and all that it started.
  public func stop() {
    isClosed = true
    pending = []
    run?.stop()
    run = nil
    listener?.stop()
  }

  /// Starts the first run, so that a client that is missing is known at once.
  ///
  /// - Parameter instant: The present.
  /// - Throws: `FeedError.missingProgram` where the client is not installed.
  public func connect(at instant: ContinuousClock.Instant) throws(FeedError) {
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
    (self.run, begin, start, failure) = (run, instant, nil, nil)
  }

  private func finish(
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    let status = run?.exitStatus ?? 0
    errorLines = run?.errorLines ?? []
    run = nil
    isAwake = true
    let words = failure.map { text in
      // The source names the program; the feed is what the reader knows.
      text.hasPrefix("\(type(of: client).program.name): ")
        ? String(text.dropFirst(type(of: client).program.name.count + 2)) : text
    }
    let end = client.endRun(status == 0 ? nil : words ?? FeedText.Source.exitStatus(status))
    if isOnce {
      isClosed = true
      if case .failed(let reason) = end { throw .failed(name: name, reason: reason) }
      return .end
    }
    switch end {
    case .goesOn:
      start = instant + Self.pace
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

  /// How long to wait before the next run: from a quarter of a second to half a minute.
  private var delay: Duration {
    min(.milliseconds(250) * (1 << min(failures, 7)), .seconds(30))
  }
}

/// How a feed by its address is asked.
public struct ClientOptions: Sendable {
  /// How long after the start of a run that gives the whole list the next one starts.
  public var interval: Duration
  /// Headers of requests over HTTP, such as `Accept: application/json`.
  public var headers: [String]
  /// The query of a database.
  public var query: String?
  /// Whether a response is a stream, whatever its type says.
  public var isStream: Bool
  /// Whether the first run is all.
  public var isOnce: Bool

  /// Makes options.
  public init(
    interval: Duration = .seconds(2),
    headers: [String] = [],
    query: String? = nil,
    isStream: Bool = false,
    isOnce: Bool = false
  ) {
    (self.interval, self.headers, self.query) = (interval, headers, query)
    (self.isStream, self.isOnce) = (isStream, isOnce)
  }
}

/// What an address lacks, in words that say what to do.
public struct FeedURLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
