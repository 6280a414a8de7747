/// The colours of a theme, one for each role and surface.
struct Palette: Hashable, Sendable {
  let background: RGBColor
  let bar: RGBColor
  let selection: RGBColor
  let scheme: ColorScheme
  /// Colours that the user chose instead.
  let choices: [Theme.Role: RGBColor]

  /// The palette of a scheme, its surfaces laid on the terminal's own background if that is known.
  init(_ scheme: ColorScheme, background: RGBColor?, choices: [Theme.Role: RGBColor]) {
    self.scheme = scheme
    self.choices = choices
    let background = background ?? scheme.background
    self.background = background
    bar = background.mixed(with: scheme.text, amount: 0.05)
    // So much accent that it is seen, and little enough that faint text can be told on it.
    selection = background.mixed(with: choices[.accent] ?? scheme.accent, amount: 0.16)
  }

  subscript(role: Theme.Role) -> RGBColor { choices[role] ?? standard(role) }

  private func standard(_ role: Theme.Role) -> RGBColor {
    switch role {
    case .text: scheme.text
    case .dim: scheme.dim
    case .faint: scheme.faint
    case .accent: scheme.accent
    case .moved: scheme.blue
    case .inserted, .success: scheme.green
    case .deleted, .failure: scheme.red
    case .changed, .warning, .pending: scheme.amber
    }
  }
}
