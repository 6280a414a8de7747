import Columns
import FeedIdentity
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import TerminalCore

/// Prints the table at the end of the feed.
struct OnceOutput: FeedSink {
  private var app: App
  /// The output format.
  private let format: ListViewCommand.OutputFormat
  /// The choice of columns of CSV and Markdown; nil for all fields.
  private let columns: ColumnSpec?
  /// Whether standard output is a terminal, whose size may be unknown.
  private let isForTerminal: Bool
  /// The width of the terminal in columns; nil if there is none or it is unknown.
  private let width: Int?
  /// The time by which the feed has to end; nil for no limit.
  private let limit: ContinuousClock.Instant?
  /// Shows tables that are longer than the terminal window.
  private var pager: Pager
  /// Whether each row is a line of titles and values.
  var isLinear = false
  private var hasReceived = false
  /// Whether the command line names fields that no row has.
  private(set) var namesUnknownFields = false
  private var isOver = false

  init(
    _ app: App,
    format: ListViewCommand.OutputFormat,
    columns: ColumnSpec?,
    isForTerminal: Bool,
    width: Int?,
    pager: Pager,
    limit: ContinuousClock.Instant?
  ) {
    (self.app, self.format, self.columns) = (app, format, columns)
    (self.isForTerminal, self.width) = (isForTerminal, width)
    (self.pager, self.limit) = (pager, limit)
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? { limit }

  mutating func receive(_ items: [FeedItem], _ run: FeedRun) {
    hasReceived = hasReceived || !items.isEmpty
    app.receive(items, from: run.intake, at: .now)
  }

  mutating func end(_ failure: FeedError?, _ run: FeedRun) throws {
    isOver = true
    // The rows before a failure are worth having.
    if failure == nil || hasReceived { try print(run) }
    if let failure { throw failure }
  }

  /// Ends the run with whether the feed ended in time; otherwise nothing is printed.
  func turn(_ run: FeedRun) -> FeedTurn<Bool> {
    if isOver { return .end(true) }
    return limit.map { $0 <= .now } ?? false ? .end(false) : .goOn
  }

  private mutating func print(_ run: FeedRun) throws {
    let now = ContinuousClock.now
    app.reachEnd()
    app.advance(to: now)
    app.settle(at: now)
    var pager = pager
    var bytes: [UInt8] = []
    func print(_ line: String) throws {
      for line in pager.take(line) {
        bytes += line.utf8
        bytes.append(0x0A)
      }
      if bytes.count >= 1 << 16 { try Self.flush(&bytes, pager, run) }
    }
    do {
      defer { pager.finish() }
      let output = RowsOutput(format: format, columns: columns, isForTerminal: isForTerminal)
      // The rows are not what was asked for.
      if app.countProblem == nil {
        if isLinear {
          try app.readRows(at: now, print)
        } else {
          try output.write(&app, width: width, at: now, print)
        }
      }
      for line in pager.takeRest() { bytes += Array(line.utf8) + [0x0A] }
      try Self.flush(&bytes, pager, run)
    }
    for problem in run.intake.keyProblems { note(DisplayWidth.cut(problem.description, to: 400)) }
    for problem in [app.arrangementProblem, app.fieldProblem] { problem.map(note) }
    namesUnknownFields =
      app.namesUnknownField || run.intake.keyProblems.contains { $0.kind == .absent }
    run.noteLegends()
    run.noteMalformedInput()
  }

  private static func flush(_ bytes: inout [UInt8], _ pager: Pager, _ run: FeedRun) throws {
    // It is not an error if the user quits the pager early.
    try StandardOutput().write(bytes, run, mayBeLeft: pager.isRunning)
    bytes.removeAll(keepingCapacity: true)
  }
}
