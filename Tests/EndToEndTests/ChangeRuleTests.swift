@testable import listview
import Foundation
import TerminalTestSupport
import Testing

private func job(_ id: Int, _ status: String) -> String {
  #"{"id":"job\#(id)","status":"\#(status)"}"# + "\n"
}

/// A file as it is now; nothing if there is none.
private func text(_ folder: Folder, _ name: String) -> String {
  (try? String(contentsOf: folder.url.appending(path: name), encoding: .utf8)) ?? ""
}

@Test func `without a screen the command runs on changes before the program exits`() throws {
  let folder = try Folder()
  let out = folder.url.appending(path: "out").path()
  let gate = folder.url.appending(path: "gate").path()
  // The first list is there at first; what the second one changes is news.
  let script = """
    echo '[{"id":1,"n":1},{"id":2,"n":1}]'; while [ ! -e '\(gate)' ]; do sleep 0.01; done
    echo '[{"id":1,"n":2},{"id":2,"n":1},{"id":3,"n":1}]'
    """
  let program = try RunningProgram([
    "--stream", "--no-follow", "--on-change",
    #"{ cat; echo "$LISTVIEW_INSERTED/$LISTVIEW_DELETED/$LISTVIEW_CHANGED"; } >> '\#(out)'"#, "--",
    "sh", "-c", script,
  ])
  #expect(program.read(until: "+ 2").contains("+ 2"))
  #expect(program.waitUntilIdle())
  try Data().write(to: URL(filePath: gate))
  #expect(program.waitForEnd() == 0)
  #expect(text(folder, "out") == "+ 3 1\n~ 1 n: 1 → 2\n1/0/1\n", "\(text(folder, "out"))")
}

@Test func `a transition without a command is reported on standard error`() throws {
  let folder = try Folder()
  let out = folder.url.appending(path: "out").path()
  for (rule, reported) in [
    ("status: pending→failed", true), ("status: pending->failed => cat > '\(out)'", false),
  ] {
    let path = try folder.file("feed", job(1, "pending") + job(2, "pending") + job(3, "failed"))
    let program = try RunningProgram(["--feed", path, "--on-change", rule])
    #expect(program.read(until: "+ job3").contains("+ job3"))
    // Rows that come or go another way make no such transition. Rows that come before the program has seen
    // the end of the file are not a change: some more may have to.
    let news = job(2, "done") + job(4, "failed") + job(1, "pending") + job(1, "failed")
    let told = { reported ? program.errorText : text(folder, "out") }
    #expect(
      waits {
        try? folder.append(news, to: "feed")
        return told().hasSuffix("failed\n")
      }
    )
    let line =
      reported ? "listview: ~ job1 status: pending → failed" : "~ job1 status: pending → failed"
    #expect(Set(told().split(separator: "\n")) == [Substring(line)], "\(told())")
    #expect(reported || program.errorText.isEmpty)
    kill(program.identifier, SIGTERM)
    #expect(program.waitForEnd() == -SIGTERM)
  }
}

@Test func `--until accepts a transition, in a pipe and on the screen`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", job(1, "pending") + job(2, "failed"))
  let program = try RunningProgram(["--feed", path, "--until", "status: pending→failed"])
  #expect(program.read(until: "+ job2").contains("+ job2"))
  try folder.append(job(2, "pending") + job(3, "failed") + job(1, "failed"), to: "feed")
  #expect(program.waitForEnd() == 0)
  let terminal = try listview("--feed", path, "--until", "status: →canceled")
  #expect(terminal.waits(for: live(3)))
  try folder.append(job(3, "canceled"), to: "feed")
  #expect(terminal.waitForExit() == 0)
  #expect(terminal.output.contains("listview: \(NoticeText.matched("status: →canceled", "job3"))"))
}

@Test func `rules can be named in the configuration`() throws {
  let folder = try Folder()
  try FileManager.default.createDirectory(
    at: folder.url.appending(path: "listview"),
    withIntermediateDirectories: true
  )
  _ = try folder.file(
    "listview/config.toml",
    "[rules]\nbroken = 'status: →failed'\nwrong = 'status: \"→x'\n"
  )
  let environment = ["XDG_CONFIG_HOME": folder.url.path()]
  let input = job(1, "pending") + job(1, "failed")
  let output = try run(["--until", "broken"], input: input, environment: environment)
  #expect(output.status == 0 && output.lines.last == "~ job1 status: pending → failed", "\(output)")
  let config = try run(["config"], environment: environment)
  #expect(config.text.contains("[rules]\n\"broken\" = \"status: →failed\""), "\(config.text)")
  let wrong = try run(["--on-change", "wrong"], input: input, environment: environment)
  #expect(wrong.status == 64 && wrong.errors.contains("--on-change"), "\(wrong)")
}
