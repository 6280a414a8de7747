/// A colour of the sRGB space, eight bits a channel.
public struct RGBColor: Hashable, Sendable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its channels.
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

  /// The colour `amount` of the way towards `other`; 0 is this one, 1 the other.
  ///
  /// The channels are mixed as they are encoded, which is how terminals and style sheets mix.
  public func mixed(with other: RGBColor, amount: Double) -> RGBColor {
    let amount = min(max(amount, 0), 1)
    func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * amount).rounded())
    }
    return RGBColor(
      red: channel(red, other.red),
      green: channel(green, other.green),
      blue: channel(blue, other.blue)
    )
  }

  /// The relative luminance, from 0 (black) to 1 (white), as WCAG 2.2 defines it.
  public var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : RGBColor.power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// x to the power 2.4 for x in 0...1, without the C library: x² times the fifth root of x².
  private static func power(_ base: Double) -> Double {
    guard base > 0 else { return 0 }
    let square = base * base
    var root = 1.0
    for _ in 0..<24 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }

  /// The contrast ratio of the two colours, from 1 (equal) to 21 (black and white).
  public func contrast(with other: RGBColor) -> Double {
    let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// The entry of the 256-colour palette that is nearest, among those that no user redefines.
  ///
  /// Only the cube and the greys (16–255) are considered: the first sixteen are the user's own.
  /// - Complexity: O(1).
  public var nearestIndex: UInt8 {
    func level(_ channel: UInt8) -> Int {
      channel < 48 ? 0 : channel < 115 ? 1 : (Int(channel) - 35) / 40
    }
    let (r, g, b) = (level(red), level(green), level(blue))
    let cube = UInt8(16 + 36 * r + 6 * g + b)
    let average = (Int(red) + Int(green) + Int(blue)) / 3
    let grey = UInt8(232 + min(max((average - 3) / 10, 0), 23))
    return distance(to: .palette(cube)) <= distance(to: .palette(grey)) ? cube : grey
  }

  /// The square of the distance in the colour cube.
  func distance(to other: RGBColor) -> Int {
    let r = Int(red) - Int(other.red)
    let g = Int(green) - Int(other.green)
    let b = Int(blue) - Int(other.blue)
    return r * r + g * g + b * b
  }

  /// What xterm shows for a palette entry that nobody has redefined.
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
