public import ArgumentParser
import Columns
import FeedFormats
import FeedValues
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

/// Rejects or reports options that have no effect, so that none is ignored silently.
extension ListViewCommand {
  /// An option, and whether it is given.
  private typealias Given = (name: String, isGiven: Bool)

  /// The options of the main command, and whether each differs from its default.
  private var givenOptions: [Given] {
    [
      ("--time-zone", timeZone != "local"),
      ("--feed", !feed.isEmpty), ("--key", decoding.key != nil), ("--rows", decoding.rows != nil),
      ("--format", decoding.format != .auto), ("--delimiter", decoding.delimiter != nil),
      ("--pattern", decoding.pattern != nil), ("--header", !asking.header.isEmpty),
      ("--query", asking.query != nil), ("--shell", shell != nil),
      ("--from", from != .auto), ("--speed", speed != 1),
      ("--filter", filter != nil), ("--summary", summary != "auto"), ("--motion", motion != .full),
      ("--color", color != .auto), ("--color-row", !rowColors.isEmpty),
      ("--theme", theme != ThemeChoice.standard.name),
      ("--view", view != nil), ("--columns", columns != nil), ("--no-memory", !memory),
      ("--no-merge", !merge),
      ("--limit", limit.limit != LimitOption.standard.limit), ("--record", record != nil),
      ("--follow", follow != nil), ("--output", output != .text), ("--sort", arranging.sort != nil),
      ("--group", arranging.group != nil), ("--count", count != nil),
      ("--bind", !bind.isEmpty), ("--until", waiting.until != nil),
      ("--within", waiting.within != nil), ("--on-change", telling.onChange != nil),
      ("--bell", telling.bell), ("--pick", picking.pick), ("--multi", picking.multi),
      ("--once", once), ("--mouse", mouse), ("--secure", secure),
      ("--no-title", !title), ("--screen-reader", screenReader),
      ("--every", every != nil),
      ("--deadline", deadline != nil), ("--stream", stream),
      ("-- COMMAND", !command.isEmpty && shell == nil),
    ]
  }

  /// Rejects options that a subcommand does not have.
  ///
  /// - Parameters:
  ///   - names: The options of the subcommand.
  ///   - subcommand: The name of the subcommand.
  /// - Throws: `ValidationError` with the names of the rejected options.
  func refuseOptions(besides names: Set<String>, of subcommand: String) throws {
    let others = givenOptions.filter { $0.isGiven && !names.contains($0.name) }.map(\.name)
    guard !others.isEmpty else { return }
    throw ValidationError(UsageText.notAnOption(others, of: subcommand))
  }

  /// Rejects options that printing changes as lines does not support, and reports those without effect.
  ///
  /// - Parameter arguments: The command line, without options from the configuration file.
  /// - Throws: `ValidationError` for options that would affect what is printed.
  func checkLineOutput(_ arguments: [String]) throws {
    if arranging.sort != nil && count == nil || arranging.group != nil {
      let name = arranging.sort == nil ? "--group" : "--sort"
      note(NoticeText.noEffectOnLines(name))
    }
    guard columns == nil || output == .text || computesColumns else {
      throw ValidationError(UsageText.columnsNeedText(output.rawValue))
    }
    reportUnused(Self.screenOptions + (color == .always ? ["--color"] : []), arguments)
  }

  /// Whether the columns are more than the rows have by themselves.
  private var computesColumns: Bool {
    columns.flatMap { try? ColumnSpec($0) }?.derived.isEmpty == false
  }

  /// The options that only affect the screen.
  private static let screenOptions = [
    "--speed", "--from", "--summary", "--motion", "--theme", "--mouse", "--bell",
    "--color-row", "--title", "--no-title",
  ]

  /// Rejects options that printing a table once does not support, and reports those without effect.
  func checkOnceOutput(_ arguments: [String]) throws {
    guard columns == nil || [.text, .csv, .markdown].contains(output) || computesColumns else {
      throw ValidationError(UsageText.columnsNeedTable(output.rawValue))
    }
    reportUnused(Self.screenOptions, arguments)
  }

  private func reportUnused(_ names: [String], _ arguments: [String]) {
    let words = Set(arguments.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } })
    let unused = names.filter { words.contains($0[...]) }
    guard !unused.isEmpty else { return }
    note(NoticeText.noEffectWithoutScreen(unused))
  }
}
