import CTTY
import EventLoop
import FeedSources
import FeedStore
import FeedValues
import Glibc
import ListViewApp
import ListViewParts
import NcursesTerminal
import TableModel
import TerminalCore
import Values

/// Shows a feed on a terminal: runs the app, passes it events, and draws its frames.
final class ScreenOutput: FeedSink {
  let session: TerminalSession
  var app: App
  /// Stores the user's choice of columns; nil if it is not stored.
  private let columnStore: ColumnStore?
  /// Keeps the theme that the user chooses, and views; nil if they are not kept.
  private let keeper: PreferencesKeeper?
  /// Whether the app may write files.
  let writesFiles: Bool
  /// The file that is being written, and the message once it is complete; nil if there is none.
  var writing: (file: FileWriting, text: String)?
  /// The file that is written once all rows are arranged.
  private var pathToWrite: String?
  /// The commands that the user runs on rows; nil if none may be run.
  var actions: ActionRuns?
  /// Whether the user leaves once that file is complete.
  var isLeaving = false
  /// Whether all marked rows are output, if there are any, when the user chooses rows.
  private let picksMarked: Bool
  /// The rows that the user chose; nil if none were.
  private(set) var picked: [Row]?
  /// The wait for a row; nil if there is none.
  let wait: Wait?

  /// Whether something happened that may be visible.
  var isDirty = true
  /// Whether a key was pressed since the last frame, so that the response must not wait for a slow terminal.
  var answersKey = false
  /// The lines changed by keys, the most important first.
  var urgentLines: [Int] = []
  /// Decides when frames are drawn.
  var pace = FramePace(from: .now)
  /// When the screen next changes even if nothing happens; nil if never.
  var nextChange: ContinuousClock.Instant?

  /// When the title of the window may change again.
  var nextTitle = ContinuousClock.now
  /// The number of items that the app has received since it last advanced.
  var waitingCount = 0
  /// Limits how many that may be.
  var batchSize = SliceSize(taking: .milliseconds(5))
  /// Limits the share of time spent on advances that take long however few items are waiting.
  var advanceShare = FairShare(3)
  /// Until when the next advance is postponed; nil if it is not.
  var postponement: ContinuousClock.Instant?

  init(
    _ session: TerminalSession,
    _ configuration: App.Configuration,
    _ columnStore: ColumnStore?,
    _ keeper: PreferencesKeeper?,
    wait: Wait? = nil,
    writesFiles: Bool = true,
    picksMarked: Bool = false
  ) {
    (self.writesFiles, self.picksMarked) = (writesFiles, picksMarked)
    self.session = session
    (self.columnStore, self.keeper) = (columnStore, keeper)
    self.wait = wait
    app = App(configuration, size: session.size, theme: session.theme)
  }

  var wantsMore: Bool { decided == nil && app.wantsMore && waitingCount < batchSize.limit }

  func receive(_ items: [FeedItem], _ run: FeedRun) {
    waitingCount += items.count
    if app.receive(items, from: run.intake, at: .now) { isDirty = true }
  }

  func rest() {
    app.reachEnd()
    isDirty = true
  }

  func end(_ failure: FeedError?, _ run: FeedRun) {
    app.status.isEnded = true
    app.reachEnd()
    report(failure.map { "\($0)" } ?? run.intake.notices.last, run)
  }

  func report(_ notice: String?, _ run: FeedRun) { report(notice) }

  /// Reports something unrelated to the feed's contents.
  func report(_ notice: String?) {
    app.status.notice = notice
    isDirty = true
  }

  func stopRecording(_ failure: FeedError, _ run: FeedRun) {
    report(NoticeText.recordingStopped("\(failure)"))
  }

  func turn(_ run: FeedRun) -> FeedTurn<Wait.Outcome?> {
    advanceIfDue()
    decided = decided ?? outcome(at: .now)
    if let failure = run.announcer?.announce(&app, at: .now, ring: { session.send([0x07]) }) {
      report(failure)
    }
    // The command is told of the change that ends the wait.
    if let decided, !(run.announcer?.isBusy(with: app) ?? false) { return .end(decided) }
    draw()
    return .goOn
  }

  /// The outcome of the wait, while a command runs on the last change; nil without one.
  private var decided: Wait.Outcome?

  /// The outcome of the wait; nil while it continues, or a file is being written.
  private func outcome(at instant: ContinuousClock.Instant) -> Wait.Outcome? {
    guard let wait, writing == nil else { return nil }
    if let text = app.awaitedText { return .matched(text) }
    return app.isOver ? .unmet : wait.isLate(at: instant) ? .late : nil
  }

  /// Restores the terminal, and removes a file that is not complete.
  func close() {
    // Commands end with the program.
    actions = nil
    session.close()
    writing?.file.cancel()
  }

  // MARK: Events

  func wake(_ run: FeedRun) -> FeedTurn<Wait.Outcome?> {
    if session.wantsWrite { session.flush() }
    let end = FeedTurn<Wait.Outcome?>.end(wait == nil ? nil : decided ?? .unmet)
    var events = session.readEvents(at: .now)[...]
    let before = screenBefore(events, at: .now)
    while let event = app.takeEvent(from: &events) {
      for effect in handle(event) {
        if effect == .pick {
          picked =
            picksMarked && !app.markedRows.isEmpty ? app.markedRows : app.selectedRow.map { [$0] }
        }
        if effect == .pick, picked == nil { continue }
        if effect != .quit && effect != .pick {
          carryOut(effect, run)
        } else if !waitsForFile() {
          return end
        }
      }
    }
    if advanceActions(run) { return end }
    if let path = pathToWrite, app.isArranged {
      pathToWrite = nil
      write(to: path)
    }
    reportWriting()
    if isLeaving, writing == nil, pathToWrite == nil { return end }
    noteAnswers(to: before, at: .now)
    if session.isHungUp {
      close()
      run.endProcess(by: .hangUp)
    }
    // The answer to a key waits neither for what is due nor for the next regular frame.
    if answersKey { draw() }
    return .goOn
  }

  private func handle(_ event: InputEvent) -> [App.Effect] {
    isDirty = true
    if case .report = event {
      app.theme = session.theme
      return []
    }
    return app.handle(event, at: .now)
  }

  /// Carries out a request of the app.
  private func carryOut(_ effect: App.Effect, _ run: FeedRun) {
    switch effect {
    // Counts are carried out by the app.
    case .quit, .pick, .count, .runBehind: break
    case .run(let command): start(command, run)
    case .endRun(let number): actions?.end(number, &app)
    case .write(let path): write(to: path)
    case .redraw: session.repaint()
    case .remember(let spec, let fingerprint):
      if let notice = columnStore?.write(spec, fingerprint: fingerprint) { report(notice) }
    case .identify(let choice): run.intake.chooseKey(choice)
    case .mouse(let isOn): session.usesMouse = isOn
    case .color(let choice):
      session.useColor(choice)
      app.theme = session.theme
    case .theme(let choice):
      session.themeChoice = choice
      app.theme = session.theme
    case .keepTheme(let choice): report(keeper?.keep(choice) ?? NoticeText.notKept)
    case .keepView(let view): report(keeper?.keep(view) ?? NoticeText.viewNotKept)
    case .runNow: if !run.intake.runNow() { report(FeedState.Text.nothingToRun) }
    case .bell(let isOn):
      run.announcer = run.announcer ?? Announcer(command: nil, ringsBell: isOn, CommandRuns())
      run.announcer?.ringBell(isOn, for: app)
    case .copy(let bytes): session.send(Clipboard.copying(bytes))
    }
  }

  func handle(_ signal: ProcessSignal, _ run: FeedRun) {
    switch signal {
    case .windowChange:
      if let size = session.updateSize() { resize(to: size) }
    case .suspend:
      session.suspend()
      run.stopProcess()
      resume()
    case .resume: resume()
    case .childExit, .interrupt, .terminate, .hangUp, .quit: break
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

/// Runs commands on rows.
extension ScreenOutput {
  /// Starts a command; one that gets the terminal has it until it ends.
  func start(_ command: RowRun, _ run: FeedRun) {
    isDirty = true
    guard command.mode == .terminal else {
      actions?.start(command, &app)
      return
    }
    session.suspend()
    let failure = runInTerminal(command, run)
    session.resume()
    app.resize(to: session.size, at: .now)
    app.endRun(command.number, failure: failure, at: .now)
    if failure == nil { follow(command.next ?? .refresh, run) }
  }

  /// Lends the terminal to a command.
  ///
  /// - Returns: Why it failed; nil if it did not.
  private func runInTerminal(_ command: RowRun, _ run: FeedRun) -> String? {
    guard let actions else { return nil }
    // Standard input may be the feed.
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    defer { if terminal >= 0 { Glibc.close(terminal) } }
    do throws(FeedError) {
      let process = try ChildProcess(
        command.arguments,
        input: terminal >= 0 ? .descriptor(terminal) : .nothing,
        .terminal,
        adding: command.variables,
        runs: actions.runs
      )
      // ^C and ^\ are for the command.
      let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
      defer {
        for number in [SIGINT, SIGQUIT, SIGTSTP] { tty_signal_forget(number) }
        signal(SIGINT, interrupt)
        signal(SIGQUIT, quit)
      }
      process.wait()
      return process.failure
    } catch {
      return "\(error)"
    }
  }

  /// Reads what commands have written, and follows those that have ended.
  ///
  /// - Returns: Whether the program ends.
  func advanceActions(_ run: FeedRun) -> Bool {
    guard var actions, actions.isRunning else { return false }
    self.actions = nil  // avoids a copy
    let next = actions.advance(&app)
    self.actions = actions
    isDirty = true
    for step in next { follow(step, run) }
    return next.contains(.quit)
  }

  private func follow(_ next: RowCommand.Next, _ run: FeedRun) {
    if next == .refresh { _ = run.intake.runNow() }
  }
}

/// Writes rows to files.
extension ScreenOutput {
  /// Files that are complete within this time need no message before.
  private static let shortWriting: Int32 = 10

  /// Writes the marked rows, or all shown rows if none are marked, to a new file, as they are now.
  func write(to path: String) {
    guard writesFiles else { return report(NoticeText.writingForbidden) }
    guard let format = RowsOutput.format(ofFile: path) else {
      return report(NoticeText.unknownFormat)
    }
    if let file = writing?.file { return report(NoticeText.stillWriting(file.path)) }
    if let waiting = pathToWrite { return report(NoticeText.writingSoon(waiting)) }
    guard app.isArranged else {
      pathToWrite = path
      return report(NoticeText.writingSoon(path))
    }
    let output = RowsOutput(format: format, columns: app.writtenSpec)
    let (app, marked, instant) = (app, app.markedRows, ContinuousClock.now)
    do throws(SystemError) {
      let file = try FileWriting(path) { body in
        var app = app
        // The reader of the file is not this terminal.
        app.theme = Theme(depth: .none)
        try output.write(&app, only: marked, at: instant, body)
      }
      let count = marked.isEmpty ? app.writtenCount : marked.count
      writing = (file, NoticeText.written(path, count, areMarked: !marked.isEmpty))
      report(NoticeText.writing(path))
      file.wait(milliseconds: Self.shortWriting)
      reportWriting()
    } catch {
      report(NoticeText.notWritten(path, error))
    }
  }

  /// Reports that a file is complete, or could not be written.
  func reportWriting() {
    guard let (file, text) = writing, let result = file.result else { return }
    writing = nil
    do throws(SystemError) {
      try result.get()
      report(text)
    } catch {
      isLeaving = false
      report(NoticeText.notWritten(file.path, error))
    }
  }

  /// Whether the user, who leaves, has to wait until a file is complete; who does not want to leaves again.
  func waitsForFile() -> Bool {
    guard !isLeaving, let path = writing?.file.path ?? pathToWrite else { return false }
    isLeaving = true
    report(NoticeText.leaving(path))
    return true
  }
}

/// Decides what is drawn, and when.
extension ScreenOutput {
  /// Advances the app, unless that can wait for more of what arrives.
  ///
  /// Keys must not have to wait while too much is shown at once. An advance that takes long however few items are
  /// waiting, as that of a large snapshot, gets at most a third of the time, so that reading and keys are never
  /// starved.
  func advanceIfDue() {
    let now = ContinuousClock.now
    let isUrgent =
      waitingCount == 0 || waitingCount >= batchSize.limit
      || app.nextInstant.map { $0 <= now } ?? false
    let due = isUrgent ? advanceShare.nextInstant : max(pace.nextBatch, advanceShare.nextInstant)
    guard due <= now else {
      postponement = due
      return
    }
    if app.advance(to: now) { isDirty = true }
    let end = ContinuousClock.now
    pace.recordBatch(
      isFull: waitingCount >= batchSize.limit,
      replacesView: waitingCount > 0 && app.replacesView,
      at: now
    )
    batchSize.record(waitingCount, taking: end - now)
    if end - now > FramePace.frameTime { advanceShare.record(from: now, to: end) }
    (waitingCount, postponement) = (0, nil)
  }

  /// Draws a frame if something changed, the previous frame was long enough ago, and the terminal can keep up.
  ///
  /// A slow terminal loses motion first, then frames, but never the response to a key.
  func draw() {
    let now = ContinuousClock.now
    let isDue = nextChange.map { $0 <= now } ?? false
    guard isDirty || isDue || session.isBehind, !session.wantsWrite, now >= nextFrame(at: now)
    else { return }
    pace.recordFrame(at: now)
    followClock(at: now)
    app.holdsMotion = session.isBusy(at: now)
    let (buffer, nextChange) = app.frame(at: now)
    self.nextChange = nextChange
    updateTitle(at: now)
    session.present(buffer, urgent: urgentLines)
    (isDirty, answersKey, urgentLines) = (false, false, [])
  }

  /// Gives the window its title, with the next frame: not more often than it can be read.
  private func updateTitle(at instant: ContinuousClock.Instant) {
    let (title, progress) = app.windowTitle
    guard title != session.title || progress != session.progress else { return }
    guard instant >= nextTitle else {
      nextChange = min(nextChange ?? nextTitle, nextTitle)
      return
    }
    (session.title, session.progress) = (title, progress)
    nextTitle = instant + .seconds(1)
  }

  /// When the next frame may be drawn; the answer to a key does not wait for the terminal.
  private func nextFrame(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    answersKey ? pace.nextAnswer : max(pace.nextFrame, session.nextFrame(at: instant))
  }

  /// Adjusts the app's wall clock if the system clock was changed.
  private func followClock(at instant: ContinuousClock.Instant) {
    let time = FeedTime.now
    guard let clock = app.wallClock else { return }
    let (shown, off) = (clock.time(at: instant).nanoseconds, Self.toleratedError)
    guard time.nanoseconds < shown - off || time.nanoseconds > shown + off else { return }
    app.wallClock = WallClock(time, at: instant)
  }

  /// The tolerated error of the app's wall clock, in nanoseconds.
  private static let toleratedError: Int128 = 200_000_000

  /// The screen as it was before the given key events, for a slow terminal; nil if it is not needed.
  func screenBefore(
    _ events: ArraySlice<InputEvent>,
    at instant: ContinuousClock.Instant
  ) -> CellBuffer? {
    let hasKeys = events.contains { event in
      switch event {
      case .key, .paste, .mouse: true
      case .focus, .resize, .report: false
      }
    }
    guard hasKeys else { return nil }
    answersKey = true
    return session.isSlow ? app.frame(at: instant).buffer : nil
  }

  /// Determines the lines changed by keys, which a slow terminal receives first, starting with that of the
  /// prompt or of the selected row.
  func noteAnswers(to before: CellBuffer?, at instant: ContinuousClock.Instant) {
    guard let before else { return }
    let after = app.frame(at: instant).buffer
    guard after.size == before.size else { return }
    let focus = app.focusedLine(at: instant)
    let changed = (0..<after.size.lines).filter { after.line($0) != before.line($0) }
    urgentLines = changed.filter { $0 == focus } + changed.filter { $0 != focus }
  }

  var interests: [EventLoop.Interest] {
    [EventLoop.Interest(session.descriptor, session.wantsWrite ? [.read, .write] : .read)]
      + (writing.map { [EventLoop.Interest($0.file.descriptor, .read)] } ?? [])
      + (actions?.interests ?? [])
  }

  func deadline(_ run: FeedRun) -> ContinuousClock.Instant? {
    var deadlines = [
      app.nextInstant.map { max($0, advanceShare.nextInstant) }, postponement,
      session.inputDeadline,
      writing == nil ? wait?.deadline : nil, run.announcer?.deadline(for: app),
    ]
    // A terminal that cannot accept more output becomes writable when it can.
    if !session.wantsWrite {
      let nextFrame = nextFrame(at: .now)
      if isDirty || session.isBehind { deadlines.append(nextFrame) }
      if let nextChange { deadlines.append(max(nextChange, nextFrame)) }
    }
    return deadlines.compactMap(\.self).min()
  }
}
