import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

private func list(_ rows: [(id: String, status: String)], at time: Int) -> String {
  let objects = rows.map { #"{"id":"\#($0.id)","status":"\#($0.status)"}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(objects.joined(separator: ","))]}"# + "\n"
}

@Test func `a row that moved and was updated has both marks, and d turns marks off`() throws {
  let folder = try Folder()
  let rows = [("ant", "new"), ("bee", "new"), ("cat", "new"), ("dog", "new")]
  let terminal = try listview(
    "--feed",
    folder.file("feed", list(rows, at: 0)),
    "--motion",
    "none",
    lines: 50
  )
  #expect(terminal.waits(for: live(4)))
  let after = [("dog", "done"), ("ant", "new"), ("bee", "done"), ("cat", "new")]
  try folder.append(list(after, at: 1), to: "feed")
  #expect(
    terminal.wait { terminal.emulator.line(2).hasPrefix("›~ dog") },
    "\(terminal.emulator.text)"
  )
  #expect(terminal.emulator.line(4).hasPrefix(" ~ bee"))
  terminal.send("d")
  #expect(terminal.waits(for: ListState.Text.marks(false, "d")))
  #expect(terminal.wait { terminal.emulator.line(2).hasPrefix("   dog") })
  #expect(terminal.emulator.line(4).hasPrefix("   bee"))
  terminal.send("d")
  #expect(terminal.waits(for: ListState.Text.marks(true, "d")))
  #expect(terminal.wait { terminal.emulator.line(2).hasPrefix("›~ dog") })
  terminal.send("?")
  #expect(terminal.waits(for: HelpSheet.Text.moved))
  terminal.send("?q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `u and U describe what changed`() throws {
  let folder = try Folder()
  let rows = [("ant", "new"), ("bee", "pending"), ("cat", "new")]
  let terminal = try listview("--feed", folder.file("feed", list(rows, at: 0)))
  #expect(terminal.waits(for: live(3)))
  let after = [("elk", "new"), ("ant", "new"), ("bee", "failed"), ("cat", "new")]
  try folder.append(list(after, at: 1), to: "feed")
  #expect(terminal.waits(for: live(4)))
  terminal.send("gu")
  #expect(terminal.waits(for: "status: pending → failed"), "\(terminal.emulator.text)")
  #expect(terminal.wait { terminal.emulator.line(4).hasPrefix("▌~ bee") })
  terminal.send("U")
  #expect(terminal.wait { terminal.emulator.line(23).contains("elk · \(RowChange.Text.inserted)") })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `away from the live edge the title says so, and the key hints tell how to follow`()
  throws
{
  let folder = try Folder()
  let text = (0..<40).map { #"{"id":"row\#($0)"}"# + "\n" }.joined()
  let terminal = try listview("--feed", folder.file("feed", text), columns: 80)
  #expect(terminal.waits(for: live(40)))
  terminal.send("\u{05}\u{05}")
  #expect(terminal.wait { terminal.emulator.line(23).contains(hint("F", HintText.follow)) })
  #expect(terminal.emulator.line(0).contains(live(40)))
  try folder.append(#"{"id":"new"}"# + "\n", to: "feed")
  #expect(
    terminal.waits(for: "\(FeedState.Text.notFollowing)   \(rowCount(41))"),
    "\(terminal.emulator.text)"
  )
  #expect(
    terminal.emulator.line(23).contains(unseen("↑", 1))
      && terminal.emulator.line(23).contains(hint("F", HintText.follow))
  )
  terminal.send("F")
  #expect(terminal.waits(for: live(41)))
  #expect(terminal.wait { terminal.emulator.line(2).contains("new") })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}
