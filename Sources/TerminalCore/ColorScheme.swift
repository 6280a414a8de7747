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
