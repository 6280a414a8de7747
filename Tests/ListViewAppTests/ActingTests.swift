import FeedValues
import TableModel
import TerminalCore
import Testing

@testable import ListViewApp
@testable import ListViewParts

private func fixture(_ actions: [String] = [], isSecure: Bool = false) throws -> AppFixture {
  var configuration = App.Configuration(feedName: "ps", motion: .none)
  configuration.rowCommands = try actions.map { try RowCommand($0) } + RowCommand.ready
  configuration.isSecure = isSecure
  var fixture = AppFixture(configuration: configuration)
  fixture.receive(list([(1, "init", 5), (42, "cc1plus", 90)], at: 0))
  fixture.settle()
  return fixture
}

private func list(_ rows: [(pid: Int, comm: String, cpu: Int)], at time: Int) -> String {
  let objects = rows.map { #"{"pid":\#($0.pid),"comm":"\#($0.comm)","cpu":\#($0.cpu)}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(objects.joined(separator: ","))]}"# + "\n"
}

extension [App.Effect] {
  /// The arguments of the commands that are run.
  fileprivate var commands: [[String]] {
    compactMap { if case .run(let run) = $0 { run.arguments } else { nil } }
  }
}

@Suite struct `Acting on the screen` {
  @Test func `three keys kill the selected process`() throws {
    var fixture = try fixture([])
    fixture.press(.character("j"), .character("j"))
    fixture.press(.character("a"))
    #expect(fixture.lines.contains { $0.contains("kill -KILL -- 42") })
    #expect(fixture.press(.character("k")).isEmpty)
    #expect(fixture.lines.contains { $0.contains("kill -KILL -- 42") })
    #expect(fixture.press(.enter).commands == [["kill", "-KILL", "--", "42"]])
    #expect(fixture.lines[23].contains(ActText.began("kill")))
    fixture.app.endRun(0, failure: nil, at: fixture.now)
    #expect(fixture.lines[23].contains(ActText.succeeded("kill")))
  }

  @Test func `actions are hinted for a row that has some, which they name by key and name`() throws
  {
    var screen = try fixture()
    let hint = "a \(HintText.act)"
    screen.press(.character("j"), .character("j"))
    #expect(screen.lines[23].contains(hint))
    screen.press(.character("a"))
    #expect(screen.line(of: "╭─ 42 cc1plus ─") != nil)
    screen.press(.character("k"))
    #expect(screen.line(of: "╭─ \(ActText.asks("kill", of: "42 cc1plus")) ─") != nil)
    screen.press(.escape)
    // A list without actions, and one that runs none, have no hint.
    var plain = AppFixture()
    plain.receive(snapshot(0..<3, at: 0))
    plain.press(.character("j"))
    #expect(!plain.lines[23].contains(hint))
    var secure = try fixture(isSecure: true)
    secure.press(.character("j"))
    #expect(!secure.lines[23].contains(hint))
  }

  @Test func `an action asks for what its command lacks, before it runs`() throws {
    var screen = try fixture(["r quiet => renice -n {?Niceness:5} {?Of:-p|-g} {pid}"])
    screen.press(.character("j"), .character("a"), .character("r"))
    #expect(screen.line(of: "Niceness") != nil && screen.line(of: "5▏") != nil)
    screen.press(.backspace)
    screen.type("12")
    #expect(screen.press(.enter).isEmpty)
    #expect(screen.line(of: "-g") != nil)
    screen.press(.down)
    #expect(screen.press(.enter).commands == [["renice", "-n", "12", "-g", "1"]])
    // Escape leaves everything as it is.
    screen.press(.character("a"), .character("r"))
    #expect(screen.press(.escape).isEmpty && screen.app.layers.isEmpty)
    // A word behind the name is a part of the command.
    var named = try fixture(["s quiet => taskset -p {@1} {pid}"])
    named.press(.character("j"))
    named.type(":taskset 3")
    #expect(named.press(.enter).commands == [["taskset", "-p", "3", "1"]])
    named.type(":taskset")
    #expect(named.press(.enter).isEmpty)
    #expect(named.lines[23].contains("\(CommandProblem.noArgument(1))"))
  }

  @Test func `the margin says which rows commands run on, and how they ended`() throws {
    var fixture = try fixture(["l quiet => lsof -p {pid}"])
    func margins() -> [String] { fixture.lines[2...3].map { String($0.prefix(3).suffix(1)) } }
    fixture.press(.character("j"), .character("v"), .character("v"))
    fixture.press(.character("a"), .character("l"))
    #expect(margins() == [RunMark.isRunning.sign, RunMark.isRunning.sign])
    fixture.app.endRun(0, failure: nil, at: fixture.now)
    fixture.app.endRun(1, failure: "status 3", at: fixture.now)
    #expect(Set(margins()) == [RunMark.hasSucceeded.sign, RunMark.hasFailed.sign])
    let end = fixture.now + RunMarks.duration
    #expect(fixture.app.nextInstant.map { $0 <= end } == true)
    fixture.now = end
    fixture.app.advance(to: fixture.now)
    #expect(margins() == ["*", "*"])
  }

  @Test func `a right click opens the actions of the row under it`() throws {
    var fixture = try fixture()
    fixture.press(.character("m"))
    _ = fixture.app.handle(
      .mouse(MouseEvent(kind: .press(button: 2), column: 5, line: 3)),
      at: fixture.now
    )
    #expect(fixture.app.table.selection != nil && fixture.app.layers.count == 1)
    #expect(fixture.lines.contains { $0.contains("kill -KILL -- ") })
  }

  @Test func `the list of actions copies, too`() throws {
    var screen = AppFixture()
    screen.receive(snapshot(0..<3, at: 0))
    screen.press(.character("j"), .character("a"))
    #expect(screen.line(of: "y  \(ActText.copyKey)") != nil)
    let effects = screen.press(.character("Y"))
    guard case .copy(let bytes)? = effects.first else { return #expect(Bool(false)) }
    #expect(bytes.first == UInt8(ascii: "{") && screen.app.layers.isEmpty)
    // An action of the user's own that has the key goes before.
    var own = try fixture(["y quiet => echo {pid}"])
    own.press(.character("j"), .character("a"))
    #expect(own.press(.character("y")).commands == [["echo", "1"]])
  }

  @Test func `an action on all rows in view asks first, and says so`() throws {
    var screen = try fixture(["e quiet => echo {pid}"])
    screen.type("&pid>0")
    screen.press(.enter)
    screen.press(.character("j"), .character("a"), .character("*"))
    #expect(screen.line(of: ActText.name("1 init", andMore: 1)) != nil)
    #expect(screen.press(.character("e")).isEmpty)
    #expect(screen.line(of: ActText.isAll(2)) != nil)
    #expect(Set(screen.press(.enter).commands) == [["echo", "1"], ["echo", "42"]])
    // All of them can be copied, too.
    screen.press(.character("g"), .character("a"), .character("*"), .character("y"))
    #expect(screen.app.layers.isEmpty)
    #expect(screen.lines[23].contains(RowCopy.Text.keys(of: 2)))
    // Marked rows were chosen one by one.
    screen.press(.character("g"), .character("v"), .character("v"), .character("a"))
    #expect(screen.line(of: ActText.allRows) == nil)
    #expect(screen.press(.character("e")).commands.count == 2)
  }

  @Test func `a row without a key is called by what it says, a command without its directories`()
    throws
  {
    var log = AppFixture()
    let entries = (0..<3).map {
      #"{"time":"2026-11-21T10:00:0\#($0)Z","level":"INFO","message":"ready"}"# + "\n"
    }
    log.receive(entries.joined())
    log.settle()
    log.press(.character("j"), .character("a"))
    #expect(log.lines.contains { $0.contains("10:00:00Z INFO ready ") })
    #expect(!log.lines.contains { $0.contains("─ {") })
    var processes = AppFixture()
    processes.receive(
      #"[{"pid":7,"%cpu":1,"command":"/opt/versions/3.11.7/very/long/way/to/bin/python3 job.py"},"#
        + #"{"pid":8,"%cpu":0,"command":"/usr/bin/sh"}]"#
    )
    processes.settle()
    processes.press(.character("j"), .character("a"))
    #expect(processes.lines.contains { $0.contains(" 7 …/python3 job.py ") }, "\(processes.lines)")
  }

  @Test func `any other command can be entered`() throws {
    var screen = try fixture()
    screen.press(.character("j"), .character("a"), .character(":"))
    screen.type("lsof -p {pid}")
    #expect(screen.press(.enter).commands == [["lsof", "-p", "1"]])
    screen.press(.escape)
    // A command that destroys something asks, and options are those of an action.
    screen.type(":run kill -- {pid}")
    #expect(screen.press(.enter).isEmpty)
    #expect(screen.press(.enter).commands == [["kill", "--", "1"]])
    screen.press(.escape)
    screen.type(":run noask quiet => kill -- {pid}")
    #expect(screen.press(.enter).commands == [["kill", "--", "1"]])
    // A mistake is shown where it is.
    screen.type(":run kill {pid")
    screen.press(.enter)
    #expect(screen.lines.contains { $0.contains(ActionMistake.unclosedBrace) })
  }

  @Test func `a command gets a field as it was before the row changed`() throws {
    var screen = try fixture(["o quiet => echo {old.cpu} {cpu}"])
    screen.press(.character("j"), .character("j"), .character("a"))
    #expect(screen.line(of: "\(CommandProblem.missing("old.cpu"))") != nil)
    screen.press(.escape)
    screen.receive(list([(1, "init", 5), (42, "cc1plus", 95)], at: 1))
    screen.settle()
    screen.press(.character("a"))
    #expect(screen.press(.character("o")).commands == [["echo", "90", "95"]])
  }

  @Test func `without a row there are the actions that need none`() throws {
    var screen = AppFixture(
      configuration: try {
        var configuration = App.Configuration(feedName: "ps", motion: .none)
        configuration.rowCommands = [try RowCommand("u quiet => uptime")] + RowCommand.ready
        return configuration
      }()
    )
    screen.press(.character("a"))
    #expect(screen.press(.character("u")).commands == [["uptime"]])
  }

  @Test func `any other key than yes leaves everything as it is`() throws {
    var fixture = try fixture([])
    for key in [InputEvent.Key.escape, .character("n"), .character("q"), .character(" ")] {
      fixture.press(.character("j"), .character("a"), .character("k"))
      #expect(fixture.press(key).isEmpty)
      #expect(fixture.app.layers.isEmpty)
    }
  }

  @Test func `a key in the table, a name at the prompt and the list of actions run the same`()
    throws
  {
    var fixture = try fixture(["ctrl-l quiet => lsof -p {pid}"])
    fixture.press(.character("j"))
    let expected = [["lsof", "-p", "1"]]
    #expect(fixture.app.handle(.control("l"), at: fixture.now).commands == expected)
    fixture.type(":lsof")
    #expect(fixture.press(.enter).commands == expected)
    fixture.press(.character("a"))
    #expect(fixture.app.handle(.control("l"), at: fixture.now).commands == expected)
  }

  @Test func `an action acts on the row under the cursor when its key was pressed`() throws {
    var fixture = try fixture(["x quiet => echo {pid} {cpu}"])
    fixture.press(.character("j"), .character("j"), .character("a"))
    // The row moves to another line meanwhile, and a field that the command names changes.
    fixture.receive(list([(7, "new", 1), (42, "cc1plus", 95), (1, "init", 5)], at: 1))
    #expect(fixture.press(.character("x")).isEmpty)
    #expect(fixture.lines.contains { $0.contains(ActText.hasChanged(["cpu"])) })
    #expect(fixture.press(.enter).commands == [["echo", "42", "90"]])
    fixture.press(.character("a"))
    fixture.receive(list([(7, "new", 1)], at: 2))
    #expect(fixture.press(.character("x")).isEmpty)
    #expect(fixture.lines.contains { $0.contains(ActText.isGone) })
    fixture.press(.escape)
  }

  @Test func `in the past it says so, and asks`() throws {
    var fixture = try fixture(["x quiet => echo {pid}"])
    fixture.press(.character("j"), .character(" "), .character("a"))
    #expect(fixture.press(.character("x")).isEmpty)
    #expect(fixture.press(.enter).commands == [["echo", "1"]])
  }

  @Test func `marked rows are acted on together, and a missing field stops all of them`() throws {
    var fixture = try fixture(["x quiet => echo {pid}", "y quiet => echo {foo}"])
    fixture.press(.character("j"), .character("v"), .character("v"), .character("a"))
    #expect(fixture.press(.character("x")).commands == [["echo", "1"], ["echo", "42"]])
    fixture.press(.character("a"))
    #expect(fixture.press(.character("y")).isEmpty)
    let reason = CommandProblem.missing("foo").description
    #expect(fixture.lines[23].contains(ActText.notRun("echo", reason)))
  }

  @Test func `what a command prints is a list, and Escape ends it`() throws {
    var fixture = try fixture(["x pane => producer {pid}"])
    fixture.press(.character("j"), .character("a"))
    #expect(fixture.press(.character("x")).commands == [["producer", "1"]])
    let text = "NAME   SIZE\nalpha  10\nbeta   20\n"
    fixture.app.receiveOutput(Array(text.utf8), ofRun: 0, at: fixture.now)
    fixture.app.endRun(0, failure: nil, at: fixture.now)
    #expect(fixture.lines[0].contains("producer 1"))
    #expect(fixture.line(of: "alpha") != nil && fixture.line(of: "NAME") != nil)
    // The feed goes on behind it.
    fixture.receive(list([(7, "new", 1)], at: 1))
    #expect(fixture.line(of: "alpha") != nil)
    #expect(fixture.press(.escape) == [.endRun(0)])
    #expect(fixture.line(of: "new") != nil && fixture.line(of: "alpha") == nil)
    // One that prints nothing says so, and what closes it.
    fixture.press(.character("j"), .character("a"), .character("x"))
    fixture.app.endRun(1, failure: nil, at: fixture.now)
    #expect(fixture.line(of: Placeholder.Text.endedOutput) != nil)
    #expect(fixture.line(of: Placeholder.Text.closes("Esc")) != nil)
  }

  @Test func `each of several outputs has its number, and too many are not opened`() throws {
    var fixture = try fixture(["x pane => producer {pid}"])
    fixture.press(.character("j"), .character("v"), .character("v"), .character("a"))
    #expect(fixture.press(.character("x")).commands.count == 2)
    #expect(fixture.lines[0].contains("2/2 producer"))
    fixture.press(.escape)
    #expect(fixture.lines[0].contains("1/2 producer"))
  }

  @Test func `a failure says which command failed and why`() throws {
    var fixture = try fixture(["x quiet => echo {pid}"])
    fixture.press(.character("j"), .character("a"), .character("x"))
    fixture.app.endRun(0, failure: "exit status 1", at: fixture.now)
    #expect(fixture.lines[23].contains(ActText.failed("echo", "exit status 1")))
  }

  @Test func `with --secure nothing is run`() throws {
    var fixture = try fixture(["ctrl-l quiet => lsof -p {pid}"], isSecure: true)
    fixture.press(.character("j"))
    #expect(fixture.app.handle(.control("l"), at: fixture.now).commands.isEmpty)
    fixture.press(.character("a"))
    #expect(fixture.app.layers.isEmpty)
    #expect(fixture.lines[23].contains(ActText.isSecure))
    fixture.type(":kill")
    #expect(fixture.press(.enter).isEmpty)
  }

  @Test func `the user's action goes before one that comes with the program`() throws {
    var fixture = try fixture(["k noask quiet => my-kill {pid}"])
    fixture.press(.character("j"), .character("a"))
    #expect(fixture.press(.character("k")).commands == [["my-kill", "1"]])
  }
}
