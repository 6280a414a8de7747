import Columns
import FeedValues

/// The texts of actions on rows.
package enum ActText {
  package static let title = "Actions"
  package static let question = "Run this?"
  static let runs = "Run this command?"
  static func runsOn(_ count: Int) -> String { "Run this on \(grouped(count)) rows?" }
  package static func asks(_ action: String, of row: String) -> String { "\(action) · \(row)" }
  package static let isSecure = "--secure: no commands are run"
  package static func notRun(_ name: String, _ reason: String) -> String {
    "\(name): not run: \(reason)"
  }
  package static func began(_ name: String) -> String { "⟳ \(name)" }
  package static func succeeded(_ name: String) -> String { "✓ \(name)" }
  package static func failed(_ name: String, _ reason: String) -> String { "✗ \(name): \(reason)" }
  package static let isGone = "The row is gone."
  package static func hasChanged(_ fields: [String]) -> String {
    "\(fields.joined(separator: ", ")) changed since the key was pressed."
  }
  package static func isPast(_ time: String) -> String {
    time.isEmpty ? "The list is not the current one." : "These are the values of \(time)."
  }
  package static let runKey = "⏎ y"
  package static let run = "run"
  package static func name(_ name: String, andMore count: Int) -> String {
    count > 0 ? "\(name) and \(grouped(count)) more" : name
  }
  package static let copyKey = "copy"
  package static let copyJSON = "copy JSON"
  package static let allRows = "all rows"
  package static func all(_ count: Int) -> String { "act on all \(grouped(count)) rows shown" }
  package static func isAll(_ count: Int) -> String { "All \(grouped(count)) rows shown." }
  package static func tooMany(_ count: Int, most: Int) -> String {
    "\(grouped(count)) rows are too many: \(grouped(most)) at most"
  }
  package static let otherCommand = "other command"
  package static let example = "run COMMAND {FIELD}"
  static let nameOfAction = "NAME"
  package static func output(_ command: String, _ number: Int, of count: Int) -> String {
    "\(number)/\(count) \(command)"
  }
  package static func tooManyOutputs(_ most: Int) -> String {
    "at most \(most) outputs are opened at once: mark fewer rows, or add quiet or once"
  }
  package static func output(_ name: String) -> String { "output of \(name)" }
}

/// The texts of choosers.
package enum ChooserText {
  package static let nothing = "nothing has these letters"
  package static let arrows = "↑ ↓"
  package static let letters = "letters"
  package static let find = "find"
  package static let enter = "⏎"
  package static let escape = "Esc"
  package static let cancel = "cancel"
  package static func found(_ count: Int, of all: Int) -> String {
    "\(grouped(count)) of \(grouped(all))"
  }
}

/// The texts of counts.
package enum CountText {
  /// The name of rows without a value.
  static let none = "(none)"
  package static func chip(_ title: String) -> String { "by \(title)" }
  package static let nothing = "Rows that the filter shows are counted."
  package static let beingCounted = "The rows are being counted."
  package static func counting(_ count: Int, of all: Int) -> String {
    "counting \(grouped(count)) of \(grouped(all))"
  }
  package static func sizes(_ groups: Int, _ rows: Int, columns: Int) -> String {
    columns < 60
      ? "\(grouped(groups))/\(grouped(rows))"
      : "\(plural(groups, "group")) of \(plural(rows, "row"))"
  }
  static let count = "COUNT"
  static let share = "%"
  static let rate = "RATE /s"
  static func title(_ fold: CountSpec.Fold, _ column: String) -> String {
    switch fold {
    case .sum: "\(column) Σ"
    case .avg: "\(column) ⌀"
    default: "\(column) \(fold.rawValue.uppercased())"
    }
  }
}

/// The descriptions of actions in the key hints.
package enum HintText {
  package static let help = "keys"
  package static let quit = "quit"
  package static let select = "select"
  package static let move = "move"
  package static let open = "open"
  package static let pick = "pick"
  package static let pause = "pause"
  package static let play = "play"
  package static let search = "search"
  package static let filter = "filter"
  package static let sort = "sort"
  package static let count = "count"
  package static let group = "group"
  package static let follow = "follow"
  package static let step = "step"
  package static let stepBackForward = "step back / forward"
  package static let nextPrevious = "next, previous"
  package static let clear = "clear"
  package static let close = "close"
  package static let scroll = "scroll"
  package static let page = "a page"
  package static let ends = "ends"
  package static let latest = "latest"
  package static let ten = "ten"
  package static let replay = "replay"
  package static let speed = "speed"
  package static let runNow = "run now"
  package static let details = "details"
  package static let fold = "fold"
  package static let unfold = "unfold"
  package static let act = "act"
  package static let all = "all"
  package static let nextError = "next error"
  package static let previousError = "previous error"
  package static let nextRow = "next row"
  package static let copy = "copy"
  package static let table = "table"
  package static let detail = "detail"
  package static let choose = "choose"
  package static let show = "show"
  package static let order = "order"
  package static let format = "format"
  package static let width = "width"
  package static let reset = "reset"
  package static let rows = "rows"
  package static let groups = "groups"
  package static let back = "back"
  package static let thenBy = "then by"
  package static let onlyThis = "only this"
  package static let without = "without it"
}

/// The mistakes in counts.
package enum CountMistake {
  package static let noField = "expected a field to count by, such as status"
  package static func unknownField(_ name: String, nearest: String?) -> String {
    "no field '\(name)'" + (nearest.map { ": did you mean \($0)?" } ?? "")
  }
  package static let noStep = "expected a width, as in bucket(time, 1m)"
  package static func badStep(_ text: String) -> String {
    "'\(text)' is no width: write 1000, 0.5 or 5m"
  }
  package static func notDivisible(_ field: String, _ step: String) -> String {
    "\(field) cannot be divided by \(step): numbers need a number, times a duration"
  }
  package static func unknownFigure(_ name: String) -> String {
    let folds = CountSpec.Fold.allCases.map { "\($0.rawValue)(FIELD)" }.joined(separator: ", ")
    return "unknown figure '\(name)': use count, share, rate, \(folds)"
  }
  package static func noArgument(_ name: String) -> String {
    "expected a field in parentheses, as in \(name)(bytes)"
  }
  package static func notNumeric(_ field: String, example: String) -> String {
    "\(field) holds words such as \(example), not numbers"
  }
  package static func badWindow(_ text: String) -> String {
    "'\(text)' is no time: write 10s, 1m or 1h"
  }
  package static let tooMany = "too many: the maximum is \(CountSpec.maximumCount)"
  package static let pivotWithFigures = "a pivot shows counts: leave out what follows the colon"
}

/// The mistakes in the items of the summary bar.
package enum SummaryMistake {
  private static let all =
    "count, sum:FIELD, avg:FIELD, min:FIELD, max:FIELD, by:FIELD, FIELD=VALUE, rate, last, p99(FIELD)"
  package static let noItem = "expected an item: use \(all), or auto or none alone"
  package static func unknown(_ item: some StringProtocol) -> String {
    "unknown item '\(item)': use \(all)"
  }
  package static func noField(_ item: some StringProtocol) -> String {
    "expected a field after '\(item)', such as \(item)amount"
  }
  package static func notAlone(_ item: some StringProtocol) -> String {
    "\(item) must be the only item"
  }
  package static let tooMany = "too many items: the maximum is \(SummarySpec.maximumCount)"
}

/// The mistakes in actions and in their commands.
package enum ActionMistake {
  package static let noArrow = "expected KEY [OPTION…] => COMMAND, such as k ask => kill -- {pid}"
  package static let noKey = "expected a key before =>, such as k or ctrl-l"
  package static func unknownKey(_ name: String) -> String {
    "'\(name)' is no key: use a character, ctrl-x, alt-x or f1"
  }
  package static func reservedKey(_ name: String) -> String {
    "\(name) always quits: use another key"
  }
  package static func unknownOption(_ name: String) -> String {
    "unknown option '\(name)': use ask, noask, pane, terminal, quiet, once, stdin:TEXT, for:FIELDS, refresh, stay, quit"
  }
  package static let onceWithoutEach = "once needs a place for all rows, such as {+name}"
  package static let empty = "expected a command, such as kill -- {pid}"
  package static let unclosedBrace = "expected } (write {{ for a brace)"
  package static func unknownPlace(_ name: String) -> String {
    "{\(name)} is no field: write {pid}, or {{ for a brace"
  }
  package static let eachNotAlone = "{+field} must be a word of its own"
  package static func shellSign(_ sign: String) -> String {
    "\(sign) means something to a shell only: begin with \(CommandTemplate.shell)"
  }
  package static let programFromRow = "the program must not come from a row"
}

/// The mistakes in command lines.
package enum CommandMistake {
  package static func unknown(_ name: String, nearest: String?) -> String {
    "unknown command: \(name)" + (nearest == nil ? " (Tab lists commands)" : Mistake.guess(nearest))
  }
  package static func unknownColumn(_ name: String, nearest: String?) -> String {
    "unknown column: \(name)" + (nearest == nil ? " (Tab lists columns)" : Mistake.guess(nearest))
  }
  package static func ambiguous(_ name: String, _ names: [String]) -> String {
    "ambiguous command: \(name) (\(names.joined(separator: ", ")))"
  }
  package static func extraArgument(_ name: String) -> String { "\(name) takes no argument" }
  package static func badArgument(_ text: String, expected: String) -> String {
    "\(text): expected \(expected)"
  }
  package static func noRow(_ what: String) -> String { "no row \(what)" }
  package static func hiddenRow(_ key: String) -> String {
    "the filter hides the row with the key \(key)"
  }
}
