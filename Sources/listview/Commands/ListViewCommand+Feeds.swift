import ArgumentParser
import FeedClients
import FeedSources
import FeedValues
import FeedSimulator
import Values

import Glibc

/// Opens the feeds, and validates the options that name them.
extension ListViewCommand {
  /// The default of `--every`: the interval between the starts of two runs of a command, in seconds.
  static let standardInterval = 2.0
  /// The default of `--deadline`: the maximum duration of a run of a command, and of the silence of a list that is
  /// requested from a URL, in seconds.
  static let standardDeadline = 30.0

  /// The beginning of `env:NAME`, a feed that is named in an environment variable.
  static let namedFeed = "env:"

  /// Replaces the names of environment variables by the feeds that are named in them.
  mutating func resolveFeeds() throws {
    let variables = ProcessEnvironment.variables
    feed = try feed.map { feed in
      guard feed.hasPrefix(Self.namedFeed) else { return feed }
      let name = String(feed.dropFirst(Self.namedFeed.count))
      guard let value = variables[name] else {
        throw ValidationError(UsageText.missingVariable("--feed", name))
      }
      return value
    }
  }

  func validateFeeds() throws {
    for feed in feed {
      if feed.isEmpty {
        throw ValidationError(UsageText.emptyFeed)
      }
      guard FeedURL.isURL(feed) else { continue }
      do throws(FeedURLError) {
        _ = try FeedURL(parsing: feed)
      } catch {
        throw ValidationError(error.description)
      }
    }
    for (name, isGiven) in [("--header", !asking.header.isEmpty), ("--query", asking.query != nil)]
    where isGiven && urls.isEmpty {
      throw ValidationError(UsageText.needsURL(name))
    }
    guard merge || feed.count > 1 else {
      throw ValidationError(UsageText.needsSeveralFeeds("--no-merge"))
    }
    guard feed.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError(UsageText.inputTwice)
    }
  }

  func validateCommand() throws {
    guard !command.isEmpty else {
      let isAsked = !urls.isEmpty || feed.contains(where: MadeFileSource.isMade)
      for (name, isGiven) in [
        ("--every", every != nil && !isAsked),
        ("--deadline", deadline != nil && urls.isEmpty),
        ("--stream", stream && urls.isEmpty),
      ] where isGiven {
        throw ValidationError(UsageText.needsCommand(name))
      }
      return try validateTimes()
    }
    guard feed.isEmpty else {
      throw ValidationError(UsageText.feedAndCommand)
    }
    try validateTimes()
  }

  private func validateTimes() throws {
    if let deadline, deadline <= 0 || !deadline.isFinite {
      throw ValidationError(UsageText.deadline)
    }
    guard let every, every < 0.05 || !every.isFinite else { return }
    throw ValidationError(UsageText.every)
  }

  /// Rejects options that run commands or write files if `--secure` is given.
  func validateSecure() throws {
    guard isSecure else { return }
    for (what, isGiven) in [
      (UsageText.aCommand, !command.isEmpty), (UsageText.aURL, !urls.isEmpty),
      ("--on-change", telling.onChange != nil),
      ("--record", record != nil),
    ] where isGiven {
      throw ValidationError(UsageText.notAllowed(what))
    }
  }

  var isSecure: Bool {
    secure || !(ProcessEnvironment.variables["LISTVIEW_SECURE"] ?? "").isEmpty
  }

  /// Whether the user's choice of columns is loaded and stored.
  var keepsColumns: Bool { memory && columns == nil && view == nil && !isSecure }

  /// The feeds to read if there is no command.
  var feeds: [String] { feed.isEmpty ? ["-"] : feed }

  /// The URLs among the feeds.
  var urls: [FeedURL] { feed.compactMap { FeedURL($0) } }

  /// The titles of the feeds, without user names and passwords.
  var feedTitles: [String] { feeds.map { FeedURL($0)?.title ?? $0.shownPath } }

  var isLive: Bool {
    !command.isEmpty || !urls.isEmpty || feeds.count > 1 || isStandardInput
      || feeds[0].hasPrefix("sim:") || MadeFileSource.isMade(feeds[0])
  }

  /// Whether all feeds are files.
  var isRecorded: Bool {
    command.isEmpty && urls.isEmpty && !isStandardInput
      && !feeds.contains { $0.hasPrefix("sim:") || MadeFileSource.isMade($0) }
  }

  var isStandardInput: Bool { command.isEmpty && feeds.contains("-") }

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - runsOnce: Whether the first run is the only one, whatever it prints.
  ///   - restarts: Whether the command is restarted when it ends.
  ///   - runs: The commands that are running, to which it is added.
  /// - Returns: The source, whose first run has been started.
  /// - Throws: `FeedError.system` if the command cannot be started.
  func startCommand(
    runsOnce: Bool = false,
    restarts: Bool,
    _ runs: CommandRuns
  ) throws(FeedError) -> CommandSource {
    let source = CommandSource(
      command,
      mode: stream || runsOnce
        ? .stream(restarts: restarts)
        : .polled(
          every: .given(seconds: every ?? Self.standardInterval),
          limit: .given(seconds: deadline ?? Self.standardDeadline)
        ),
      runs: runs
    )
    try source.start(at: .now)
    return source
  }

  func openFeeds(follows: Bool, _ runs: CommandRuns) throws(FeedError) -> FeedIntake {
    var sources: [(name: String, source: any FeedSource)] = []
    for (feed, name) in zip(feeds, FeedMerge.names(for: feedTitles)) {
      sources.append((name, try openSource(feed, follows: follows, runs)))
    }
    var options = decoderOptions
    options.keepsObjectOrder = once || picking.isOn || isatty(STDOUT_FILENO) != 0
    let times = merge ? TimeReader(calendar, present: .now) : nil
    return FeedIntake(sources, options, limit: limit.limit, times: times)
  }

  private func openSource(
    _ feed: String,
    follows: Bool,
    _ runs: CommandRuns
  ) throws(FeedError) -> any FeedSource {
    if feed.hasPrefix("sim:") {
      do {
        let options = try SimulationOptions(url: feed)
        return SimulationSource(FeedSimulation(options, start: FeedSimulation.currentStart))
      } catch {
        fail("\(error)", code: EX_USAGE)
      }
    }
    if let url = FeedURL(feed) { return try openURL(url, runs) }
    let interval = Duration.given(seconds: every ?? Self.standardInterval)
    return try Self.openFile(feed, follows: follows, every: interval, runs)
  }

  /// Opens a file or FIFO, or standard input for `-`; the contents may be compressed.
  ///
  /// - Parameters:
  ///   - feed: The name.
  ///   - follows: Whether to wait for more at the end.
  ///   - interval: The time between two readings of a file that is made when it is read.
  ///   - runs: The commands that are running.
  /// - Returns: The source of its bytes.
  /// - Throws: `FeedError` if it cannot be opened, or is not text.
  static func openFile(
    _ feed: String,
    follows: Bool,
    every interval: Duration = .given(seconds: standardInterval),
    _ runs: CommandRuns
  ) throws(FeedError) -> any FeedSource {
    if feed == "-" {
      guard Standard.isInputOpen else { throw .closed(name: NoticeText.standardInput) }
      let input = StreamSource(descriptor: STDIN_FILENO, name: NoticeText.standardInput)
      return ContentSource(input, name: NoticeText.standardInput, runs: runs)
    }
    if StreamSource.isStream(feed) {
      let stream = try StreamSource(path: feed, follows: follows)
      return ContentSource(stream, name: feed.shownPath, runs: runs)
    }
    let file: any FeedSource =
      follows && MadeFileSource.isMade(feed)
      ? try MadeFileSource(path: feed, every: interval)
      : try FileSource(path: feed, follows: follows)
    let text = ContentSource(file, name: feed.shownPath, runs: runs)
    try text.checkStart()
    return text
  }

  private func openURL(
    _ url: FeedURL,
    _ runs: CommandRuns
  ) throws(FeedError) -> any FeedSource {
    let source: ClientSource
    do {
      let interval = Duration.given(seconds: every ?? Self.standardInterval)
      source = try ClientSource(
        url,
        try asking.client(
          interval: interval,
          deadline: .given(seconds: deadline ?? Self.standardDeadline),
          isStream: stream,
          isOnce: once
        ),
        runs: runs
      )
    } catch {
      fail("\(error)", code: EX_USAGE)
    }
    try source.connect(at: .now)
    return source
  }

  /// Refuses to read the file that standard output is written to, which would never end.
  func refuseCircles() {
    var inputs: [FileIdentity: String] = [:]
    for feed in command.isEmpty ? feeds : [] {
      let identity =
        feed == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: feed)
      if let identity { inputs[identity] = feed == "-" ? NoticeText.standardInput : feed }
    }
    let output = FileIdentity(descriptor: STDOUT_FILENO)
    if let output, let feed = inputs[output] {
      fail(UsageText.inputIsOutput(feed), code: EX_USAGE)
    }
    guard let record, let identity = FileIdentity(path: record) else { return }
    if let feed = inputs[identity] {
      fail(UsageText.recordsInput(record, feed), code: EX_USAGE)
    }
    if identity == output {
      fail(UsageText.recordsOutput(record), code: EX_USAGE)
    }
  }
}

extension FeedError {
  /// The exit status according to sysexits(3).
  var exitCode: Int32 {
    switch self {
    case .missing, .notAFile, .closed: EX_NOINPUT
    case .content: EX_DATAERR
    case .terminal: EX_USAGE
    case .missingProgram, .failed: EX_UNAVAILABLE
    case .notRecordable: EX_CANTCREAT
    case .system(.open, _, _): EX_NOINPUT
    case .system(.record, _, _): EX_CANTCREAT
    case .system(.run, _, let code): code == ENOENT ? 127 : 126  // as in a shell
    case .system: EX_IOERR
    }
  }
}
