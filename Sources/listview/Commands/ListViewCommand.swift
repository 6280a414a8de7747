import Columns
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
    abstract: HelpText.abstract,
    usage: HelpText.usage,
    discussion: HelpText.discussion,
    version: Version.text,
    subcommands: [
      SimulateCommand.self, ExplainCommand.self, DiffCommand.self, ConfigCommand.self,
      ActionsCommand.self,
      ManCommand.self,
    ]
  )

  @Option(help: HelpText.feed)
  var feed: [String] = []

  @OptionGroup var decoding: DecodingOptions

  @OptionGroup var asking: URLOptions

  @Option(help: HelpText.shell)
  var shell: String?

  @Option(help: HelpText.from)
  var from: Start = .auto

  @Option(help: HelpText.speed)
  var speed: Double = 1

  @Option(help: HelpText.filter)
  var filter: String?

  @Option(help: HelpText.timeZone)
  var timeZone = "local"

  @Option(help: HelpText.summary)
  var summary = "auto"

  @Option(help: HelpText.motion)
  var motion: Motion = .full

  @Option(help: HelpText.color)
  var color: ColorDepth.Choice = .auto

  @Option(name: .customLong("color-row"), help: HelpText.colorRow)
  var rowColors: [String] = []

  @Option(help: HelpText.theme)
  var theme = ThemeChoice.standard.name

  @Option(help: HelpText.view)
  var view: String?

  @Option(help: HelpText.columns)
  var columns: String?

  @Flag(help: HelpText.secure)
  var secure = false

  @Flag(inversion: .prefixedNo, help: HelpText.memory)
  var memory = true

  @Option(help: HelpText.limit)
  var limit = LimitOption.standard

  @Flag(inversion: .prefixedNo, help: HelpText.merge)
  var merge = true

  @Option(help: HelpText.record)
  var record: String?

  @Flag(
    inversion: .prefixedNo,
    help: HelpText.follow
  )
  var follow: Bool?

  @Option(help: HelpText.output)
  var output: OutputFormat = .text

  /// The values of `--output`.
  enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, lines, json, jsonl, csv, markdown
  }

  @OptionGroup var arranging: ArrangingOptions

  @Option(help: HelpText.count)
  var count: String?

  @OptionGroup var waiting: UntilOptions

  @OptionGroup var telling: ChangeOptions

  @OptionGroup var picking: PickOptions

  @Option(help: HelpText.bind)
  var bind: [String] = []

  @Flag(help: HelpText.once)
  var once = false

  @Flag(help: HelpText.mouse)
  var mouse = false

  @Flag(help: HelpText.screenReader)
  var screenReader = false

  @Flag(inversion: .prefixedNo, help: HelpText.title)
  var title = true

  @Argument(
    parsing: .postTerminator,
    help: HelpText.command
  )
  var command: [String] = []

  @Option(help: HelpText.every, transform: seconds)
  var every: Double?

  @Option(help: HelpText.deadline, transform: seconds)
  var deadline: Double?

  @Flag(help: HelpText.stream)
  var stream = false

  /// The values of `--from`.
  enum Start: String, ExpressibleByArgument, CaseIterable {
    case auto, start, live
  }

  mutating func validate() throws {
    if let shell {
      guard command.isEmpty, shell.contains(where: { !$0.isWhitespace }) else {
        throw ValidationError(UsageText.shell)
      }
      command = ["/bin/sh", "-c", shell]
    }
    guard speed > 0, speed.isFinite else {
      throw ValidationError(UsageText.speed)
    }
    try resolveFeeds()
    try validateFeeds()
    try validateCommand()
    guard !picking.isOn || !once && waiting.until == nil else {
      throw ValidationError(UsageText.pickNeedsScreen)
    }
    guard !once || waiting.until == nil && telling.onChange == nil && follow != true else {
      throw ValidationError(UsageText.onceEnds)
    }
    _ = try columnSpec
    _ = try summarySpec
    _ = try countSpec
    _ = try boundCommands
    _ = try parsedRowColors
    _ = try themeChoice
    guard TimeZoneName.calendar(timeZone, ProcessEnvironment.variables) != nil else {
      throw ValidationError(UsageText.timeZone(timeZone))
    }
    guard limit.isValid else { throw ValidationError(UsageText.limit) }
    try validateSecure()
    if let filter { _ = try parsed("--filter", filter, Filter.init) }
  }
}

extension Motion: ExpressibleByArgument {}
extension ColorDepth.Choice: ExpressibleByArgument {}
