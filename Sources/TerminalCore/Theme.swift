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

extension Theme {
  /// Without colour: selections and badges are reversed, fading text is dim, bad news bold, and a warning underlined.
  func plainStyle(_ role: Role, on surface: Surface, fade: Double, bold: Bool) -> Style {
    var attributes: Style.Attributes = bold ? .bold : []
    switch surface {
    case .selection, .selectedTint, .badge: attributes.insert(.reverse)
    case .tint(_, let amount) where amount > 0.4: attributes.insert(.reverse)
    case .base, .bar, .tint: break
    }
    if role.color == .red { attributes.insert(.bold) }
    if role.color == .amber { attributes.insert(.underline) }
    if fade >= 0.5 { attributes.insert(.dim) }
    return Style(attributes: attributes)
  }

  /// With ANSI colours: surfaces are reversed, and fades have three steps.
  func ansiStyle(_ role: Role, on surface: Surface, fade: Double, bold: Bool) -> Style {
    var attributes: Style.Attributes = bold ? .bold : []
    var role = role
    switch surface {
    case .base, .bar: break
    case .selection:
      attributes.insert(.reverse)
      role = .text
    case .selectedTint(let tint, _):
      attributes.insert(.reverse)
      role = tint
    case .badge(let badge):
      attributes.insert(.reverse)
      role = badge
    case .tint(let tint, let amount):
      if amount > 0 { role = tint }
      if amount > 0.4 { attributes.insert(.reverse) }
    }
    var style = grey(role) ?? colored(role)
    style.attributes.formUnion(attributes)
    if fade >= 0.25 { style = faded(style, isLast: fade >= 0.75, role: role) }
    return style
  }

  private func grey(_ role: Role) -> Style? {
    if role.color == .text { return .plain }
    guard role.color == .dim || role.color == .faint else { return nil }
    // Bright black is grey on nearly every terminal; without it, dim is used.
    return depth == .ansi16 ? Style(foreground: .indexed(8)) : Style(attributes: .dim)
  }

  private func colored(_ role: Role) -> Style {
    let index: UInt8 =
      switch role.color {
      case .green: 2
      case .red: 1
      // Yellow is hardly legible on white.
      case .amber: appearance == .dark ? 3 : 5
      // Blue is hardly legible on black, and cyan hardly on white.
      default: depth == .ansi8 && appearance == .dark ? 6 : 4
      }
    let isBright = depth == .ansi16 && appearance == .dark
    return Style(foreground: .indexed(isBright ? index + 8 : index))
  }

  /// The second step of a fade is the colour without brightness, the third is grey.
  private func faded(_ style: Style, isLast: Bool, role: Role) -> Style {
    var style = style
    style.attributes.remove(.bold)
    if isLast {
      switch (depth, appearance) {
      case (.ansi16, .dark): style.foreground = .indexed(8)
      case (.ansi16, .light): style.foreground = .indexed(7)
      // Bold black is the dark grey of terminals with eight colours.
      case (_, .dark):
        style.foreground = .indexed(0)
        style.attributes.insert(.bold)
        style.attributes.remove(.dim)
      case (_, .light): style.foreground = .indexed(7)
      }
    } else if depth == .ansi16, appearance == .dark {
      if case .indexed(let index) = style.foreground, index > 8 {
        style.foreground = .indexed(index - 8)
      } else {
        style.foreground = .indexed(role.color == .text ? 7 : 8)
      }
    } else {
      style.attributes.insert(.dim)
    }
    return style
  }
}

extension Theme {
  /// The colours of a scheme that text can have.
  public enum SchemeColor: Int, Hashable, Sendable, CaseIterable {
    /// Body text.
    case text
    /// Secondary text: labels, times.
    case dim
    /// Decoration that need not be read: rules, a scroll bar.
    case faint
    /// Text that stands for the program itself, such as its name.
    case accent
    /// Usually good news.
    case green
    /// Usually bad news.
    case red
    /// Usually a warning.
    case amber
    /// Usually neutral news.
    case blue
  }

  /// The meaning of a text, which determines its colour.
  ///
  /// A program adds its own roles to the standard ones. Roles of one colour look the same unless a
  /// theme is created with a colour for one of them.
  ///
  /// ```swift
  /// extension Theme.Role {
  ///   static let added = Theme.Role("added", .green)
  /// }
  /// let theme = Theme(depth: .trueColor, choices: [.added: RGBColor(0x00_AA00)])
  /// ```
  public struct Role: Hashable, Sendable, CustomStringConvertible {
    /// The name, by which a configuration can refer to the role; unique among the roles of a program.
    public let name: String
    /// The scheme's colour for the role, used unless the theme has one for the role itself.
    public let color: SchemeColor

    /// Creates a role.
    public init(_ name: String, _ color: SchemeColor) {
      (self.name, self.color) = (name, color)
    }

    /// The name.
    public var description: String { name }

    /// Body text.
    public static let text = Role("text", .text)
    /// Secondary text: labels, times.
    public static let dim = Role("dim", .dim)
    /// Decoration that need not be read: rules, a scroll bar.
    public static let faint = Role("faint", .faint)
    /// Text that stands for the program itself, such as its name.
    public static let accent = Role("accent", .accent)
    /// Good news.
    public static let success = Role("success", .green)
    /// Bad news.
    public static let failure = Role("failure", .red)
    /// Something that needs attention.
    public static let warning = Role("warning", .amber)
    /// Neutral news.
    public static let info = Role("info", .blue)

    /// The roles above.
    public static let standard = [text, dim, faint, accent, success, failure, warning, info]
  }
}

/// Whether a terminal has a dark or a light background.
public enum Appearance: Hashable, Sendable, CaseIterable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// The appearance of a background colour.
  public init(background: RGBColor) {
    // Halfway between black and white in perceived lightness.
    self = background.luminance < 0.18 ? .dark : .light
  }

  /// Reads `COLORFGBG`, which rxvt, Konsole and iTerm2 set (`15;0`, `0;default;15`); nil if it does
  /// not tell.
  public init?(environment: [String: String]) {
    guard
      let last = environment["COLORFGBG"]?.split(separator: ";").last,
      let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index >= 9 ? .light : .dark
  }
}

/// A named choice of colours, with a dark and a light variant.
public struct ThemeChoice: Hashable, Sendable {
  /// The name.
  public let name: String
  /// The colours on a dark background; nil for the terminal's own sixteen.
  let dark: ColorScheme?
  /// The colours on a light background; equal to `dark` if there is only one variant.
  let light: ColorScheme?
  /// Whether the whole screen gets the background of the scheme instead of the terminal's own.
  let paintsBackground: Bool

  private init(
    _ name: String,
    dark: ColorScheme?,
    light: ColorScheme?,
    paintsBackground: Bool = true
  ) {
    (self.name, self.dark, self.light) = (name, dark, light)
    self.paintsBackground = paintsBackground
  }

  private init(_ scheme: ColorScheme) {
    self.init(scheme.name, dark: scheme, light: scheme)
  }

  /// Chooses a scheme by itself, whatever the terminal's background is.
  public init(scheme: ColorScheme) {
    self.init(scheme)
  }

  /// Whether the colours depend on whether the terminal is dark or light.
  public var followsAppearance: Bool { dark != light || !paintsBackground }

  /// The colours for an appearance; nil for the terminal's own sixteen.
  func scheme(_ appearance: Appearance) -> ColorScheme? {
    appearance == .dark ? dark : light
  }

  /// The default colours, on the terminal's own background.
  public static let standard = ThemeChoice(
    "default",
    dark: .named("default-dark"),
    light: .named("default-light"),
    paintsBackground: false
  )

  /// The sixteen colours that the user has configured in the terminal.
  public static let ansi = ThemeChoice("ansi", dark: nil, light: nil, paintsBackground: false)

  /// The built-in choices, in the order of their listing.
  public static let all: [ThemeChoice] = [
    standard, ansi,
    ThemeChoice(
      "high-contrast",
      dark: .named("high-contrast-dark"),
      light: .named("high-contrast-light")
    ),
    ThemeChoice(.named("nord")),
    ThemeChoice("gruvbox", dark: .named("gruvbox-dark"), light: .named("gruvbox-light")),
    ThemeChoice(.named("gruvbox-dark")), ThemeChoice(.named("gruvbox-light")),
    ThemeChoice(.named("dracula")),
    ThemeChoice(.named("tokyo-night")), ThemeChoice(.named("tokyo-night-day")),
    ThemeChoice("catppuccin", dark: .named("catppuccin-mocha"), light: .named("catppuccin-latte")),
    ThemeChoice(.named("catppuccin-latte")), ThemeChoice(.named("catppuccin-frappe")),
    ThemeChoice(.named("catppuccin-macchiato")), ThemeChoice(.named("catppuccin-mocha")),
    ThemeChoice("solarized", dark: .named("solarized-dark"), light: .named("solarized-light")),
    ThemeChoice(.named("solarized-dark")), ThemeChoice(.named("solarized-light")),
    ThemeChoice(.named("rose-pine")), ThemeChoice(.named("rose-pine-moon")),
    ThemeChoice(.named("rose-pine-dawn")),
  ]

  /// The built-in choice with a name; nil if there is none.
  public init?(named name: String) {
    guard let choice = ThemeChoice.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }
}
