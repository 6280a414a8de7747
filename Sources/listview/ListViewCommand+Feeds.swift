import ArgumentParser
import Feeds
import FeedSimulator
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is read, and what is refused.
extension ListViewCommand {
  /// How long after the start of a run of a command the next one starts, in seconds.
  static let standardInterval = 2.0
  /// How long a run of a command may take, in seconds.
  static let standardDeadline = 30.0

  func validateFeeds() throws {
    for feed in feed {
      if feed.isEmpty {
        throw ValidationError("--feed needs the name of a file, or - or sim:NAME.")
      }
      if feed.hasPrefix("http://") || feed.hasPrefix("https://") {
        throw ValidationError(
          "listview does not fetch what is behind a URL: curl -sN '\(feed)' | listview --feed -"
        )
      }
    }
    guard feed.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("Standard input can be one feed only: give --feed - once.")
    }
  }

  func validateCommand() throws {
    guard !command.isEmpty else {
      for (name, isGiven) in [
        ("--every", every != nil), ("--deadline", deadline != nil), ("--stream", stream),
      ] where isGiven {
        throw ValidationError("\(name) is about a command: give -- COMMAND, or leave it out.")
      }
      return
    }
    guard feed.isEmpty else {
      throw ValidationError("Give either --feed or a command behind --, not both.")
    }
    if let every, every < 0.05 || !every.isFinite {
      throw ValidationError("--every must be 0.05 seconds at least.")
    }
    if let deadline, deadline <= 0 || !deadline.isFinite {
      throw ValidationError("--deadline must be above 0 seconds.")
    }
  }

  /// Refuses what runs commands or writes files, where that is asked for.
  func validateSecure() throws {
    guard isSecure else { return }
    for (what, isGiven) in [
      ("a command after --", !command.isEmpty), ("--on-change", telling.onChange != nil),
      ("--record", record != nil),
    ] where isGiven {
      throw ValidationError("\(what) is not allowed with --secure or LISTVIEW_SECURE.")
    }
  }

  var isSecure: Bool {
    secure || !(ProcessEnvironment.variables["LISTVIEW_SECURE"] ?? "").isEmpty
  }

  /// Whether picked columns are read and kept.
  var keepsColumns: Bool { memory && columns == nil && !isSecure }

  /// The feeds that are read where there is no command.
  var feeds: [String] { feed.isEmpty ? ["-"] : feed }

  var isLive: Bool {
    !command.isEmpty || feeds.count > 1 || isStandardInput || feeds[0].hasPrefix("sim:")
  }

  var isStandardInput: Bool { command.isEmpty && feeds.contains("-") }

  /// Starts the command.
  ///
  /// - Parameters:
  ///   - runsOnce: Whether its first run is all, whatever it prints.
  ///   - restarts: Whether it is started again when it ends.
  ///   - runs: Where its runs are kept.
  /// - Returns: The source, whose first run goes on.
  /// - Throws: `FeedError.system` where the command cannot be started.
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
    for (feed, name) in zip(feeds, FeedMerge.names(for: feeds)) {
      sources.append((name, try openSource(feed, follows: follows, runs)))
    }
    var options = decoding.options
    options.keepsLineOrder = once || isatty(STDOUT_FILENO) != 0
    return FeedIntake(sources, options, limit: limit.limit)
  }

  private func openSource(
    _ feed: String,
    follows: Bool,
    _ runs: CommandRuns
  ) throws(FeedError) -> any FeedSource {
    if feed == "-" {
      guard Standard.isInputOpen else { throw .closed(name: "standard input") }
      let input = StreamSource(descriptor: STDIN_FILENO, name: "standard input")
      return ContentSource(input, name: "standard input", runs: runs)
    }
    if feed.hasPrefix("sim:") {
      do {
        let options = try SimulationOptions(url: feed)
        let start = FeedTime.now.seconds * 1_000 + FeedTime.now.nanosecond / 1_000_000
        return SimulationSource(FeedSimulation(options, start: start))
      } catch {
        fail("\(error)", code: EX_USAGE)
      }
    }
    if StreamSource.isStream(feed) {
      let stream = try StreamSource(path: feed, follows: follows)
      return ContentSource(stream, name: feed, runs: runs)
    }
    let file = try FileSource(path: feed, follows: follows)
    let text = ContentSource(file, name: feed, runs: runs)
    try text.checkStart()
    return text
  }

  /// Refuses to read what is written: it would never end.
  func refuseCircles() {
    var inputs: [FileIdentity: String] = [:]
    for feed in command.isEmpty ? feeds : [] {
      let identity =
        feed == "-" ? FileIdentity(descriptor: STDIN_FILENO) : FileIdentity(path: feed)
      if let identity { inputs[identity] = feed == "-" ? "standard input" : feed }
    }
    let output = FileIdentity(descriptor: STDOUT_FILENO)
    if let output, let feed = inputs[output] {
      fail("\(feed): is where the changes are written to; write to another file", code: EX_USAGE)
    }
    guard let record, let identity = FileIdentity(path: record) else { return }
    if let feed = inputs[identity] {
      fail(
        "\(record): is the feed itself (\(feed)); record into another file",
        code: EX_USAGE
      )
    }
    if identity == output {
      fail("\(record): is standard output; record into another file", code: EX_USAGE)
    }
  }
}

extension FeedError {
  /// The exit status by sysexits(3).
  var exitCode: Int32 {
    switch self {
    case .missing, .notAFile, .closed: EX_NOINPUT
    case .content: EX_DATAERR
    case .terminal: EX_USAGE
    case .notRecordable: EX_CANTCREAT
    case .system("open", _, _): EX_NOINPUT
    case .system("record into it", _, _): EX_CANTCREAT
    case .system("run it", _, let code): code == ENOENT ? 127 : 126  // as a shell says it
    case .system: EX_IOERR
    }
  }
}
