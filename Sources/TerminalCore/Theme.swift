/// Styles by meaning, in as many colours as the terminal has.
///
/// Unless a scheme brings its own, the screen keeps the terminal's background (``Surface/base`` has
/// the default background); everything else is mixed with it, in the OKLab space, so that a fade
/// ends in the real background and its steps look equal.
///
/// Text is readable on every surface: colours that are too faint are strengthened to a contrast of
/// 4.5. This does not apply to ``SchemeColor/faint``, to fading text, or to terminals with sixteen
/// colours or fewer, whose colours belong to the user.
///
/// ```swift
/// let theme = Theme(depth: .indexed256, appearance: .dark)
/// buffer.write("paid", line: 3, column: 78, style: theme.style(.success))
/// buffer.fill(line: 4, style: theme.style(.text, on: .tint(.info, 0.28)))
/// ```
public struct Theme: Hashable, Sendable {
  /// The background of a text.
  public enum Surface: Hashable, Sendable {
    /// The background of the screen.
    case base
    /// A title bar, a header or a status bar.
    case bar
    /// The selection.
    case selection
    /// The selection of text that has the colours of a ``tint(_:_:)``.
    case selectedTint(Role, Double)
    /// The base mixed with a role's colour: 0 is the base, 1 the colour.
    case tint(Role, Double)
    /// A label filled with a role's colour; its text has the colour of the base, whatever its role.
    case badge(Role)
  }

  /// The number of colours that the theme uses.
  public let depth: ColorDepth
  /// Whether the background is dark or light.
  public let appearance: Appearance
  /// The chosen colours.
  public let choice: ThemeChoice
  /// The given background and colours of roles, to derive other themes.
  private let background: RGBColor?
  private let colors: [Role: RGBColor]
  private let palette: Palette
  /// The styles that most of a screen is drawn with: every colour, not faded, on each surface that
  /// is not a tint or badge.
  private var resting: [Style] = []

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - depth: The number of colours to use.
  ///   - appearance: Dark or light; ignored if `background` is given.
  ///   - background: The terminal's background if it is known, so that mixed colours end in it.
  ///   - choices: Colours for single roles, used with 256 colours or more.
  ///   - choice: The theme; if it brings its own background, that is used.
  public init(
    depth: ColorDepth,
    appearance: Appearance = .dark,
    background: RGBColor? = nil,
    choices: [Role: RGBColor] = [:],
    choice: ThemeChoice = .standard
  ) {
    let terminal = background.map(Appearance.init(background:)) ?? appearance
    let scheme = choice.scheme(terminal)
    // Even on a terminal with 16 million colours, the theme `ansi` can name only the user's own
    // eight.
    self.depth = scheme == nil ? depth == .trueColor ? .ansi8 : min(depth, .ansi16) : depth
    self.appearance = choice.paintsBackground ? scheme?.appearance ?? terminal : terminal
    self.choice = choice
    (self.background, colors) = (background, choices)
    palette = Palette(
      scheme ?? .named(terminal == .dark ? "default-dark" : "default-light"),
      background: choice.paintsBackground ? nil : background,
      choices: choices
    )
    guard self.depth >= .indexed256 else { return }
    resting = Self.restingSurfaces.flatMap { surface in
      SchemeColor.allCases.map { mixedStyle(Role("", $0), on: surface, fade: 0) }
    }
  }

  /// The theme of the same terminal with other colours.
  ///
  /// - Parameters:
  ///   - choice: The colours.
  ///   - depth: The number of colours of the terminal; the theme `ansi` does not use them all.
  /// - Returns: A theme for the same background.
  public func with(_ choice: ThemeChoice, depth: ColorDepth) -> Theme {
    Theme(
      depth: depth,
      appearance: appearance,
      background: background,
      choices: colors,
      choice: choice
    )
  }

  /// Whether to fill the whole screen with the style of ``Surface/base``.
  public var paintsBackground: Bool { choice.paintsBackground && depth >= .indexed256 }

  /// The number of different steps of a fade, including both ends.
  ///
  /// Fades are rounded to these steps, so that the terminal is not sent changes it cannot show, and
  /// a theme has a bounded number of styles.
  public var fadeSteps: Int {
    switch depth {
    case .none: 2
    case .ansi8, .ansi16: 3
    case .indexed256, .trueColor: 17
    }
  }

  /// The number of different amounts of a tint, including 0.
  private static let tintSteps = 33

  /// The style of a role on a surface.
  ///
  /// - Parameters:
  ///   - role: The meaning of the text.
  ///   - surface: Its background.
  ///   - fade: The extent to which the text has faded, from 0 (not at all) to 1 (equal to the surface, if the
  ///     terminal has enough colours).
  ///   - bold: Whether the text is bold.
  /// - Returns: One of a bounded number of styles: `fade` is rounded to one of ``fadeSteps``.
  /// - Complexity: O(1).
  public func style(
    _ role: Role,
    on surface: Surface = .base,
    fade: Double = 0,
    bold: Bool = false
  ) -> Style {
    let fade = Self.stepped(fade, fadeSteps)
    switch depth {
    case .none: return plainStyle(role, on: surface, fade: fade, bold: bold)
    case .ansi8, .ansi16: return ansiStyle(role, on: surface, fade: fade, bold: bold)
    case .indexed256, .trueColor: break
    }
    var style: Style
    if fade == 0, colors.isEmpty || colors[role] == nil,
      let index = Self.restingSurfaces.firstIndex(of: surface)
    {
      style = resting[index * SchemeColor.allCases.count + role.color.rawValue]
    } else {
      style = mixedStyle(role, on: surface, fade: fade)
    }
    if bold { style.attributes = .bold }
    return style
  }

  private static let restingSurfaces = [Surface.base, .bar, .selection]

  /// Rounds a share to one of the available steps.
  private static func stepped(_ share: Double, _ steps: Int) -> Double {
    let last = Double(steps - 1)
    // Written so that NaN becomes 0.
    return share > 0 ? (min(share, 1) * last).rounded() / last : 0
  }

  /// A light tint colours its text as well; on a strong one the text has to contrast again.
  private func tinted(_ text: RGBColor, _ tint: Role, _ amount: Double) -> RGBColor {
    let share = min(2.5 * amount, 0.7 - 2 * max(0, amount - 0.3))
    return text.mixed(with: palette.scheme.text, amount: 2 * (amount - 0.3))
      .mixed(with: palette[tint], amount: share)
  }

  private func mixedStyle(_ role: Role, on surface: Surface, fade: Double) -> Style {
    var foreground = palette[role]
    var background = palette.background
    var isBase = false
    switch surface {
    case .base: isBase = true
    case .bar: background = palette.bar
    case .selection: background = palette.selection
    case .selectedTint(let tint, let amount):
      background = palette.selection
      foreground = tinted(foreground, tint, Self.stepped(amount, Self.tintSteps))
    case .tint(let tint, let amount):
      let amount = Self.stepped(amount, Self.tintSteps)
      isBase = amount == 0
      background = palette.tint(tint, amount)
      foreground = tinted(foreground, tint, amount)
    case .badge(let badge):
      foreground = palette.background
      background = palette[badge]
    }
    let isDefault = isBase && !choice.paintsBackground
    // The terminal's own text colour on its own background: the user can read it.
    if isDefault, role.color == .text, fade == 0 { return .plain }
    let contrast = role.color == .faint ? 1 : palette.scheme.contrast
    guard depth == .trueColor else {
      let index = background.nearestIndex
      // The terminal's own background need not be one of the 240 fixed colours.
      let shown = isDefault ? background : .palette(index)
      let text =
        fade > 0
        ? foreground.legible(on: shown, contrast: contrast).mixed(with: shown, amount: fade)
          .nearestIndex
        : IndexedColors.nearest(to: foreground, on: shown, contrast: contrast)
      return Style(
        foreground: .indexed(text),
        background: isDefault ? .default : .indexed(index)
      )
    }
    foreground = foreground.legible(on: background, contrast: contrast)
      .mixed(with: background, amount: fade)
    return Style(foreground: .rgb(foreground), background: isDefault ? .default : .rgb(background))
  }
}
