import Foundation
import ListViewParts
import TerminalTestSupport
import TestSupport
import Testing

@testable import listview

private let jobs = """
  {"id":"a","used":30,"size":80,"state":"idle"}
  {"id":"b","used":7,"size":9,"state":"running"}
  {"id":"c","used":1,"size":40,"state":"failed"}
  {"id":"d","used":45,"size":80,"state":"running"}

  """

/// The document, and what it shows of a configuration file and of command lines.
private enum Page {
  static let text: String = {
    let url = package.appending(path: "Docs/Views.md")
    return (try? String(contentsOf: url, encoding: .utf8)) ?? ""
  }()

  static let configuration = String(text.split(separator: "```toml\n").last ?? "")
    .components(separatedBy: "```")[0]
  static let examples = text.split(separator: "\n").filter {
    $0.hasPrefix("listview -") && $0.contains("--once")
  }.map {
    String($0)
  }
}

/// A folder with a list, and a configuration file if there is text for it.
private struct Home {
  let folder: Folder
  var environment: [String: String] {
    let path = folder.url.path()
    return ["XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path + "/state"]
  }
  var configuration: String {
    let file = folder.url.appending(path: "listview/config.toml")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  init(_ text: String? = nil) throws {
    folder = try Folder()
    _ = try folder.file("jobs.jsonl", jobs)
    guard let text else { return }
    let path = folder.url.appending(path: "listview")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    _ = try folder.file("listview/config.toml", text)
  }

  func start(_ arguments: [String] = []) throws -> PseudoTerminal {
    let list = folder.url.appending(path: "jobs.jsonl").path()
    return try listview(arguments + [list], environment: environment)
  }

  func once(_ arguments: [String]) throws -> Output {
    let list = folder.url.appending(path: "jobs.jsonl").path()
    return try run(arguments + ["--once", list], environment: environment)
  }
}

@Suite struct `Views by name` {
  @Test func `what is shown is kept, and is shown again by its name`() throws {
    let home = try Home("# mine\n[options]\nmotion = \"none\" # calm\n")
    let terminal = try home.start()
    #expect(terminal.waits(for: live(4)))
    terminal.send("=free=size - used\r:sort -free\r:filter state=running\r")
    #expect(terminal.waits(for: rowCount(2, of: 4)))
    terminal.send(":save jobs\r")
    #expect(terminal.waits(for: String(NoticeText.viewKept("jobs", "").prefix(15))))
    terminal.send("q")
    #expect(terminal.waitForExit() == 0)
    #expect(
      home.configuration.hasPrefix("# mine\n[options]\nmotion = \"none\" # calm\n\n[views.jobs]")
    )

    let offer = try home.start()
    #expect(offer.waits(for: NamedView.Text.fits(["jobs"])))
    #expect(offer.waits(for: live(4)))
    offer.send(":view jo\t\r")
    #expect(offer.waits(for: rowCount(2, of: 4)))
    #expect(offer.wait { offer.emulator.line(2).contains("free▼") })
    #expect(offer.emulator.line(3).contains(" 35 ") && offer.emulator.line(4).contains(" 2 "))

    let started = try home.start(["--view", "jobs"])
    #expect(started.waits(for: rowCount(2, of: 4)))
    // Without a failed job there is no summary bar.
    #expect(started.wait { started.emulator.line(2).contains(" 35 ") })
    #expect(started.emulator.line(3).contains(" 2 "))
  }

  @Test func `groups are kept with the figures and the order on the screen`() throws {
    let home = try Home()
    let terminal = try home.start()
    #expect(terminal.waits(for: live(4)))
    terminal.send(":count state: count, sum(used)\r")
    #expect(terminal.waits(for: CountText.chip("STATE")))
    terminal.send(":sort -sum(used)\r:save states\r")
    #expect(terminal.wait { home.configuration.contains("[views.states]") })
    #expect(terminal.waits(for: String(NoticeText.viewKept("states", "").prefix(15))))
    let output = try home.once(["--view", "states"])
    #expect(output.lines.first?.hasPrefix("STATE") == true, "\(output)")
    #expect(output.lines.count == 4 && output.lines[1].contains("52"))
    // An order of groups is not one of other groups.
    let other = try home.once(["--view", "states", "--count", "id"])
    #expect(other.lines.count == 5 && other.errors.isEmpty, "\(other)")
  }

  @Test(arguments: Page.examples)
  func `each example of the document prints rows`(example: String) throws {
    let home = try Home(Page.configuration)
    let program = builtProgram("listview")
    let command = "exec " + example.replacing(/^listview/, with: "'\(program)'")
    let output = try run(
      ["-c", "cd '\(home.folder.url.path())' && \(command)"],
      environment: home.environment,
      program: "/bin/sh"
    )
    #expect(output.status == 0 && output.errors.isEmpty, "\(output.errors)")
    #expect(output.lines.count >= 2)
  }

  @Test func `options beside a view come before it`() throws {
    #expect(Page.examples.count >= 4)
    let home = try Home(Page.configuration)
    #expect(try home.once(["--view", "jobs"]).lines.dropFirst().map { $0.suffix(7) }.count == 2)
    let csv = ["--output", "csv", "--view=jobs"]
    #expect(try home.once(csv).lines == ["id,free,state", "d,35,running", "b,2,running"])
    #expect(try home.once(csv + ["--sort", "free"]).lines.last == "d,35,running")
    #expect(try home.once(csv + ["--columns", "id"]).lines == ["id", "d", "b"])
    #expect(try home.once(csv + ["--filter", "state=failed"]).lines.last == "c,39,failed")
  }

  @Test func `a view that there is not is an error with the nearest name and all names`() throws {
    let home = try Home(Page.configuration)
    let output = try home.once(["--view", "job"])
    let problem = NamedView.Text.unknown("job", nearest: "jobs", ["jobs", "states"])
    #expect(output.status == 64 && output.errors.contains(UsageText.unknownView(problem)))
    let terminal = try home.start()
    #expect(terminal.waits(for: live(4)))
    terminal.send(":view job\r")
    #expect(terminal.waits(for: problem))
    let none = try run(["--view", "x", "--once"], input: jobs)
    #expect(none.errors.contains(NamedView.Text.none))
    #expect(try run(["explain", "--view", "x"], input: jobs).status == 64)
  }

  @Test func `config prints the views, in a form that yields them again`() throws {
    let home = try Home(Page.configuration)
    let first = try run(["config"], environment: home.environment)
    #expect(first.lines.contains("[views.jobs]") && first.lines.contains("[views.states]"))
    #expect(first.lines.contains(#"columns = "id,free=size - used,state""#))
    let other = try Home(first.text)
    let second = try run(["config"], environment: other.environment)
    #expect(
      second.text.split(separator: "\n").dropFirst()
        == first.text.split(separator: "\n").dropFirst()
    )
  }

  @Test func `with --secure nothing is written`() throws {
    let home = try Home("")
    let terminal = try home.start(["--secure"])
    #expect(terminal.waits(for: live(4)))
    terminal.send(":save jobs\r")
    #expect(terminal.waits(for: NoticeText.viewNotKept))
    #expect(home.configuration.isEmpty)
  }
}
