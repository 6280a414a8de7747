import Columns
internal import ListViewParts
internal import TerminalCore

/// A command that can be entered at the prompt.
///
/// Each command is an entry in one of the lists that make up ``all``.
struct Command: Sendable {
  typealias Completion = @Sendable (_ completer: Completer, _ argument: String) -> [String]
  typealias Run =
    @Sendable (
      _ app: inout App, _ argument: String, _ instant: ContinuousClock.Instant
    ) throws(SettingError) -> [App.Effect]

  let name: String
  /// The placeholder of the argument in the help: `N`, or `[FILTER]` if it may be omitted; empty for commands
  /// without an argument.
  let argument: String
  let help: String
  /// Returns the completions of the argument, each of which replaces all of it.
  let complete: Completion
  /// Carries out the command.
  ///
  /// The offset of an error is relative to the start of the argument.
  let run: Run
  /// The equivalent action; nil if there is none.
  let action: Action?

  init(
    _ name: String,
    _ argument: String,
    _ help: String,
    action: Action? = nil,
    complete: @escaping Completion = { _, _ in [] },
    run: @escaping Run
  ) {
    (self.name, self.argument, self.help) = (name, argument, help)
    self.action = action ?? KeyMap.standard.bindings.first { $0.action.name == name }?.action
    (self.complete, self.run) = (complete, run)
  }

  /// All commands by name; a command replaces an action of the same name.
  static let all: [Command] = {
    let own = findCommands + arrangementCommands + feedCommands + screenCommands + programCommands
    let names = Set(own.map(\.name))
    let actions = KeyMap.standard.bindings.filter { !names.contains($0.action.name) }
    return (own + actions.map(Command.init)).sorted { $0.name < $1.name }
  }()

  /// The commands that take an argument or have no action, such as `goto ROW`, and their effects.
  static let described: [(name: String, help: String)] = {
    let names = Set(KeyMap.standard.bindings.map(\.action.name))
    let commands = all.filter { !$0.argument.isEmpty || !names.contains($0.name) }
    return commands.map { command in
      (
        command.argument.isEmpty ? command.name : "\(command.name) \(command.argument)",
        command.help
      )
    }
  }()

  /// Creates the command of an action.
  private init(_ binding: KeyBinding) {
    self.init(binding.action.name, "", binding.help, action: binding.action) { app, _, instant in
      app.perform(binding.action, at: instant)
    }
  }

  /// The names of commands in vi.
  private static let aliases = [
    "q": "quit", "q!": "quit", "qa": "quit", "qa!": "quit", "x": "quit", "exit": "quit",
    "w": "write",
  ]

  /// The command with a name, or with an unambiguous prefix of one.
  static func named(_ name: String) throws(SettingError) -> Command {
    let name = aliases[name] ?? name
    if let command = all.first(where: { $0.name == name }) { return command }
    let candidates = all.filter { $0.name.hasPrefix(name) }
    if candidates.count > 1 {
      throw SettingError(CommandMistake.ambiguous(name, candidates.map(\.name)))
    }
    if let command = candidates.first { return command }
    let nearest = Spelling.nearest(to: name, among: all.map(\.name))
    throw SettingError(CommandMistake.unknown(name, nearest: nearest))
  }

  var needsArgument: Bool { !argument.isEmpty && !argument.hasPrefix("[") }
}

extension App {
  /// The column with a name.
  ///
  /// - Throws: `SettingError` with the most similar name if there is no such column.
  mutating func column(
    of name: String,
    at instant: ContinuousClock.Instant
  ) throws(SettingError) -> Column {
    if let column = columns.columns.named(name) { return column }
    do throws(SettingError) {
      if let expression = try Expression.unlessName(name),
        hasFields([DerivedField(expression)], at: instant),
        let column = columns.columns.named(expression.text)
      {
        return column
      }
    } catch {
      throw SettingError(CommandMistake.badArgument(name, expected: error.description))
    }
    let nearest = Spelling.nearest(to: name, among: completer.columnNames)
    throw SettingError(CommandMistake.unknownColumn(name, nearest: nearest))
  }

  /// Carries out a command line, which consists of a name and optionally an argument after a space.
  mutating func run(
    _ line: String,
    at instant: ContinuousClock.Instant
  ) throws(SettingError) -> [Effect] {
    let lead = line.prefix { $0.isWhitespace }.count
    let name = line.dropFirst(lead).prefix { !$0.isWhitespace }
    let rest = line.dropFirst(lead + name.count)
    let space = rest.prefix { $0.isWhitespace }.count
    let argument = String(rest.trimming)
    // As in many editors, a number alone selects a row.
    let isNumber = !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber }
    let start = isNumber ? lead : lead + name.count + space
    do throws(SettingError) {
      guard !name.isEmpty else { return [] }
      if isNumber, argument.isEmpty {
        return try Command.named("goto").run(&self, String(name), instant)
      }
      let words = argument.split { $0.isWhitespace }.map { String($0) }
      if let action = command(named: String(name))?.taking(words) {
        return act(action, at: instant)
      }
      let command: Command
      do throws(SettingError) {
        command = try Command.named(String(name))
      } catch {
        throw error.moved(by: lead - start)
      }
      if command.needsArgument, argument.isEmpty {
        throw SettingError(Mistake.expected("\(command.name) \(command.argument)"))
      }
      if command.argument.isEmpty, !argument.isEmpty {
        throw SettingError(CommandMistake.extraArgument(command.name))
      }
      return try command.run(&self, argument, instant)
    } catch {
      throw error.moved(by: start)
    }
  }
}
