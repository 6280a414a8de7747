internal import FeedValues
package import TerminalCore

extension ColumnCell {
  /// Styles the parts of the text as the program that wrote it did, replacing listview's own styling.
  ///
  /// - Parameters:
  ///   - spans: The styled spans of the text, from the start of the cell.
  ///   - width: The width of the cell in screen columns.
  mutating func take(_ spans: [TextSpan], width: Int) {
    runs = []
    for span in spans {
      let count = text.utf8.count
      guard span.bytes.lowerBound < count else { break }
      let lower = text.utf8.index(text.startIndex, offsetBy: span.bytes.lowerBound)
      let upper = text.utf8.index(text.startIndex, offsetBy: min(span.bytes.upperBound, count))
      let start = DisplayWidth.width(of: text[..<lower], limit: width)
      guard start < width else { break }
      let end = min(start + DisplayWidth.width(of: text[lower..<upper], limit: width), width)
      runs.append(Run(columns: start..<end, role: span.pen.role, pen: span.pen))
    }
  }
}

extension TextPen {
  /// The role in the theme nearest to the colour, legible on the theme's background.
  package var role: Theme.Role {
    let color = isReversed ? background : foreground
    guard let color else { return isDim ? .dim : .text }
    return color.role
  }

  /// The role that fills the background; nil for none.
  package var fill: Theme.Role? {
    if isReversed { return foreground?.role ?? .dim }
    guard let background else { return nil }
    return background.role
  }
}

extension TextPen.Color {
  /// The role nearest to the colour by hue; grey is dim and white is text.
  var role: Theme.Role {
    switch self {
    case .indexed(0), .indexed(8): return .dim
    case .indexed(1), .indexed(9): return .failure
    case .indexed(2), .indexed(10): return .success
    case .indexed(3), .indexed(11): return .warning
    case .indexed(4), .indexed(12): return .moved
    case .indexed(5), .indexed(6), .indexed(13), .indexed(14): return .accent
    case .indexed(7), .indexed(15): return .text
    case .indexed(let number): return Self.role(of: RGBColor.palette(number))
    case .rgb(let red, let green, let blue):
      return Self.role(of: RGBColor(red: red, green: green, blue: blue))
    }
  }

  private static func role(of color: RGBColor) -> Theme.Role {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    let span = most - least
    // A nearly grey colour is classified by its lightness.
    guard span * 4 > most, most > 40 else { return most < 168 ? .dim : .text }
    let hue =
      if most == red {
        (green - blue) * 60 / span + (green < blue ? 360 : 0)
      } else if most == green {
        (blue - red) * 60 / span + 120
      } else {
        (red - green) * 60 / span + 240
      }
    switch hue {
    case 20..<70: return .warning
    case 70..<165: return .success
    case 200..<265: return .moved
    case 165..<200, 265..<330: return .accent
    default: return .failure
    }
  }
}
