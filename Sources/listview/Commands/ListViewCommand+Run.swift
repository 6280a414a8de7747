import ArgumentParser
import CTTY
import Columns
import EventLoop
import FeedSources
import FeedStore
import FeedValues
import Glibc
import ListViewApp
import ListViewParts
import NcursesTerminal
import Preferences
import TableModel
import TerminalCore

/// Opens the feed, and runs it into a sink.
extension ListViewCommand {
  func run() throws {
    guard [.text, .lines, .jsonl].contains(output) || once || picking.isOn else {
      throw ValidationError(UsageText.outputNeedsEnd(output.rawValue))
    }
    guard !isStandardInput || isatty(STDIN_FILENO) == 0 else {
      throw ValidationError(feed.isEmpty ? UsageText.nothingToShow : UsageText.inputIsTerminal)
    }
    do {
      let outcome = try watch()
      if case .matched(let text)? = outcome, !text.isEmpty {
        note(NoticeText.matched(waiting.until ?? "", text))
      }
      if let code = outcome?.exitCode, code != 0 { throw ExitCode(code) }
    } catch let error as FeedError {
      fail("\(error)", code: error.exitCode)
    } catch let error as PreferencesFile.Failure {
      fail("\(error)", code: EX_CONFIG)
    } catch let error as TerminalError {
      fail("\(error)", code: EX_UNAVAILABLE)
    }
  }

  /// The inputs of a run.
  private struct Setting {
    let intake: FeedIntake
    /// The command whose exit status becomes that of the program; nil if there is none.
    let stream: CommandSource?
    let runs: CommandRuns
    let recorder: Recorder?
    let wait: Wait?
    let environment: [String: String]
    let preferences: Preferences
  }

  /// Whether a screen reader reads what is printed: it is asked for, or the environment says so of a terminal.
  var isForScreenReader: Bool {
    let variable = ProcessEnvironment.variables["ACCESSIBLE"] ?? ""
    return screenReader || isatty(STDOUT_FILENO) != 0 && !["", "0"].contains(variable)
  }

  private func watch() throws -> Wait.Outcome? {
    let wait = waiting.wait(from: .now)
    tty_heap_return_large()
    let isOnScreen = isatty(STDOUT_FILENO) != 0 && !isForScreenReader || picking.isOn
    let given = processArguments
    if once { try checkOnceOutput(given) } else if !isOnScreen { try checkLineOutput(given) }
    // `--until` and `--on-change` wait for what has yet to be written.
    let follows =
      (isOnScreen || isatty(STDOUT_FILENO) != 0
        || (follow ?? (wait != nil || telling.onChange != nil))) && !once
    let setting = try open(follows: follows, wait)
    defer { setting.intake.stop() }
    let outcome: Wait.Outcome?
    if once {
      try printOnce(
        setting.intake,
        setting.recorder,
        setting.runs,
        setting.environment,
        setting.preferences
      )
      outcome = nil
    } else {
      do {
        if isOnScreen { return try show(setting) }
      } catch TerminalError.cannotDraw(let term) where !picking.isOn {
        note(NoticeText.printingLines("\(TerminalError.cannotDraw(term: term))"))
      }
      outcome = try printLines(setting)
    }
    if outcome == nil, let status = setting.stream?.exitStatus, status != 0 {
      throw ExitCode(status)
    }
    return outcome
  }

  private func open(follows: Bool, _ wait: Wait?) throws -> Setting {
    let environment = ProcessEnvironment.variables
    let preferences = try PreferencesFile.read(environment).preferences
    let runsCommands = !command.isEmpty || telling.onChange != nil || !urls.isEmpty
    if runsCommands { ProcessTree.startGuard() }
    let runs = CommandRuns(adoptsOrphans: runsCommands && ProcessTree.adoptOrphans())
    let intake: FeedIntake
    var stream: CommandSource?
    if command.isEmpty {
      intake = try openFeeds(follows: follows, runs)
    } else {
      let source = try startCommand(runsOnce: once, restarts: follows, runs)
      if self.stream || once { stream = source }
      var options = decoderOptions
      options.isPolled = !self.stream
      intake = FeedIntake(source, FeedDecoder(options))
    }
    do {
      refuseCircles()
      return Setting(
        intake: intake,
        stream: stream,
        runs: runs,
        recorder: try record.map { path throws(FeedError) in try Recorder(path: path) },
        wait: wait,
        environment: environment,
        preferences: preferences
      )
    } catch {
      intake.stop()
      throw error
    }
  }

  /// Shows the feed on the terminal until the user quits.
  private func show(_ setting: Setting) throws -> Wait.Outcome? {
    let (environment, preferences) = (setting.environment, setting.preferences)
    var options = TerminalSession.Options()
    options.color = color
    options.appearance = preferences.appearance
    options.colors = preferences.colors
    options.theme = try themeChoice
    options.usesMouse = mouse
    options.reportsFocus = true
    options.setsTitle = title
    let signals = Set(ProcessSignal.allCases)
    let run = try FeedRun(setting.intake, setting.recorder, setting.runs, signals: signals)
    run.announcer = telling.announcer(setting.runs)
    let session = try TerminalSession(environment: environment, options: options)
    let store = keepsColumns ? ColumnStore(environment: environment) : nil
    let (kept, notice) = store?.read() ?? (ColumnMemory(), nil)
    var configuration = try configuration(preferences, kept)
    configuration.until = setting.wait?.condition
    configuration.transition = telling.rule?.transition
    configuration.countsChanges = telling.onChange != nil || telling.bell
    configuration.keepsChanges = telling.rule?.command != nil
    configuration.usesMouse = mouse
    configuration.picks = picking.isOn
    configuration.picksSeveral = picking.multi
    var watch = ScreenOutput(
      session,
      configuration,
      store,
      isSecure ? nil : PreferencesKeeper(environment, given: theme, options.theme),
      wait: setting.wait,
      writesFiles: !isSecure,
      picksMarked: picking.multi
    )
    if !isSecure { watch.actions = ActionRuns(setting.runs) }
    if let notice { watch.report(notice) }
    let outcome = try run.run(into: &watch)
    guard picking.isOn else { return outcome }
    guard let rows = watch.picked else { throw ExitCode(PickOptions.quitStatus) }
    RowsOutput(
      format: output,
      columns: try columnSpec,
      screen: watch.app.writtenColumns,
      isForTerminal: isatty(STDOUT_FILENO) != 0
    )
    .write(rows) { print($0) }
    return nil
  }

  /// Prints the changes as lines.
  private func printLines(_ setting: Setting) throws -> Wait.Outcome? {
    var log = ChangeLog(
      limit: limit.limit,
      calendar: calendar,
      format: output == .lines
        ? .lines : output != .text ? .jsonl : isForScreenReader ? .sentences : .text,
      columns: try columnSpec,
      filter: parsedFilter,
      until: setting.wait?.condition,
      present: .now,
      isRecorded: isRecorded
    )
    if let rule = telling.rule { log.keepChanges(making: rule.transition) }
    let run = try FeedRun(setting.intake, setting.recorder, setting.runs)
    run.announcer = telling.commandAnnouncer(setting.runs)
    if count != nil {
      var configuration = try configuration(setting.preferences, ColumnMemory())
      configuration.start = .liveEdge
      configuration.keepsCounts = true
      let format: ChangeLog.Format = self.output == .text ? .text : .jsonl
      let log = ChangeLog(calendar: calendar, format: format, present: .now)
      let terminal = OutputTerminal(color: color, setting.environment)
      var output = CountOutput(configuration, log, terminal.theme)
      try run.run(into: &output)
      return nil
    }
    var output = LineOutput(
      log,
      wait: setting.wait,
      reportsChanges: telling.rule.map { $0.command == nil } ?? false,
      speaksOf: isForScreenReader && output == .text ? feedName : nil
    )
    return try run.run(into: &output)
  }
}

extension ListViewCommand {
  /// Prints the table at the end of the feed.
  func printOnce(
    _ intake: FeedIntake,
    _ recorder: Recorder?,
    _ runs: CommandRuns,
    _ environment: [String: String],
    _ preferences: Preferences
  ) throws {
    // The output for a script does not depend on choices made on the screen.
    let isForTerminal = isatty(STDOUT_FILENO) != 0
    let store = keepsColumns && isForTerminal ? ColumnStore(environment: environment) : nil
    var configuration = try configuration(preferences, store?.read().memory ?? ColumnMemory())
    // Only the final state matters, so a recording is not played back.
    configuration.start = .liveEdge
    configuration.motion = .none
    let terminal = OutputTerminal(color: color, environment)
    let app = App(
      configuration,
      size: TerminalSize(columns: 80, lines: 24),
      theme: terminal.theme
    )
    let limit = command.isEmpty || stream ? nil : deadline ?? Self.standardDeadline
    var output = OnceOutput(
      app,
      format: output,
      // They are those of the rows that are counted.
      columns: count == nil ? try columnSpec : nil,
      isForTerminal: isForTerminal,
      width: terminal.size?.columns,
      pager: Pager(terminal, environment, isSecure ? nil : runs),
      limit: limit.map { .now + .given(seconds: $0) }
    )
    output.isLinear = isForScreenReader && self.output == .text
    var intake = intake
    intake.waitsForEnd = true
    let run = try FeedRun(intake, recorder, runs)
    guard try run.run(into: &output) else {
      fail("\(command[0]): \(NoticeText.tookTooLong)", code: 1)
    }
    // Nothing will arrive any more that has the fields.
    if output.namesUnknownFields { throw ExitCode.unknownField }
    // The others were printed, and the failure was reported.
    if let failure = run.intake.failure { throw ExitCode(failure.exitCode) }
  }
}

extension ExitCode {
  /// The command line names a field that no row of a feed that has ended has.
  static let unknownField = ExitCode(2)
}
