import ArgumentParser
import CTTY
import Preferences

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ListViewCommand {
  /// Reads the user's defaults, then the command line, which outweighs them.
  static func main() {
    Standard.fillGaps()
    tty_check_output_at_exit()
    // A file that has become too large is reported by who writes it.
    signal(SIGXFSZ, SIG_IGN)
    let given = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try parseAsRoot(defaults(for: given) + given)
      try command.run()
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    } catch {
      let error = placing(error)
      let code = exitCode(for: error)
      if code.isSuccess { exit(withError: error) }
      let message = fullMessage(for: error)
      if !message.isEmpty { complain(message) }
      Glibc.exit(code.rawValue)
    }
  }

  /// An error, or, where something stands alone on the command line, one that says where it belongs.
  private static func placing(_ error: any Error) -> any Error {
    let message = message(for: error)
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard message.contains("nexpected argument"), parts.count >= 3, !parts[1].hasPrefix("-") else {
      return error
    }
    // The words are quoted one by one.
    let words = stride(from: 1, to: parts.count - 1, by: 2).map { String(parts[$0]) }
    return ValidationError(
      "\(message). To show a file, write --feed \(words[0]); to show what a command prints, write "
        + "-- \(words.joined(separator: " "))."
    )
  }

  /// The options that a configuration file may give.
  static let configurableOptions = [
    "bell", "color", "deadline", "every", "from", "limit", "motion", "mouse", "speed", "summary",
  ]

  /// The options of the configuration file as the command line takes them; none for a subcommand, for
  /// what is asked of the program itself, and for what a command line without a command does not take.
  private static func defaults(for given: [String]) throws -> [String] {
    let words = given.prefix { $0 != "--" }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !words.contains(where: names.contains), Set(words).isDisjoint(with: asking) else {
      return []
    }
    let file = try PreferencesFile.read(ProcessEnvironment.variables)
    let hasCommand = words.count < given.count
    var arguments: [String] = []
    for option in file.preferences.options {
      guard hasCommand || !["every", "deadline"].contains(option.name) else { continue }
      try file.check(option)
      arguments += option.arguments
    }
    return arguments
  }

  private static let asking: Set<String> = ["-h", "--help", "--version", "--help-hidden"]
}

extension PreferencesFile {
  /// Sees to it that the command line takes an option's value.
  fileprivate func check(_ option: Preferences.Option) throws {
    do {
      // An option of commands is right only where there is one.
      _ = try ListViewCommand.parse(option.arguments + ["--", "true"])
    } catch {
      let reason = ListViewCommand.message(for: error)
      throw Failure(path: path, reason: "\(option.position): options.\(option.name): \(reason)")
    }
  }
}
