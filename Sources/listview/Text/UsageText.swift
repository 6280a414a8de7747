import Columns
import ListViewParts

/// Error messages about command lines: what is wrong, and what to do.
enum UsageText {
  // MARK: Input

  static let nothingToShow =
    "Nothing to show: give a file, a URL or a command, or pipe into listview."
  static let inputIsTerminal =
    "Standard input is the terminal, which is needed for keys: pipe into listview, or give --feed FILE."
  static let inputTwice = "Standard input can be read only once: give --feed - once."
  static let feedAndCommand = "Give a feed or a command, not both."
  static let emptyFeed = "--feed needs a file, a URL, -, sim:NAME or env:NAME."
  static func noFile(_ word: String) -> String {
    "\(word): no such file or command. Use listview FILE for a file, listview COMMAND for the output "
      + "of a command, or listview 'COMMAND | COMMAND' for the shell."
  }
  static func needsSeveralFeeds(_ option: String) -> String {
    "\(option) needs several feeds: give more, or leave it out."
  }
  static func needsURL(_ option: String) -> String {
    "\(option) needs a URL: give one, or leave it out."
  }
  static func needsCommand(_ option: String) -> String {
    "\(option) needs a command: give one, or leave it out."
  }
  static let shell = "--shell needs a command: give it here or after --, not both."
  static func noTime(_ text: String) -> String {
    "'\(text)' is no time: write seconds, such as 2 or 0.5, or 500ms, 5m, 1h."
  }
  static let every = "--every must be at least 0.05 seconds."
  static let deadline = "--deadline must be greater than 0 seconds."
  static let header = "--header needs a name and a value, such as 'Accept: application/json'."
  static func missingVariable(_ option: String, _ name: some StringProtocol) -> String {
    "\(option): environment variable \(name) is not set: set it first."
  }
  static func notAllowed(_ what: String) -> String {
    "\(what) is not allowed with --secure or LISTVIEW_SECURE."
  }
  static let aCommand = "a command"
  static let aURL = "a URL"
  static func inputIsOutput(_ feed: String) -> String {
    "\(feed): input is also the output: write to another file"
  }
  static func recordsInput(_ record: String, _ feed: String) -> String {
    "\(record): is the feed itself (\(feed)): record to another file"
  }
  static func recordsOutput(_ record: String) -> String {
    "\(record): is standard output: record to another file"
  }

  // MARK: Decoding

  static let key = "--key needs the path of a field, such as id or metadata.uid."
  static let rows = "--rows needs a path, such as .items[] or .data.nodes[]."
  static func pattern(_ error: String, at character: Int) -> String {
    "--pattern: \(error), at character \(character)."
  }
  static func patternGroups(_ pattern: String) -> String {
    "--pattern needs a named group, such as (?<message>.*), or the name of a pattern under "
      + "[patterns] in the configuration file; none is named \(pattern)."
  }
  static let patternSplits = "--pattern splits lines: leave out --format and --delimiter."
  static let delimiter = "--delimiter needs one ASCII character, such as ';', or tab."
  static func delimiterFormat(_ format: String) -> String {
    "--delimiter is for CSV: leave out --format \(format)."
  }
  static let limit = "--limit must be at least 1 row."

  // MARK: View

  static let speed = "--speed must be greater than 0, such as 0.5, 2 or 1000."
  static let sort = "--sort needs a column, such as created, -amount or status,-amount."
  static let group = "--group needs a column, such as status."
  static func timeZone(_ name: String) -> String {
    "--time-zone: unknown time zone \(name): use local, utc, +02:00 or a name such as Europe/Berlin."
  }
  static func unknownTheme(_ name: String, nearest: String?, _ names: [String]) -> String {
    let nearest = nearest.map { " Did you mean \($0)?" } ?? ""
    return "--theme: unknown theme \(name).\(nearest) Use one of \(names.joined(separator: ", ")), "
      + "or a base16 file."
  }
  static func unknownView(_ problem: String) -> String { "--view: \(problem)." }
  /// A message about an invalid value, with the reason given by its parser.
  static func invalid(_ option: String, _ reason: String) -> String { "\(option): \(reason)." }
  /// The place of a mistake in the value of an option, and the mistake.
  static func place(_ error: SettingError, item: Substring? = nil) -> String {
    (item.map { "column '\($0)' " } ?? "") + "at character \(error.offset + 1): \(error)"
  }
  /// A message about an invalid value, with lines that point into the value.
  static func diagnosis(_ option: String, _ lines: String) -> String { "\(option):\n\(lines)" }

  // MARK: Output and actions

  static let pickNeedsScreen =
    "--pick and --multi need the screen: leave out --once and --until."
  static let onceEnds =
    "--once exits at the end of the feed: leave out --until, --on-change and --follow."
  static func outputNeedsEnd(_ output: String) -> String {
    "--output \(output) needs a finite feed: add --once, or use --output jsonl."
  }
  static let columnsNeedText = "--columns needs --output text."
  static func columnsNeedText(_ output: String) -> String {
    "--columns needs --output text: --output \(output) prints whole rows."
  }
  static func columnsNeedTable(_ output: String) -> String {
    "--columns needs a table: --output \(output) prints whole rows."
  }
  static let withinNeedsUntil = "--within needs --until EXPRESSION."
  static let within = "--within must be greater than 0 seconds."
  static let onChangeNeedsCommand =
    "--on-change needs a command, such as 'notify-send listview'."
  static func onChange(_ rule: String, _ reason: String) -> String {
    "--on-change: \(rule): \(reason)"
  }

  // MARK: Subcommands

  static func notAnOption(_ options: [String], of subcommand: String) -> String {
    "\(options.joined(separator: ", ")): not an option of \(subcommand)."
  }
  static let nothingToExplain =
    "Nothing to explain: give a file or a command, or pipe into listview."
  static let explainsOneFeed = "explain reads one feed: give --feed once."
  static func explainURL(_ url: String) -> String {
    "explain reads files and commands: curl -sN '\(url)' | listview explain"
  }
  static let explainSimulation =
    "explain needs a finite feed: listview simulate --count 100 --instant | listview explain"
  static func diffOutput(_ output: String) -> String {
    "--output \(output): diff prints text, json or jsonl."
  }
  static let diffInput = "Only one of the two lists can be standard input."
  static let count = "--count must be at least 1."
  static let instantNeedsCount = "--instant needs --count."
}

/// The sections of the manual page besides the options and keys.
enum ManualText {
  static let closing: [(head: String, entries: [(term: String, text: String)])] = [
    (
      "FILES",
      [
        (
          "$XDG_CONFIG_HOME/listview/config.toml",
          "Option defaults, keys and colours (default: under ~/.config). See listview config."
        ),
        (
          "$XDG_STATE_HOME/listview/columns",
          "Remembered columns, by the names of the fields (default: under ~/.local/state)."
        ),
      ]
    ),
    (
      "ENVIRONMENT",
      [
        ("NO_COLOR, CLICOLOR, CLICOLOR_FORCE", "Whether to use colour, unless --color is given."),
        ("TERM, COLORTERM", "Terminal capabilities."),
        ("LISTVIEW_SECURE", "If set, like --secure: run no commands, write no files."),
        (
          "PAGER",
          "Pager for output of --once, diff and explain that is longer than the window (default: less -FRX); empty for none."
        ),
        ("TZ", "Time zone in which times are shown."),
      ]
    ),
    (
      "EXIT STATUS",
      [
        ("0", "You quit, the feed was read to its end, or a row matched --until."),
        ("1", "No row matched --until before the end, or the command of explain failed."),
        ("64", "Invalid command line."),
        ("66", "The feed cannot be opened."),
        ("69", "No usable terminal, or the client of a URL is not installed."),
        ("73", "The recording cannot be created, or is not a regular file."),
        ("74", "Reading or writing failed."),
        ("78", "Invalid configuration file."),
        ("124", "No row matched --until within the time given with --within."),
        ("127", "The command cannot be run."),
        ("130", "You quit without picking a row (--pick, --multi)."),
      ]
    ),
  ]
}
