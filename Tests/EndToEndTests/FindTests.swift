import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

/// Rows of which every third one is bad.
private func thirds(_ count: Int) -> String {
  let rows = (0..<count).map {
    #"{"id":"row\#($0)","state":"\#($0 % 3 == 0 ? "bad" : "good")","amount":\#($0 * 1_000),"name":"content \#($0)"}"#
  }
  return "[\(rows.joined(separator: ","))]\n"
}

extension PseudoTerminal {
  /// Waits until the last line of the screen holds the text.
  fileprivate func waitsInTitle(for text: String) -> Bool {
    wait { emulator.line(0).contains(text) }
  }

  fileprivate func waitsInPrompt(for text: String) -> Bool {
    wait { emulator.line(emulator.lines - 1).contains(text) }
  }
}

@Test func `a search highlights matches, n and N go on, and Esc ends it`() throws {
  let folder = try Folder()
  for environment in [[:], ["NO_COLOR": "1"]] {
    let terminal = try listview("--feed", folder.file("feed", thirds(60)), environment: environment)
    #expect(terminal.waits(for: live(60)))
    terminal.send("/row4")
    #expect(terminal.waitsInPrompt(for: "1/11"))
    #expect(terminal.wait { terminal.emulator.line(6).hasPrefix("▌  row4") })
    let cell = terminal.emulator.cell(line: 6, column: 3)
    let beside = terminal.emulator.cell(line: 6, column: 10)
    #expect(cell.text == "r")
    if environment.isEmpty {
      #expect(cell.background != beside.background)
    } else {
      #expect(cell.background == -1 && cell.isReverse != beside.isReverse)
    }
    terminal.send("\r")
    #expect(terminal.waitsInTitle(for: "/row4 1/11 ✕"))
    terminal.send("n")
    #expect(terminal.waitsInTitle(for: "/row4 2/11 ✕"))
    terminal.send("NN")
    #expect(terminal.waitsInPrompt(for: FindState.Text.wrapped(toTop: false, "11/11")))
    terminal.send("\u{1B}")
    #expect(terminal.waitsInPrompt(for: helpHint))
    #expect(terminal.wait { !terminal.emulator.line(0).contains("row4") })
  }
}

@Test func `an invalid expression is marked, and Esc restores the position`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", thirds(60)))
  #expect(terminal.waits(for: live(60)))
  terminal.send("jjj")
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("▌  row2") })
  terminal.send("/row5")
  #expect(terminal.waitsInPrompt(for: "/row5"))
  // Text that is typed at once is looked for at once.
  terminal.send("[")
  #expect(terminal.waitsInPrompt(for: "/row5["))
  terminal.send("\r")
  #expect(
    terminal.wait { terminal.emulator.line(22).contains(problem(ofFilter: "a~row5[")) }
  )
  #expect(terminal.wait { terminal.emulator.text[2..<22].contains { $0.hasPrefix("▌  row5 ") } })
  terminal.send("\u{1B}")
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("▌  row2") })
}

@Test func `a filter also applies to rows that arrive, and Esc shows all rows again`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", thirds(30))
  let terminal = try listview("--feed", path)
  #expect(terminal.waits(for: live(30)))
  terminal.send("&state=bad amount>9000\r")
  #expect(terminal.waits(for: rowCount(6, of: 30)))
  #expect(terminal.waits(for: "state=bad amount>9000 ✕"))
  try folder.append(thirds(33), to: "feed")
  #expect(terminal.waits(for: rowCount(7, of: 33)))
  #expect(terminal.waits(for: "content 30"))
  terminal.send("&")
  #expect(terminal.waitsInPrompt(for: "&state=bad amount>9000"))
  terminal.send("\u{15}amount>\r")
  #expect(
    terminal.wait {
      terminal.emulator.line(22).contains(problem(ofFilter: "a>"))
    }
  )
  terminal.send("\u{1B}")
  #expect(terminal.waitsInPrompt(for: helpHint))
  terminal.send("\u{1B}")
  #expect(terminal.waits(for: live(33)))
}

@Test func `the command line runs and completes commands, and explains errors`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", thirds(60)))
  #expect(terminal.waits(for: live(60)))
  terminal.send(":goto row41\r")
  #expect(terminal.wait { terminal.emulator.text.contains { $0.hasPrefix("▌  row41") } })
  terminal.send(":spe\t4\r")
  #expect(terminal.waitsInPrompt(for: FeedState.Text.speed(4)))
  terminal.send(":step\t")
  #expect(terminal.wait { terminal.line(of: "step-forward  ]") != nil })
  terminal.send("\u{15}filtr\r")
  #expect(
    terminal.wait {
      terminal.emulator.line(22).contains(CommandMistake.unknown("filtr", nearest: "filter"))
    }
  )
  terminal.send("\u{7F}\u{7F}ter state=bad\r")
  #expect(terminal.waits(for: rowCount(20, of: 60)))
  terminal.send(":quit\r")
  #expect(terminal.waitForExit() == 0)
}

@Test func `with --filter only matching rows are shown, on the screen and in a pipe`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", thirds(30) + thirds(31))
  let terminal = try listview("--feed", path, "--filter", "state=bad", "--from", "live")
  #expect(terminal.waits(for: rowCount(11, of: 31)))
  let output = try run(["--feed", path, "--filter", "state=bad amount>=27000"])
  #expect(output.lines.map { $0.prefix(7) } == ["+ row27", "+ row30"])
}

@Test func `an invalid filter is reported with the position marked`() throws {
  let output = try run(["--feed", demo, "--filter", "status=failed amount>"])
  #expect(output.status == 64 && output.text.isEmpty)
  #expect(output.errors.contains("status=failed amount>\n"))
  #expect(
    output.errors.contains(
      String(repeating: " ", count: 21) + "^ \(problem(ofFilter: "a>"))"
    )
  )
}

@Test func `prompts work on a screen of 20 by 5`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", thirds(60)), columns: 20, lines: 5)
  #expect(terminal.waits(for: "row0"))
  terminal.send("/row59")
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("/row59") })
  #expect(terminal.waits(for: "▌  row59"))
  terminal.send("\r&name~\"a long one that is cut\"")
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("&…") })
  terminal.send("\u{15}state=bad\r")
  #expect(terminal.waits(for: "row57"))
  #expect(terminal.wait { terminal.emulator.line(4).contains("&") })
}
