import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

/// Whether any cell of the screen has a colour.
private func isColored(_ terminal: PseudoTerminal) -> Bool {
  (0..<terminal.emulator.lines).contains { line in
    (0..<terminal.emulator.columns).contains { column in
      let cell = terminal.emulator.cell(line: line, column: column)
      return cell.foreground != -1 || cell.background != -1
    }
  }
}

@Test func `:color turns colour off and on, even if the program was started without it`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<5))
  for (choice, term) in [
    ("auto", "xterm-256color"), ("never", "xterm-256color"), ("never", "xterm"),
  ] {
    let terminal = try listview(
      "--feed",
      path,
      "--color",
      choice,
      environment: ["TERM": term, "COLORTERM": ""]
    )
    #expect(terminal.waits(for: live(5)))
    #expect(isColored(terminal) == (choice == "auto"))
    for wish in choice == "auto" ? ["never", "always"] : ["always", "never"] {
      terminal.send(":color \(wish)\r")
      #expect(terminal.waits(for: Notices.Text.color(wish)))
      #expect(terminal.wait { isColored(terminal) == (wish == "always") }, "\(choice) \(wish)")
      #expect(terminal.emulator.line(2).hasPrefix("   row0") && terminal.emulator.isAlternate)
    }
    terminal.send("q")
    #expect(terminal.waitForExit() == 0)
    #expect(!terminal.emulator.isAlternate && terminal.emulator.isCursorVisible)
  }
}

@Test func `:columns, :seek and :bell have their effects`() throws {
  let folder = try Folder()
  let feed = (1...30).map { snapshot(0..<$0, at: Double($0) * 60) }.joined()
  let terminal = try listview(
    "--feed",
    folder.file("feed", feed),
    "--from",
    "live",
    environment: ["XDG_STATE_HOME": folder.url.appending(path: "state").path()]
  )
  #expect(terminal.waits(for: live(30)))
  terminal.send(":columns Words=te\t,id\r")
  #expect(
    terminal.wait { terminal.emulator.line(1).split(separator: " ") == ["Words", "ID"] },
    "\(terminal.emulator.text)"
  )
  terminal.send(":bell on\r")
  #expect(terminal.wait { terminal.emulator.line(23).hasPrefix(" \(Notices.Text.bell("on"))") })
  try folder.append(snapshot(0..<31, at: 31 * 60), to: "feed")
  #expect(terminal.wait { terminal.emulator.bells == 1 })
  // 1,700,000,000 is 22:13:20; the 12th snapshot is of 22:25:20.
  terminal.send(":seek 22:26\r")
  #expect(terminal.waits(for: paused(12)))
  #expect(terminal.waits(for: rowCount(12)))
  // Of two spellings of a speed the one is as good as the other.
  terminal.send(":speed 1/4\r")
  #expect(terminal.wait { terminal.emulator.line(23).hasPrefix(" \(FeedState.Text.speed(0.25))") })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}
