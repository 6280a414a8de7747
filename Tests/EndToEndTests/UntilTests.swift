@testable import listview
import Foundation
import TerminalTestSupport
import Testing

private func job(_ id: Int, _ status: String) -> String {
  #"{"id":"job\#(id)","status":"\#(status)"}"# + "\n"
}

@Test func `on the screen a matching row ends the program, and is reported`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "done") + job(2, "pending"))
  let terminal = try listview("--feed", path, "--until", "status=failed")
  #expect(terminal.waits(for: live(2)))
  try folder.append(job(3, "done"), to: "feed")
  #expect(terminal.waits(for: live(3)))
  try folder.append(job(2, "failed"), to: "feed")
  #expect(terminal.waitForExit() == 0)
  #expect(
    terminal.output.contains("listview: \(NoticeText.matched("status=failed", "job2"))"),
    "\(terminal.output.suffix(200))"
  )
}

@Test func `a row that matches from the start ends the program at once`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "done") + job(2, "failed"))
  #expect(try listview("--feed", path, "--until", "status=failed").waitForExit() == 0)
  let output = try run(["--feed", path, "--follow", "--until", "status=failed"])
  #expect(output.status == 0 && output.lines.count == 2 && output.errors.isEmpty, "\(output)")
}

@Test func `in a pipe the matching row is the last one printed`() throws {
  let feed = job(1, "done") + job(2, "failed") + job(3, "done")
  let output = try run(["--until", "status=failed"], input: feed)
  #expect(output.status == 0 && output.lines.last?.hasPrefix("+ job2") == true, "\(output)")
  // The rows that the filter lets through are the list.
  let filtered = try run(["--until", "status=failed", "--filter=-job2"], input: feed)
  #expect(filtered.status == 1 && filtered.lines.count == 2, "\(filtered)")
}

@Test func `a feed that ends without the row, and a user who quits, give status 1`() throws {
  let output = try run(["--until", "status=failed"], input: job(1, "done"))
  #expect(output.status == 1 && output.lines.count == 1)
  let folder = try Folder()
  let terminal = try listview(
    "--feed",
    folder.file("feed", job(1, "done")),
    "--until",
    "status=failed"
  )
  #expect(terminal.waits(for: live(1)))
  terminal.send("q")
  #expect(terminal.waitForExit() == 1 << 8)
}

@Test func `a timeout gives status 124`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "done"))
  let arguments = ["--feed", path, "--until", "status=failed", "--within", "0.2"]
  #expect(try run(arguments + ["--follow"]).status == 124)
  let terminal = try listview(
    "--feed",
    path,
    "--until",
    "status=failed",
    "--within",
    "0.2"
  )
  #expect(terminal.waitForExit() == 124 << 8)
  // A command that says nothing, too.
  #expect(try run(["--until", "x", "--within", "0.2", "--", "sleep", "60"]).status == 124)
}

@Test func `a condition that cannot be awaited is reported at the start`() throws {
  let bad = try run(["--feed", demo, "--until", "status="])
  #expect(bad.status == 64 && bad.errors.contains("--until"), "\(bad)")
  #expect(try run(["--feed", demo, "--within", "3"]).errors.contains(UsageText.withinNeedsUntil))
  #expect(try run(["--feed", demo, "--until", "a", "--within", "0"]).status == 64)
}
