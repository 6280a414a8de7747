import ArgumentParser
import FeedClients
import FeedValues

import Glibc

/// Rewrites command-line shorthands to long options.
///
/// | Typed | Stands for |
/// |---|---|
/// | `listview FILE…` | `--feed FILE…` |
/// | `listview URL` | `--feed URL` |
/// | `listview env:NAME` | `--feed env:NAME` |
/// | `listview 'ps aux \| grep x'` | `--shell 'ps aux \| grep x'` |
/// | `listview ps aux` | `-- ps aux`, if there is no file `ps` |
/// | `-n 1`, `-n1`, `--interval 1` | `--every 1`, as in watch(1) |
/// | `-f` | `--follow`, as in tail(1) |
/// | `-k id` | `--key id` |
/// | `-w` | `--stream`, as in kubectl |
/// | `-d` | nothing: changes are always marked |
struct TypedArguments {
  /// Returns whether a file exists.
  var isFile: (String) -> Bool = { $0.withPath { access($0, F_OK) } == 0 }
  /// Returns whether a command can be run.
  var isCommand: (String) -> Bool = {
    !$0.contains("/") && SystemFiles.isProgram($0, ProcessEnvironment.variables)
  }

  /// The long names of the options that take a value.
  static let valueOptions: Set<String> = [
    "bind", "columns", "color", "color-row", "count", "deadline",
    "delimiter", "every", "feed", "filter", "format", "from",
    "group", "header", "key", "generate-completion-script", "limit", "motion", "on-change",
    "output",
    "pattern", "query", "record", "rows",
    "shell", "sort", "speed", "summary", "theme", "time-zone", "until", "view", "within",
  ]

  /// The long names of the options that take no value.
  static let flags: Set<String> = [
    "bell", "follow", "no-follow", "help", "help-hidden", "memory", "no-memory", "merge",
    "no-merge", "mouse", "multi",
    "once", "pick",
    "polled", "screen-reader", "secure", "stream", "title", "no-title", "version",
    "experimental-dump-help",
  ]

  private func isKnown(_ option: String) -> Bool {
    guard option.hasPrefix("--") else { return option == "-h" }
    let name = String(option.dropFirst(2).prefix { $0 != "=" })
    return Self.valueOptions.contains(name) || Self.flags.contains(name)
  }

  private static let subcommands: Set<String> = [
    "simulate", "explain", "diff", "config", "actions", "man", "help",
  ]

  /// Rewrites the arguments.
  ///
  /// - Parameter arguments: The arguments after the name of the program.
  /// - Returns: Arguments for the parser.
  /// - Throws: `ValidationError` for a word that is neither a feed nor a command.
  func rewritten(_ arguments: [String]) throws -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    var hasFeed = false
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      if word != "-", word.hasPrefix("-") {
        let option = option(word, &rest)
        result += option
        // The parser reports the misspelt option.
        if let name = option.first, !isKnown(name) { return result }
        continue
      }
      if word == "explain", result.isEmpty {
        result.append(word)
        continue
      }
      if !hasFeed, Self.subcommands.contains(word), !isFile(word) { return result + [word] + rest }
      let isFeed =
        word == "-" || FeedURL.isURL(word) || word.hasPrefix("sim:")
        || word.hasPrefix(ListViewCommand.namedFeed) || isFile(word)
      if isFeed {
        hasFeed = true
        result += ["--feed", word]
      } else if word.contains(where: Self.isShellSign), !isCommand(word), !Self.isHostile(word) {
        guard !hasFeed else { throw Self.noFile(word) }
        result += ["--shell", word]
        hasFeed = true
      } else if !hasFeed, isCommand(word) {
        return result + ["--", word] + rest
      } else if !hasFeed, rest.first.map({ $0.hasPrefix("-") }) ?? true,
        word.contains("/") || word.contains(".")
      {
        result += ["--feed", word]
        hasFeed = true
      } else {
        throw Self.noFile(word)
      }
    }
    return result
  }

  /// An option by its long name, with its value.
  private func option(_ word: String, _ rest: inout ArraySlice<String>) -> [String] {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      let value = word.dropFirst(2 + name.count)
      let long = name == "interval" ? "every" : String(name)
      guard value.isEmpty, Self.valueOptions.contains(long), let next = rest.popFirst() else {
        return ["--\(long)\(value)"]
      }
      return ["--\(long)", next]
    }
    let value = word.dropFirst(2)
    switch word.dropFirst().first {
    case "n", "k":
      let long = word.hasPrefix("-n") ? "--every" : "--key"
      if !value.isEmpty { return [long, String(value.first == "=" ? value.dropFirst() : value)] }
      return [long] + (rest.popFirst().map { [$0] } ?? [])
    case "f" where value.isEmpty: return ["--follow"]
    case "w" where value.isEmpty: return ["--stream"]
    case "d" where value.isEmpty: return []
    default: return [word]
    }
  }

  /// Whether a character has a special meaning to the shell.
  private static func isShellSign(_ character: Character) -> Bool {
    character.isWhitespace || "|&;<>()$`'\"*?~{}".contains(character)
  }

  /// Whether a word contains control characters, which nobody types.
  private static func isHostile(_ word: String) -> Bool {
    word.unicodeScalars.contains { scalar in
      scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
    }
  }

  private static func noFile(_ word: String) -> ValidationError {
    ValidationError(UsageText.noFile(word))
  }
}
