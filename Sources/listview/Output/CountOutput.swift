import ArgumentParser
import EventLoop
import FeedSources
import FeedStore
import ListViewApp
import ListViewParts
import TerminalCore

/// Prints the changes of the groups of a feed as lines.
struct CountOutput: FeedSink {
  private var app: App
  private var log: ChangeLog
  private let output = StandardOutput()
  private var isOver = false

  init(_ configuration: App.Configuration, _ log: ChangeLog, _ theme: Theme) {
    app = App(configuration, size: TerminalSize(columns: 80, lines: 24), theme: theme)
    self.log = log
  }

  var interests: [EventLoop.Interest] { [LineOutput.reader] }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { isOver ? .now : app.nextInstant }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) {
    app.receive(items, from: run.intake, at: .now)
  }

  mutating func rest() { app.reachEnd() }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    isOver = true
    app.reachEnd()
    try print(run)
    if let problem = app.arrangementProblem { note(problem) }
    run.noteMalformedInput()
    if let failure { throw failure }
    if app.arrangementProblem != nil { throw ExitCode.unknownField }
  }

  mutating func turn(_ run: FeedRun) throws -> FeedTurn<Void> {
    if isOver { return .end(()) }
    if !run.intake.isReady { try print(run) }
    return .goOn
  }

  private mutating func print(_ run: FeedRun) throws {
    let now = ContinuousClock.now
    app.advance(to: now)
    if isOver { app.settle(at: now) }
    guard let (items, key) = app.takeCountItems(), !items.isEmpty else { return }
    log.present = .now
    let lines = log.lines(for: items, key: key, at: .now)
    guard !lines.isEmpty else { return }
    try output.write(Array((lines.joined(separator: "\n") + "\n").utf8), run)
  }
}
