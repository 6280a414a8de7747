import ArgumentParser
import Columns
import FeedClients
import FeedValues
import Glibc
import ListViewParts
import Values

/// The value of `--limit`: `500000`, `512MB`, `500000,512MB`.
struct LimitOption: ExpressibleByArgument, CustomStringConvertible {
  /// The limit.
  let limit: RowLimit

  /// The default: a million rows, and a gibibyte.
  static let standard = LimitOption(RowLimit(rows: 1_000_000, bytes: 1 << 30))

  private init(_ limit: RowLimit) { self.limit = limit }

  init?(argument: String) {
    var (rows, bytes): (Int?, Int?)
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      if let number = Int(part), rows == nil {
        rows = number
      } else if let number = Self.bytes(part), bytes == nil {
        bytes = number
      } else {
        return nil
      }
    }
    let standard = Self.standard.limit
    // A limit of 0 is rejected by validation, with an explanation.
    limit = RowLimit(rows: max(rows ?? standard.rows, 1), bytes: bytes ?? standard.bytes)
    isValid = rows ?? 1 > 0
  }

  /// Whether the limit admits at least one row.
  private(set) var isValid = true

  var description: String { "\(limit.rows)" }

  private static let units: [(name: String, bytes: Int)] = [
    ("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KIB", 1 << 10), ("MIB", 1 << 20),
    ("GIB", 1 << 30),
  ]

  private static func bytes(_ text: Substring) -> Int? {
    let upper = text.uppercased()
    guard let unit = units.first(where: { upper.hasSuffix($0.name) }),
      let number = Int(upper.dropLast(unit.name.count)), number > 0
    else { return nil }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit.bytes)
    return overflows ? nil : bytes
  }
}

/// The seconds that an option gives: `2`, `0.5`, `500ms`, `5m`.
///
/// - Throws: `ValidationError` if the text is neither a number nor a duration.
func seconds(_ text: String) throws -> Double {
  if let seconds = Double(text) ?? DurationText.seconds(text)?.approximation { return seconds }
  throw ValidationError(UsageText.noTime(text))
}

/// The value of an option whose text is parsed.
///
/// - Parameters:
///   - option: The name of the option.
///   - text: The text.
///   - parse: The parser.
/// - Returns: The value.
/// - Throws: `ValidationError` that shows where the mistake is.
func parsed<Value>(
  _ option: String,
  _ text: String,
  _ parse: (String) throws(SettingError) -> Value
) throws -> Value {
  do throws(SettingError) {
    return try parse(text)
  } catch {
    throw ValidationError(UsageText.diagnosis(option, error.diagnosis(of: text)))
  }
}

/// Finds time zones by name.
enum TimeZoneName {
  /// The calendar of a time zone: `local`, `utc`, an offset such as `+02:00`, or a name in the time zone
  /// database such as `Europe/Berlin`.
  ///
  /// - Parameters:
  ///   - name: The name; only those in the database are case-sensitive.
  ///   - environment: The environment variables; `TZ` determines the local zone, and `TZDIR` the location of
  ///     the database.
  /// - Returns: nil if there is no such zone.
  static func calendar(_ name: String, _ environment: [String: String]) -> Calendar? {
    if name.lowercased() == "local" { return local(environment) }
    return Calendar(fixedOffset: name) ?? named(name, environment)
  }

  /// The local time zone: that of `TZ`, otherwise the system's, otherwise UTC.
  ///
  /// Source: tzset(3).
  private static func local(_ environment: [String: String]) -> Calendar {
    guard let variable = environment["TZ"] else {
      return rules(at: "/etc/localtime").map { Calendar($0) } ?? .utc
    }
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.hasPrefix("/") { return rules(at: name).map { Calendar($0) } ?? .utc }
    return named(name, environment) ?? ZoneRules(posix: name).map { Calendar($0) } ?? .utc
  }

  private static func named(_ name: String, _ environment: [String: String]) -> Calendar? {
    let isName = name.utf8.allSatisfy { byte in
      byte.isLetter || byte.isDigit
        || "/_+-".utf8.contains(byte)
    }
    guard isName, !name.isEmpty, !name.hasPrefix("/") else { return nil }
    let folder = environment["TZDIR"] ?? "/usr/share/zoneinfo"
    return rules(at: "\(folder)/\(name)").map { Calendar($0) }
  }

  /// Reads a file of the database; they are all smaller than 1 MiB.
  private static func rules(at path: String) -> ZoneRules? {
    (try? SystemFiles.read(path, upTo: 1 << 20)).flatMap { ZoneRules($0) }
  }
}

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
