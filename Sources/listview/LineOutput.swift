import EventLoop
import Feeds
import ListViewParts
import TerminalCore
import Values

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints a feed's changes as lines, as fast as they are read.
struct LineOutput {
  private var intake: FeedIntake
  private let recorder: Recorder?
  private var log: ChangeLog
  private let loop: EventLoop
  private let output = StandardOutput()
  /// What was told last, so that a command that fails again and again says so once.
  private var lastNotice: String?
  /// The troubles with keys that have been told.
  private var told: Set<KeyTrouble.Kind> = []
  /// Whether it was looked whether rows have the fields that the command line names.
  private var hasToldFields = false
  /// What is waited for; nil for the end of the feed.
  private let awaiting: Wait?

  init(
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ log: ChangeLog,
    awaiting: Wait? = nil
  ) throws {
    self.intake = intake
    self.recorder = recorder
    self.log = log
    self.awaiting = awaiting
    // What a reader who leaves does to us, we do ourselves, behind the children.
    signal(SIGPIPE, SIG_IGN)
    loop = try EventLoop(signals: [.childExit, .interrupt, .terminate, .hangUp, .quit])
  }

  /// Runs to the end of the feed, or of the wait.
  ///
  /// - Returns: What came of the wait; nil where nothing is waited for.
  /// - Throws: `FeedError` where a source cannot be read.
  consuming func run() throws -> Wait.Outcome? {
    defer { intake.stop() }
    while true {
      // The line of the row that fits has been printed.
      if log.match != nil { return .fits("") }
      if !intake.isReady { tellUnknownFields() }
      guard try wait() else { return .late }
      switch try intake.read(at: .now) {
      case .items(let items), .rest(let items): try print(items)
      case .notice(let text): tell(text)
      case .end(let items):
        try print(items)
        tellUnknownFields()
        report()
        return awaiting == nil ? nil : log.match == nil ? .unmet : .fits("")
      }
    }
  }

  /// Waits until there is something to read; signals have their turn even where there always is.
  ///
  /// - Returns: Whether there is; false where the wait for a row takes too long.
  private func wait() throws -> Bool {
    repeat {
      let interests = intake.descriptors.map { EventLoop.Interest($0, .read) }
      let deadline = [intake.deadline, awaiting?.deadline].compactMap(\.self).min()
      let wakeup = try loop.wait(for: interests, until: intake.isReady ? .now : deadline)
      take(wakeup.signals)
      intake.wake(at: .now, childHasEnded: wakeup.signals.contains(.childExit)) {
        wakeup.events(for: $0) != []
      }
      if let awaiting, awaiting.isLate(at: .now) { return false }
    } while !intake.isReady
    return true
  }

  private func take(_ signals: [ProcessSignal]) {
    for signal in signals where signal != .childExit {
      intake.stop()
      loop.endProcess(by: signal)
    }
  }

  private mutating func tell(_ text: String?) {
    if let text, text != lastNotice { note(text) }
    lastNotice = text
  }

  private mutating func print(_ items: [FeedItem]) throws {
    guard !items.isEmpty else { return }
    try recorder?.record(items, key: intake.keyRule, at: .now)
    log.clocks = intake.volatileFields
    log.present = .now
    let lines = log.lines(for: items, key: intake.keyRule, at: .now)
    tellTroubles()
    guard !lines.isEmpty else { return }
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    // A reader that does not read keeps us waiting, but not from hearing signals.
    let code = try output.write(bytes, loop) { signals in
      take(signals)
      if signals.contains(.childExit) {
        intake.wake(at: .now, childHasEnded: true) { _ in false }
      }
    }
    guard let code else { return }
    intake.stop()
    if code == EPIPE { endByBrokenPipe() }
    fail("standard output: \(String(cString: strerror(code)))", code: EX_IOERR)
  }

  /// Ends as any filter does whose reader has left.
  private func endByBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Says what keeps changes from being told as they are, each trouble once.
  private mutating func tellTroubles() {
    for trouble in intake.keyTroubles where told.insert(trouble.kind).inserted {
      note(DisplayWidth.cut(trouble.description, to: 400))
    }
  }

  /// Says once that no row has a field that the command line names.
  private mutating func tellUnknownFields() {
    guard log.hasRows, !hasToldFields else { return }
    hasToldFields = true
    if let problem = log.typeProblem { note(problem) }
    guard !log.unknownFields.isEmpty else { return }
    let names = log.unknownFields.map { "\"\($0.text)\"" }.joined(separator: " or ")
    note("no row has a field \(names) so far")
  }

  /// Says what could not be read, so that nothing is lost in silence.
  private func report() {
    guard let last = intake.badInput.newest.last else { return }
    note(
      "\(intake.badInput.count) pieces of the feed could not be read; the last one on line "
        + "\(last.line): \(last.reason)"
    )
  }
}
