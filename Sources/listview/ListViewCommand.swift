public import ArgumentParser
import ListViewParts
public import TableModel
public import TerminalCore
import Values

/// The command line.
@main
struct ListViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listview",
    abstract: "Show a live view of a list: rows as they are inserted, deleted, moved and updated.",
    usage: """
      listview [options] FILE…
      listview [options] URL
      listview [options] COMMAND [ARGUMENT…]
      listview [options] 'COMMAND | COMMAND'
      COMMAND | listview [options]
      """,
    discussion: """
      A feed is JSON, CSV, a table, a log or plain lines. Of JSON, arrays and {"at": TIME, "rows": \
      [...]} are the whole list; any other object is a row, which is added or, by its key, updated. A \
      file of snapshots is replayed from its start at the recorded pace, then followed.

      If standard output is not a terminal, changes are printed as lines: + inserted, - deleted, > \
      moved, ~ updated.

      A URL is read by its protocol's own client: http and https (event streams, JSON streams, \
      documents), redis, postgres, mqtt, kafka and nats. An argument that is neither a file nor a URL is \
      a command; with blanks or shell characters it runs in the shell. Use --feed FILE or -- COMMAND if \
      an argument could be both.

      Short options: -n SECONDS is --every (as in watch), -f --follow (tail), -w --stream (kubectl), -k \
      --key; -d is accepted and always on.

      On the screen, ? shows all keys and q quits.
      """,
    version: "0.1.0",
    subcommands: [
      SimulateCommand.self, ExplainCommand.self, DiffCommand.self, ConfigCommand.self,
      ManCommand.self,
    ]
  )

  @Option(
    help: """
      File to follow, URL, - for standard input, or sim:SCENARIO?seed=1. Repeat it to show several \
      feeds as one list with a column for the source.
      """
  )
  var feed: [String] = []

  @OptionGroup var decoding: DecodingOptions

  @OptionGroup var asking: URLOptions

  @Option(help: "Shell command to run with /bin/sh; its output is the list.")
  var shell: String?

  @Option(help: "Where to start: at the start of a recording, or live.")
  var from: Start = .auto

  @Option(help: "Playback speed of a recording; 2 is twice as fast.")
  var speed: Double = 1

  @Option(help: "Show only matching rows, e.g. 'status=failed amount>1000 type~refund'.")
  var filter: String?

  @Option(
    help: """
      Time zone for display, and for times without one: local, utc, +02:00 or a name such as \
      Europe/Berlin.
      """
  )
  var timeZone = "local"

  @Option(
    help: """
      Items of the summary bar: auto, none, or any of count, sum:amount, avg:, min:, max:, by:status, \
      status=failed, rate and last.
      """
  )
  var summary = "auto"

  @Option(help: "Animation level: none, basic or full.")
  var motion: Motion = .full

  @Option(help: "Use colour: auto, always or never.")
  var color: ColorDepth.Choice = .auto

  @Option(
    help: """
      Colour theme: default, ansi, high-contrast, nord, gruvbox, dracula, tokyo-night, catppuccin, \
      solarized, rose-pine, a variant such as catppuccin-latte, or a base16 file.
      """
  )
  var theme = ThemeChoice.standard.name

  @Option(
    help: """
      Columns, such as id,created:ago,Total=amount:money:12: fields with a format, a title, a width; \
      -field hides one, * adds the default ones.
      """
  )
  var columns: String?

  @Flag(
    help: """
      Run no commands and write no files: refuse commands, URLs, --on-change and --record, and do not \
      remember columns. LISTVIEW_SECURE=1 in the environment does the same.
      """
  )
  var secure = false

  @Flag(inversion: .prefixedNo, help: "Remember picked columns for feeds with the same fields.")
  var memory = true

  @Option(
    help: """
      Maximum number of rows to keep, their size in memory (default 1 GiB), or both, such as \
      500000,512MB; the oldest are evicted.
      """
  )
  var limit = LimitOption.standard

  @Option(help: "Record the feed to a file (appends); replay it with --feed.")
  var record: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      When printing changes as lines, continue at the end of the file. Default: only with --until or \
      --on-change.
      """
  )
  var follow: Bool?

  @Option(
    help: """
      Output format if standard output is not a terminal: text or jsonl; with listview diff and --once \
      also json, with --once also csv or markdown.
      """
  )
  var output: OutputFormat = .text

  /// How changes are printed.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, jsonl, csv, markdown
  }

  @OptionGroup var shape: ArrangingOptions

  @OptionGroup var waiting: UntilOptions

  @OptionGroup var telling: ChangeOptions

  @OptionGroup var picking: PickOptions

  @Flag(
    help: "Read the feed to its end, or run the command once, print the table and exit."
  )
  var once = false

  @Flag(help: "Enable mouse support (toggle with m).")
  var mouse = false

  @Argument(
    parsing: .postTerminator,
    help: "Command to run; its output is the list. Comes after --."
  )
  var command: [String] = []

  @Option(
    help: "Seconds between the starts of two runs of the command (default: 2)."
  )
  var every: Double?

  @Option(help: "Maximum duration of a run of the command, in seconds (default: 30).")
  var deadline: Double?

  @Flag(
    help: """
      Run the command once and read its output as a stream. On a screen, and with --follow, it is \
      restarted when it ends; otherwise listview exits with its status.
      """
  )
  var stream = false

  /// Where playing starts.
  enum Start: String, ExpressibleByArgument, CaseIterable {
    case auto, start, live
  }

  mutating func validate() throws {
    if let shell {
      guard command.isEmpty, shell.contains(where: { !$0.isWhitespace }) else {
        throw ValidationError("--shell needs a command: give it here or after --, not both.")
      }
      command = ["/bin/sh", "-c", shell]
    }
    guard speed > 0, speed.isFinite else {
      throw ValidationError("--speed must be greater than 0, such as 0.5, 2 or 1000.")
    }
    try validateFeeds()
    try validateCommand()
    guard !picking.isOn || !once && waiting.until == nil else {
      throw ValidationError("--pick and --multi need the screen: leave out --once and --until.")
    }
    guard !once || waiting.until == nil && telling.onChange == nil && follow != true else {
      throw ValidationError(
        "--once exits at the end of the feed: leave out --until, --on-change and --follow."
      )
    }
    _ = try columnSpec
    _ = try summarySpec
    _ = try themeChoice
    guard TimeZoneName.calendar(timeZone, ProcessEnvironment.variables) != nil else {
      throw ValidationError(
        "--time-zone: unknown time zone \(timeZone): use local, utc, +02:00 or a name such as Europe/Berlin."
      )
    }
    guard limit.isValid else { throw ValidationError("--limit must be at least 1 row.") }
    try validateSecure()
    if let filter {
      do throws(FilterError) {
        _ = try Filter(filter)
      } catch {
        throw ValidationError("--filter:\n\(error.diagnosis(of: filter))")
      }
    }
  }
}

extension Motion: ExpressibleByArgument {}
extension ColorDepth.Choice: ExpressibleByArgument {}
