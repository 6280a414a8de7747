import EventLoop
import Feeds
import ListViewApp
import ListViewParts
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints the table that a feed comes to, and ends.
struct OnceOutput {
  private var intake: FeedIntake
  private let recorder: Recorder?
  private var app: App
  /// Whether rows are printed as a table, or as JSON.
  private let format: ListViewCommand.OutputFormat
  /// The columns of the screen; nil where standard output is none.
  private let width: Int?
  /// Until when the feed has to have ended; nil for as long as it takes.
  private let deadline: ContinuousClock.Instant?
  /// What shows a table that is longer than the window.
  private var pager: Pager
  private let loop: EventLoop

  init(
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ app: App,
    format: ListViewCommand.OutputFormat,
    width: Int?,
    pager: Pager,
    deadline: ContinuousClock.Instant?
  ) throws {
    (self.intake, self.recorder, self.app) = (intake, recorder, app)
    (self.format, self.width, self.deadline) = (format, width, deadline)
    self.pager = pager
    loop = try EventLoop(signals: [.childExit, .interrupt, .terminate, .hangUp, .quit])
  }

  /// Reads to the end, and prints.
  ///
  /// - Returns: Whether the feed ended in time; nothing is printed otherwise.
  /// - Throws: `FeedError` where a source cannot be read, or the recording not be written.
  consuming func run() throws -> Bool {
    defer { intake.stop() }
    while true {
      guard try wait() else { return false }
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items): try receive(items)
      case .notice(let text): if let text { note(text) }
      case .end(let items):
        try receive(items)
        try print()
        return true
      }
    }
  }

  /// Waits until there is something to read.
  ///
  /// - Returns: Whether there is; false where it takes too long.
  private func wait() throws -> Bool {
    repeat {
      let interests = intake.descriptors.map { EventLoop.Interest($0, .read) }
      let end = [intake.deadline, deadline].compactMap(\.self).min()
      let wakeup = try loop.wait(for: interests, until: intake.isReady ? .now : end)
      Self.take(wakeup.signals, loop, intake)
      intake.wake(at: .now, childHasEnded: wakeup.signals.contains(.childExit)) {
        wakeup.events(for: $0) != []
      }
      if let deadline, deadline <= .now { return false }
    } while !intake.isReady
    return true
  }

  private mutating func receive(_ items: [FeedItem]) throws {
    guard !items.isEmpty else { return }
    try recorder?.record(items, key: intake.keyRule, at: .now)
    app.status.keyRule = intake.keyRule
    app.status.source = intake.sourceField
    app.status.hasHeader = intake.hasHeader
    app.clocks = intake.volatileFields
    app.receive(items, at: .now)
  }

  private static func take(_ signals: [ProcessSignal], _ loop: EventLoop, _ intake: FeedIntake) {
    for signal in signals where signal != .childExit {
      intake.stop()
      loop.endProcess(by: signal)
    }
  }

  private mutating func print() throws {
    let now = ContinuousClock.now
    app.reachEnd()
    app.advance(to: now)
    let (loop, intake) = (loop, intake)
    var pager = pager
    var bytes: [UInt8] = []
    var failure: (any Error)?
    func print(_ line: String) {
      for line in pager.take(line) {
        bytes += line.utf8
        bytes.append(0x0A)
      }
      guard bytes.count >= 1 << 16, failure == nil else { return }
      do { try Self.flush(&bytes, pager, loop, intake) } catch { failure = error }
    }
    switch format {
    case .text: app.printTable(width: width, at: now, print)
    case .jsonl: app.rowsAsJSON.forEach(print)
    case .json:
      print("[")
      // Each line but the last one ends with a comma.
      var line: String?
      for row in app.rowsAsJSON {
        line.map { print($0 + ",") }
        line = row
      }
      line.map(print)
      print("]")
    }
    for line in pager.takeRest() { bytes += Array(line.utf8) + [0x0A] }
    if failure == nil {
      do { try Self.flush(&bytes, pager, loop, intake) } catch { failure = error }
    }
    pager.finish()
    if let failure { throw failure }
    for problem in [app.shapeProblem, app.fieldProblem] { problem.map(note) }
    if let last = intake.badInput.newest.last {
      note(
        "\(intake.badInput.count) pieces of the feed could not be read; the last one on line "
          + "\(last.line): \(last.reason)"
      )
    }
  }

  private static func flush(
    _ bytes: inout [UInt8],
    _ pager: Pager,
    _ loop: EventLoop,
    _ intake: FeedIntake
  ) throws {
    let code = try StandardOutput().write(bytes, loop, hear: { take($0, loop, intake) })
    // Who leaves the pager early has seen enough.
    if let code, !(code == EPIPE && pager.isRunning) {
      intake.stop()
      fail("standard output: \(String(cString: strerror(code)))", code: EX_IOERR)
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
