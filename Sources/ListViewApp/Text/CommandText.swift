internal import ListViewParts

/// The texts of the prompt's commands.
package enum CommandText {
  // MARK: Descriptions

  package static let filter =
    "show only matching rows; empty shows all"
  package static let search =
    "go to the next match; empty ends the search"
  package static let goto =
    "go to a row by its number from the top or its key, or to a time, as seek does"
  package static let sort =
    "sort by columns, such as status,-amount: descending with -; empty is feed order"
  package static let sortedColumns = "columns, such as status,-amount"
  package static let group =
    "group by a column, the groups by value, count or sum; empty ungroups"
  package static let count =
    "count by fields, such as path: count, share, sum(bytes); empty shows the rows again"
  package static let summary =
    "items of the summary bar: auto, none, count, sum:amount, status=failed, rate, …"
  package static let seek =
    "go to a time of the feed, or back or forward by a span"
  package static let speed =
    "play N times as fast as recorded"
  package static let columns =
    "columns to show: id,created:ago,Total=amount:money:12,-field,*; empty is automatic"
  package static let color =
    "when to use colour"
  package static let colorRow =
    "colour of rows, such as status=failed => red; empty removes all"
  package static let theme =
    "the colours: default, ansi, nord, gruvbox and others (Tab lists them)"
  package static let bell =
    "ring the bell on changes"
  package static let write =
    "write the marked rows, or those shown, to a new .csv, .json, .jsonl, .log, .md or .txt file"
  package static let run =
    "run a command on the row, such as lsof -p {pid}, with options as an action has them"
  package static let save =
    "keep what is shown as a view: columns, filter, order, groups, counts, colours"
  package static let view =
    "show the rows as a view says (Tab lists them)"
  package static let motion =
    "animation level"
  package static let help =
    "show all keys, or describe a command"

  // MARK: Reports

  package static func description(_ command: String, _ help: String) -> String {
    ":\(command)  \(help)"
  }
  package static func row(_ number: Int, of count: Int) -> String {
    "\(number): there are \(grouped(count))"
  }
  package static func row(withKey key: String) -> String { "with the key \(key)" }
  package static let expectedTime = "-5m, +30s or a time such as 12:03 or 2026-11-21T12:03"
  package static let expectedSpeed = "a number above 0, such as 1/2 or 10"
}
