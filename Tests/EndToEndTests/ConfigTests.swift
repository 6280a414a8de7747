@testable import listview
import ListViewParts
import Preferences
import Foundation
import TerminalTestSupport
import Testing

/// A home whose configuration file holds the text, as long as it is held.
private final class Home {
  private let folder: Folder
  var environment: [String: String] { ["XDG_CONFIG_HOME": folder.url.path()] }

  init(_ text: String) throws {
    folder = try Folder()
    let path = folder.url.appending(path: "listview")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    try write(text)
  }

  func write(_ text: String) throws { _ = try folder.file("listview/config.toml", text) }
}

@Test func `config prints a file that yields the same configuration`() throws {
  let home = try Home(
    """
    [options]
    motion = "none"
    bell = true
    [keys]
    next-row = "n"
    [theme]
    accent = "#00ff00"
    """
  )
  let first = try run(["config"], environment: home.environment)
  #expect(first.status == 0)
  #expect(first.lines.contains("motion = \"none\""))
  #expect(first.lines.contains("bell = true") && first.lines.contains("# mouse = false"))
  #expect(first.lines.contains("# limit = 1000000"))
  #expect(first.lines.contains("# time-zone = \"local\""))
  #expect(first.lines.contains { $0.hasPrefix("next-row ") && $0.contains("= [\"n\"]") })
  #expect(first.lines.contains("accent = \"#00ff00\""))
  try home.write(first.text)
  let second = try run(["config"], environment: home.environment)
  #expect(second.text == first.text)

  let none = try run(["config"])
  #expect(none.status == 0 && none.lines[0].hasSuffix("(\(HelpText.Config.notCreated))"))
}

@Test func `times are in the configured time zone`() throws {
  let home = try Home("[options]\ntime-zone = \"+05:00\"")
  let output = try run(
    ["--once", "--columns", "at:time"],
    input: #"[{"id":1,"at":"2026-11-22T10:00:00Z"}]"# + "\n",
    environment: home.environment
  )
  #expect(output.errors.isEmpty && output.text.contains("15:00"), "\(output)")
}

@Test func `a configured key works, and the help shows it`() throws {
  let home = try Home("[keys]\nhelp = \"f5\"\nquit = \"x\"")
  let terminal = try listview("--feed", demo, environment: home.environment)
  #expect(terminal.waits(for: hint("F5", HintText.help)))
  terminal.send("\u{1B}[15~")
  #expect(terminal.waits(for: HelpPane.Text.title))
  terminal.send("\u{1B}")
  #expect(terminal.wait { !terminal.emulator.text.contains { $0.contains("╭") } })
  terminal.send("q")
  terminal.send("x")
  #expect(terminal.waitForExit() == 0)
}

@Test func `an invalid configuration is reported on one line with file, position and key`() throws {
  func place(_ line: Int, _ column: Int) -> String {
    "\(TextPosition(line: line, column: column)): "
  }
  for (text, part) in [
    ("[options]\nmotion = \"wild\"", place(2, 10) + "options.motion: "),
    ("[options]\nlimit = 0", place(2, 9) + "options.limit: " + UsageText.limit.prefix(20)),
    ("[keys]\nnext = \"j\"", place(2, 1) + "keys.next: "),
    ("[options\n", place(1, 9)),
    ("[options]\nevery = 2026-11-22", place(2, 9)),
  ] {
    let home = try Home(text)
    let terminal = try listview("--feed", demo, environment: home.environment)
    #expect(terminal.waitForExit() == 78 << 8)
    #expect(terminal.output.contains("listview/config.toml: " + part), "\(terminal.output)")
    #expect(!terminal.bytes.contains(0x1B))
    // Information about the program does not depend on it.
    #expect(try run(["--version"], environment: home.environment).status == 0)
    #expect(try run(["simulate", "--count", "1"], environment: home.environment).status == 0)
  }
}

@Test func `the command line takes precedence over the configuration`() throws {
  let home = try Home("[options]\nlimit = 1\nevery = 9")
  let folder = try Folder()
  let path = try folder.file("feed", #"{"id":1}{"id":2}"# + "\n")
  for (arguments, rows) in [([], live(1, isCut: true)), (["--limit", "5"], live(2))] {
    let terminal = try PseudoTerminal(
      builtProgram("listview"),
      arguments + ["--feed", path],
      columns: 80,
      lines: 24,
      environment: home.environment
    )
    #expect(terminal.waits(for: rows))
    terminal.send("q")
    #expect(terminal.waitForExit() == 0)
  }
}
