import ArgumentParser
import Feeds
import ListViewParts
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Says what changed between two files.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what changed between two lists: deletions, moves, insertions, updates.",
    usage: "listview diff OLD NEW [options]",
    discussion: """
      Each file is read to its end; what it holds then is the list. One of them may be - for \
      standard input. The options --key, --rows, --format, --filter, --columns and --output are those of \
      listview itself; without --key, the rows of both lists are identified by the key of the first one.

      Deletions stand first, then moves, insertions and updates. A move tells the row's place in \
      the old list and in the new one, counted from 1.

      The exit status is 0 where the lists are equal, 1 where they differ, 2 where there is trouble.
      """
  )

  /// What comes with the command: `--key`, `--rows`, `--format`, `--filter`, `--columns` and `--output`
  /// mean the same here.
  @ParentCommand var parent: ListViewCommand

  @Argument(help: "The list before.")
  var old: String

  @Argument(help: "The list after.")
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
    guard parent.columns == nil || parent.output == .text else {
      throw ValidationError("--columns is for lines of text.")
    }
    guard old != "-" || new != "-" else {
      throw ValidationError("Only one of the two can be standard input.")
    }
    let isEqual: Bool
    do throws(FeedError) {
      var (before, rule) = try list(of: old)
      var (after, other) = try list(of: new)
      // A row of the one must not be another one in the other.
      if let common = rule ?? other, common != other { after.identify(by: common) }
      if let common = rule ?? other, common != rule { before.identify(by: common) }
      let filter = parent.parsedFilter
      let (old, new) = (before.rows, after.rows)
      isEqual = report(
        old.filter { filter?.matches($0) ?? true },
        new.filter { filter?.matches($0) ?? true },
        rule ?? other
      )
    } catch {
      fail("\(error)", code: 2)
    }
    if !isEqual { throw ExitCode(1) }
  }

  private func list(of path: String) throws(FeedError) -> (list: RowList, rule: KeyRule?) {
    var decoder = FeedDecoder(parent.decoding.options)
    var list = RowList()
    try WholeFeed(path: path).read { bytes in
      for item in decoder.append(bytes) { list.apply(item) }
    }
    for item in decoder.finish() { list.apply(item) }
    if let bad = decoder.badInput.newest.first {
      fail("\(path): line \(bad.line): \(bad.reason)", code: 2)
    }
    return (list, decoder.keyRule)
  }

  /// Prints the changes; returns whether there are none.
  private func report(_ before: [Row], _ after: [Row], _ rule: KeyRule?) -> Bool {
    switch parent.output {
    case .text:
      // It has been validated.
      var log = ChangeLog(calendar: parent.calendar, columns: try? parent.columnSpec)
      let environment = ProcessEnvironment.variables
      let terminal = OutputTerminal(color: parent.color, environment)
      var pager = Pager(terminal, environment, mayRun: !parent.isSecure)
      let lines = log.segments(from: before, to: after, key: rule)
      pager.print(
        lines.map { line in terminal?.text(line) ?? line.map(\.text).joined() }
      )
      return lines.isEmpty
    case .json:
      let changes = RowChange.changes(from: before, to: after)
      let list = changes.map { $0.json() }.joined(separator: ",\n")
      print(#"{"old":\#(before.count),"new":\#(after.count),"changes":["#)
      if !list.isEmpty { print(list) }
      print("]}")
      return changes.isEmpty
    case .jsonl:
      let changes = RowChange.changes(from: before, to: after)
      for change in changes { print(change.json()) }
      return changes.isEmpty
    }
  }
}
