import EventLoop
import FeedSources
import FeedStore
import FeedValues
import ListViewApp
import ListViewParts
import NcursesTerminal
import TableModel
import TerminalCore

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
    reportWriting()
    if isLeaving, writing == nil { return end }
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
