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
