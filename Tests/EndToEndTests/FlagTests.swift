@testable import FeedSources
@testable import listview
import FeedValues
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

/// A flag, and what shows that it does something: on a terminal if it is about one, else in pipes.
private struct FlagCase: Sendable, CustomTestStringConvertible {
  /// The command that takes it, empty for `listview` itself, and the flag.
  let name: String
  let isRight: @Sendable (Folder) throws -> Bool

  init(_ name: String, _ isRight: @escaping @Sendable (Folder) throws -> Bool) {
    (self.name, self.isRight) = (name, isRight)
  }

  var testDescription: String { name }
}

/// All flags of a command and of those below it, and what they take without a name, as the command
/// line describes itself.
private func flags() throws -> Set<String> {
  let description = try JSONSerialization.jsonObject(
    with: Data(run(["--experimental-dump-help"]).text.utf8)
  )
  let root = try #require((description as? [String: Any])?["command"] as? [String: Any])
  var flags: Set<String> = []
  func collect(_ command: [String: Any], _ path: [String]) {
    for argument in command["arguments"] as? [[String: Any]] ?? [] {
      let names = argument["names"] as? [[String: Any]] ?? []
      for name in names {
        let dashes = name["kind"] as? String == "long" ? "--" : "-"
        flags.insert((path + [dashes + (name["name"] as? String ?? "")]).joined(separator: " "))
      }
      if names.isEmpty {
        flags.insert(
          (path + ["<\(argument["valueName"] as? String ?? "")>"]).joined(separator: " ")
        )
      }
    }
    for subcommand in command["subcommands"] as? [[String: Any]] ?? [] {
      let name = subcommand["commandName"] as? String ?? ""
      if name != "help" { collect(subcommand, path + [name]) }
    }
  }
  collect(root, [])
  return flags
}

private let people = """
  [{"id":"a","name":"Ada","team":"red","amount":300},\
  {"id":"b","name":"Bo","team":"blue","amount":20},{"id":"c","name":"Cy","team":"red","amount":1}]
  """

/// Whether the screen comes to what is asked for.
private func screen(
  _ arguments: [String],
  keys: String = "",
  _ folder: Folder,
  feed: String = people,
  environment: [String: String] = [:],
  shows check: KeyScene.Check
) throws -> Bool {
  let terminal = try listview(
    ["--feed", folder.file("feed", feed), "--motion", "none"] + arguments,
    environment: environment
  )
  let start = KeyScene.Moment(byteCount: 0, text: [])
  guard terminal.wait(until: { check.holds(terminal, start) }) else {
    Issue.record("\(arguments): not \(check): \(terminal.emulator.text)")
    return false
  }
  return true
}

/// Whether the screen of a command comes to what is asked for, and the reader may quit then: what the
/// command started is gone with the program, and holds nothing open that other tests wait for.
private func running(_ arguments: [String], shows check: KeyScene.Check) throws -> Bool {
  let terminal = try listview(arguments)
  let start = KeyScene.Moment(byteCount: 0, text: [])
  let isShown = terminal.wait { check.holds(terminal, start) }
  if !isShown { Issue.record("\(arguments): not \(check): \(terminal.emulator.text)") }
  terminal.send("q")
  return isShown && terminal.waitForExit() == 0
}

/// The number of frames of a change that a motion draws between its beginning and its end.
private func framesOfInsertion(_ motion: String, _ folder: Folder) throws -> Int {
  let terminal = try listview(
    "--feed",
    folder.file("feed", snapshot(0..<5)),
    "--motion",
    motion
  )
  guard terminal.waits(for: live(5)) else { return -1 }
  try folder.append(snapshot([9] + Array(0..<5), at: 1), to: "feed")
  guard terminal.wait(until: { terminal.emulator.line(2).hasPrefix(" + row9  content 9") }) else {
    return -1
  }
  let news = terminal.frames.filter { $0[0].contains(rowCount(6)) }
  return Set(news.map { $0[2...7].joined(separator: "\n") }).count
}

private let flagCases: [FlagCase] =
  [
    FlagCase("--feed") { folder in
      // Two of them are one list.
      let other = try folder.file("other", #"[{"id":"z"}]"#)
      return try screen(["--feed", other], folder, shows: .line(0, rowCount(4)) && .shows("other"))
    },
    FlagCase("--key") { try screen(["--key", "team"], $0, shows: .begins(2, "   red ")) },
    FlagCase("--rows") { folder in
      let feed = #"{"a":{"list":[{"id":1},{"id":2}]},"b":[{"id":3}]}"#
      return try screen(["--rows", ".a.list[]"], folder, feed: feed, shows: .line(0, rowCount(2)))
    },
    FlagCase("--format") { folder in
      try screen(["--format", "lines"], folder, feed: "a,b\n1,2\n", shows: .shows("a,b"))
    },
    FlagCase("--pattern") { folder in
      let lines = "7 up\n8 down\n"
      let arguments = ["--pattern", #"(?<number>\d) (?<state>\w+)"#]
      return try screen(arguments, folder, feed: lines, shows: .shows("NUMBER") && .shows("STATE"))
    },
    FlagCase("--shell") { _ in
      try run(["--once", "--shell", "echo a; echo b | tr b c"]).lines == ["VALUE", "a", "c"]
    },
    FlagCase("--header") { _ in
      // Nobody listens there: what is asked of whom is known before.
      let output = try run(["--once", "--header", "X: $HOME", "http://127.0.0.1:1/x"])
      return output.status == 69 && output.errors.contains("127.0.0.1")
    },
    FlagCase("--query") { _ in
      let output = try run(["--once", "--query", "select 1", "postgres://127.0.0.1:1/x"])
      return output.status == 69
    },
    FlagCase("--delimiter") { folder in
      let feed = "name:b,c\nx:1,2\n"
      return try screen(["--delimiter", ":"], folder, feed: feed, shows: .shows("1,2"))
    },
    FlagCase("--from") { folder in
      let feed = snapshot(0..<1) + snapshot(0..<2, at: 100)
      return try screen(["--from", "live"], folder, feed: feed, shows: .line(0, live(2)))
    },
    FlagCase("--speed") { folder in
      let feed = snapshot(0..<1) + snapshot(0..<2, at: 100)
      return try screen(
        ["--speed", "0.001"],
        folder,
        feed: feed,
        shows: .line(0, "▶ 1/2 ×1/1,000")
      )
    },
    FlagCase("--time-zone") { folder in
      let feed = try folder.file("feed", #"[{"id":1,"ts":1795341600},{"id":2,"ts":1795341660}]"#)
      func clocks(_ zone: String) throws -> [String] {
        try run(["--feed", feed, "--once", "--no-memory", "--time-zone", zone]).lines.dropFirst()
          .map {
            String($0.prefix(8))
          }
      }
      return try clocks("utc") == ["10:00:00", "10:01:00"]
        && clocks("+05:30") == ["15:30:00", "15:31:00"]
        && run(["--feed", feed, "--time-zone", "Nowhere/Else"]).errors.contains(
          UsageText.timeZone("Nowhere/Else")
        )
    },
    FlagCase("--filter") {
      try screen(["--filter", "team=red"], $0, shows: .line(0, rowCount(2, of: 3)))
    },
    FlagCase("--summary") { folder in
      try screen(["--summary", "sum:amount"], folder, shows: .line(1, "amount") && .line(1, "321"))
    },
    FlagCase("--motion") { folder in
      // Frames that a slow machine leaves out can only make full and basic motion look like less.
      try framesOfInsertion("none", folder) == 1 && framesOfInsertion("full", folder) >= 1
    },
    FlagCase("--color") { folder in
      for (choice, isColored) in [("never", false), ("always", true)] {
        let terminal = try listview(
          ["--feed", folder.file("feed", people), "--color", choice],
          environment: ["NO_COLOR": choice == "always" ? "1" : ""]
        )
        guard terminal.waits(for: live(3)) else { return false }
        guard (terminal.emulator.cell(line: 0, column: 1).foreground != -1) == isColored else {
          return false
        }
      }
      return true
    },
    FlagCase("--color-row") { folder in
      let terminal = try listview(
        ["--feed", folder.file("feed", people), "--color-row", "team=blue => green"],
        environment: ["COLORTERM": "truecolor"]
      )
      guard terminal.waits(for: live(3)) else { return false }
      let screen = terminal.emulator
      return terminal.wait {
        let lines = (2...4).filter { screen.cell(line: $0, column: 60).background != -1 }
        return lines.count == 1 && screen.line(lines[0]).contains("Bo")
      }
    },
    FlagCase("--theme") { folder in
      let terminal = try listview(
        ["--feed", folder.file("feed", people), "--theme", "nord"],
        environment: ["COLORTERM": "truecolor"]
      )
      return terminal.waits(for: live(3))
        && terminal.wait { terminal.emulator.cell(line: 12, column: 40).background == 0x12E_3440 }
    },
    FlagCase("--view") { folder in
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: "listview"),
        withIntermediateDirectories: true
      )
      _ = try folder.file("listview/config.toml", "[views.red]\nfilter = \"team=red\"\n")
      return try screen(
        ["--view", "red"],
        folder,
        environment: ["XDG_CONFIG_HOME": folder.url.path()],
        shows: .line(0, rowCount(2, of: 3))
      )
    },
    FlagCase("--columns") { try screen(["--columns", "name"], $0, shows: .headers("NAME")) },
    FlagCase("--title") {
      try screen(["--title"], $0, shows: .wrote("\u{1B}]2;feed · \(rowCount(3))\u{1B}\\"))
    },
    FlagCase("--no-title") { folder in
      let terminal = try listview("--feed", folder.file("feed", people), "--no-title")
      return terminal.waits(for: live(3)) && !terminal.output.contains("\u{1B}]2;")
        && !terminal.output.contains("\u{1B}[22;2t")
    },
    FlagCase("--screen-reader") { folder in
      let output = try run(["--screen-reader", "--once", "--feed", folder.file("feed", people)])
      return output.lines.contains { $0.contains("name ") && $0.hasSuffix(".") }
    },
    FlagCase("--memory") { try remembers("--memory", $0) },
    FlagCase("--no-memory") { try !remembers("--no-memory", $0) },
    FlagCase("--merge") { try isMerged($0, "--merge") },
    FlagCase("--no-merge") { try !isMerged($0, "--no-merge") },
    FlagCase("--limit") { folder in
      let feed = (0..<9).map { #"{"id":\#($0)}"# + "\n" }.joined()
      return try screen(["--limit", "5"], folder, feed: feed, shows: .line(0, rowCount(5)))
    },
    FlagCase("--secure") { folder in
      let record = folder.url.appending(path: "recording").path()
      let output = try run(["--secure", "--record", record, "--feed", folder.file("feed", people)])
      return output.status == 64 && !FileManager.default.fileExists(atPath: record)
    },
    FlagCase("--record") { folder in
      let path = folder.url.appending(path: "recording").path()
      _ = try run(["--record", path, "--feed", folder.file("feed", people)])
      return try run(["--feed", path]).lines.count == 3
    },
    FlagCase("--follow") { folder in
      let program = try RunningProgram(["--follow", "--feed", folder.file("feed", people + "\n")])
      let before = program.read(until: "+ c")
      try folder.append("[]\n", to: "feed")
      return program.read(until: "- c", before).contains("- c")
    },
    FlagCase("--no-follow") { folder in
      let path = try folder.file("feed", people)
      return try run(["--no-follow", "--until", "id=z", "--feed", path]).status == 1
    },
    FlagCase("--output") { folder in
      let output = try run(["--output", "jsonl", "--feed", folder.file("feed", people)])
      return output.lines.allSatisfy { $0.contains(#","op":"insert","#) } && output.lines.count == 3
    },
    FlagCase("--sort") { folder in
      try screen(["--sort", "amount"], folder, shows: .begins(2, "   c ") && .begins(4, "   a "))
    },
    FlagCase("--group") { folder in
      try screen(["--group", "team"], folder, shows: .shows("blue · 1") && .shows("red · 2"))
    },
    FlagCase("--count") { folder in
      try screen(["--count", "team"], folder, shows: .line(0, CountText.chip("TEAM")))
    },
    FlagCase("--bind") { folder in
      let path = try folder.file("feed", people + "\n")
      let done = folder.url.appending(path: "done").path()
      let terminal = try listview("--feed", path, "--bind", "ctrl-t quiet => touch \(done)-{id}")
      guard terminal.waits(for: live(3)) else { return false }
      terminal.send("j\u{14}")
      return waits { FileManager.default.fileExists(atPath: done + "-a") }
    },
    FlagCase("--until") { folder in
      let path = try folder.file("feed", people + "\n")
      let terminal = try listview("--feed", path, "--until", "id=d")
      guard terminal.waits(for: live(3)) else { return false }
      try folder.append(#"{"id":"d"}"# + "\n", to: "feed")
      return terminal.waitForExit() == 0
    },
    FlagCase("--within") { folder in
      let path = try folder.file("feed", people)
      let terminal = try listview("--feed", path, "--until", "id=d", "--within", "0.1")
      return terminal.waitForExit() == 124 << 8
    },
    FlagCase("--pick") { folder in try picksFirst("--pick", folder) },
    FlagCase("--multi") { folder in try picksFirst("--multi", folder) },
    FlagCase("--on-change") { folder in
      let path = try folder.file("feed", people + "\n")
      let news = folder.url.appending(path: "news").path()
      let terminal = try listview("--feed", path, "--on-change", "cat > '\(news)'")
      guard terminal.waits(for: live(3)) else { return false }
      try folder.append("[]\n", to: "feed")
      return waits { (try? String(contentsOfFile: news, encoding: .utf8).contains("- a")) ?? false }
    },
    FlagCase("--bell") { folder in
      let terminal = try listview("--feed", folder.file("feed", people + "\n"), "--bell")
      guard terminal.waits(for: live(3)) else { return false }
      try folder.append("[]\n", to: "feed")
      return terminal.wait { terminal.emulator.bells == 1 }
    },
    FlagCase("--once") { folder in
      let output = try run(["--once", "--feed", folder.file("feed", people)])
      return output.status == 0 && output.text.contains("Ada") && output.lines.count == 4
    },
    FlagCase("--mouse") { try screen(["--mouse"], $0, shows: .wrote("\u{1B}[?1000h")) },
    FlagCase("<command>") { _ in
      try running(
        ["--", "echo", #"[{"id":"one"},{"id":"two"}]"#],
        shows: .line(0, live(2))
      )
    },
    FlagCase("--every") { folder in
      // A run that counts itself: in time there is a third one.
      let count = folder.url.appending(path: "count").path()
      let script = "echo x >> '\(count)'; echo \"[{\\\"id\\\":$(wc -l < '\(count)')}]\""
      return try running(["--every", "0.1", "--", "sh", "-c", script], shows: .line(2, "3"))
    },
    FlagCase("--deadline") { _ in
      try running(
        ["--deadline", "0.1", "--", "sleep", "60"],
        shows: .shows(String(FeedText.Source.tookTooLong.prefix(40)))
      )
    },
    FlagCase("--stream") { _ in
      let script = #"echo '{"id":1}'; echo '{"id":2}'; exec sleep 60"#
      return try running(["--stream", "--", "sh", "-c", script], shows: .line(0, live(2)))
    },
    FlagCase("explain --polled") { folder in
      // The output of a run is the whole list, though its values are single rows.
      let path = try folder.file("feed", #"{"id":1}{"id":2}"#)
      let polled = try run(["explain", "--polled", "--feed", path])
      let plain = try run(["explain", "--feed", path])
      return polled.status == 0 && polled.text != plain.text
    },
    FlagCase("diff <old>") { try differs($0) },
    FlagCase("diff <new>") { try differs($0) },
    FlagCase("simulate --scenario") { _ in
      try simulated("--scenario", "pods").text.contains(#""kind":"Pod""#)
    },
    FlagCase("simulate --encoding") { _ in
      try !simulated("--encoding", "events").text.contains(#""rows":["#)
        && simulated("--encoding", "snapshots").text.contains(#""rows":["#)
    },
    FlagCase("simulate --seed") { _ in
      let (one, two) = (try simulated("--seed", "1").text, try simulated("--seed", "2").text)
      return try one != two && simulated("--seed", "1").text == one
    },
    FlagCase("simulate --rate") { _ in
      func span(_ rate: String) throws -> Double {
        let times = try simulated("--rate", rate).text.matches(of: /"at":(?<time>[0-9.]+)/)
          .compactMap { Double($0.time) }
        return (times.last ?? 0) - (times.first ?? 0)
      }
      return try span("0.1") > span("10") * 5
    },
    FlagCase("simulate --window") { _ in
      let last = try simulated("--window", "4").lines.last ?? ""
      return last.matches(of: /"id":"evt_/).count == 4
    },
    FlagCase("simulate --count") { _ in try simulated("--count", "7").lines.count == 7 },
    FlagCase("simulate --instant") { _ in try simulated().text == simulated().text },
    FlagCase("simulate --speed") { _ in
      // At its own pace a hundred steps take a thousand seconds.
      let output = try run(["simulate", "--rate", "0.1", "--count", "100", "--speed", "1000000"])
      return output.lines.count == 100
    },
  ]
  + ["", "simulate ", "explain ", "diff ", "config ", "actions ", "man "].flatMap { command in
    let words = command.split(separator: " ").map(String.init)
    return [
      FlagCase(command + "--version") { _ in
        try run(words + ["--version"]).text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil
      }
    ]
      + ["-h", "--help"].map { flag in
        FlagCase(command + flag) { _ in
          let output = try run(words + [flag])
          return output.status == 0
            && output.text.contains(
              "USAGE: listview \(command)".trimmingCharacters(in: .whitespaces)
            )
        }
      }
  }

private func simulated(_ arguments: String...) throws -> Output {
  let count = arguments.contains("--count") ? [] : ["--count", "30"]
  return try run(["simulate", "--instant"] + arguments + count)
}

private func differs(_ folder: Folder) throws -> Bool {
  let old = try folder.file("old", #"[{"id":"a"},{"id":"b"}]"#)
  let new = try folder.file("new", #"[{"id":"b"},{"id":"c"}]"#)
  let output = try run(["diff", old, new])
  return output.status == 1 && output.lines.contains("- a") && output.lines.contains("+ c")
}

/// Whether Enter prints the row that is selected first.
private func picksFirst(_ flag: String, _ folder: Folder) throws -> Bool {
  let path = try folder.file("feed", people)
  let out = folder.url.appending(path: "out").path()
  let terminal = try PseudoTerminal(
    "/bin/sh",
    ["-c", "'\(builtProgram("listview"))' \(flag) --feed '\(path)' > '\(out)'"]
  )
  guard terminal.waits(for: rowCount(3)) else { return false }
  terminal.send("\r")
  guard terminal.waitForExit() == 0 else { return false }
  return try String(contentsOfFile: out, encoding: .utf8) == "a\n"
}

/// Whether the entries of two logs are printed in the order of their times.
private func isMerged(_ folder: Folder, _ flag: String) throws -> Bool {
  let a = try folder.file("a.log", "2026-11-27 09:50:00 INFO one\n2026-11-27 09:50:02 INFO three\n")
  let b = try folder.file("b.log", "2026-11-27 09:50:01 INFO two\n2026-11-27 09:50:03 INFO four\n")
  let lines = try run([a, b, flag]).lines
  let messages = ["one", "two", "three", "four"]
  let found = lines.compactMap { line in messages.first { "\(line) ".contains(" \($0) ") } }
  return found == messages
}

/// Whether a column that was hidden is hidden again next time.
private func remembers(_ flag: String, _ folder: Folder) throws -> Bool {
  let environment = ["XDG_STATE_HOME": folder.url.appending(path: "state").path()]
  let path = try folder.file("feed", people)
  for round in 0..<2 {
    let terminal = try listview(["--feed", path, flag], environment: environment)
    guard terminal.wait(until: { terminal.emulator.line(1).contains("ID") }) else { return false }
    if round == 1 { return !terminal.emulator.line(1).contains("TEAM") }
    terminal.send(":columns -team,*\r")
    guard terminal.wait(until: { !terminal.emulator.line(1).contains("TEAM") }) else {
      Issue.record("\(terminal.emulator.text)")
      return false
    }
    terminal.send("q")
    guard terminal.waitForExit() == 0 else { return false }
  }
  return false
}

@Test func `every flag of every command has a test case`() throws {
  let flags = try flags()
  let cases = Set(flagCases.map(\.name))
  #expect(flags.count > 50 && cases.count == flagCases.count)
  #expect(flags.subtracting(cases).sorted() == [], "no case tries these")
  #expect(cases.subtracting(flags).sorted() == [], "no command has these")
}

@Test(arguments: flagCases)
private func `every flag has a visible effect`(flag: FlagCase) throws {
  #expect(try flag.isRight(Folder()), "\(flag.name)")
}

/// Why a flag has no command while the program runs.
private let flagsOfTheStart: [String: String] = [
  "feed": "what is shown", "key": "how bytes become rows, and those are gone",
  "rows": "as key", "format": "as key", "delimiter": "as key", "pattern": "as key",
  "shell": "what is shown", "header": "how the feed is asked", "query": "as header",
  "from": "`now` and `seek` go anywhere",
  "time-zone": "times were read by it",
  "secure": "no key shall allow what was forbidden",
  "memory": "what is picked is remembered when it is picked", "no-memory": "as memory",
  "merge": "what has arrived has its place", "no-merge": "as merge",
  "screen-reader": "there are no keys",
  "title": "the window has it from the start", "no-title": "as title",
  "limit": "what has left is gone", "record": "a recording has a beginning",
  "follow": "for pipes; the key of that name follows the live edge", "no-follow": "as follow",
  "output": "for pipes",
  "until": "the end of the program", "within": "as until",
  "pick": "the end of the program", "multi": "as pick",
  "bind": "the list of actions has each of them",
  "on-change": "no key shall run a command of the shell", "once": "for pipes",
  "every": "how the command is run", "deadline": "as every", "stream": "as every",
  "version": "about the program", "help": "all keys are behind it",
]

@Test func `every flag that makes sense at run time is also a command`() throws {
  let terminal = try listview("--feed", demo, "--from", "live")
  #expect(terminal.waits(for: FeedState.Text.live))
  for flag in try flags() where flag.hasPrefix("--") {
    let name = String(flag.dropFirst(2))
    guard flagsOfTheStart[name] == nil else { continue }
    // `:help` says what a command is; of a name that is none it says so above the line.
    terminal.send(":help \(name)\r")
    let isKnown = terminal.wait {
      let screen = terminal.emulator
      return screen.line(23).hasPrefix(" :\(name) ") || screen.line(22).contains("no command")
    }
    guard isKnown, !terminal.emulator.line(22).contains("no command") else {
      Issue.record("\(flag) has no command: \(terminal.emulator.text)")
      return
    }
  }
  let names = try flags().filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
  #expect(Set(flagsOfTheStart.keys).isSubset(of: names))
}
