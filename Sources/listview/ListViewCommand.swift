public import ArgumentParser
import EventLoop
import FeedSimulator
import Feeds
import ListViewApp
import NcursesTerminal
public import TableModel
public import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The command line.
@main
struct ListViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listview",
    abstract: "Show a list that changes, live: every row that comes, goes, moves or changes.",
    usage: """
      listview --feed FILE [options]
      COMMAND | listview [options]
      listview simulate [options]
      """,
    discussion: """
      A feed is a file or a stream of JSON values: arrays and {"at": TIME, "rows": [...]} are the \
      whole list, any other object is a row that arrives or, by its key, takes a row's place. A \
      file of snapshots plays from its start at the pace at which it was recorded, then follows.

      Where standard output is not a terminal the changes are printed as lines: + a row came, - it \
      went, > it moved, ~ it changed.
      """,
    version: "0.1.0",
    subcommands: [SimulateCommand.self, ExplainCommand.self]
  )

  @Option(
    help: """
      A file, which is followed while it grows, - for standard input, or sim:SCENARIO?seed=1. More \
      than one is shown as one list, whose rows say where they came from.
      """
  )
  var feed: [String] = []

  @OptionGroup var decoding: DecodingOptions

  @Option(help: "Where to start: at the start of a recording, or at the live edge.")
  var from: Start = .auto

  @Option(help: "How much faster than recorded a recording is played.")
  var speed: Double = 1

  @Option(help: "How much moves: none, basic or full.")
  var motion: Motion = .full

  @Option(help: "Whether to use colour: auto, always or never.")
  var color: ColorDepth.Choice = .auto

  @Option(help: "The most rows to hold of a feed of single rows; beyond it the oldest leave.")
  var limit: Int = 1_000_000

  @Option(help: "Keep what arrives, with its times, in a file that plays again; it is appended to.")
  var record: String?

  @Flag(help: "Where the changes are printed as lines, go on when the file has ended.")
  var follow = false

  @Argument(parsing: .postTerminator, help: "A command whose output is the list, behind --.")
  var command: [String] = []

  @Option(
    help: "How long after the start of a run of the command the next one starts, in seconds (2)."
  )
  var every: Double?

  @Option(help: "How long a run of the command may take, in seconds (30).")
  var deadline: Double?

  @Flag(
    help: """
      Run the command once and read its output as a stream; on a screen, and with --follow, it is \
      started again when it ends, else its exit status is listview's.
      """
  )
  var stream = false

  /// Where playing starts.
  enum Start: String, ExpressibleByArgument, CaseIterable {
    case auto, start, live
  }

  func validate() throws {
    guard speed > 0, speed.isFinite else {
      throw ValidationError("--speed must be above 0, such as 0.5, 2 or 1000.")
    }
    try validateFeeds()
    try validateCommand()
    guard limit > 0 else { throw ValidationError("--limit must be 1 row at least.") }
  }

  private func validateFeeds() throws {
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

  private func validateCommand() throws {
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
    guard !stream || every == nil && deadline == nil else {
      throw ValidationError("--every and --deadline are about runs, of which --stream has one.")
    }
    if let every, every < 0.05 || !every.isFinite {
      throw ValidationError("--every must be 0.05 seconds at least.")
    }
    if let deadline, deadline <= 0 || !deadline.isFinite {
      throw ValidationError("--deadline must be above 0 seconds.")
    }
  }

  /// Parses and runs; what stands alone on the command line is told where it belongs.
  static func main() {
    Standard.fillGaps()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let message = message(for: error)
      let parts = message.split(separator: "'", omittingEmptySubsequences: false)
      guard message.contains("nexpected argument"), parts.count >= 3, !parts[1].hasPrefix("-")
      else { exit(withError: error) }
      exit(
        withError: ValidationError(
          "\(message). To show a file, write --feed \(parts[1]); to show what a command prints, "
            + "write -- \(parts[1])."
        )
      )
    }
  }

  func run() throws {
    guard !isStandardInput || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(
        feed.isEmpty
          ? "There is nothing to show: give --feed FILE, pipe into listview, or give -- COMMAND."
          : "Standard input is the terminal, which gives keys: pipe into listview, or give --feed FILE."
      )
    }
    do {
      try watch()
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    } catch let error as TerminalError {
      fail("\(error)", code: EX_UNAVAILABLE)
    }
  }

  private func watch() throws {
    let environment = ProcessEnvironment.variables
    let isOnScreen = isatty(STDOUT_FILENO) != 0
    let follows = isOnScreen || follow
    let intake: FeedIntake
    var stream: CommandSource?
    if command.isEmpty {
      intake = try openFeeds(follows: follows)
    } else {
      let source = try startCommand(restarts: follows)
      if self.stream { stream = source }
      var options = decoding.options
      options.isPolled = !self.stream
      intake = FeedIntake(source, FeedDecoder(options))
    }
    refuseCircles()
    let recorder = try record.map { path throws(FeedError) in try Recorder(path: path) }
    if isOnScreen {
      do {
        var options = TerminalSession.Options()
        options.color = color
        let loop = try EventLoop()
        let session = try TerminalSession(environment: environment, options: options)
        let watch = Watch(session, loop, intake, recorder, configuration)
        try watch.run()
        return
      } catch TerminalError.cannotDraw(let term) {
        note(
          "\(TerminalError.cannotDraw(term: term)): printing the changes as lines, ^C ends"
        )
      }
    }
    try LineOutput(intake, recorder, capacity: limit, calendar: .local).run()
    if let status = stream?.exitStatus, status != 0 { throw ExitCode(status) }
  }

  private var configuration: App.Configuration {
    App.Configuration(
      feedName: feedName,
      motion: motion,
      speed: speed,
      start: start,
      capacity: limit,
      calendar: .local
    )
  }

  private var feedName: String {
    if !command.isEmpty { return command.joined(separator: " ") }
    if feeds.count > 1 { return FeedMerge.names(for: feeds).joined(separator: " + ") }
    if isStandardInput { return "standard input" }
    return feeds[0].split(separator: "/").last.map(String.init) ?? ""
  }

  /// The feeds that are read where there is no command.
  private var feeds: [String] { feed.isEmpty ? ["-"] : feed }

  private var isLive: Bool {
    !command.isEmpty || feeds.count > 1 || isStandardInput || feeds[0].hasPrefix("sim:")
  }

  private var isStandardInput: Bool { command.isEmpty && feeds.contains("-") }

  private var start: Player.Start {
    switch from {
    case .start: .beginning
    case .live: .liveEdge
    // What flows in is live; a file may be a recording.
    case .auto: isLive ? .liveEdge : .automatic
    }
  }

  private func startCommand(restarts: Bool) throws(FeedError) -> CommandSource {
    let source = CommandSource(
      command,
      mode: stream
        ? .stream(restarts: restarts)
        : .polled(every: .seconds(every ?? 2), limit: .seconds(deadline ?? 30)),
      adoptsOrphans: ProcessTree.adoptOrphans()
    )
    try source.start(at: .now)
    return source
  }

  private func openFeeds(follows: Bool) throws(FeedError) -> FeedIntake {
    var sources: [(name: String, source: any FeedSource)] = []
    for (feed, name) in zip(feeds, FeedMerge.names(for: feeds)) {
      sources.append((name, try openSource(feed, follows: follows)))
    }
    return FeedIntake(sources, decoding.options, capacity: limit)
  }

  private func openSource(_ feed: String, follows: Bool) throws(FeedError) -> any FeedSource {
    if feed == "-" {
      guard Standard.isInputOpen else { throw .closed(name: "standard input") }
      return StreamSource(descriptor: STDIN_FILENO, name: "standard input")
    }
    if feed.hasPrefix("sim:") {
      do {
        let options = try SimulationOptions(url: feed)
        let start = Int(FeedTime.now.nanoseconds / 1_000_000)
        return SimulationSource(FeedSimulation(options, start: start))
      } catch {
        fail("\(error)", code: EX_USAGE)
      }
    }
    return StreamSource.isStream(feed)
      ? try StreamSource(path: feed) : try FileSource(path: feed, follows: follows)
  }

  /// Refuses to read what is written: it would never end.
  private func refuseCircles() {
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

extension Motion: ExpressibleByArgument {}
extension ColorDepth.Choice: ExpressibleByArgument {}

extension FeedError {
  /// The exit status by sysexits(3).
  var exitCode: Int32 {
    switch self {
    case .missing, .notAFile, .closed: EX_NOINPUT
    case .terminal: EX_USAGE
    case .system("open", _, _): EX_NOINPUT
    case .system("record into it", _, _): EX_CANTCREAT
    case .system("run it", _, let code): code == ENOENT ? 127 : 126  // as a shell says it
    case .system: EX_IOERR
    }
  }
}
