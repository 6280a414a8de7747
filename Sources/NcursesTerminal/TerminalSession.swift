import CNcurses
import CTTY
import Glibc
public import TerminalCore

/// A terminal that is taken over for drawing, and restored afterwards.
///
/// Opening a session saves the terminal's settings, switches to the alternate screen, and sends the
/// terminal a few queries, whose answers arrive as input, if at all: nothing waits for them.
/// ``close()`` restores everything; so does a crash, before the backtrace is printed.
///
/// Nothing here blocks. The owner polls ``descriptor`` for reading, and for writing while
/// ``wantsWrite`` is true.
///
/// ```swift
/// let session = try TerminalSession(environment: environment)
/// defer { session.close() }
/// session.present(buffer)
/// // when poll(2) says so:
/// for event in session.readEvents(at: .now) { … }
/// session.flush()
/// ```
/// ncurses keeps its state in globals: all sessions of a process belong to one thread.
public final class TerminalSession {
  /// The size of the window when it was last read.
  public internal(set) var size: TerminalSize
  /// The number of colours in use.
  public private(set) var colorDepth: ColorDepth
  /// The terminal's background; nil until it answers, and for ever if it does not.
  public private(set) var background: RGBColor? {
    didSet { updateTheme() }
  }
  /// Whether clicks and the wheel are reported as events.
  public var usesMouse: Bool {
    didSet { if isOpen, usesMouse != oldValue { device.write(mouseSequence(usesMouse)) } }
  }

  /// The chosen colours; setting them changes ``theme``.
  public var themeChoice: ThemeChoice {
    didSet { updateTheme() }
  }

  /// The title of the window, if ``Options/setsTitle`` is set; sent with the next frame.
  package var title = "" { didSet { if title != oldValue { updateLabel() } } }
  /// The progress beside the title, if the terminal shows it.
  package var progress = WindowTitle.Progress.none {
    didSet { if progress != oldValue { updateLabel() } }
  }

  let options: Options
  /// Whether the terminal reports when its colours become dark or light.
  var reportsAppearance = false
  /// Dark or light, as last reported; nil until then.
  private var reportedAppearance: Appearance?
  let environment: [String: String]
  let device: TerminalDevice
  let renderer: CursesRenderer
  var decoder = InputDecoder()
  let output: FrameOutput
  /// The number of queries that have not been answered.
  var openQuestions: Int { output.pacer.openQuestions }
  /// Whether the session has the screen: neither suspended nor closed.
  var isOpen = false
  var isClosed = false

  /// Takes over the terminal.
  ///
  /// - Parameters:
  ///   - environment: The environment variables: `TERM`, `COLORTERM`, `NO_COLOR`, `CLICOLOR`,
  ///     `CLICOLOR_FORCE`, and `COLUMNS` and `LINES` if the terminal does not know its size.
  ///   - options: The options.
  /// - Throws: ``TerminalError``; the terminal is then unchanged.
  public init(
    environment: [String: String],
    options: Options = Options()
  ) throws(TerminalError) {
    self.options = options
    self.environment = environment
    usesMouse = options.usesMouse
    themeChoice = options.theme
    let term = environment["TERM"] ?? ""
    if term.isEmpty || term == "dumb" { throw .cannotDraw(term: term) }
    device = try TerminalDevice(path: options.path)
    renderer = try CursesRenderer(
      term: term,
      sendsLinks: Hyperlink.isSupported(by: environment)
    ) {
      let depth = ColorDepth(choice: options.color, environment: environment, terminalColors: $0)
      // On a screen that was opened with 16 million colours, only eight of the user's can be used.
      return options.theme == .ansi ? min(depth, .indexed256) : depth
    }
    output = FrameOutput(device, renderer)
    size = TerminalSession.size(of: device, environment: environment)
    colorDepth = renderer.depth
    theme = options.theme(
      renderer.depth,
      options.appearance ?? Appearance(environment: environment) ?? .dark,
      nil,
      options.theme
    )
    enter()
  }

  deinit { close() }

  /// The descriptor to poll.
  public var descriptor: Int32 { device.descriptor }

  /// The name of the terminal's entry in terminfo: `TERM`, or a fallback if that is unknown.
  public var term: String { renderer.term }

  /// Whether output waits for the terminal to become writable.
  public var wantsWrite: Bool { device.hasOutput }

  /// Whether the terminal has hung up.
  public var isHungUp: Bool { device.isHungUp }

  /// When to call ``readEvents(at:)`` even if no byte arrives; nil for never.
  public var inputDeadline: ContinuousClock.Instant? { decoder.deadline }

  /// Dark or light: by the options, else by the terminal's report or its background once that is
  /// known, else by `COLORFGBG`, else dark.
  public var appearance: Appearance {
    options.appearance ?? background.map(Appearance.init(background:)) ?? reportedAppearance
      ?? Appearance(environment: environment) ?? .dark
  }

  /// The theme for what is currently known of the terminal.
  ///
  /// It changes when the background becomes known, ``TerminalReport/background(_:)``, and when the
  /// terminal reports that its colours have become dark or light,
  /// ``TerminalReport/appearance(_:)``.
  public private(set) var theme: Theme

  private func updateTheme() {
    theme = options.theme(colorDepth, appearance, background, themeChoice)
  }

  /// Asks for the background again, which may have changed.
  private func askBackground() {
    guard isOpen, options.asksTerminal, themeChoice.followsAppearance, options.appearance == nil,
      !renderer.string("smcup").isEmpty, device.waitingCount < Self.maximumWaiting
    else { return }
    output.send(ControlStrings.backgroundQuestion, at: .now)
    output.noteQuestion(at: .now)
  }

  /// The output so far.
  public var statistics: OutputStatistics {
    var statistics = device.statistics
    statistics.frames = output.frames
    statistics.skippedFrames = output.skippedFrames
    return statistics
  }

  // MARK: Output

  /// Shows a frame in one write, or as much of it as a slow terminal takes in a moment.
  ///
  /// While an older frame is unfinished, only the newest is kept: it is shown when ``flush()`` has
  /// finished the old one. While suspended, nothing is shown.
  public func present(_ buffer: CellBuffer) { present(buffer, urgent: []) }

  /// Shows a frame; on a slow terminal, some lines of it first.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - urgent: The offsets of the lines that answer a key, the most wanted first.
  public func present(_ buffer: CellBuffer, urgent: [Int]) {
    guard isOpen else { return }
    tty_error_limit(1 << 20)
    output.present(buffer, urgent: urgent, at: .now)
  }

  /// Continues with an unfinished frame; call it when the terminal is writable.
  public func flush() { if isOpen { output.flush(at: .now) } }

  /// Whether the terminal is slow: frames are sent in parts, and animation would only keep it busy.
  public var isSlow: Bool { output.pacer.isSlow }

  /// Whether lines of the last frame have not been sent: present a frame when ``nextFrame(at:)``
  /// allows it, even if nothing has changed.
  public var isBehind: Bool { output.isBehind }

  /// Whether more is drawn than the terminal should be sent.
  public func isBusy(at instant: ContinuousClock.Instant) -> Bool {
    output.pacer.isBusy(at: instant)
  }

  /// When a frame that answers no key may be presented, so that the terminal keeps up; in the past
  /// if it may be presented now.
  public func nextFrame(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    output.nextInstant(at: instant)
  }

  /// Draws the next frame whole, whatever is on the screen.
  public func repaint() {
    guard isOpen else { return }
    output.reset()
    renderer.repaint()
  }

  /// Switches colour on or off; ``theme`` changes.
  public func useColor(_ choice: ColorDepth.Choice) {
    let depth = ColorDepth(
      choice: choice,
      environment: environment,
      terminalColors: renderer.terminalColors
    )
    renderer.startColors(depth)
    colorDepth = min(depth, renderer.depth)
    updateTheme()
  }

  /// Reads the window's size again, and returns it if it has changed; call it on SIGWINCH.
  @discardableResult
  public func updateSize() -> TerminalSize? {
    let new = TerminalSession.size(of: device, environment: environment)
    guard new != size else { return nil }
    size = new
    output.reset()
    if isOpen { renderer.resize(to: new) }
    return new
  }

  /// Sends a control sequence of the caller, such as OSC 52, after everything sent before.
  ///
  /// It is not checked: it must not move the cursor or change a mode. If the terminal takes no
  /// output for long, it is dropped.
  public func send(_ sequence: [UInt8]) {
    guard isOpen, device.waitingCount < Self.maximumWaiting else { return }
    output.send(sequence, at: .now)
  }

  /// Whether the window has a title: terminals without an alternate screen may print it.
  var hasTitle: Bool { options.setsTitle && !renderer.string("smcup").isEmpty }

  var showsProgress: Bool { hasTitle && WindowTitle.showsProgress(environment) }

  private func updateLabel() {
    guard hasTitle else { return }
    output.label =
      WindowTitle.setting(title) + (showsProgress ? WindowTitle.showing(progress) : [])
  }

  /// The number of waiting bytes beyond which nothing is added: more than a frame and a copied
  /// text.
  private static let maximumWaiting = 1 << 20

  // MARK: Input

  /// The events of the input that has arrived, and of deadlines that have passed.
  ///
  /// Answers to the session's own queries are handled here; those that affect the theme are also
  /// returned.
  public func readEvents(at instant: ContinuousClock.Instant) -> [InputEvent] {
    // A few thousand bytes per call, so that a flood of input does not keep frames from being
    // drawn.
    let bytes = device.read()
    // Input that has arrived is read before the deadline decides: a sequence whose rest arrived
    // while the program was busy is not a lone ESC.
    let events =
      bytes.isEmpty ? decoder.expire(at: instant) : decoder.feed(bytes, at: instant)
    return events.filter(isForOwner)
  }

  func isForOwner(_ event: InputEvent) -> Bool {
    // The user may have changed the colours meanwhile, if the terminal does not report that.
    if case .focus(true) = event, !reportsAppearance { askBackground() }
    guard case .report(let report) = event else { return true }
    switch report {
    case .mode(2026, let state):
      output.isSynchronized = state == 1 || state == 2
      return false
    case .mode(2031, 1...3):
      if !reportsAppearance, isOpen { output.send(ControlStrings.appearanceOn, at: .now) }
      reportsAppearance = true
      return false
    case .background(let color):
      background = color
      return true
    case .appearance(let appearance):
      reportedAppearance = appearance
      if background.map({ Appearance(background: $0) != appearance }) ?? false {
        // The background has changed, and is unknown until the terminal answers.
        background = nil
        askBackground()
      }
      updateTheme()
      return true
    case .deviceAttributes:
      output.takeAnswer(at: .now)
      return false
    case .mode: return false
    }
  }
}

/// The takeover of the terminal, and its restoration.
extension TerminalSession {
  /// Restores the terminal for a while: for a stop, or for another program.
  public func suspend() {
    guard isOpen else { return }
    leave(isForGood: false)
  }

  /// Takes the terminal over again, after ``suspend()`` or after a stop that could not be caught;
  /// the next frame is drawn whole.
  public func resume() {
    guard !isClosed else { return }
    if isOpen { isOpen = false }
    enter()
  }

  /// Restores the terminal for good; further calls do nothing.
  public func close() {
    guard !isClosed else { return }
    if isOpen { leave(isForGood: true) }
    isClosed = true
    if options.restoresOnCrash { tty_crash_disarm() }
  }

  func enter() {
    if options.restoresOnCrash { armCrash() }
    device.enterRawMode()
    if options.keepsStandardError, isatty(STDERR_FILENO) != 0 { _ = tty_error_capture() }
    isOpen = true
    size = TerminalSession.size(of: device, environment: environment)
    renderer.resize(to: size)
    var start = renderer.render(CellBuffer(size))
    start += ControlStrings.bracketedPasteOn
    if options.reportsFocus { start += ControlStrings.focusOn }
    if hasTitle { start += WindowTitle.saving }
    if usesMouse { start += mouseSequence(true) }
    // Terminals without an alternate screen are too old for queries; the Linux console would print
    // them.
    var asks = false
    if options.asksTerminal, !renderer.string("smcup").isEmpty {
      // An earlier answer may be outdated by now.
      reportsAppearance = false
      start += ControlStrings.questions
      asks = true
    }
    output.send(start, at: .now)
    if asks { output.noteQuestion(at: .now) }
  }

  private func leave(isForGood: Bool) {
    isOpen = false
    output.reset()
    // The rest of a frame is no longer needed.
    var end = device.discard() ? ControlStrings.cancel + ControlStrings.endSynchronized : []
    end += ControlStrings.bracketedPasteOff
    if options.reportsFocus { end += ControlStrings.focusOff }
    end += titleEnd
    if usesMouse { end += mouseSequence(false) }
    if reportsAppearance { end += ControlStrings.appearanceOff }
    end += renderer.end()
    device.write(end)
    let rest = device.drain(patience: Self.patience, limit: Self.patience * 2)
    if rest.isEmpty {
      awaitAnswers()
    } else if isForGood {
      // A process that outlives this one restores the terminal once it takes output again.
      _ = tty_write_later(device.descriptor, rest, rest.count, Self.laterSeconds)
    }
    device.restoreSettings()
    tty_error_replay()
  }

  /// The time for which a terminal may refuse output while it is restored.
  private static let patience = Duration.seconds(2)
  /// The number of seconds for which a process waits to restore a terminal that has refused output for
  /// that long.
  private static let laterSeconds: Int32 = 600

  /// Reads answers that are still on their way, so that the shell does not take them for typing.
  ///
  /// Ends with the answer that every terminal gives, or after a moment: longer if the terminal is
  /// known to answer slowly.
  private func awaitAnswers() {
    let end = ContinuousClock.now + (isSlow ? Self.patience : .milliseconds(100))
    while openQuestions > 0, !device.isHungUp {
      let left = end - ContinuousClock.now
      guard left > .zero, device.wait(for: POLLIN, atMost: left) else { break }
      for event in decoder.feed(device.read(), at: .now) { _ = isForOwner(event) }
    }
  }

  private func armCrash() {
    var sequence = ControlStrings.cancel + ControlStrings.endSynchronized
    sequence += ControlStrings.bracketedPasteOff + ControlStrings.focusOff + mouseSequence(false)
    if options.asksTerminal { sequence += ControlStrings.appearanceOff }
    sequence += titleEnd
    sequence += ControlStrings.resetDrawing
    sequence += renderer.string("rmcup") + renderer.string("cnorm") + [0x0D]
    var settings = device.savedSettings
    _ = tty_crash_arm(device.descriptor, &settings, sequence, sequence.count)
  }

  /// Removes the title and the progress.
  private var titleEnd: [UInt8] {
    (hasTitle ? WindowTitle.restoring : []) + (showsProgress ? WindowTitle.showing(.none) : [])
  }

  func mouseSequence(_ isOn: Bool) -> [UInt8] {
    isOn ? ControlStrings.mouseOn : ControlStrings.mouseOff
  }

  static func size(
    of device: TerminalDevice,
    environment: [String: String]
  ) -> TerminalSize {
    if let size = device.size { return size }
    func number(_ name: String) -> Int? {
      environment[name].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    return TerminalDevice.clamped(
      TerminalSize(columns: number("COLUMNS") ?? 80, lines: number("LINES") ?? 24)
    )
  }
}

extension TerminalSession {
  /// The options with which a session is opened.
  public struct Options: Hashable, Sendable {
    /// The terminal's device; `/dev/tty` is the controlling terminal, whatever standard input is.
    public var path = "/dev/tty"
    /// The user's choice of colour.
    public var color: ColorDepth.Choice = .auto
    /// Whether clicks and the wheel are reported as events; they then no longer select text.
    public var usesMouse = false
    /// Whether gaining and losing the focus are reported as events.
    public var reportsFocus = false
    /// Whether text on standard error is held back while it would be drawn over the screen, and
    /// shown after the session.
    public var keepsStandardError = true
    /// Whether a crash restores the terminal before it proceeds.
    public var restoresOnCrash = true
    /// Dark or light, if it should not be asked of the terminal.
    public var appearance: Appearance?
    /// The colours.
    public var theme = ThemeChoice.standard
    /// Colours for single roles, instead of the theme's.
    public var colors: [Theme.Role: RGBColor] = [:]
    /// Whether the window gets a title, which it loses when the session ends.
    package var setsTitle = false
    /// Whether the terminal is asked about its features and its background.
    public var asksTerminal = true

    /// The default options.
    public init() {}

    /// The theme for what is known of a terminal; a background that contradicts the user's choice
    /// of dark or light is not mixed with.
    func theme(
      _ depth: ColorDepth,
      _ appearance: Appearance,
      _ background: RGBColor?,
      _ choice: ThemeChoice
    ) -> Theme {
      Theme(
        depth: depth,
        appearance: appearance,
        background: background.flatMap { Appearance(background: $0) == appearance ? $0 : nil },
        choices: colors,
        choice: choice
      )
    }
  }
}

/// The character encoding of the C library, in which ncurses writes its output.
enum TextLocale {
  /// Selects UTF-8: the user's locale if it is UTF-8, else C.UTF-8.
  ///
  /// Under `LC_ALL=C` ncurses would draw blanks and single bytes for everything that is not ASCII,
  /// on a terminal that can show it.
  static func useUTF8() {
    setlocale(LC_CTYPE, "")
    for name in ["C.UTF-8", "en_US.UTF-8", "UTF-8"] where !isUTF8 { setlocale(LC_CTYPE, name) }
  }

  private static var isUTF8: Bool {
    guard let codeset = nl_langinfo(nl_item(CODESET)) else { return false }
    return String(cString: codeset) == "UTF-8"
  }
}

/// Why a terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
  /// The terminal's device cannot be opened: the process has none, or lacks permission.
  case noTerminal(path: String, errno: Int32)
  /// The file is not a terminal.
  case notATerminal(path: String)
  /// The terminal cannot position its cursor (`TERM=dumb`, or `TERM` is not set).
  case cannotDraw(term: String)
  /// Neither the terminal's name nor any of the fallbacks is in the terminfo database.
  case noTerminfo(term: String)
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension TerminalError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String {
    switch self {
    case .noTerminal(let path, let errno): "cannot open the terminal \(path): errno \(errno)"
    case .notATerminal(let path): "\(path) is not a terminal"
    case .cannotDraw(let term):
      term.isEmpty
        ? "TERM is not set: set it to the type of the terminal, such as xterm-256color"
        : "terminal type \(term) cannot position its cursor: use another terminal, or set TERM"
    case .noTerminfo(let term):
      "unknown terminal type \(term): install its terminfo entry, or set TERM"
    case .system(let call, let errno): "\(call) failed: errno \(errno)"
    }
  }
}
