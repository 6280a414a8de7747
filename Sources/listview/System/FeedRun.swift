import EventLoop
import FeedFormats
import FeedSources
import FeedStore
import FeedValues
import ListViewParts
import Values

import Glibc

/// The run loop: a single thread that waits for the sources, their child processes, signals, and whatever the
/// sink waits for.
///
/// It owns what all sinks have in common: the intake, the recorder, the announcer, and termination by
/// signals. Child processes are ended before the terminal is restored. A signal that ends the program does so
/// within a second, however long a turn of the loop takes.
final class FeedRun {
  var intake: FeedIntake
  private var recorder: Recorder?
  /// Reports changes in addition to the output; nil if that is not requested.
  var announcer: Announcer?
  private let loop: EventLoop
  /// The commands that are running; nil if there are none.
  private let runs: CommandRuns?
  /// The last notice reported, so that repeated failures of a command are reported once.
  private var lastNotice: String?

  /// The maximum time spent reading before other events are handled.
  private static let readingTime = Duration.milliseconds(8)

  /// The signals handled by a program that prints and exits.
  static let endings: Set<ProcessSignal> = [.childExit, .interrupt, .terminate, .hangUp, .quit]

  /// Creates a run loop and takes over signal handling; to be called before other threads are started.
  ///
  /// - Parameters:
  ///   - intake: The sources.
  ///   - recorder: Records what arrives; nil for none.
  ///   - runs: The commands that are running; nil if there are none.
  ///   - signals: The signals to handle.
  /// - Throws: `EventLoopError` if a system call fails.
  init(
    _ intake: FeedIntake,
    _ recorder: Recorder? = nil,
    _ runs: CommandRuns? = nil,
    signals: Set<ProcessSignal> = FeedRun.endings
  ) throws(EventLoopError) {
    // If the reader of the output closes it, child processes are ended before the program exits; if a child
    // process closes its input, its exit status tells why.
    signal(SIGPIPE, SIG_IGN)
    (self.intake, self.recorder, self.runs) = (intake, recorder, runs)
    loop = try EventLoop(signals: signals)
    try loop.endsWhenBusy()
  }

  /// Reads the feed into a sink until the sink ends the run.
  ///
  /// - Parameter sink: The sink, which is closed at the end.
  /// - Returns: The outcome of the sink.
  /// - Throws: Errors of the sink; `EventLoopError` if waiting fails.
  func run<Sink: FeedSink>(into sink: inout Sink) throws -> Sink.Outcome {
    defer {
      stop()
      sink.close()
    }
    while true {
      try read(into: &sink)
      if case .end(let outcome) = try sink.turn(self) { return outcome }
      let wakeup = try loop.wait(for: interests(of: sink), until: deadline(of: sink))
      for signal in wakeup.signals { handle(signal, &sink) }
      if wakeup.events(for: STDOUT_FILENO).contains(.hangUp),
        sink.interests.contains(LineOutput.reader)
      {
        stop()
        StandardOutput.end(EPIPE)
      }
      let childHasEnded = wakeup.signals.contains(.childExit)
      if childHasEnded { runs?.reap() }
      intake.wake(at: .now, childHasEnded: childHasEnded) {
        wakeup.events(for: $0) != []
      }
      if case .end(let outcome) = sink.wake(self) { return outcome }
    }
  }

  private func read(into sink: inout some FeedSink) throws {
    let end = ContinuousClock.now + Self.readingTime
    while intake.isReady, sink.wantsMore {
      let event: FeedIntake.Event
      do throws(FeedError) {
        event = try intake.read(at: .now)
      } catch {
        return try sink.end(error, self)
      }
      switch event {
      case .items(let items): try deliver(items, to: &sink)
      case .rest(let items):
        try deliver(items, to: &sink)
        if intake.hasRested { sink.rest() }
      case .notice(let text):
        sink.report(text, self)
        try sink.receive([], self)
      case .end(let items):
        try deliver(items, to: &sink)
        try sink.end(nil, self)
      }
      if ContinuousClock.now >= end { return }
    }
  }

  private func deliver(_ items: [FeedItem], to sink: inout some FeedSink) throws {
    if let recorder, !items.isEmpty {
      do throws(FeedError) {
        try recorder.record(items, key: intake.keyRule, at: .now)
      } catch {
        self.recorder = nil
        try sink.stopRecording(error, self)
      }
    }
    try sink.receive(items, self)
  }

  private func interests(of sink: some FeedSink) -> [EventLoop.Interest] {
    let sources = sink.wantsMore ? intake.descriptors : []
    let descriptors = sources + (announcer?.descriptors ?? [])
    return sink.interests + descriptors.map { EventLoop.Interest($0, .read) }
  }

  private func deadline(of sink: some FeedSink) -> ContinuousClock.Instant? {
    let own = sink.deadline(self)
    guard sink.wantsMore else { return own }
    return intake.isReady ? .now : [own, intake.deadline].compactMap(\.self).min()
  }

  // MARK: Signals

  private func handle(_ signal: ProcessSignal, _ sink: inout some FeedSink) {
    guard Self.endings.contains(signal) else { return sink.handle(signal, self) }
    guard signal != .childExit else { return }
    stop()
    sink.close()
    loop.endProcess(by: signal)
  }

  /// Ends all commands.
  func stop() {
    announcer?.stop()
    intake.stop()
    runs?.settle()
  }

  /// Exits as the signal would have done by default, after the sink has been closed.
  func endProcess(by signal: ProcessSignal) -> Never {
    stop()
    loop.endProcess(by: signal)
  }

  /// Suspends the program as ^Z would by default; returns when it is resumed.
  func stopProcess() { loop.stopProcess() }

  /// Waits until a descriptor is writable, for a sink that has to wait for its output.
  ///
  /// - Returns: Whether it is writable; signals are handled in either case.
  func waitToWrite(to descriptor: Int32) throws(EventLoopError) -> Bool {
    let wakeup = try loop.wait(for: [EventLoop.Interest(descriptor, .write)])
    for signal in wakeup.signals where signal != .childExit { endProcess(by: signal) }
    if wakeup.signals.contains(.childExit) {
      runs?.reap()
      intake.wake(at: .now, childHasEnded: true) { _ in false }
    }
    return wakeup.events(for: descriptor) != []
  }

  // MARK: Notices

  /// Reports a notice about a source on standard error, unless it was the last one reported.
  func note(_ notice: String?) {
    if let notice, notice != lastNotice { listview.note(notice) }
    lastNotice = notice
  }

  /// Reports on standard error a lack of rows, and lines of a table, but not above its headers, that are not rows.
  func noteLegends() {
    let account = intake.decoder.lineAccount
    guard intake.decoder.format == .table else { return }
    if account[.row] == 0, let header = account.entries.first(where: { $0.role == .header }) {
      listview.note(NoticeText.noRows(belowLine: header.line))
    }
    guard account[.legend] > 0 else { return }
    let lines = account.entries.lazy.filter { $0.role == .legend }.map(\.line)
    listview.note(NoticeText.legends(account[.legend], lines: Array(lines.prefix(8))))
  }

  /// Reports malformed input on standard error.
  func noteMalformedInput() {
    guard let last = intake.malformedInput.newest.last else { return }
    listview.note(
      NoticeText.malformed(intake.malformedInput.count, line: last.line, "\(last.reason)")
    )
  }
}
