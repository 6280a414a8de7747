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
