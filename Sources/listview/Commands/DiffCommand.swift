import ArgumentParser
import Columns
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import Glibc
import ListViewParts
import TerminalCore
import Values

/// Shows the differences between two files.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: HelpText.Diff.abstract,
    usage: HelpText.Diff.usage,
    discussion: HelpText.Diff.discussion
  )

  /// The parent command, whose options `--key`, `--rows`, `--format`, `--filter`, `--columns` and `--output`
  /// also apply here.
  @ParentCommand var parent: ListViewCommand

  @Argument(help: HelpText.Diff.old)
  var old: String

  @Argument(help: HelpText.Diff.new)
  var new: String

  func run() throws {
    try parent.refuseOptions(
      besides: [
        "--key", "--rows", "--format", "--delimiter", "--filter", "--columns", "--output",
        "--color",
        "--secure",
      ],
      of: "diff"
    )
    guard ![.lines, .csv, .markdown].contains(parent.output) else {
      throw ValidationError(UsageText.diffOutput(parent.output.rawValue))
    }
    guard parent.columns == nil || parent.output == .text else {
      throw ValidationError(UsageText.columnsNeedText)
    }
    guard old != "-" || new != "-" else {
      throw ValidationError(UsageText.diffInput)
    }
    let isEqual: Bool
    do {
      var (before, rule) = try list(of: old)
      var (after, other) = try list(of: new)
      // Both lists must identify rows by the same rule to be comparable: rows without a key by what they contain, as
      // the number of a line in one file says nothing about the other.
      let common = (rule ?? other).map { $0 == .arrival ? .content : $0 }
      if let common, common != other { after.identify(by: IdentityRule(common)) }
      if let common, common != rule { before.identify(by: IdentityRule(common)) }
      let filter = resolvedFilter(for: after.rows, rule: common)
      noteProblems(of: filter, in: [before.rows, after.rows])
      isEqual = report(
        Self.rows(of: before, filter),
        Self.rows(of: after, filter),
        common
      )
    } catch {
      fail("\(error)", code: 2)
    }
    if !isEqual { throw ExitCode(1) }
  }

  /// The filter as the values of a list are read.
  private func resolvedFilter(for rows: FeedRows, rule: KeyRule?) -> Filter? {
    let sample = ColumnChoice.sample(of: rows)
    let columns = ColumnChoice.columns(of: sample, key: rule, calendar: parent.calendar)
    let times = TimeReader(parent.calendar, present: .now)
    return parent.parsedFilter?
      .resolved(in: ListReading(times, columns: columns, rows: rows, isRecorded: true))
  }

  /// The rows that match a filter.
  private static func rows(of list: RowList, _ filter: Filter?) -> [Row] {
    list.rows.filter { filter?.matches($0) ?? true }
  }

  private func list(of path: String) throws -> (list: RowList, rule: KeyRule?) {
    let source = try ListViewCommand.openFile(path, follows: false, CommandRuns())
    var options = parent.decoderOptions
    options.name = path
    var intake = FeedIntake(source, FeedDecoder(options))
    intake.waitsForEnd = true
    let run = try FeedRun(intake)
    var sink = WholeList()
    let list = try run.run(into: &sink)
    if let malformed = run.intake.malformedInput.newest.first {
      fail(NoticeText.malformed(path, line: malformed.line, "\(malformed.reason)"), code: 2)
    }
    for problem in run.intake.keyProblems {
      note("\(path): \(DisplayWidth.cut(problem.description, to: 400))")
    }
    return (list, run.intake.keyRule)
  }

  /// Reports fields that no row of either list has, and comparisons that can hold for no value.
  private func noteProblems(of filter: Filter?, in lists: [FeedRows]) {
    let rows = lists.joined()
    guard !rows.isEmpty else { return }
    if let problem = filter?.typeProblem(in: Array(rows)) { note(problem) }
    let fields = (filter?.fields ?? []) + ((try? parent.columnSpec)?.fields ?? [])
    let unknown = fields.filter { field in
      !rows.contains { field.occurs(in: $0) }
    }
    if !unknown.isEmpty { note(NoticeText.unknownFields(unknown.map(\.text))) }
  }

  /// Prints the changes, and returns whether there are none.
  private func report(_ before: [Row], _ after: [Row], _ rule: KeyRule?) -> Bool {
    switch parent.output {
    case .text:
      // The columns have been validated.
      var log = ChangeLog(calendar: parent.calendar, columns: try? parent.columnSpec)
      let environment = ProcessEnvironment.variables
      let terminal = OutputTerminal(color: parent.color, environment)
      var pager = Pager(terminal, environment, parent.isSecure ? nil : CommandRuns())
      let lines = log.segments(from: before, to: after, key: rule)
      pager.print(lines.map(terminal.text))
      return lines.isEmpty
    case .json:
      let changes = RowChange.changes(from: before, to: after)
      let list = changes.map { $0.json() }.joined(separator: ",\n")
      print(#"{"old":\#(before.count),"new":\#(after.count),"changes":["#)
      if !list.isEmpty { print(list) }
      print("]}")
      return changes.isEmpty
    case .lines, .jsonl, .csv, .markdown:
      let changes = RowChange.changes(from: before, to: after)
      for change in changes { print(change.json()) }
      return changes.isEmpty
    }
  }
}

/// The final list of a feed.
private struct WholeList: FeedSink {
  private var list = RowList()
  /// Whether all rows came one by one, so that the newest is first: a file of them is read downwards like a list.
  private var isNewestFirst = true
  private var isOver = false

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) {
    for item in items {
      if case .upsert = item {} else { isNewestFirst = false }
      list.apply(item)
    }
  }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    if let failure { throw failure }
    if isNewestFirst { list.apply(.snapshot(Snapshot(rows: list.rows.reversed()))) }
    isOver = true
  }

  func turn(_ run: FeedRun) -> FeedTurn<RowList> { isOver ? .end(list) : .goOn }
}

/// A run of the command of `--on-change`.
///
/// Its input is in memory; its output is discarded, except for one informative line of its errors. When this
/// value is released, the run ends along with everything it started.
struct ChangeCommand {
  private let process: ChildProcess

  /// Starts `/bin/sh -c COMMAND`.
  ///
  /// - Parameters:
  ///   - command: The command as given by the user; nothing from a feed is inserted into it.
  ///   - changes: The changes, which it receives as standard input and in its environment.
  ///   - runs: The commands that are running, to which it is added.
  /// - Throws: `FeedError.system` if it cannot be started.
  init(_ command: String, _ changes: ChangeDigest, _ runs: CommandRuns) throws(FeedError) {
    process = try ChildProcess(
      ["/bin/sh", "-c", command],
      input: .bytes(Array(changes.text.utf8)),
      .discarded,
      adding: Dictionary(changes.environment.map { ($0.name, $0.value) }) { $1 },
      runs: runs
    )
  }

  /// The descriptor of its standard error; non-blocking.
  var errors: Int32 { process.errors }

  /// Reads the available errors, and returns without waiting whether the run has ended.
  func hasEnded() -> Bool {
    // Reading after the check is safe: whatever was written before the end is then in the pipe.
    defer { process.readErrors() }
    return process.hasEnded()
  }

  /// A description of how the run failed; nil if it succeeded or has not ended.
  var failure: String? {
    process.failure.map { process.errorLine.isEmpty ? $0 : "\($0): \(process.errorLine)" }
  }
}
