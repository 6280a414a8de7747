import ListViewParts
import Preferences
import Foundation
import TerminalCore
import TerminalTestSupport
import Testing

@testable import listview

@Test func `the guide names every theme, and every picture exists`() throws {
  let guide = try String(contentsOf: package.appending(path: "Docs/Themes.md"), encoding: .utf8)
  for choice in ThemeChoice.all { #expect(guide.contains("`\(choice.name)`"), "\(choice.name)") }
  let pictures = guide.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    .filter { $0.hasSuffix(".svg") }
  #expect(pictures.count >= 18)
  for picture in pictures {
    let path = package.appending(path: "Docs/\(picture)").path
    #expect(FileManager.default.fileExists(atPath: path), "\(picture)")
  }
}

@Test func `a theme can be chosen on the command line and at run time`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", #"{"id":"a","status":"paid"}"# + "\n")
  let terminal = try listview(
    "--feed",
    feed,
    "--theme",
    "nord",
    environment: ["COLORTERM": "truecolor"]
  )
  #expect(terminal.waits(for: live(1)))
  // The whole screen has its background, an empty line too.
  #expect(terminal.wait { terminal.emulator.cell(line: 12, column: 40).background == 0x12E_3440 })
  terminal.send(":theme dracula\r")
  #expect(terminal.wait { terminal.emulator.cell(line: 12, column: 40).background == 0x128_2A36 })
  terminal.send(":theme default\r")
  #expect(terminal.wait { terminal.emulator.cell(line: 12, column: 40).background == -1 })
  terminal.send(":theme nothing\r")
  #expect(terminal.waits(for: "rose-pine-dawn") || terminal.waits(for: "nothing"))
  terminal.send("\u{1B}\u{1B}q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `a base16 file is a theme, and an invalid one is refused with the position`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", #"{"id":"a"}"# + "\n")
  let colors = (0..<16).map {
    "base0\(String($0, radix: 16, uppercase: true)): \"10203\($0 % 10)\""
  }
  let good = try folder.file("mine.yaml", colors.joined(separator: "\n") + "\n")
  let terminal = try listview(
    "--feed",
    feed,
    "--theme",
    good,
    environment: ["COLORTERM": "truecolor"]
  )
  #expect(terminal.waits(for: live(1)))
  #expect(terminal.wait { terminal.emulator.cell(line: 12, column: 40).background == 0x110_2030 })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  let bad = try folder.file("bad.yaml", "base00: red\n")
  for (theme, text) in [
    (bad, Base16Error.badColor(key: "base00", line: 1).description),
    ("nrd", String(UsageText.unknownTheme("nrd", nearest: "nord", []).prefix(40))),
    (folder.url.path() + "/none.yaml", "No such file"),
  ] {
    let output = try run(["--feed", feed, "--theme", theme])
    #expect(output.status == 64 && output.errors.contains(text), "\(output.errors)")
  }
}

@Test func `themes are shown while they are chosen from, and the chosen one is kept`() throws {
  let folder = try Folder()
  let feed = try folder.file("feed", #"{"id":"a"}"# + "\n")
  let home = folder.url.appending(path: "config")
  let environment = ["COLORTERM": "truecolor", "XDG_CONFIG_HOME": home.path()]
  let file = home.appending(path: "listview/config.toml")
  let terminal = try listview(["--feed", feed], environment: environment)
  #expect(terminal.waits(for: live(1)))
  func background(_ terminal: PseudoTerminal, is color: Int) -> Bool {
    terminal.wait { terminal.emulator.cell(line: 5, column: 40).background == color }
  }
  terminal.send(":theme\r")
  #expect(terminal.waits(for: "─ \(ThemePick.Text.title) ─"))
  terminal.send("drac")
  #expect(background(terminal, is: 0x128_2A36))
  terminal.send("\u{1B}")
  #expect(background(terminal, is: -1))
  #expect(!FileManager.default.fileExists(atPath: file.path()))
  terminal.send(":theme\rnord\r")
  #expect(background(terminal, is: 0x12E_3440))
  #expect(terminal.waits(for: NoticeText.themeKept("nord", "")))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  #expect(try String(contentsOf: file, encoding: .utf8) == "[options]\ntheme = \"nord\"\n")
  let next = try listview(["--feed", feed], environment: environment)
  #expect(next.waits(for: live(1)) && background(next, is: 0x12E_3440))
}
