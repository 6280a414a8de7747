import EventLoop
import Feeds
import ListViewApp
import ListViewParts
import NcursesTerminal
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The loop on a terminal: one thread that waits for keys, the feed, signals and the next frame.
final class Watch {
  let session: TerminalSession
  private let loop: EventLoop
  var intake: FeedIntake
  var recorder: Recorder?
  var app: App
  /// Where picked columns are kept; nil for nowhere.
  private let columnStore: ColumnStore?
  /// What is waited for; nil for the reader alone.
  let wait: Wait?
  /// Who is told of changes beside the screen; nil for nobody.
  var announcer: Announcer?

  /// Whether something happened that may show.
  var isDirty = true
  /// Whether a key was pressed since the last frame: its answer does not wait for a slow terminal.
  var answersKey = false
  /// The lines that a key has changed.
  var urgentLines: [Int] = []
  /// When the last frame was due; frames are a sixtieth of a second apart.
  var lastFrame: ContinuousClock.Instant
  /// When the screen will look different though nothing happens.
  var nextChange: ContinuousClock.Instant?

  /// The time in which rows are brought to the screen, and whether some wait for that.
  var advanceShare = FairShare(3)
  var hasPostponed = false

  static let frameTime = Duration.nanoseconds(16_666_667)
  /// How long the feed is read before keys and frames have their turn.
  private static let readingTime = Duration.milliseconds(8)

  init(
    _ session: TerminalSession,
    _ loop: EventLoop,
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ configuration: App.Configuration,
    _ columnStore: ColumnStore?,
    wait: Wait? = nil,
    announcer: Announcer? = nil
  ) {
    // A program that decompresses may end before it has read all: who writes to it is told.
    signal(SIGPIPE, SIG_IGN)
    self.session = session
    self.intake = intake
    self.recorder = recorder
    self.loop = loop
    self.columnStore = columnStore
    self.wait = wait
    self.announcer = announcer
    app = App(configuration, size: session.size, theme: session.theme)
    lastFrame = .now - Self.frameTime
  }

  /// Runs until the user quits, or the wait is over; the terminal is given back then.
  ///
  /// - Returns: What came of the wait; nil where nothing is waited for.
  func run() throws -> Wait.Outcome? {
    defer { end() }
    while true {
      let now = ContinuousClock.now
      readFeed(until: now + Self.readingTime)
      advance()
      if let outcome = outcome(at: .now) { return outcome }
      announce()
      draw()
      let wakeup = try loop.wait(for: interests, until: deadline)
      for signal in wakeup.signals { handle(signal) }
      intake.wake(at: .now, childHasEnded: wakeup.signals.contains(.childExit)) {
        wakeup.events(for: $0) != []
      }
      if session.wantsWrite { session.flush() }
      var events = session.readEvents(at: .now)[...]
      let before = screenBefore(events, at: .now)
      while let event = app.takeEvent(from: &events) {
        for effect in handle(event) {
          switch effect {
          case .quit: return wait == nil ? nil : .unmet
          case .redraw: session.repaint()
          case .remember(let spec, let shape):
            if let notice = columnStore?.write(spec, shape: shape) { tell(notice) }
          case .identify(let choice): intake.chooseKey(choice)
          case .mouse(let isOn): session.usesMouse = isOn
          case .color(let choice):
            session.useColor(choice)
            app.theme = session.theme
          case .theme(let choice):
            session.themeChoice = choice
            app.theme = session.theme
          case .bell(let isOn):
            announcer = announcer ?? Announcer(command: nil, ringsBell: isOn, CommandRuns())
            announcer?.ringBell(isOn, for: app)
          case .copy(let bytes): session.send(Clipboard.copying(bytes))
          }
        }
      }
      noteAnswers(to: before, at: .now)
      if session.isHungUp {
        end()
        loop.endProcess(by: .hangUp)
      }
    }
  }

  /// Ends all commands, then gives the terminal back.
  private func end() {
    announcer?.stop()
    intake.stop()
    session.close()
  }

  /// What came of the wait; nil while it goes on.
  private func outcome(at instant: ContinuousClock.Instant) -> Wait.Outcome? {
    guard let wait else { return nil }
    if let text = app.awaitedText { return .fits(text) }
    return app.isOver ? .unmet : wait.isLate(at: instant) ? .late : nil
  }

  /// Tells of changes who is to be told of them.
  private func announce() {
    let failure = announcer?.announce(&app, at: .now) { session.send([0x07]) }
    if let failure { tell(failure) }
  }

  // MARK: Events

  private func handle(_ event: InputEvent) -> [App.Effect] {
    isDirty = true
    if case .report = event {
      app.theme = session.theme
      return []
    }
    return app.handle(event, at: .now)
  }

  private func handle(_ signal: ProcessSignal) {
    switch signal {
    case .windowChange:
      if let size = session.updateSize() { resize(to: size) }
    case .suspend:
      session.suspend()
      loop.stopProcess()
      resume()
    case .resume: resume()
    case .childExit: break
    case .interrupt, .terminate, .hangUp, .quit:
      end()
      loop.endProcess(by: signal)
    }
  }

  private func resume() {
    session.resume()
    resize(to: session.size)
  }

  private func resize(to size: TerminalSize) {
    app.resize(to: size, at: .now)
    isDirty = true
  }
}
