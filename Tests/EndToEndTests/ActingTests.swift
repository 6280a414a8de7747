import Foundation
import ListViewParts
import TerminalTestSupport
import Testing

/// Values that mean something to a shell, a program or a terminal.
private let values = [
  "'", "\"", "\\", "$(touch pwned)", "`touch pwned`", "; touch pwned", "$HOME", "*", "~", "| cat",
  "> pwned", "a  b", "\n", "\t", "{v}", "{{", "%s", "-rf", "--help", "\u{1B}]0;x\u{07}", "é", "👩‍👧",
  "0/1",
]

private func feed(_ values: [String]) throws -> String {
  let rows = values.enumerated().map { ["id": "\($0)", "v": $1] }
  let data = try JSONSerialization.data(withJSONObject: rows, options: [.sortedKeys])
  return String(decoding: data, as: UTF8.self) + "\n"
}

@Suite struct `Acting in a terminal` {
  @Test func `every value reaches a command byte for byte, and nothing else happens`() throws {
    let folder = try Folder()
    let path = try folder.file("feed.json", try feed(values))
    let out = folder.url.appending(path: "out").path()
    let script = "printf \"%s\\\\0\" \"$@\" > \(out).part; mv \(out).part \(out)"
    let terminal = try listview(
      "--feed",
      path,
      "--bind",
      "ctrl-t quiet once noask => sh -c '\(script)' x -- {+v}"
    )
    #expect(terminal.waits(for: live(values.count)))
    terminal.send("g" + String(repeating: "v", count: values.count))
    #expect(terminal.waits(for: ListState.Text.marked(values.count)))
    terminal.send("\u{14}")
    #expect(waits { FileManager.default.fileExists(atPath: out) })
    let written = try Data(contentsOf: URL(filePath: out)).split(
      separator: 0,
      omittingEmptySubsequences: false
    )
    .dropLast().map { Array($0) }
    #expect(
      Set(written) == Set(["--"] + values).map { Array($0.utf8) }.reduce(into: []) { $0.insert($1) }
    )
    #expect(written.count == values.count + 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
    #expect(!names.contains("pwned"))
  }

  @Test func `three keys end a process`() throws {
    let folder = try Folder()
    let sleeper = Process()
    sleeper.executableURL = URL(filePath: "/bin/sleep")
    sleeper.arguments = ["600"]
    try sleeper.run()
    defer { if sleeper.isRunning { sleeper.terminate() } }
    let path = try folder.file(
      "feed.json",
      #"[{"pid":\#(sleeper.processIdentifier),"comm":"sleep","state":"S"}]"# + "\n"
    )
    let terminal = try listview("--feed", path)
    #expect(terminal.waits(for: live(1)))
    terminal.send("j")
    terminal.send("ak")
    #expect(terminal.waits(for: "kill -KILL -- \(sleeper.processIdentifier)"))
    terminal.send("\r")
    #expect(waits { !sleeper.isRunning })
  }

  @Test func `a file is edited and removed, whatever its name`() throws {
    let folder = try Folder()
    let path = try folder.file("-rf $(touch pwned) 'x'", "old")
    let editor = try folder.file("editor", "#!/bin/sh\nprintf new > \"$2\"\n")
    let data = try JSONSerialization.data(withJSONObject: [["path": path, "mode": "-rw"]])
    let feed = try folder.file("feed.json", String(decoding: data, as: UTF8.self) + "\n")
    let terminal = try listview("--feed", feed, environment: ["EDITOR": "sh \(editor)"])
    #expect(terminal.waits(for: live(1)))
    terminal.send("jae")
    #expect(waits { (try? String(contentsOfFile: path, encoding: .utf8)) == "new" })
    #expect(terminal.waits(for: live(1)))
    terminal.send("ax")
    #expect(terminal.waits(for: "rm -- "))
    terminal.send("\r")
    #expect(waits { !FileManager.default.fileExists(atPath: path) })
    terminal.send("q")
  }

  @Test func `the command is told of the change that ends the wait, before the program ends`()
    throws
  {
    let folder = try Folder()
    let (state, told) = ["state", "told"].map { folder.url.appending(path: $0).path() }
      .withUnsafeBufferPointer { ($0[0], $0[1]) }
    try "running".write(toFile: state, atomically: true, encoding: .utf8)
    let script = "printf '[{\"name\":\"test\",\"state\":\"%s\"}]\\n' \"$(cat '\(state)')\""
    let terminal = try listview(
      "--until",
      "state=done",
      "--on-change",
      "sleep 1; echo told > '\(told)'",
      "--every",
      "0.2",
      "--",
      "sh",
      "-c",
      script
    )
    #expect(terminal.waits(for: "running"))
    try "done".write(toFile: state, atomically: true, encoding: .utf8)
    #expect(terminal.waitForExit() == 0)
    #expect(FileManager.default.fileExists(atPath: told))
  }

  @Test func `an address that is cut off is a link to the whole one`() throws {
    let folder = try Folder()
    let address = "https://example.org/" + (0..<40).map(String.init).joined(separator: "/")
    let feed = try folder.file("feed.json", #"[{"id":"a","page":"\#(address)"}]"# + "\n")
    let terminal = try listview("--feed", feed, columns: 60)
    #expect(terminal.waits(for: live(1)))
    let column = try #require(
      (0..<60).first { terminal.emulator.link(line: 2, column: $0) == address }
    )
    #expect(terminal.emulator.line(2).contains("…"))
    #expect(terminal.emulator.cell(line: 2, column: column).text == "h")
    terminal.send("q")
  }

  @Test func `the terminal is handed over, and taken back as it was`() throws {
    let folder = try Folder()
    let path = try folder.file("feed.json", #"[{"id":"a","v":"x"},{"id":"b","v":"y"}]"# + "\n")
    let answer = folder.url.appending(path: "answer").path()
    let terminal = try listview(
      "--feed",
      path,
      "--bind",
      "ctrl-t terminal => sh -c 'echo \"now \"$1; read answer; echo $answer > $2' x {id} \(answer)"
    )
    #expect(terminal.waits(for: live(2)))
    terminal.send("j\u{14}")
    #expect(terminal.waits(for: "now a"))
    terminal.send("yes\n")
    #expect(terminal.waits(for: live(2)))
    #expect(waits { (try? String(contentsOfFile: answer, encoding: .utf8)) == "yes\n" })
    terminal.send("q")
  }

  @Test func `what a command prints is a list, which ends with its pane`() throws {
    let folder = try Folder()
    let path = try folder.file("feed.json", #"[{"id":"a"},{"id":"b"}]"# + "\n")
    let pid = folder.url.appending(path: "pid").path()
    let terminal = try listview(
      "--feed",
      path,
      "--bind",
      "ctrl-t pane => sh -c 'echo $$ > \(pid); echo NAME SIZE; echo alpha 1; echo beta 2; exec sleep 600' x"
    )
    #expect(terminal.waits(for: live(2)))
    terminal.send("j\u{14}")
    #expect(terminal.waits(for: "beta"))
    let text = try String(contentsOfFile: pid, encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    #expect(kill(process, 0) == 0)
    terminal.send("\u{1B}")
    #expect(terminal.waits(for: live(2)))
    #expect(waits { kill(process, 0) != 0 })
  }

  @Test func `the actions in force are printed as a configuration`() throws {
    let output = try run(["actions", "--bind", "ctrl-l pane => lsof -p {pid}"])
    #expect(output.status == 0)
    #expect(output.lines.first == "[actions]")
    #expect(output.lines[1] == #"lsof = "ctrl-l pane => lsof -p {pid}""#)
    #expect(output.lines.dropFirst(2).allSatisfy { $0.hasPrefix("# ") })
    #expect(output.lines.count == RowCommand.ready.count + 2)
    let wrong = try run(["--bind", "k foo => x", "--once", "/dev/null"])
    #expect(wrong.status != 0 && wrong.errors.contains("^"))
  }
}
