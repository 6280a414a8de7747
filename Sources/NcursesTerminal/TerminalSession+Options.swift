public import TerminalCore

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
