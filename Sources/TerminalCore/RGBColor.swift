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

/// A colour that a terminal can be asked for.
public enum TerminalColor: Hashable, Sendable {
  /// The terminal's default colour.
  case `default`
  /// An entry of the terminal's palette: 0–7 are ANSI's, 8–15 their bright variants, 16–231 a 6×6×6
  /// cube, 232–255 greys.
  case indexed(UInt8)
  /// A colour outside the palette.
  case rgb(RGBColor)

  /// The colour in 26 bits, for packing: the kind in the upper two.
  var bits: UInt32 {
    switch self {
    case .default: 0
    case .indexed(let index): 1 << 24 | UInt32(index)
    case .rgb(let color): 2 << 24 | color.value
    }
  }

  init(bits: UInt32) {
    switch bits >> 24 {
    case 0: self = .default
    case 1: self = .indexed(UInt8(truncatingIfNeeded: bits))
    default: self = .rgb(RGBColor(bits & 0xFF_FFFF))
    }
  }
}

/// The 240 entries of the 256-colour palette that users do not redefine: the cube and the greys.
enum IndexedColors {
  private struct Entry: Sendable {
    var index: UInt8
    var color: RGBColor
    var lab: OKLab
    var luminance: Double
  }

  private static let entries: [Entry] = (16...255).map {
    let color = RGBColor.palette(UInt8($0))
    return Entry(index: UInt8($0), color: color, lab: OKLab(color), luminance: color.luminance)
  }

  /// The entry that looks most like a colour.
  static func nearest(to color: RGBColor) -> UInt8 {
    let lab = OKLab(color)
    let nearest = entries.min { lab.distance(to: $0.lab) < lab.distance(to: $1.lab) }
    return nearest?.index ?? 255
  }

  /// The entry that looks most like a colour among those with enough contrast to a background, or
  /// the one with the highest contrast if there is none.
  static func nearest(
    to color: RGBColor,
    on background: RGBColor,
    contrast: Double
  ) -> UInt8 {
    let lab = OKLab(color)
    let back = background.luminance
    func ratio(_ entry: Entry) -> Double {
      (max(back, entry.luminance) + 0.05) / (min(back, entry.luminance) + 0.05)
    }
    let legible = entries.filter { ratio($0) >= contrast }
    let nearest = legible.min { lab.distance(to: $0.lab) < lab.distance(to: $1.lab) }
    return (nearest ?? entries.max { ratio($0) < ratio($1) })?.index ?? 255
  }
}

/// The number of colours that a terminal can show.
public enum ColorDepth: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// No colours, only bold, dim, reverse and underline.
  case none = 0
  /// The eight ANSI colours.
  case ansi8 = 8
  /// The ANSI colours and their bright variants.
  case ansi16 = 16
  /// The 256 colours of xterm's palette.
  case indexed256 = 256
  /// Any colour with eight bits per channel.
  case trueColor = 16_777_216

  /// Fewer colours order before more.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The user's choice with `--color`.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// Decided by the environment and the terminal.
    case auto
    /// Colour, whatever the environment says.
    case always
    /// No colour.
    case never
  }

  /// Chooses the depth to draw with.
  ///
  /// In order of precedence: `--color`, `NO_COLOR` (set and not empty), `CLICOLOR_FORCE` (set and
  /// not `0`), `CLICOLOR=0`, and the terminal's own description.
  ///
  /// - Parameters:
  ///   - choice: The user's choice.
  ///   - environment: The environment variables.
  ///   - terminalColors: The number of colours in the terminal's terminfo entry; nil if the output
  ///     is not a terminal, which gets no colour unless it is forced.
  /// - SeeAlso: <https://no-color.org>, <https://bixense.com/clicolors/>
  public init(choice: Choice, environment: [String: String], terminalColors: Int?) {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
    let isWanted =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        !isSet("NO_COLOR")
          && (isForced || terminalColors != nil && environment["CLICOLOR"] != "0")
      }
    guard isWanted else {
      self = .none
      return
    }
    let named = ColorDepth(environment: environment)
    var depth = ColorDepth(colors: terminalColors ?? 0)
    // COLORTERM says what a terminfo entry cannot express. A terminal without any colours in
    // terminfo (vt100, dumb) is not believed to have sixteen million.
    if depth >= .ansi8 || terminalColors == nil { depth = max(depth, named) }
    if depth == .none, isForced || choice == .always { depth = .ansi8 }
    self = depth
  }

  private init(environment: [String: String]) {
    let colorTerm = environment["COLORTERM"] ?? ""
    let term = environment["TERM"] ?? ""
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      self = .trueColor
    } else if term.contains("256color") {
      self = .indexed256
    } else {
      self = .none
    }
  }

  /// The depth for a number of colours.
  public init(colors: Int) {
    self =
      switch colors {
      case ..<8: .none
      case ..<16: .ansi8
      case ..<256: .ansi16
      case ..<16_777_216: .indexed256
      default: .trueColor
      }
  }
}
