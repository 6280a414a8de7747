import CTTY
public import TerminalCore

import Glibc

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
