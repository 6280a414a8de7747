/// A colour of the sRGB space with eight bits per channel.
public struct RGBColor: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its channels, each from 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from `0xRRGGBB`; higher bits are ignored.
  public init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16),
      green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value)
    )
  }

  /// The colour as `0xRRGGBB`.
  public var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// The colour `amount` of the way towards `other`: 0 is this one, 1 the other.
  ///
  /// Colours are mixed in the OKLab space: equal amounts are equal steps of lightness, and the hue
  /// does not drift.
  public func mixed(with other: RGBColor, amount: Double) -> RGBColor {
    // Written so that NaN becomes 0.
    guard amount > 0 else { return self }
    guard amount < 1 else { return other }
    return RGBColor(OKLab(self).mixed(with: OKLab(other), amount: amount))
  }

  /// The relative luminance, from 0 (black) to 1 (white), as WCAG 2.2 defines it.
  public var luminance: Double {
    0.2126 * Channel.linear[Int(red)] + 0.7152 * Channel.linear[Int(green)]
      + 0.0722 * Channel.linear[Int(blue)]
  }

  /// The contrast ratio of two colours, from 1 (equal) to 21 (black and white), as WCAG 2.2 defines
  /// it.
  public func contrast(with other: RGBColor) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// The colour, made lighter or darker as far as needed to be readable on a background.
  ///
  /// - Parameters:
  ///   - background: The background.
  ///   - contrast: The minimum contrast ratio.
  /// - Returns: The colour itself if it has that contrast, else the nearest one towards white or
  ///   black that has; if there is none, white or black, whichever has more contrast.
  public func legible(on background: RGBColor, contrast: Double) -> RGBColor {
    guard self.contrast(with: background) < contrast else { return self }
    let ends = [RGBColor(0xFF_FF_FF), RGBColor(0)]
    // Prefer the direction in which the colour already differs, if that leads far enough.
    let isLighter = luminance >= background.luminance
    let preferred = ends[isLighter ? 0 : 1]
    let other = ends[isLighter ? 1 : 0]
    let best =
      preferred.contrast(with: background) >= contrast
        || preferred.contrast(with: background) > other.contrast(with: background)
      ? preferred : other
    var (low, high) = (0.0, 1.0)
    for _ in 0..<8 {
      let middle = (low + high) / 2
      if mixed(with: best, amount: middle).contrast(with: background) < contrast {
        low = middle
      } else {
        high = middle
      }
    }
    return mixed(with: best, amount: high)
  }

  /// The entry of the 256-colour palette that looks most like the colour, among those that users do
  /// not redefine.
  ///
  /// Only the cube and the greys (16–255) are considered. The distance is measured in the OKLab
  /// space, with differences of hue counting four times.
  /// - Complexity: O(1).
  public var nearestIndex: UInt8 { IndexedColors.nearest(to: self) }

  /// The default colour of a palette entry in xterm.
  public static func palette(_ index: UInt8) -> RGBColor {
    let ansi: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    switch index {
    case 0..<16: return RGBColor(ansi[Int(index)])
    case 16..<232:
      func channel(_ level: Int) -> UInt8 { level == 0 ? 0 : UInt8(55 + 40 * level) }
      let cube = Int(index) - 16
      return RGBColor(
        red: channel(cube / 36),
        green: channel(cube / 6 % 6),
        blue: channel(cube % 6)
      )
    default:
      let grey = UInt8(8 + 10 * (Int(index) - 232))
      return RGBColor(red: grey, green: grey, blue: grey)
    }
  }
}
