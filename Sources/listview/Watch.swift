import EventLoop
import Feeds
import ListViewApp
import NcursesTerminal
import TerminalCore

/// The loop on a terminal: one thread that waits for keys, the feed, signals and the next frame.
final class Watch {
  private let session: TerminalSession
  private let loop: EventLoop
  private var intake: FeedIntake
  private var recorder: Recorder?
  private var app: App
  /// Where picked columns are kept; nil for nowhere.
  private let columnStore: ColumnStore?
  /// What is waited for; nil for the reader alone.
  private let wait: Wait?
  /// Who is told of changes beside the screen; nil for nobody.
  private var announcer: Announcer?

  /// Whether something happened that may show.
  private var isDirty = true
  /// When the last frame was due; frames are a sixtieth of a second apart.
  private var lastFrame: ContinuousClock.Instant
  /// When the screen will look different though nothing happens.
  private var nextChange: ContinuousClock.Instant?

  /// When rows may be shown again, and whether some wait for that.
  private var nextAdvance: ContinuousClock.Instant
  private var hasPostponed = false

  private static let longestPostponement = Duration.milliseconds(250)
  private static let frameTime = Duration.nanoseconds(16_666_667)
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
    self.session = session
    self.intake = intake
    self.recorder = recorder
    self.loop = loop
    self.columnStore = columnStore
    self.wait = wait
    self.announcer = announcer
    app = App(configuration, size: session.size, theme: session.theme)
    lastFrame = .now - Self.frameTime
    nextAdvance = lastFrame
  }

  /// Runs until the user quits, or the wait is over; the terminal is given back then.
  ///
  /// - Returns: What came of the wait; nil where nothing is waited for.
  func run() throws -> Wait.Outcome? {
    defer {
      announcer?.stop()
      session.close()
      intake.stop()
    }
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
          case .bell(let isOn):
            announcer = announcer ?? Announcer(command: nil, ringsBell: isOn, CommandRuns())
            announcer?.ringBell(isOn, for: app)
          case .copy(let bytes): session.send(Clipboard.copying(bytes))
          }
        }
      }
      if session.isHungUp {
        announcer?.stop()
        session.close()
        intake.stop()
        loop.endProcess(by: .hangUp)
      }
    }
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

  // MARK: Feed

  private func readFeed(until deadline: ContinuousClock.Instant) {
    while intake.isReady, app.wantsMore {
      do {
        switch try intake.read(at: .now) {
        case .items(let items): receive(items)
        case .rest(let items):
          receive(items)
          if intake.hasRested { app.reachEnd() }
          isDirty = true
        case .notice(let text): tell(text)
        case .end(let items):
          receive(items)
          end(intake.notices.last)
        }
      } catch {
        end("\(error)")
      }
      if ContinuousClock.now >= deadline { return }
    }
  }

  private func receive(_ items: [FeedItem]) {
    app.feed.keyRule = intake.keyRule
    app.feed.source = intake.sourceField
    app.feed.hasHeader = intake.hasHeader
    app.clocks = intake.volatileFields
    let keyTroubles = intake.keyTroubles
    if app.feed.badInput.count != intake.badInput.count || app.feed.keyTroubles != keyTroubles {
      app.receive(badInput: intake.badInput, keyTroubles: keyTroubles, at: .now)
      isDirty = true
    }
    guard !items.isEmpty else { return }
    do {
      try recorder?.record(items, key: intake.keyRule, at: .now)
    } catch {
      recorder = nil
      tell("the recording has stopped: \(error)")
    }
    app.receive(items, at: .now)
    isDirty = true
  }

  private func end(_ notice: String?) {
    app.feed.isEnded = true
    app.feed.notice = notice
    app.reachEnd()
    isDirty = true
  }

  /// Says what has happened outside of the feed.
  func tell(_ notice: String?) {
    app.feed.notice = notice
    isDirty = true
  }

  // MARK: Screen

  /// Shows what is due, in a third of the time at most: the more a batch costs, the more of what
  /// arrives is shown at once, and keys have their turn between two of them.
  private func advance() {
    let start = ContinuousClock.now
    guard start >= nextAdvance else {
      hasPostponed = true
      return
    }
    hasPostponed = false
    if app.advance(to: start) { isDirty = true }
    nextAdvance = start + min((.now - start) * 3, Self.longestPostponement)
  }

  /// Draws where something shows and the last frame is long enough ago.
  private func draw() {
    let now = ContinuousClock.now
    let isDue = nextChange.map { $0 <= now } ?? false
    guard isDirty || isDue, now >= lastFrame + Self.frameTime else { return }
    // Frames keep their beat: the next one is counted from when this one was due.
    lastFrame = max(lastFrame + Self.frameTime, now - Self.frameTime / 2)
    let (buffer, nextChange) = app.frame(at: now)
    session.present(buffer)
    self.nextChange = nextChange
    isDirty = false
  }

  private var interests: [EventLoop.Interest] {
    var interests = [
      EventLoop.Interest(session.descriptor, session.wantsWrite ? [.read, .write] : .read)
    ]
    if app.wantsMore {
      interests += intake.descriptors.map { EventLoop.Interest($0, .read) }
    }
    interests += (announcer?.descriptors ?? []).map { EventLoop.Interest($0, .read) }
    return interests
  }

  private var deadline: ContinuousClock.Instant? {
    if intake.isReady, app.wantsMore { return .now }
    var deadlines = [
      app.nextInstant.map { max($0, nextAdvance) }, session.inputDeadline, wait?.deadline,
      announcer?.deadline(for: app),
    ]
    if hasPostponed { deadlines.append(nextAdvance) }
    if app.wantsMore { deadlines.append(intake.deadline) }
    let nextFrame = lastFrame + Self.frameTime
    if isDirty { deadlines.append(nextFrame) }
    if let nextChange { deadlines.append(max(nextChange, nextFrame)) }
    return deadlines.compactMap(\.self).min()
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
      announcer?.stop()
      session.close()
      intake.stop()
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
