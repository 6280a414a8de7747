/// A set of colours that go together, with a name.
public struct ColorScheme: Hashable, Sendable {
  /// What it is called, in lower case and with hyphens.
  public var name: String
  /// The screen's own background.
  public var background: RGBColor
  /// What is read.
  public var text: RGBColor
  /// What is known: labels, times, secondary columns.
  public var dim: RGBColor
  /// What is only there: rules, the scroll bar.
  public var faint: RGBColor
  /// The program's own voice.
  public var accent: RGBColor
  /// What came, and what is good.
  public var green: RGBColor
  /// What goes, and what is bad.
  public var red: RGBColor
  /// What changed, wants attention, or is not known yet.
  public var amber: RGBColor
  /// What travels.
  public var blue: RGBColor
  /// The least contrast of text with what it stands on; 4.5 is WCAG 2.2's bar for body text (AA), 7
  /// that of AAA.
  public var contrast = 4.5

  /// Makes a scheme of its colours, each as `0xRRGGBB`.
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

  /// Whether its background is dark or light.
  public var appearance: Appearance { Appearance(background: background) }
}
