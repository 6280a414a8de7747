public import TerminalCore

extension TerminalSession {
  /// How a session is opened.
  public struct Options: Hashable, Sendable {
    /// The terminal's device; `/dev/tty` is the one that the process was started on, whatever its
    /// standard input is.
    public var path = "/dev/tty"
    /// The user's wish for colour.
    public var color: ColorDepth.Choice = .auto
    /// Whether clicks and the wheel come as events; they then no longer select text.
    public var usesMouse = false
    /// Whether gaining and losing the focus come as events.
    public var reportsFocus = false
    /// Whether text for standard error is kept, and shown after the session, where it would be
    /// drawn over the screen.
    public var keepsStandardError = true
    /// Whether a crash gives the terminal back before it does what it would have done.
    public var restoresOnCrash = true
    /// Dark or light, where that is not to be told from the terminal.
    public var appearance: Appearance?
    /// The colours by a name.
    public var theme = ThemeChoice.standard
    /// Colours that take the place of the theme's own.
    public var colors: [Theme.Role: RGBColor] = [:]
    /// Whether the terminal is asked what it can do and what its background is.
    public var asksTerminal = true

    /// The options for a program on its own terminal.
    public init() {}

    /// The theme for what is known of a terminal; a background that contradicts the user's wish for
    /// dark or light is not mixed with.
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
