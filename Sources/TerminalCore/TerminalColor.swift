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
