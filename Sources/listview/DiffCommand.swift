import ArgumentParser
import Feeds
import ListViewApp
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
      standard input. The options --key, --rows, --format and --output are those of listview itself; without \
      --key, both lists are identified by the key that the first one shows.

      Deletions stand first, then moves, insertions and updates. A move tells the row's place in \
      the old list and in the new one, counted from 1.

      The exit status is 0 where the lists are equal, 1 where they differ, 2 where there is trouble.
      """
  )

  /// What comes with the command: `--key`, `--rows`, `--format` and `--output` mean the same here.
  @ParentCommand var parent: ListViewCommand

  @Argument(help: "The list before.")
  var old: String

  @Argument(help: "The list after.")
  var new: String

  func run() throws {
    guard old != "-" || new != "-" else {
      throw ValidationError("Only one of the two can be standard input.")
    }
    let isEqual: Bool
    do throws(FeedError) {
      let (before, rule) = try list(of: old, parent.decoding.options)
      var options = parent.decoding.options
      // The same rule for both: a row of the one must not be another one in the other.
      if case .fields(let paths)? = rule, options.key == nil { options.key = paths }
      isEqual = tell(before, try list(of: new, options).rows, rule)
    } catch {
      fail("\(error)", code: 2)
    }
    if !isEqual { throw ExitCode(1) }
  }

  private func list(
    of path: String,
    _ options: FeedDecoder.Options
  ) throws(FeedError) -> (rows: [Row], rule: KeyRule?) {
    var decoder = FeedDecoder(options)
    var list = RowList()
    try WholeFeed(path: path).read { bytes in
      for item in decoder.append(bytes) { list.apply(item) }
    }
    for item in decoder.finish() { list.apply(item) }
    if let bad = decoder.badInput.newest.first {
      fail("\(path): line \(bad.line): \(bad.reason)", code: 2)
    }
    return (list.rows, decoder.keyRule)
  }

  /// Prints the changes; returns whether there are none.
  private func tell(_ before: [Row], _ after: [Row], _ rule: KeyRule?) -> Bool {
    switch parent.output {
    case .text:
      var log = ChangeLog(calendar: parent.calendar)
      let lines = log.lines(from: before, to: after, key: rule)
      for line in lines { print(line) }
      return lines.isEmpty
    case .json:
      let changes = RowChange.changes(from: before, to: after)
      let list = changes.map(\.json).joined(separator: ",\n")
      print(#"{"old":\#(before.count),"new":\#(after.count),"changes":["#)
      if !list.isEmpty { print(list) }
      print("]}")
      return changes.isEmpty
    case .jsonl:
      let changes = RowChange.changes(from: before, to: after)
      for change in changes { print(change.json) }
      return changes.isEmpty
    }
  }
}
