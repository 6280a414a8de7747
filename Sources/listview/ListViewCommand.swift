public import ArgumentParser
import CTTY
import EventLoop
import Feeds
import FeedSimulator
import ListViewApp
import ListViewParts
import NcursesTerminal
import Preferences
public import TableModel
public import TerminalCore
import Values

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
      listview [options] --feed FILE
      listview [options] -- COMMAND
      COMMAND | listview [options]
      """,
    discussion: """
      A feed is a file or a stream of JSON values: arrays and {"at": TIME, "rows": [...]} are the \
      whole list, any other object is a row that arrives or, by its key, takes a row's place. A \
      file of snapshots plays from its start at the pace at which it was recorded, then follows.

      Where standard output is not a terminal the changes are printed as lines: + a row came, - it \
      went, > it moved, ~ it changed.

      On the screen, ? shows all keys, and q quits.
      """,
    version: "0.1.0",
    subcommands: [
      SimulateCommand.self, ExplainCommand.self, DiffCommand.self, ConfigCommand.self,
      ManCommand.self,
    ]
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

  @Option(help: "Show only rows that fit, such as 'status=failed amount>1000 type~refund'.")
  var filter: String?

  @Option(
    help: """
      Time zone of times that are shown, and of those that name none: local, utc, +02:00 or a name such \
      as Europe/Berlin.
      """
  )
  var timeZone = "local"

  @Option(
    help: """
      What stands above the table: auto, none, or of count, sum:amount, avg:, min:, max:, by:status, \
      status=failed, rate and last those you want.
      """
  )
  var summary = "auto"

  @Option(help: "How much moves: none, basic or full.")
  var motion: Motion = .full

  @Option(help: "Whether to use colour: auto, always or never.")
  var color: ColorDepth.Choice = .auto

  @Option(
    help: """
      Colors of the screen: default, ansi, high-contrast, nord, gruvbox, dracula, tokyo-night, catppuccin, \
      solarized, rose-pine, a variant such as catppuccin-latte, or a base16 file.
      """
  )
  var theme = ThemeChoice.standard.name

  @Option(
    help: """
      What to show of a row: id,created:ago,Total=amount:money:12 are fields with a format, a title, \
      a width; -field hides one, * shows the others too.
      """
  )
  var columns: String?

  @Flag(
    help: """
      Run no command, write no file: refuses a command, --on-change and --record, and keeps no columns. \
      LISTVIEW_SECURE=1 in the environment does the same.
      """
  )
  var secure = false

  @Flag(inversion: .prefixedNo, help: "Whether to keep picked columns for feeds of this shape.")
  var memory = true

  @Option(
    help: """
      Maximum number of rows to keep, their size in memory, or both, such as 500000,512MB; the oldest \
      are evicted. Without a size 1 GiB.
      """
  )
  var limit = LimitOption.standard

  @Option(help: "Keep what arrives, with its times, in a file that plays again; it is appended to.")
  var record: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Where changes are printed as lines, whether to go on at the end of the file. Default: only with \
      --until.
      """
  )
  var follow: Bool?

  @Option(
    help: """
      How changes are printed where standard output is not a terminal: text or jsonl; by \
      listview diff and --once, json too.
      """
  )
  var output: OutputFormat = .text

  /// How changes are printed.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, jsonl
  }

  @OptionGroup var shape: ArrangingOptions

  @OptionGroup var waiting: UntilOptions

  @OptionGroup var telling: ChangeOptions

  @Flag(
    help: "Read the feed to its end, or one run of the command, print the table as text, and end."
  )
  var once = false

  @Flag(help: "Have clicks and the wheel from the start; m turns them off and on.")
  var mouse = false

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
    guard !once || waiting.until == nil && telling.onChange == nil && follow != true else {
      throw ValidationError("--once ends with the feed: without --until, --on-change and --follow.")
    }
    _ = try columnSpec
    _ = try summarySpec
    _ = try themeChoice
    guard TimeZoneName.calendar(timeZone, ProcessEnvironment.variables) != nil else {
      throw ValidationError(
        "--time-zone: no time zone \(timeZone): give local, utc, +02:00 or a name such as Europe/Berlin."
      )
    }
    guard limit.isValid else { throw ValidationError("--limit must be 1 row at least.") }
    try validateSecure()
    if let filter {
      do throws(FilterError) {
        _ = try Filter(filter)
      } catch {
        throw ValidationError("--filter:\n\(error.diagnosis(of: filter))")
      }
    }
  }

  func run() throws {
    guard output != .json || once else {
      throw ValidationError(
        "--output json needs a finite feed (--once, or listview diff): use jsonl."
      )
    }
    guard !isStandardInput || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(
        feed.isEmpty
          ? "There is nothing to show: give --feed FILE, pipe into listview, or give -- COMMAND."
          : "Standard input is the terminal, which gives keys: pipe into listview, or give --feed FILE."
      )
    }
    do {
      let outcome = try watch()
      if case .fits(let text)? = outcome, !text.isEmpty {
        note("\(waiting.until ?? "") fits \(text)")
      }
      if let code = outcome?.exitCode, code != 0 { throw ExitCode(code) }
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    } catch let error as TerminalError {
      fail("\(error)", code: EX_UNAVAILABLE)
    }
  }

  private func watch() throws -> Wait.Outcome? {
    let wait = waiting.wait(from: .now)
    tty_heap_return_large()
    let environment = ProcessEnvironment.variables
    let preferences = try PreferencesFile.read(environment).preferences
    let isOnScreen = isatty(STDOUT_FILENO) != 0
    guard isOnScreen || telling.onChange == nil else {
      throw ValidationError(
        "--on-change is for the screen; in a pipe the changes are lines: listview … | while read -r line"
      )
    }
    let given = Array(CommandLine.arguments.dropFirst())
    if once { try checkOnceOutput(given) } else if !isOnScreen { try checkLineOutput(given) }
    // Who waits for a row waits for one that is still to be written.
    let follows = (isOnScreen || (follow ?? (wait != nil))) && !once
    let runsCommands = !command.isEmpty || telling.onChange != nil
    if runsCommands { ProcessTree.startGuard() }
    let runs = CommandRuns(adoptsOrphans: runsCommands && ProcessTree.adoptOrphans())
    let intake: FeedIntake
    var stream: CommandSource?
    if command.isEmpty {
      intake = try openFeeds(follows: follows, runs)
    } else {
      let source = try startCommand(runsOnce: once, restarts: follows, runs)
      if self.stream || once { stream = source }
      var options = decoding.options
      options.isPolled = !self.stream
      intake = FeedIntake(source, FeedDecoder(options))
    }
    defer { intake.stop() }
    refuseCircles()
    let recorder = try record.map { path throws(FeedError) in try Recorder(path: path) }
    if once {
      try printOnce(intake, recorder, environment, preferences)
      if let status = stream?.exitStatus, status != 0 { throw ExitCode(status) }
      return nil
    }
    if isOnScreen {
      do {
        var options = TerminalSession.Options()
        options.color = color
        options.appearance = preferences.appearance
        options.colors = preferences.colors
        options.theme = try themeChoice
        options.usesMouse = mouse
        options.reportsFocus = true
        let loop = try EventLoop()
        let session = try TerminalSession(environment: environment, options: options)
        let store = keepsColumns ? ColumnStore(environment: environment) : nil
        let (kept, notice) = store?.read() ?? (ColumnMemory(), nil)
        var configuration = try configuration(preferences, kept)
        configuration.until = wait?.filter
        configuration.countsChanges = telling.onChange != nil || telling.bell
        configuration.keepsChanges = telling.onChange != nil
        configuration.usesMouse = mouse
        let watch = Watch(
          session,
          loop,
          intake,
          recorder,
          configuration,
          store,
          wait: wait,
          announcer: telling.announcer(runs)
        )
        if let notice { watch.tell(notice) }
        return try watch.run()
      } catch TerminalError.cannotDraw(let term) {
        note(
          "\(TerminalError.cannotDraw(term: term)): printing the changes as lines, ^C ends"
        )
      }
    }
    let log = ChangeLog(
      limit: limit.limit,
      calendar: calendar,
      format: output == .text ? .text : .jsonl,
      columns: try columnSpec,
      filter: parsedFilter,
      until: wait?.filter,
      present: .now
    )
    let outcome = try LineOutput(intake, recorder, log, awaiting: wait).run()
    if outcome == nil, let status = stream?.exitStatus, status != 0 { throw ExitCode(status) }
    return outcome
  }
}

extension Motion: ExpressibleByArgument {}
extension ColorDepth.Choice: ExpressibleByArgument {}
