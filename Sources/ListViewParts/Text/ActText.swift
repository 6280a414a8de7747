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
