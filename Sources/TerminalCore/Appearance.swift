/// Whether a terminal shows light text on dark, or dark on light.
public enum Appearance: Hashable, Sendable, CaseIterable {
  /// Light text on a dark background.
  case dark
  /// Dark text on a light background.
  case light

  /// The appearance that goes with a background.
  public init(background: RGBColor) {
    // Half way between black and white as the eye sees it.
    self = background.luminance < 0.18 ? .dark : .light
  }

  /// What `COLORFGBG` says, as rxvt, Konsole and iTerm2 set it (`15;0`, `0;default;15`); nil where it
  /// says nothing.
  public init?(environment: [String: String]) {
    guard
      let last = environment["COLORFGBG"]?.split(separator: ";").last,
      let index = UInt8(last), index < 16
    else { return nil }
    self = index == 7 || index >= 9 ? .light : .dark
  }
}
