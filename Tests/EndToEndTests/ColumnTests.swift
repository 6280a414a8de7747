import Columns
@testable import listview
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

private let feed = """
  [{"id":"a","kind":"x","size":1048576,"note":"one","object":{"deep":"p"}},\
  {"id":"b","kind":"y","size":2048,"note":"two","object":{"deep":"q"}}]
  """

@Test func `--columns shows exactly the given columns, on a screen and in a pipe`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", feed)
  let spec = "Deep=object.deep,size:bytes,id:8"
  let terminal = try listview("--feed", path, "--columns", spec)
  #expect(terminal.waits(for: "Deep"))
  #expect(terminal.waits(for: "p     1 MiB  a"))
  #expect(terminal.line(of: "KIND") == nil)
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)

  let output = try run(["--feed", path, "--columns", spec])
  #expect(output.lines == ["+ a p  1 MiB", "+ b q  2 KiB"])
}

@Test func `an invalid --columns exits with 64 and gives the position and the possible values`()
  throws
{
  let output = try run(["--feed", demo, "--columns", "id,amount:mony"])
  #expect(output.status == 64)
  let error = #expect(throws: SettingError.self) { try ColumnSpec("id,amount:mony") }
  #expect(error?.offset == 3)
  let place = "'amount:mony' at character 4: \(error?.description ?? "")"
  #expect(output.errors.contains("--columns: column \(place)"))
  #expect(output.errors.contains("text, number, time, clock, date, ago"))
}

@Test func `chosen columns are remembered for feeds with the same fields`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", feed)
  let state = folder.url.appending(path: "state/of/mine").path()
  let environment = ["XDG_STATE_HOME": state]
  let terminal = try listview("--feed", path, environment: environment)
  #expect(terminal.waits(for: "KIND"))
  terminal.send("c\u{1B}[B")
  #expect(terminal.waits(for: "[x] KIND"))
  terminal.send(" ")
  #expect(terminal.waits(for: "[ ] KIND"))
  terminal.send("\r")
  #expect(terminal.wait { terminal.line(of: "KIND") == nil && terminal.line(of: "NOTE") == 1 })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
  let file = state + "/listview/columns"
  let kept = try String(contentsOfFile: file, encoding: .utf8)
  #expect(kept.hasPrefix("listview columns 1\n") && kept.contains("-kind"))
  let files = try FileManager.default.contentsOfDirectory(atPath: state + "/listview")
  #expect(files.filter { !$0.hasSuffix(".lock") } == ["columns"], "\(files)")

  for (arguments, isThere) in [
    ([], false), (["--no-memory"], true), (["--columns", "kind"], true),
  ] {
    let again = try PseudoTerminal(
      builtProgram("listview"),
      ["--feed", path] + arguments,
      columns: 100,
      lines: 24,
      environment: environment
    )
    #expect(again.waits(for: isThere ? "KIND" : "NOTE"))
    #expect((again.line(of: "KIND") != nil) == isThere)
    again.send("q")
    #expect(again.waitForExit() == 0)
  }

  // A file that is something else is set aside, and said to be.
  try Data("something else\n".utf8).write(to: URL(filePath: file))
  let puzzled = try listview("--feed", path, environment: environment)
  #expect(puzzled.waits(for: NoticeText.notLoaded))
  #expect(puzzled.waits(for: "KIND"))
  puzzled.send("c\u{1B}[B \r")
  #expect(puzzled.wait { puzzled.line(of: "KIND") == nil })
  puzzled.send("q")
  #expect(puzzled.waitForExit() == 0)
  #expect(try String(contentsOfFile: file + ".damaged", encoding: .utf8) == "something else\n")
  #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("listview columns 1\n"))
}

@Test func `the picker works and reports it when the choice cannot be saved`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", feed)
  let blocked = try folder.file("blocked", "")
  let terminal = try listview("--feed", path, environment: ["XDG_STATE_HOME": blocked])
  #expect(terminal.waits(for: "KIND"))
  terminal.send("c\u{1B}[B \r")
  #expect(terminal.waits(for: NoticeText.notSaved))
  #expect(terminal.line(of: "KIND") == nil)
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `the arrows scroll sideways, and updates keep the scroll position`() throws {
  let folder = try Folder()
  let fields = (0..<20).map { #""field\#($0)":"value-\#($0)-0""# }.joined(separator: ",")
  let path = try folder.file("feed", #"[{"id":"a",\#(fields)},{"id":"b"}]"# + "\n")
  let terminal = try listview("--feed", path, columns: 60)
  #expect(terminal.waits(for: "FIELD0"))
  terminal.send("\u{1B}[C\u{1B}[C")
  #expect(
    terminal.wait { terminal.line(of: "FIELD1 ") == nil && terminal.line(of: "FIELD2") == 1 }
  )
  #expect(terminal.emulator.text[1].contains("‹") && terminal.emulator.text[1].contains("ID"))
  try folder.append(#"[{"id":"c"},{"id":"a",\#(fields)},{"id":"b"}]"# + "\n", to: "feed")
  #expect(terminal.waits(for: rowCount(3)))
  #expect(terminal.line(of: "FIELD1 ") == nil && terminal.line(of: "FIELD2") == 1)
  terminal.send("hh")
  #expect(terminal.waits(for: "FIELD0"))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `the guide shows the columns that its command shows`() throws {
  let guide = try document("Docs/Guide.md")
  let line = try #require(guide.split(separator: "\n").first { $0.contains("--columns 'created") })
  let spec = try #require(line.split(separator: "'").dropFirst().first)
  let output = try run(["--feed", demo, "--columns", String(spec)])
  #expect(output.status == 0)
  let paid = output.lines.filter { $0.contains("  charge.succeeded  $") }
  #expect(!paid.isEmpty && paid.allSatisfy { $0.hasSuffix("  succeeded") }, "\(paid)")
}
