package import FeedValues

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
