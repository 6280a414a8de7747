/// The colours that a user chose by a name, in a dark and in a light form.
public struct ThemeChoice: Hashable, Sendable {
  /// What it is called.
  public let name: String
  /// The colours on a dark background; nil for the terminal's own sixteen.
  let dark: ColorScheme?
  /// The colours on a light one; the same where there is only one form.
  let light: ColorScheme?
  /// Whether the whole screen gets the background of the scheme, and not the terminal's own.
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

  /// A scheme by its own name, whatever the terminal's background is.
  public init(scheme: ColorScheme) {
    self.init(scheme)
  }

  /// Whether it has a dark and a light form, and goes with the terminal's background.
  public var followsAppearance: Bool { dark != light || !paintsBackground }

  /// The colours for an appearance; nil for the terminal's own sixteen.
  func scheme(_ appearance: Appearance) -> ColorScheme? {
    appearance == .dark ? dark : light
  }

  /// The program's own colours on the terminal's own background.
  public static let standard = ThemeChoice(
    "default",
    dark: .standardDark,
    light: .standardLight,
    paintsBackground: false
  )

  /// The sixteen colours that the terminal's user has chosen.
  public static let ansi = ThemeChoice("ansi", dark: nil, light: nil, paintsBackground: false)

  /// All that come with the program, in the order in which they are listed.
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

  /// The theme of a name that comes with the program; nil for no such name.
  public init?(named name: String) {
    guard let choice = ThemeChoice.all.first(where: { $0.name == name }) else { return nil }
    self = choice
  }
}
