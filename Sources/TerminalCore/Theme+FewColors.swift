extension Theme {
  /// Without colour: selections and badges are reversed, fading text is dim, bad news bold, and a warning underlined.
  func plainStyle(_ role: Role, on surface: Surface, fade: Double, bold: Bool) -> Style {
    var attributes: Style.Attributes = bold ? .bold : []
    switch surface {
    case .selection, .selectedTint, .badge: attributes.insert(.reverse)
    case .tint(_, let amount) where amount > 0.4: attributes.insert(.reverse)
    case .base, .bar, .tint: break
    }
    if role.color == .red { attributes.insert(.bold) }
    if role.color == .amber { attributes.insert(.underline) }
    if fade >= 0.5 { attributes.insert(.dim) }
    return Style(attributes: attributes)
  }

  /// With ANSI colours: surfaces are reversed, and fades have three steps.
  func ansiStyle(_ role: Role, on surface: Surface, fade: Double, bold: Bool) -> Style {
    var attributes: Style.Attributes = bold ? .bold : []
    var role = role
    switch surface {
    case .base, .bar: break
    case .selection:
      attributes.insert(.reverse)
      role = .text
    case .selectedTint(let tint, _):
      attributes.insert(.reverse)
      role = tint
    case .badge(let badge):
      attributes.insert(.reverse)
      role = badge
    case .tint(let tint, let amount):
      if amount > 0 { role = tint }
      if amount > 0.4 { attributes.insert(.reverse) }
    }
    var style = grey(role) ?? colored(role)
    style.attributes.formUnion(attributes)
    if fade >= 0.25 { style = faded(style, isLast: fade >= 0.75, role: role) }
    return style
  }

  private func grey(_ role: Role) -> Style? {
    if role.color == .text { return .plain }
    guard role.color == .dim || role.color == .faint else { return nil }
    // Bright black is grey on nearly every terminal; without it, dim is used.
    return depth == .ansi16 ? Style(foreground: .indexed(8)) : Style(attributes: .dim)
  }

  private func colored(_ role: Role) -> Style {
    let index: UInt8 =
      switch role.color {
      case .green: 2
      case .red: 1
      // Yellow is hardly legible on white.
      case .amber: appearance == .dark ? 3 : 5
      // Blue is hardly legible on black, and cyan hardly on white.
      default: depth == .ansi8 && appearance == .dark ? 6 : 4
      }
    let isBright = depth == .ansi16 && appearance == .dark
    return Style(foreground: .indexed(isBright ? index + 8 : index))
  }

  /// The second step of a fade is the colour without brightness, the third is grey.
  private func faded(_ style: Style, isLast: Bool, role: Role) -> Style {
    var style = style
    style.attributes.remove(.bold)
    if isLast {
      switch (depth, appearance) {
      case (.ansi16, .dark): style.foreground = .indexed(8)
      case (.ansi16, .light): style.foreground = .indexed(7)
      // Bold black is the dark grey of terminals with eight colours.
      case (_, .dark):
        style.foreground = .indexed(0)
        style.attributes.insert(.bold)
        style.attributes.remove(.dim)
      case (_, .light): style.foreground = .indexed(7)
      }
    } else if depth == .ansi16, appearance == .dark {
      if case .indexed(let index) = style.foreground, index > 8 {
        style.foreground = .indexed(index - 8)
      } else {
        style.foreground = .indexed(role.color == .text ? 7 : 8)
      }
    } else {
      style.attributes.insert(.dim)
    }
    return style
  }
}
