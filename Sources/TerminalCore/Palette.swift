/// The colours of a theme, one for each role and surface.
struct Palette: Hashable, Sendable {
  let background: RGBColor
  let bar: RGBColor
  let selection: RGBColor
  let scheme: ColorScheme
  /// Colours that the user chose instead of the scheme's.
  let choices: [Theme.Role: RGBColor]
  /// The lightness, from 0 to 1, that the strongest lasting tint does not exceed: between dark and
  /// light, where text would have to switch from one to the other.
  private let limit: Double

  /// The palette of a scheme, on the terminal's own background if that is known.
  init(_ scheme: ColorScheme, background: RGBColor?, choices: [Theme.Role: RGBColor]) {
    self.scheme = scheme
    self.choices = choices
    let background = background ?? scheme.background
    self.background = background
    limit = Appearance(background: background) == .dark ? 0.53 : 0.66
    bar = background.mixed(with: scheme.text, amount: 0.05)
    // Enough accent to be visible, and little enough that faint text stays readable.
    selection = background.mixed(with: choices[.accent] ?? scheme.accent, amount: 0.16)
  }

  subscript(role: Theme.Role) -> RGBColor { choices[role] ?? standard(role) }

  /// The background mixed with some of a role's colour, from 0 to 1, in equal steps of lightness.
  func tint(_ role: Theme.Role, _ amount: Double) -> RGBColor {
    let (start, end) = (OKLab(background).lightness, OKLab(self[role]).lightness)
    let way = abs(end - start) * Self.strongest
    let room = abs(limit - start)
    let isTowards = (end - start) * (limit - start) > 0
    let share = isTowards && way > room ? room / way : 1
    return background.mixed(with: self[role], amount: amount * share)
  }

  /// The strongest tint that is shown for longer than a frame.
  private static let strongest = 0.625

  private func standard(_ role: Theme.Role) -> RGBColor {
    switch role.color {
    case .text: scheme.text
    case .dim: scheme.dim
    case .faint: scheme.faint
    case .accent: scheme.accent
    case .green: scheme.green
    case .red: scheme.red
    case .amber: scheme.amber
    case .blue: scheme.blue
    }
  }
}
