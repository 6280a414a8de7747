import CTTY
public import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A terminal taken over for drawing, and given back as it was found.
///
/// Opening saves the terminal's settings, switches to the alternate screen, and asks the terminal a
/// few questions whose answers arrive as input, if ever: nothing waits for them. ``close()`` gives
/// everything back; so does a crash, before the backtrace is printed.
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
  /// The window, as it was last asked for.
  public internal(set) var size: TerminalSize
  /// How many colours to draw with.
  public private(set) var colorDepth: ColorDepth
  /// The terminal's background; nil until it answers, and for ever if it does not.
  public private(set) var background: RGBColor? {
    didSet { updateTheme() }
  }
  /// Whether clicks and the wheel come as events.
  public var usesMouse: Bool {
    didSet { if isOpen, usesMouse != oldValue { device.write(mouseSequence(usesMouse)) } }
  }

  /// The colours by a name; to set them changes ``theme``.
  public var themeChoice: ThemeChoice {
    didSet { updateTheme() }
  }

  let options: Options
  /// Whether the terminal tells by itself when its colours become dark or light.
  var tellsAppearance = false
  /// Dark or light as it has told; nil until it does.
  private var reportedAppearance: Appearance?
  let environment: [String: String]
  let device: TerminalDevice
  let renderer: CursesRenderer
  var decoder = InputDecoder()
  let output: FrameOutput
  /// How many questions have not been answered.
  var openQuestions: Int { output.pacer.openQuestions }
  /// Whether the screen is taken: not suspended, not closed.
  var isOpen = false
  var isClosed = false

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - environment: The environment variables: `TERM`, `COLORTERM`, `NO_COLOR`, `CLICOLOR`,
  ///     `CLICOLOR_FORCE`, and `COLUMNS` and `LINES` where the terminal does not know its size.
  ///   - options: How.
  /// - Throws: ``TerminalError``; the terminal is then as it was.
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
    renderer = try CursesRenderer(term: term) {
      let depth = ColorDepth(choice: options.color, environment: environment, terminalColors: $0)
      // A screen that is opened with 16 million colours knows only eight of its user's.
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

  /// The name of the terminal's entry in terminfo: `TERM`, or what was taken where that is unknown.
  public var term: String { renderer.term }

  /// Whether a frame waits for the terminal to take more bytes.
  public var wantsWrite: Bool { device.hasOutput }

  /// Whether the terminal is gone.
  public var isHungUp: Bool { device.isHungUp }

  /// When ``readEvents(at:)`` has something to decide even if no byte comes; nil for never.
  public var inputDeadline: ContinuousClock.Instant? { decoder.deadline }

  /// Dark or light: as the options say, else as the terminal says or by its background once that is
  /// known, else by `COLORFGBG`, else dark.
  public var appearance: Appearance {
    options.appearance ?? background.map(Appearance.init(background:)) ?? reportedAppearance
      ?? Appearance(environment: environment) ?? .dark
  }

  /// The theme for what is known of the terminal now.
  ///
  /// It changes when the answer arrives as ``TerminalReport/background(_:)``, and when the terminal
  /// tells that it has become dark or light, ``TerminalReport/appearance(_:)``.
  public private(set) var theme: Theme

  private func updateTheme() {
    theme = options.theme(colorDepth, appearance, background, themeChoice)
  }

  /// Asks for the background again, which may be another one by now.
  private func askBackground() {
    guard isOpen, options.asksTerminal, themeChoice.followsAppearance, options.appearance == nil,
      !renderer.string("smcup").isEmpty, device.waitingCount < Self.maximumWaiting
    else { return }
    output.send(ControlStrings.backgroundQuestion, at: .now)
    output.noteQuestion(at: .now)
  }

  /// What was sent so far.
  public var statistics: OutputStatistics {
    var statistics = device.statistics
    statistics.frames = output.frames
    statistics.skippedFrames = output.skippedFrames
    return statistics
  }

  // MARK: Output

  /// Shows a frame in one write, or as much of it as a slow terminal takes in a moment.
  ///
  /// While the terminal has not taken all of an older frame, only the newest is kept: it is shown
  /// when ``flush()`` has finished the old one. While suspended, nothing is shown.
  public func present(_ buffer: CellBuffer) { present(buffer, urgent: []) }

  /// Shows a frame; of a slow terminal some lines first.
  ///
  /// - Parameters:
  ///   - buffer: The frame.
  ///   - urgent: The lines that answer a key, by their offsets.
  public func present(_ buffer: CellBuffer, urgent: [Int]) {
    guard isOpen else { return }
    tty_error_limit(1 << 20)
    output.present(buffer, urgent: urgent, at: .now)
  }

  /// Goes on with a frame that the terminal did not take whole; to be called when it is writable.
  public func flush() { if isOpen { output.flush(at: .now) } }

  /// Whether the terminal is slow: frames come in parts, and motion would only keep it busy.
  public var isSlow: Bool { output.pacer.isSlow }

  /// Whether lines of the last frame have not been sent: a frame should be presented when
  /// ``nextFrame(at:)`` allows it, though nothing has changed.
  public var isBehind: Bool { output.isBehind }

  /// Whether more is drawn than the terminal should get.
  public func isBusy(at instant: ContinuousClock.Instant) -> Bool {
    output.pacer.isBusy(at: instant)
  }

  /// When a frame that answers no key may be presented, so that the terminal can follow; in the past
  /// where it may be now.
  public func nextFrame(at instant: ContinuousClock.Instant) -> ContinuousClock.Instant {
    output.nextInstant(at: instant)
  }

  /// Draws the next frame whole, whatever is believed to be on the screen.
  public func repaint() {
    guard isOpen else { return }
    output.reset()
    renderer.repaint()
  }

  /// Draws in colour or without from now on: ``theme`` is another one then.
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

  /// Asks for the window's size anew, and returns it if it changed; on SIGWINCH.
  @discardableResult
  public func updateSize() -> TerminalSize? {
    let new = TerminalSession.size(of: device, environment: environment)
    guard new != size else { return nil }
    size = new
    output.reset()
    if isOpen { renderer.resize(to: new) }
    return new
  }

  /// Sends a control string of the caller's after what was sent, such as OSC 52.
  ///
  /// Nothing in it is looked at: it must not move the cursor or change a mode.
  /// What a terminal does not take for long is left out.
  public func send(_ sequence: [UInt8]) {
    guard isOpen, device.waitingCount < Self.maximumWaiting else { return }
    output.send(sequence, at: .now)
  }

  /// The bytes beyond which nothing is added to what waits: more than a frame and a text that is copied.
  private static let maximumWaiting = 1 << 20

  // MARK: Input

  /// The events of the bytes that have come, and of deadlines that have passed.
  ///
  /// Answers to the session's own questions are taken here; those that concern the theme are handed
  /// on as well.
  public func readEvents(at instant: ContinuousClock.Instant) -> [InputEvent] {
    // A few thousand bytes a call, so that a flood of input does not keep frames from being drawn.
    let bytes = device.read()
    // What has come goes before what time decides: a sequence whose rest lay there while the
    // program was busy is no lone ESC.
    let events =
      bytes.isEmpty ? decoder.expire(at: instant) : decoder.feed(bytes, at: instant)
    return events.filter(isForOwner)
  }

  func isForOwner(_ event: InputEvent) -> Bool {
    // Who comes back may have changed the colours meanwhile, where the terminal does not tell.
    if case .focus(true) = event, !tellsAppearance { askBackground() }
    guard case .report(let report) = event else { return true }
    switch report {
    case .mode(2026, let state):
      output.isSynchronized = state == 1 || state == 2
      return false
    case .mode(2031, 1...3):
      if !tellsAppearance, isOpen { output.send(ControlStrings.appearanceOn, at: .now) }
      tellsAppearance = true
      return false
    case .background(let color):
      background = color
      return true
    case .appearance(let appearance):
      reportedAppearance = appearance
      if background.map({ Appearance(background: $0) != appearance }) ?? false {
        // It is another one by now, and is not known until the terminal has answered.
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
