import CNcurses
import TerminalCore

/// The colour pairs of ncurses, each created on first use and never redefined: changing a pair
/// would repaint every cell that uses it.
struct ColorPairs {
  private let colors: Int
  private let limit: Int32
  /// Whether colours are red, green and blue values instead of palette indices.
  private let isDirect: Bool
  private var pairs: [Style: Int32] = [:]
  private var next: Int32 = 1

  /// Starts ncurses' colours if the terminal has any; others are not asked for pairs, for which
  /// ncurses 6.4 reads through a null pointer.
  ///
  /// - Parameter maximum: With ``ColorDepth/none`` no colours are started, whatever the terminal
  ///   has.
  init(maximum: ColorDepth) {
    guard maximum > .none, has_colors() else {
      (colors, limit, isDirect) = (0, 0, false)
      return
    }
    start_color()
    use_default_colors()
    colors = Int(nc_colors())
    limit = nc_pairs()
    isDirect = colors > 256
  }

  /// The pair for a style's two colours; 0, the terminal's default, if none are left.
  mutating func pair(for style: Style) -> Int32 {
    guard colors > 0 else { return 0 }
    var key = style
    key.attributes = []
    if key == .plain { return 0 }
    if let pair = pairs[key] { return pair }
    var pair: Int32 = 0
    if next < limit, init_extended_pair(next, number(key.foreground), number(key.background)) == OK
    {
      pair = next
      next += 1
    }
    pairs[key] = pair
    return pair
  }

  /// The terminal's number for a colour; −1 is the default colour.
  private func number(_ color: TerminalColor) -> Int32 {
    switch color {
    case .default: return -1
    case .indexed(let index):
      if isDirect, index >= 8 { return Int32(RGBColor.palette(index).value) }
      if Int(index) < colors { return Int32(index) }
      return index < 16 ? Int32(index & 7) : -1
    case .rgb(let color):
      // Direct-colour terminals use their first eight colour numbers for ANSI's.
      return isDirect ? Int32(max(color.value, 8)) : number(.indexed(color.nearestIndex))
    }
  }
}
