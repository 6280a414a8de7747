import EventLoop
import Feeds
import ListViewParts
import Values

import Glibc

/// The only loop that reads a feed: one thread waits for the sources, their children, signals, and
/// whatever the sink waits for.
///
/// It owns what all sinks have in common: the intake, the recorder, the announcer, and the end of
/// the program by a signal. Children end first, then the terminal is restored.
final class FeedRun {
  var intake: FeedIntake
  private var recorder: Recorder?
  /// Reports changes in addition to the output; nil for none.
  var announcer: Announcer?
  private let loop: EventLoop
  /// What was reported last, so that a command that fails again and again is reported once.
  private var lastNotice: String?

  /// How long the feed is read before anything else has its turn.
  private static let readingTime = Duration.milliseconds(8)

  /// The signals that concern a program that prints and ends.
  static let endings: Set<ProcessSignal> = [.childExit, .interrupt, .terminate, .hangUp, .quit]

  /// Creates a run and takes over the signals; call it before the program's first other thread.
  ///
  /// - Parameters:
  ///   - intake: The sources.
  ///   - recorder: Records what arrives; nil for none.
  ///   - signals: The signals to handle.
  /// - Throws: `EventLoopError` if the system refuses.
  init(
    _ intake: FeedIntake,
    _ recorder: Recorder? = nil,
    signals: Set<ProcessSignal> = FeedRun.endings
  ) throws(EventLoopError) {
    // If the reader of the output closes it, the program ends after its children; if a child closes
    // its input, its exit status tells why.
    signal(SIGPIPE, SIG_IGN)
    (self.intake, self.recorder) = (intake, recorder)
    loop = try EventLoop(signals: signals)
  }

  /// Reads the feed into a sink until the sink ends the run.
  ///
  /// - Parameter sink: The sink; it is closed at the end.
  /// - Returns: The outcome of the sink.
  /// - Throws: What the sink throws; `EventLoopError` if the system cannot wait.
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
      intake.wake(at: .now, childHasEnded: wakeup.signals.contains(.childExit)) {
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
  }

  /// Ends the program as the signal would; the sink is closed already.
  func endProcess(by signal: ProcessSignal) -> Never {
    stop()
    loop.endProcess(by: signal)
  }

  /// Stops the program as an unhandled ^Z would, and returns when it continues.
  func stopProcess() { loop.stopProcess() }

  /// Waits for a descriptor outside the loop, while a sink has to wait for its output.
  ///
  /// - Returns: Whether it is ready; signals are handled either way.
  func waitToWrite(to descriptor: Int32) throws(EventLoopError) -> Bool {
    let wakeup = try loop.wait(for: [EventLoop.Interest(descriptor, .write)])
    for signal in wakeup.signals where signal != .childExit { endProcess(by: signal) }
    if wakeup.signals.contains(.childExit) {
      intake.wake(at: .now, childHasEnded: true) { _ in false }
    }
    return wakeup.events(for: descriptor) != []
  }

  // MARK: Notes

  /// Reports on standard error what happened to a source, once.
  func note(_ notice: String?) {
    if let notice, notice != lastNotice { listview.note(notice) }
    lastNotice = notice
  }

  /// Reports on standard error what could not be read, so that nothing is ignored in silence.
  func noteMalformedInput() {
    guard let last = intake.malformedInput.newest.last else { return }
    listview.note(
      NoticeText.malformed(intake.malformedInput.count, line: last.line, "\(last.reason)")
    )
  }
}
