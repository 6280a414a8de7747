import ArgumentParser
import FeedSimulator
import FeedFormats
import FeedValues

/// The descriptions of the options in `--help` and the manual page.
enum HelpText {
  static let abstract =
    "Show a live view of a list: rows as they are inserted, deleted, moved and updated."
  static let usage = """
    listview [options] FILE…
    listview [options] URL
    listview [options] COMMAND [ARGUMENT…]
    listview [options] 'COMMAND | COMMAND'
    COMMAND | listview [options]
    """
  static let discussion = """
    A feed is JSON, CSV, a table, a log or plain lines. A JSON array or {"at": TIME, "rows": [...]} is \
    the whole list; any other object is one row, which is inserted, or updated if its key is known. A \
    file of snapshots is replayed from its start at the recorded pace (2 s a step at most), then followed.

    If standard output is not a terminal, changes are printed as lines: + inserted, - deleted, > \
    moved, ~ updated.

    A URL is read by a client for its protocol: http and https (event streams, JSON streams, \
    documents), redis, postgres, mqtt, kafka and nats. An argument that is neither a file nor a URL is \
    a command; if it contains blanks or shell characters, the shell runs it. Use --feed FILE or -- \
    COMMAND if an argument could be both.

    Short options: -n SECONDS is --every (as in watch), -f --follow (tail), -w --stream (kubectl), -k \
    --key; -d is accepted and always on.

    On the screen, ? shows all keys and q quits.
    """

  // MARK: Input

  static let feed: ArgumentHelp = """
    File to follow, URL, env:NAME for the URL in an environment variable, - for standard input, or \
    sim:SCENARIO?seed=1. Repeat it to show several feeds as one list with a column for the source.
    """
  static let key: ArgumentHelp = """
    Fields that identify a row, such as id or metadata.uid, separated by commas; none makes every \
    line its own row. Default: inferred from the rows (see listview explain).
    """
  static let rows: ArgumentHelp =
    "Path to the rows inside each value, such as .items[], or .payload to unwrap it."
  static let format: ArgumentHelp =
    "Feed format: \(FeedFormat.allCases.map(\.rawValue).joined(separator: ", "))."
  static let delimiter: ArgumentHelp =
    "Separator of CSV: one character, or tab. Default: detected."
  static let pattern: ArgumentHelp = """
    Regular expression that splits lines into fields, such as '(?<time>\\S+) (?<level>\\w+) \
    (?<message>.*)', or the name of one under [patterns] in the configuration file.
    """
  static let header: ArgumentHelp = """
    HTTP request header, such as 'Accept: application/json'; may be repeated. $NAME is replaced by \
    an environment variable, which keeps secrets off the command line.
    """
  static let query: ArgumentHelp =
    "Query of a postgres:// feed, such as 'SELECT * FROM orders ORDER BY id'."
  static let shell: ArgumentHelp = "Shell command to run with /bin/sh; its output is the list."
  static let command: ArgumentHelp = "Command to run; its output is the list. Comes after --."
  static let every: ArgumentHelp =
    "Seconds between the starts of two runs of the command, or 500ms, 5m (default: 2)."
  static let deadline: ArgumentHelp = """
    Maximum duration of a run of the command, and of the silence of a list from a URL, in seconds \
    (default: 30).
    """
  static let stream: ArgumentHelp = """
    Run the command once and read its output as a stream. On a screen, and with --follow, it is \
    restarted when it ends; otherwise listview exits with its status.
    """
  static let limit: ArgumentHelp = """
    Maximum number of rows to keep of a stream, their size in memory (default 1 GiB), or both, such as \
    500000,512MB; the oldest are evicted. A snapshot is kept whole.
    """
  static let record: ArgumentHelp = "Record the feed to a file (appends); replay it with --feed."
  static let secure: ArgumentHelp = """
    Run no commands and write no files: refuse commands, URLs, --on-change and --record, and do not \
    remember columns. LISTVIEW_SECURE=1 in the environment does the same.
    """

  // MARK: View

  static let from: ArgumentHelp = "Where to start: at the start of a recording, or live."
  static let speed: ArgumentHelp = "Playback speed of a recording; 2 is twice as fast."
  static let filter: ArgumentHelp =
    "Show only matching rows, such as 'status=failed amount>1000 type~refund'."
  static let sort: ArgumentHelp =
    "Sort by columns, given by title, name or path: status,-amount. A leading - sorts descending."
  static let group: ArgumentHelp =
    "Group by a column, with counts and sums; 'status by count' or 'by sum' has the largest group first."
  static let actions = "Print the actions on rows as a section of the configuration."
  static let bind: ArgumentHelp = """
    An action on the selected row: KEY [OPTION…] => COMMAND, as in 'ctrl-l pane => lsof -p {pid}'; \
    listview actions prints all of them.
    """
  static let count: ArgumentHelp = """
    Count rows by fields, as in path: count, share, sum(bytes), p90(latency), \
    errors=count where status>=500; bucket(time, 1m) is a range, path > status a table of both.
    """
  static let columns: ArgumentHelp = """
    Columns, such as id,created:ago,Total=amount:money:12: fields with a format, a title, a width; \
    -field hides one, * adds the default ones.
    """
  static let view: ArgumentHelp = """
    View to show: columns, filter, order, groups and counts under a name, which :save NAME writes into \
    the configuration file. Options beside it come before it.
    """
  static let merge: ArgumentHelp = "Merge several feeds by time if all their rows have times."
  static let screenReader: ArgumentHelp = """
    Say what changes in sentences, one a second at most, instead of drawing a screen, as on a terminal \
    with ACCESSIBLE=1 in the environment. With --once each row is a line of titles and values.
    """
  static let title: ArgumentHelp =
    "Show the name of the feed and the number of rows in the title of the window."
  static let memory: ArgumentHelp = "Remember picked columns for feeds with the same fields."
  static let summary: ArgumentHelp = """
    Items of the summary bar: auto, none, or any of count, sum:amount, avg:, min:, max:, by:status, \
    status=failed, rate and last.
    """
  static let timeZone: ArgumentHelp = """
    Time zone for display, and for times without one: local, utc, +02:00 or a name such as \
    Europe/Berlin.
    """
  static let motion: ArgumentHelp = "Animation level: none, basic or full."
  static let color: ArgumentHelp = "Use colour: auto, always or never."
  static let colorRow: ArgumentHelp = """
    Colour of rows by a rule, such as 'status=failed => red': FILTER => red, amber, green, blue, accent, \
    dim, or a colour under [theme]; may be repeated, the first rule that matches counts.
    """
  static let theme: ArgumentHelp = """
    Colour theme: default, ansi, high-contrast, nord, gruvbox, dracula, tokyo-night, catppuccin, \
    solarized, rose-pine, a variant such as catppuccin-latte, or a base16 file.
    """
  static let mouse: ArgumentHelp = "Enable mouse support (toggle with m)."

  // MARK: Output and actions

  static let output: ArgumentHelp = """
    Output format if standard output is not a terminal: text, jsonl, or lines for the lines of a log as they were; with \
    listview diff and --once also json, with --once also csv or markdown.
    """
  static let follow: ArgumentHelp = """
    When printing changes as lines, continue at the end of the file. Default: only with --until or \
    --on-change.
    """
  static let once: ArgumentHelp =
    "Read the feed to its end, or run the command once, print the table and exit."
  static let until: ArgumentHelp = """
    Exit 0 as soon as a row matches a filter, such as 'status=failed', or makes a transition, such as \
    'status: pending→failed'; exit 1 if the feed ends or you quit first.
    """
  static let within: ArgumentHelp =
    "Exit 124 if no row matches --until within this many seconds, or 10m."
  static let onChange: ArgumentHelp = """
    Shell command to run on changes, at most every 2 seconds. It gets the changes as lines on standard \
    input, and LISTVIEW_INSERTED, LISTVIEW_DELETED, LISTVIEW_CHANGED and LISTVIEW_KEY in its \
    environment. 'status: pending→failed => COMMAND' runs it on that transition only; without a \
    command the transition is reported. Or the name of a rule under [rules] in the configuration file.
    """
  static let bell: ArgumentHelp = "Ring the terminal bell on changes, at most once a second."
  static let pick: ArgumentHelp = """
    Print the selected row and exit when you press Enter, so that listview can be used in a pipe: its \
    key, or with --output the row as json, jsonl, csv or markdown. What you type filters the rows at \
    once; Esc gives the keys their usual meaning. Exits 130 if you quit instead.
    """
  static let multi: ArgumentHelp =
    "Like --pick, but print all marked rows (mark with Tab, or v after Esc)."
}

extension HelpText {
  /// `--help` without what `--help-all` adds.
  enum Short {
    /// Command lines that work as they are, given such a file or command.
    static let examples = [
      (command: "listview app.log", text: "follow a log or any other file"),
      (command: "listview ps aux", text: "run a command every two seconds"),
      (command: "journalctl -f | listview", text: "read a stream"),
      (command: "listview sim:payments", text: "try it without data"),
      (command: "listview --filter 'level>=error' app.log", text: "only the errors"),
      (command: "listview --once --sort=-%CPU ps aux", text: "print a table and exit"),
    ]
    static let usage = "USAGE: listview [options] FILE… | URL | COMMAND [ARGUMENT…]"
    static let source = "SOURCE"
    static let show = "SHOW"
    static let find = "FIND"
    static let output = "OUTPUT"
    static let react = "REACT"
    static let more = [
      "On the screen, ? shows all keys and q quits.",
      "listview --help-all has all of every option and the subcommands; listview man is the manual, "
        + "--version the version, --help this text.",
    ]
  }

  /// `listview explain`.
  enum Explain {
    static let abstract =
      "Explain how a feed is interpreted: its format, key and columns, and why."
    static let usage = """
      listview explain FILE [options]
      COMMAND | listview explain [options]
      listview explain [options] -- COMMAND
      """
    static let discussion = """
      The feed is read to its end. The options --key, --rows and --format work as in listview itself. \
      A command after -- is run once; its output is the whole list.
      """
    static let polled: ArgumentHelp =
      "Read the feed as the output of one run of a command, which is the whole list."
  }

  /// `listview diff`.
  enum Diff {
    static let abstract =
      "Show the differences between two lists: deletions, moves, insertions, updates."
    static let usage = "listview diff OLD NEW [options]"
    static let discussion = """
      Each file is read to its end; the list is what it contains then. One of them may be - for \
      standard input. The options --key, --rows, --format, --filter, --columns and --output work as in \
      listview itself; without --key, the rows of both lists are identified by the key of the first one, and \
      rows without a key by what they contain.

      Deletions come first, then moves, insertions and updates. A move gives the row's position in the \
      old list and in the new one, counted from 1.

      The exit status is 0 if the lists are equal, 1 if they differ, 2 if one of them cannot be read.
      """
    static let old: ArgumentHelp = "Old list."
    static let new: ArgumentHelp = "New list."
  }

  /// `listview config`.
  enum Config {
    static let abstract = "Print the current configuration as a file that can be edited."
    static let discussion = """
      The file is $XDG_CONFIG_HOME/listview/config.toml (default: ~/.config/listview/config.toml). To \
      create it:

        listview config > ~/.config/listview/config.toml
      """
    static let notCreated = "not created yet"
  }

  /// `listview man`.
  enum Manual {
    static let abstract = "Print the manual page."
    static let discussion = """
      To read it, and to install it:

        listview man | man -l -
        listview man > /usr/local/share/man/man1/listview.1
      """
  }

  /// `listview simulate`.
  enum Simulate {
    static let abstract = "Generate a sample feed on standard output."
    static let discussion = """
      SCENARIOS
        payments  events of a payment account; pending ones succeed or fail
        orders    a shop's orders, from placed to delivered
        pods      Kubernetes pods: rollouts, crash loops, finished jobs
        prices    quotes sorted by gain: all rows change and move
        burst     a quiet job queue that gets 5,000 jobs at once
        chaos     a valid list in a feed with every kind of malformed input

      ENCODINGS
        snapshots the whole list at each step, {"at": TIME, "rows": [...]}
        events    one line per inserted or updated row, {"at": TIME, "op": "delete", "id": ...}
        list      an API document at each step: a Stripe list, or a PodList
        watch     Kubernetes watch events, or {"at": TIME, "op": "upsert", "row": ...}

      The same seed gives the same feed, and with --instant the same bytes.
      """
    static let scenario: ArgumentHelp =
      "Scenario: \(ScenarioName.allCases.map(\.rawValue).joined(separator: ", "))."
    static let encoding: ArgumentHelp =
      "Encoding: \(FeedEncoding.allCases.map(\.rawValue).joined(separator: ", "))."
    static let seed: ArgumentHelp = "Random seed."
    static let rate: ArgumentHelp =
      "Average steps per second; a step changes one row or many."
    static let window: ArgumentHelp =
      "Maximum number of rows in the list (default: depends on the scenario)."
    static let count: ArgumentHelp =
      "Number of values to write (default: run until the pipe closes)."
    static let instant: ArgumentHelp =
      "Write all values at once, as a recording that starts at a fixed time."
    static let speed: ArgumentHelp = "Playback speed, relative to the times in the feed."
  }
}
