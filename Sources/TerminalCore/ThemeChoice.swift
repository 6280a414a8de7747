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
