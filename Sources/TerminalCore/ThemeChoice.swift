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
    dark: .standardDark,
    light: .standardLight,
    paintsBackground: false
  )

  /// The sixteen colours that the user has configured in the terminal.
  public static let ansi = ThemeChoice("ansi", dark: nil, light: nil, paintsBackground: false)

  /// The built-in choices, in the order of their listing.
  public static let all: [ThemeChoice] = [
    standard, ansi,
    ThemeChoice("high-contrast", dark: .highContrastDark, light: .highContrastLight),
    ThemeChoice(.nord),
    ThemeChoice("gruvbox", dark: .gruvboxDark, light: .gruvboxLight),
    ThemeChoice(.gruvboxDark), ThemeChoice(.gruvboxLight),
    ThemeChoice(.dracula),
    ThemeChoice(.tokyoNight), ThemeChoice(.tokyoNightDay),
    ThemeChoice("catppuccin", dark: .catppuccinMocha, light: .catppuccinLatte),
    ThemeChoice(.catppuccinLatte), ThemeChoice(.catppuccinFrappe),
    ThemeChoice(.catppuccinMacchiato), ThemeChoice(.catppuccinMocha),
    ThemeChoice("solarized", dark: .solarizedDark, light: .solarizedLight),
    ThemeChoice(.solarizedDark), ThemeChoice(.solarizedLight),
    ThemeChoice(.rosePine), ThemeChoice(.rosePineMoon), ThemeChoice(.rosePineDawn),
  ]

  /// The built-in choice with a name; nil if there is none.
  public init?(named name: String) {
    guard let choice = ThemeChoice.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }
}
