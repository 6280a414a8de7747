import ListViewParts
import Preferences
import TerminalCore
import Testing

private let names = ["motion", "limit", "speed", "follow"]

/// The beginning of an error at a position.
private func place(_ line: Int, _ column: Int) -> String {
  "\(TextPosition(line: line, column: column)): "
}

private func preferences(_ text: String) throws(PreferencesError) -> Preferences {
  try Preferences(text, optionNames: names)
}

@Test func `options become command-line arguments, with their positions`() throws {
  let read = try preferences(
    """
    # how I like it
    [options]
    motion = "basic"
    limit = 100_000
    speed = 2.5
    follow = true
    """
  )
  #expect(
    read.options.map(\.arguments) == [
      ["--motion", "basic"], ["--limit", "100000"], ["--speed", "2.5"], ["--follow"],
    ]
  )
  #expect(
    read.options.map(\.position) == [
      TextPosition(line: 3, column: 10), TextPosition(line: 4, column: 9),
      TextPosition(line: 5, column: 9), TextPosition(line: 6, column: 1),
    ]
  )
  #expect(try preferences("[options]\nfollow = false").options.isEmpty)
}

@Test func `an empty file is equivalent to none`() throws {
  let read = try preferences("")
  #expect(read.options.isEmpty && read.keyMap == .standard && read.colors.isEmpty)
}

@Test func `a key bound to another action is removed from its previous one`() throws {
  let read = try preferences("[keys]\nnext-row = [\"n\", \"ctrl-n\"]\nprevious-row = \"j\"")
  let keys = Dictionary(uniqueKeysWithValues: read.keyMap.names.map { ($0.action, $0.keys) })
  #expect(keys["next-row"] == ["n", "ctrl-n"])
  #expect(keys["previous-row"] == ["j"])
  // The detail has keys of its own.
  for names in Dictionary(grouping: read.keyMap.names, by: { $0.action.hasPrefix("detail-") })
    .values
  {
    let all = names.flatMap(\.keys)
    #expect(Set(all).count == all.count, "no key does two things")
  }
}

@Test func `the name of every standard key parses to that key`() throws {
  var map = KeyMap.standard
  for entry in KeyMap.standard.names { try map.bind(entry.action, to: entry.keys) }
  #expect(map == .standard)
}

@Test func `colours and the appearance are parsed`() throws {
  let read = try preferences(
    """
    [theme]
    appearance = "light"
    accent = "#7aA2f7"
    failure = "#000001"
    """
  )
  #expect(read.appearance == .light)
  #expect(read.colors == [.accent: RGBColor(0x7A_A2_F7), .failure: RGBColor(1)])
}

@Test func `an error gives the position, the key, and what would be right`() {
  let cases: [(text: String, message: String)] = [
    ("[keys]\nnext-row = ", place(2, 12)),
    ("[key]\n", place(1, 2) + "key: "),
    ("keys = 3", place(1, 1) + "keys: "),
    (
      "[options]\n\nmotoin = \"none\"",
      place(3, 1) + "options.motoin: "
    ),
    ("[options]\nzzz = 1", place(2, 1) + "options.zzz: "),
    (
      "[options]\nmotion = [1]",
      place(2, 10) + "options.motion: "
    ),
    (
      "[keys]\n# j\nnext-rwo = \"j\"",
      place(3, 1) + "keys.next-rwo: "
    ),
    (
      "[keys]\nnext-row = [\"j\", 3]",
      place(2, 18) + "keys.next-row: "
    ),
    ("[keys]\nnext-row = \"hyper-j\"", place(2, 12) + "keys.next-row: "),
    (
      "[theme]\naccent = \"blue\"",
      place(2, 10) + "theme.accent: "
    ),
    ("[theme]\naccent = \"#1234567\"", place(2, 10) + "theme.accent: "),
    ("[theme]\naccent = \"#+12345\"", place(2, 10) + "theme.accent: "),
    ("[theme]\naccent = 0x123456", place(2, 10) + "theme.accent: "),
    (
      "[theme]\nacent = \"#000000\"",
      place(2, 1) + "theme.acent: "
    ),
    (
      "[theme]\nappearance = \"grey\"",
      place(2, 14) + "theme.appearance: "
    ),
    ("keys = { next-rwo = \"j\" }", place(1, 10) + "keys.next-rwo: "),
    ("keys.next-rwo = \"j\"", place(1, 6) + "keys.next-rwo: "),
    ("[options]\nmotion = 1979-05-27", place(2, 10)),
    ("\"\\u001b[31m\" = 1", place(1, 1) + "\"\\u001B[31m\": "),
    (
      "[patterns]\nmine = '(x'",
      place(2, 8) + "patterns.mine: "
    ),
  ]
  for (text, message) in cases {
    do throws(PreferencesError) {
      _ = try preferences(text)
      Issue.record("\(text) was accepted")
    } catch {
      #expect(
        error.description.hasPrefix(message),
        "\(text): \(error)"
      )
      // The fault is named as well.
      #expect(!text.contains("hyper-j") || error.description.contains("\"hyper-j\""))
    }
  }
}

@Test func `a key given to two actions is refused, unless one of them is in the detail`() throws {
  for text in ["next-row = \"x\"\nquit = [\"q\", \"x\"]", "quit = \"space\"\nhelp = \"space\""] {
    do throws(PreferencesError) {
      _ = try preferences("[keys]\n" + text)
      Issue.record("\(text) was accepted")
    } catch {
      guard case .sharedKey(let path, let key, let other) = error.reason else {
        Issue.record("\(error)")
        continue
      }
      #expect(path == ["keys", text.contains("help") ? "help" : "quit"])
      #expect(key == (text.contains("help") ? "space" : "x"))
      #expect(other == (text.contains("help") ? "keys.quit" : "keys.next-row"))
      #expect(error.position.line == 3)
    }
  }
  _ = try preferences("[keys]\nnext-row = \"x\"\ndetail-next-row = \"x\"\nquit = [\"q\", \"q\"]")
}

@Test func `inline tables and dotted keys are equivalent to tables`() throws {
  let table = try preferences("[keys]\nnext-row = [\"n\"]\nhelp = 'f5'")
  for text in [
    "keys = { next-row = [\"n\"], help = 'f5' }", "keys.next-row = 'n'\nkeys . 'help' = \"f5\"",
  ] {
    #expect(try preferences(text).keyMap == table.keyMap)
  }
}

@Test func `a file truncated or altered at any byte is parsed or refused`() {
  let text =
    "[options]\nmotion = \"basic\" # ü\n[keys]\npause = ['space', \"p\"]\n[theme]\naccent='#123456'\n"
  for end in text.indices { _ = try? preferences(String(text[..<end])) }
  for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
    _ = try? preferences(text + String(Character(scalar)) + text)
  }
}

@Test func `no text in a file crashes the process`() {
  let pieces = [
    "[", "[[", "]", "]]", " ", "\t", ".", "=", "a", "keys", "options", "\"", "'", "\n", "\0", "é",
    "{", "}",
    ",", "(", "1", "#", "\r", "-", "!",
  ]
  func read(_ text: String) -> PreferencesError? {
    do throws(PreferencesError) {
      _ = try Preferences(text, optionNames: ["speed"])
      return nil
    } catch {
      return error
    }
  }
  for first in pieces {
    for second in pieces {
      for third in pieces { _ = read(first + second + third + "\n") }
    }
  }
  for text in ["[[", "[.a]", "[=", "[ ]", "a = 1\n [é]", "[options]\nspeed = 2\0 and more"] {
    guard let error = read(text) else {
      Issue.record("\(text) is taken for right")
      continue
    }
    #expect(error.position.line == text.split(separator: "\n").count, "\(text)")
    #expect(error.position.column > 1, "\(text)")
  }
}

@Test func `views are tables of their own, whose keys are options`() throws {
  let read = try preferences(
    """
    [views.jobs]
    columns = "id,free=size - used"
    filter = "state=running"
    sort = "-free"
    [views.states]
    count = "state: count"
    summary = "none"
    fields = "5e3f"
    [views.empty]
    """
  )
  #expect(read.views.names == ["jobs", "states", "empty"])
  #expect(
    read.views[0].arguments { $0 == "--filter" } == [
      "--columns=id,free=size - used", "--sort=-free",
    ]
  )
  #expect(read.views[1].arguments { _ in false } == ["--count=state: count", "--summary=none"])
  #expect(read.views[1].fields == "5e3f" && read.views[2].settings.isEmpty)
  // As in TOML, the outer table may follow.
  #expect(try preferences("[views.a]\n[views]\n").views.names == ["a"])
}

@Test func `a view that cannot be read is reported with its place and what to write`() {
  let cases: [(text: String, line: Int, column: Int, part: String)] = [
    ("[views.jobs]\nfilter = \"a=1 )\"", 2, 10, "views.jobs.filter"),
    ("[views.jobs]\ncolumns = \"id:foo\"", 2, 11, "foo"),
    ("[views.jobs]\ncount = \"a: nonsense(\"", 2, 9, "views.jobs.count"),
    ("[views.jobs]\nsummary = \"nonsense:a\"", 2, 11, "views.jobs.summary"),
    ("[views.jobs]\nsort = \"-\"", 2, 8, NamedView.Text.noColumn),
    ("[views.jobs]\nsort = 3", 2, 8, PreferencesText.setting(.sort)),
    ("[views.jobs]\nfiltr = \"a\"", 2, 1, "filter?"),
    ("[views.\"a b\"]", 1, 8, NamedView.Text.name),
    ("[views]\njobs = \"a\"", 2, 1, PreferencesText.view),
    ("views.jobs = \"a\"", 1, 7, PreferencesText.view),
    ("[views.jobs]\n[views.jobs]", 2, 8, "views.jobs"),
    ("[views.jobs.a]", 1, 12, TOMLFeature.nestedTable.description),
    ("[theme.dark]", 1, 7, TOMLFeature.nestedTable.description),
    ("views = {}\n[views.jobs]", 2, 8, "views.jobs"),
  ]
  for (text, line, column, part) in cases {
    do throws(PreferencesError) {
      _ = try preferences(text)
      Issue.record("\(text) is accepted")
    } catch {
      #expect(error.position == TextPosition(line: line, column: column), "\(text): \(error)")
      #expect(error.description.contains(part), "\(text): \(error)")
    }
  }
}

@Test func `rules for colours are lists, in views and among the options`() throws {
  let text = """
    [options]
    color-row = ["a=1 => red", "b=2 => dim"]
    [views.x]
    color-row = ["a=1 => red", "b=2 => dim"]
    [views.y]
    color-row = "a=1 => red"
    """
  let read = try Preferences(text, optionNames: ["color-row"])
  #expect(read.options.map(\.value) == ["a=1 => red", "b=2 => dim"])
  #expect(read.views.map { $0.rowColors.count } == [2, 1])
  #expect(read.views[0].entries.map(\.value) == [#"["a=1 => red", "b=2 => dim"]"#])
  #expect(read.views[1].entries.map(\.value) == [#""a=1 => red""#])
  #expect(throws: PreferencesError.self) {
    try preferences("[views.x]\ncolor-row = [\"a=1 => crimson\"]")
  }
}
