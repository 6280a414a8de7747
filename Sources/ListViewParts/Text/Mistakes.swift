import Columns
import FeedValues

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
