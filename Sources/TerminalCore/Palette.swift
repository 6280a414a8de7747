/// The colours of a theme, one for each role.
struct Palette: Hashable, Sendable {
  let background: RGBColor
  let bar: RGBColor
  let selection: RGBColor
  let text: RGBColor
  let dim: RGBColor
  let faint: RGBColor
  let blue: RGBColor
  let green: RGBColor
  let red: RGBColor
  let amber: RGBColor
  let appearance: Appearance
  /// Colours that the user chose instead.
  let choices: [Theme.Role: RGBColor]

  /// The palette for an appearance, its surfaces laid on the terminal's own background if known.
  init(_ appearance: Appearance, background: RGBColor?, choices: [Theme.Role: RGBColor] = [:]) {
    self.appearance = appearance
    self.choices = choices
    switch appearance {
    case .dark:
      self.background = background ?? RGBColor(0x10_14_18)
      text = RGBColor(0xD8_DE_E9)
      dim = RGBColor(0x8B_94_9E)
      faint = RGBColor(0x58_60_69)
      blue = RGBColor(0x58_A6_FF)
      green = RGBColor(0x3F_B9_50)
      red = RGBColor(0xF8_51_49)
      amber = RGBColor(0xD2_99_22)
      bar = self.background.mixed(with: RGBColor(0x8B_A0_C0), amount: 0.06)
      selection = self.background.mixed(with: RGBColor(0x80_A8_E8), amount: 0.15)
    case .light:
      self.background = background ?? RGBColor(0xFF_FF_FF)
      text = RGBColor(0x1F_23_28)
      dim = RGBColor(0x59_63_6E)
      faint = RGBColor(0x9A_A3_AD)
      blue = RGBColor(0x09_69_DA)
      green = RGBColor(0x11_6A_2B)
      red = RGBColor(0xCF_22_2E)
      amber = RGBColor(0x8A_5D_00)
      bar = self.background.mixed(with: RGBColor(0x40_58_78), amount: 0.07)
      selection = self.background.mixed(with: RGBColor(0x09_69_DA), amount: 0.13)
    }
  }

  subscript(role: Theme.Role) -> RGBColor { choices[role] ?? standard(role) }

  private func standard(_ role: Theme.Role) -> RGBColor {
    switch role {
    case .text: text
    case .dim: dim
    case .faint: faint
    case .accent, .moved: blue
    case .inserted, .success: green
    case .deleted, .failure: red
    case .changed, .warning, .pending: amber
    }
  }
}

extension Palette {
  /// The tints of every hue in the 256-colour palette, from none to all of it.
  ///
  /// The nearest colour to a dark tint is a grey there, and an insertion would look like a deletion;
  /// so a tint that is more than a breath is the nearest of those that are no grey.
  func indexedTints(steps: Int) -> [RGBColor: [UInt8]] {
    let cube = (16...231).map { (index: UInt8($0), color: RGBColor.palette(UInt8($0))) }
    let hues = cube.filter { $0.color.red != $0.color.green || $0.color.green != $0.color.blue }
    var tints: [RGBColor: [UInt8]] = [:]
    for color in Set([blue, green, red, amber] + choices.values) {
      tints[color] = (0..<steps).map { step in
        let amount = Double(step) / Double(steps - 1)
        let tint = background.mixed(with: color, amount: amount)
        guard amount > 0.15 else { return tint.nearestIndex }
        let nearest = hues.min { tint.distance(to: $0.color) < tint.distance(to: $1.color) }
        return nearest?.index ?? tint.nearestIndex
      }
    }
    return tints
  }
}
