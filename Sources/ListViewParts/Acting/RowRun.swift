package import Columns
package import FeedValues
internal import TerminalCore

/// A command with everything that it gets, ready to be started.
package struct RowRun: Hashable, Sendable {
  /// Its number, by which its end is reported.
  package let number: Int
  /// The name of the action.
  package let name: String
  package let arguments: [String]
  /// Its standard input; nil for nothing.
  package let input: [UInt8]?
  /// Variables for a shell script, in addition to those of the program.
  package let variables: [String: String]
  package let mode: RowCommand.Mode
  package let next: RowCommand.Next?

  /// Prepares an action for rows.
  ///
  /// - Throws: `CommandProblem` if a field is missing, empty or cannot be an argument.
  init(
    _ number: Int,
    _ command: RowCommand,
    on rows: [Row],
    former: CommandTemplate.FormerRow
  ) throws(CommandProblem) {
    (self.number, name, mode, next) = (number, command.name, command.mode, command.next)
    arguments = try command.template.arguments(for: rows, former: former)
    var variables: [String: String] = [:]
    if let row = rows.first, command.template.script != nil {
      variables["LISTVIEW_KEY"] = row.id.description
      variables["LISTVIEW_ROW"] = row.value.json
      row.value.forEachMember { name, value in
        variables["LISTVIEW_" + Self.variableName(name)] =
          value.kind == .string ? value.string : value.json
        return true
      }
      // No variable contains a NUL.
      variables = variables.filter { !$0.value.utf8.contains(0) }
    }
    self.variables = variables
    if let template = command.input {
      input = try template.literal(for: rows, former: former)
    } else if command.template.script != nil {
      input = rows.flatMap { Array($0.value.json.utf8) + [0x0A] }
    } else {
      input = nil
    }
  }

  /// A name of letters, digits and underscores.
  private static func variableName(_ name: String) -> String {
    String(
      name.uppercased().unicodeScalars.map { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789".unicodeScalars.contains(scalar))
          ? Character(scalar) : "_"
      }
    )
  }
}

extension RowCommand {
  /// Prepares the runs for some rows: one for each, or one for all of them.
  ///
  /// - Parameters:
  ///   - rows: The rows; none for a command without fields.
  ///   - number: The number of the first run.
  ///   - former: A row as it was before it changed last; nil if that is not known.
  /// - Returns: The runs.
  /// - Throws: `CommandProblem` of the first row that cannot be acted on; then nothing is run.
  package func runs(
    on rows: [Row],
    from number: Int,
    former: CommandTemplate.FormerRow = { _ in nil }
  ) throws(CommandProblem) -> [RowRun] {
    guard rows.count > 1, !template.takesAllRows, template.script == nil || !isOnce else {
      return [try RowRun(number, self, on: rows, former: former)]
    }
    var runs: [RowRun] = []
    for row in rows {
      runs.append(try RowRun(number + runs.count, self, on: [row], former: former))
    }
    return runs
  }

  /// The fields that the command names and that differ between two versions of a row.
  package func changedFields(from old: Row, to new: Row) -> [String] {
    template.fields.filter { $0.bytes(in: old) != $0.bytes(in: new) }.map(\.name)
  }
}

/// The mark in the margin of a row on which a command was run.
package enum RunMark: Hashable, Sendable {
  case isRunning, hasSucceeded, hasFailed

  var sign: String {
    switch self {
    case .isRunning: "⟳"
    case .hasSucceeded: "✓"
    case .hasFailed: "✗"
    }
  }

  var role: Theme.Role {
    switch self {
    case .isRunning: .accent
    case .hasSucceeded: .success
    case .hasFailed: .failure
    }
  }
}

/// The marks of rows on which commands run, or have ended a moment ago.
package struct RunMarks: Sendable {
  /// The runs under way, by their numbers: the names of the actions, and the rows.
  private var runs: [Int: (name: String, rows: [RowID])] = [:]
  private var marks: [RowID: (mark: RunMark, end: ContinuousClock.Instant?)] = [:]

  /// The time for which the mark of a run that has ended is shown.
  static let duration = Duration.seconds(7)

  package init() {}

  package subscript(row: RowID) -> RunMark? { marks[row]?.mark }

  /// Records that some runs begin: one for each row, or one for all of them.
  package mutating func begin(_ begun: [RowRun], on rows: [RowID]) {
    for (number, run) in begun.enumerated() {
      let rows = begun.count == rows.count ? [rows[number]] : rows
      runs[run.number] = (run.name, rows)
      for row in rows { marks[row] = (.isRunning, nil) }
    }
  }

  /// Records that a run has ended.
  ///
  /// - Returns: The name of its action.
  package mutating func end(
    _ number: Int,
    hasFailed: Bool,
    at instant: ContinuousClock.Instant
  ) -> String {
    guard let run = runs.removeValue(forKey: number) else { return "" }
    for row in run.rows {
      marks[row] = (hasFailed ? .hasFailed : .hasSucceeded, instant + Self.duration)
    }
    return run.name
  }

  /// When a mark is due to go; nil if none is.
  package var nextInstant: ContinuousClock.Instant? {
    marks.isEmpty ? nil : marks.values.compactMap(\.end).min()
  }

  /// Removes the marks that have been there for long enough.
  ///
  /// - Returns: Whether there were any.
  package mutating func expire(at instant: ContinuousClock.Instant) -> Bool {
    guard let next = nextInstant, next <= instant else { return false }
    marks = marks.filter { $0.value.end.map { $0 > instant } ?? true }
    return true
  }
}

extension [Column] {
  /// The column that says what a row is called besides its key: a command or a name; nil if there is none.
  package var naming: Column? {
    first { $0.look == .command }
      ?? first { !$0.isKey && $0.format == .text && FieldWords($0.path.name).isName }
  }
}

extension FieldWords {
  /// Whether the values are what people call things.
  fileprivate var isName: Bool {
    words.last.map { ["name", "names", "title", "subject", "comm"].contains($0) } ?? false
  }
}
