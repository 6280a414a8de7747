/// A named set of colours that go together.
public struct ColorScheme: Hashable, Sendable {
  /// The name, in lower case with hyphens.
  public var name: String
  /// The background of the screen.
  public var background: RGBColor
  /// Body text.
  public var text: RGBColor
  /// Secondary text: labels, times.
  public var dim: RGBColor
  /// Decoration that need not be read: rules, a scroll bar.
  public var faint: RGBColor
  /// Text that stands for the program itself, such as its name.
  public var accent: RGBColor
  /// Additions and success.
  public var green: RGBColor
  /// Deletions and failures.
  public var red: RGBColor
  /// Changes, warnings, and whatever is pending.
  public var amber: RGBColor
  /// Moves and other neutral news.
  public var blue: RGBColor
  /// The minimum contrast ratio of text and its background; WCAG 2.2 requires 4.5 for body text
  /// (AA) or 7 (AAA).
  public var contrast = 4.5

  /// Creates a scheme from colours written as `0xRRGGBB`.
  public init(
    _ name: String,
    background: UInt32,
    text: UInt32,
    dim: UInt32,
    faint: UInt32,
    accent: UInt32,
    green: UInt32,
    red: UInt32,
    amber: UInt32,
    blue: UInt32,
    contrast: Double = 4.5
  ) {
    self.name = name
    self.background = RGBColor(background)
    self.text = RGBColor(text)
    self.dim = RGBColor(dim)
    self.faint = RGBColor(faint)
    self.accent = RGBColor(accent)
    self.green = RGBColor(green)
    self.red = RGBColor(red)
    self.amber = RGBColor(amber)
    self.blue = RGBColor(blue)
    self.contrast = contrast
  }

  /// Whether the background is dark or light.
  public var appearance: Appearance { Appearance(background: background) }
}

extension ColorScheme {
  /// The built-in schemes, with the colours that their authors publish.
  ///
  /// Each line is a name, then background, text, dim, faint, accent, green, red, amber and blue, then the contrast.
  private static let table = """
    default-dark         101418 D8DEE9 8B949E 586069 58A6FF 3FB950 F85149 D29922 58A6FF
    default-light        FFFFFF 1F2328 59636E 9AA3AD 0969DA 116A2B CF222E 8A5D00 0969DA
    high-contrast-dark   000000 FFFFFF D8D8D8 A0A0A0 6FC3FF 3FFF6F FF8080 FFD400 6FC3FF 7
    high-contrast-light  FFFFFF 000000 303030 5A5A5A 0000C8 005200 9A0000 5A3A00 0000C8 7
    nord                 2E3440 E5E9F0 A3ADBF 616E88 88C0D0 A3BE8C BF616A EBCB8B 81A1C1
    gruvbox-dark         282828 EBDBB2 A89984 665C54 FE8019 B8BB26 FB4934 FABD2F 83A598
    gruvbox-light        FBF1C7 3C3836 7C6F64 BDAE93 AF3A03 79740E 9D0006 B57614 076678
    dracula              282A36 F8F8F2 A9B0CE 6272A4 BD93F9 50FA7B FF5555 FFB86C 8BE9FD
    tokyo-night          1A1B26 C0CAF5 8289B3 565F89 7AA2F7 9ECE6A F7768E E0AF68 7DCFFF
    tokyo-night-day      E1E2E7 3760BF 6172B0 848CB5 2E7DE9 587539 F52A65 8C6C3E 007197
    catppuccin-latte     EFF1F5 4C4F69 6C6F85 9CA0B0 8839EF 40A02B D20F39 DF8E1D 1E66F5
    catppuccin-frappe    303446 C6D0F5 A5ADCE 737994 CA9EE6 A6D189 E78284 E5C890 8CAAEE
    catppuccin-macchiato 24273A CAD3F5 A5ADCB 6E738D C6A0F6 A6DA95 ED8796 EED49F 8AADF4
    catppuccin-mocha     1E1E2E CDD6F4 A6ADC8 6C7086 CBA6F7 A6E3A1 F38BA8 F9E2AF 89B4FA
    solarized-dark       002B36 93A1A1 839496 586E75 268BD2 859900 DC322F B58900 268BD2
    solarized-light      FDF6E3 586E75 657B83 93A1A1 268BD2 859900 DC322F B58900 268BD2
    rose-pine            191724 E0DEF4 908CAA 6E6A86 EBBCBA 9CCFD8 EB6F92 F6C177 C4A7E7
    rose-pine-moon       232136 E0DEF4 908CAA 6E6A86 EA9A97 9CCFD8 EB6F92 F6C177 C4A7E7
    rose-pine-dawn       FAF4ED 575279 797593 9893A5 D7827E 286983 B4637A EA9D34 907AA9
    """

  /// The built-in scheme with a name.
  ///
  /// - Precondition: There is one.
  static func named(_ name: String) -> ColorScheme {
    let lines = table.split(separator: "\n").lazy.map { $0.split(separator: " ") }
    guard let line = lines.first(where: { $0[0] == name }) else {
      preconditionFailure("no scheme has the name \(name)")
    }
    let colors = line[1...9].map { UInt32($0, radix: 16) ?? 0 }
    return ColorScheme(
      name,
      background: colors[0],
      text: colors[1],
      dim: colors[2],
      faint: colors[3],
      accent: colors[4],
      green: colors[5],
      red: colors[6],
      amber: colors[7],
      blue: colors[8],
      contrast: line.dropFirst(10).first.flatMap { Double($0) } ?? 4.5
    )
  }
}
