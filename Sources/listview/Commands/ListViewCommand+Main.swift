import ArgumentParser
import CTTY
import FeedClients
import FeedValues
import ListViewParts
import Preferences

import Glibc

extension ListViewCommand {
  /// Parses the user's defaults and then the command line, which takes precedence.
  static func main() {
    let arguments = ProcessArguments.taken()
    Standard.fillGaps()
    tty_check_output_at_exit("listview", NoticeText.standardOutput)
    // Exceeding the file size limit is reported as an error of the write.
    signal(SIGXFSZ, SIG_IGN)
    if arguments.count == 1, let word = arguments.first { showHelp(asked: word) }
    do {
      let given = try TypedArguments().rewritten(arguments)
      let (defaults, arguments) = try configured(given)
      var command = try parseAsRoot(defaults + arguments)
      try command.run()
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    } catch {
      // The parser fails if there is no room for text beside the names of options.
      setenv("COLUMNS", "\(messageWidth)", 1)
      let code = exitCode(for: error)
      if code.isSuccess { exit(withError: error) }
      tty_check_output()
      let message = withoutFarGuess(fullMessage(for: error))
      if !message.isEmpty { complain(message) }
      Glibc.exit(code.rawValue)
    }
  }

  /// Prints the help that a word asks for, and exits; returns if it asks for none.
  private static func showHelp(asked word: String) {
    switch word {
    case "-h", "--help": print(ShortHelp.text(of: _dumpHelp(), width: messageWidth), terminator: "")
    case "--help-all": print(helpMessage(columns: messageWidth))
    default: return
    }
    Glibc.exit(0)
  }

  /// The width of help and messages: that of `COLUMNS` or of the window, within limits.
  private static var messageWidth: Int {
    var (columns, lines): (Int32, Int32) = (80, 24)
    let asked = ProcessEnvironment.variables["COLUMNS"].flatMap { Int($0) }
    if asked == nil { _ = tty_window_size(STDOUT_FILENO, &columns, &lines) }
    return min(max(asked ?? Int(columns), 40), 1_000)
  }

  /// An error message without the parser's suggestion if that is too dissimilar, such as `--rows` for `--bogus`.
  private static func withoutFarGuess(_ message: String) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 4, parts[2] == ". Did you mean ",
      Spelling.nearest(to: String(parts[1]), among: [String(parts[3])]) == nil
    else { return message }
    return message.replacing(" Did you mean '\(parts[3])'?", with: "", maxReplacements: 1)
  }

  /// The options that the configuration file may contain.
  static let configurableOptions = [
    "bell", "color", "color-row", "deadline", "every", "from", "limit", "motion", "mouse", "speed",
    "summary",
    "theme",
    "time-zone",
  ]

  /// The options in the configuration file as command-line arguments, and the command line with the names of
  /// patterns and rules replaced by their values.
  ///
  /// Options of the configuration file do not apply to subcommands or to `--help` and similar options; those
  /// of commands apply only to a command line with a command.
  private static func configured(
    _ given: [String]
  ) throws -> (defaults: [String], arguments: [String]) {
    let words = given.prefix { $0 != "--" }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    let isSubcommand = words.contains(where: names.contains)
    guard !isSubcommand || words.contains("--pattern"), Set(words).isDisjoint(with: asking) else {
      return ([], given)
    }
    let file = try PreferencesFile.read(ProcessEnvironment.variables)
    var named = given
    for (option, texts) in [
      ("--pattern", file.preferences.patterns), ("--on-change", file.preferences.rules),
      ("--until", file.preferences.rules),
    ] {
      guard let position = words.firstIndex(of: option), position + 1 < words.endIndex,
        let text = texts[words[position + 1]]
      else { continue }
      named[position + 1] = text
    }
    guard !isSubcommand else { return ([], named) }
    let view = try arguments(ofViewIn: words, file.preferences.views)
    let hasCommand =
      words.count < given.count || words.contains("--shell")
      || words.contains { FeedURL.isURL($0) || $0.hasPrefix(namedFeed) }
    var arguments: [String] = []
    let replaced = Set((words + view).map { String($0.prefix { $0 != "=" }) })
    for option in file.preferences.options {
      // Rules are given together, and replaced together.
      if option.name == "color-row", replaced.contains("--color-row") { continue }
      guard hasCommand || !["every", "deadline"].contains(option.name) else { continue }
      try file.check(option)
      arguments += option.arguments
    }
    return (arguments + view, named)
  }

  /// The options of the view that is asked for, without those that are given besides.
  ///
  /// - Throws: `ValidationError` if there is no such view.
  private static func arguments(
    ofViewIn words: ArraySlice<String>,
    _ views: [NamedView]
  ) throws -> [String] {
    var name: String?
    for (offset, word) in zip(words.indices, words) {
      if word == "--view", words.index(after: offset) < words.endIndex {
        name = words[offset + 1]
      } else if word.hasPrefix("--view=") {
        name = String(word.dropFirst(7))
      }
    }
    guard let name else { return [] }
    guard let view = views.first(where: { $0.name == name }) else {
      throw ValidationError(UsageText.unknownView(views.problem(of: name)))
    }
    let given = Set(words.map { $0.prefix { $0 != "=" } })
    return view.arguments { given.contains($0[...]) }
  }

  private static let asking: Set<String> = ["-h", "--help", "--version", "--help-hidden"]
}

extension PreferencesFile {
  /// Checks that the command line accepts the value of an option.
  fileprivate func check(_ option: Preferences.Option) throws {
    do {
      // An option of commands is valid only if there is a command.
      _ = try ListViewCommand.parse(option.arguments + ["--", "true"])
    } catch {
      let reason = ListViewCommand.message(for: error)
      throw Failure(path: path, reason: "\(option.position): options.\(option.name): \(reason)")
    }
  }
}
