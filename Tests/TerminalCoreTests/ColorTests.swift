import Foundation
public import Testing

@testable public import TerminalCore

/// The oracle: OKLab and WCAG's contrast by the C library's functions, as their authors write them.
private enum Reference {
  static func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func lab(_ color: RGBColor) -> (l: Double, a: Double, b: Double) {
    let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  static func contrast(_ one: RGBColor, _ other: RGBColor) -> Double {
    func luminance(_ color: RGBColor) -> Double {
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The distance in which a turn of the hue counts four times.
  static func distance(_ one: RGBColor, _ other: RGBColor) -> Double {
    let (p, q) = (lab(one), lab(other))
    let chroma = (hypot(p.a, p.b), hypot(q.a, q.b))
    let straight = pow(p.l - q.l, 2) + pow(chroma.0 - chroma.1, 2)
    let hue = pow(p.a - q.a, 2) + pow(p.b - q.b, 2) - pow(chroma.0 - chroma.1, 2)
    return straight + 4 * max(0, hue)
  }
}

private let colors: [RGBColor] = stride(from: 0, through: 255, by: 17).flatMap { red in
  stride(from: 0, through: 255, by: 51).flatMap { green in
    stride(from: 0, through: 255, by: 51).map { blue in
      RGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
    }
  }
}

private func shown(_ color: TerminalColor, _ fallback: RGBColor) -> RGBColor {
  switch color {
  case .default: fallback
  case .indexed(let index): .palette(index)
  case .rgb(let color): color
  }
}

@Test func `OKLab agrees with its author's figures, and can be inverted`() {
  // The primaries and white, to five places, as other implementations print them.
  for (value, l, a, b) in [
    (UInt32(0xFF_0000), 0.62796, 0.22486, 0.12585), (0x00_FF00, 0.86644, -0.23389, 0.17950),
    (0x00_00FF, 0.45201, -0.03246, -0.31153), (0xFF_FFFF, 1.0, 0, 0), (0, 0, 0, 0),
  ] {
    let color = OKLab(RGBColor(value))
    #expect(abs(color.lightness - l) < 1e-4 && abs(color.greenRed - a) < 1e-4, "\(value)")
    #expect(abs(color.blueYellow - b) < 1e-4, "\(value)")
  }
  for color in colors {
    let (lab, expected) = (OKLab(color), Reference.lab(color))
    #expect(abs(lab.lightness - expected.l) < 1e-6 && abs(lab.greenRed - expected.a) < 1e-6)
    #expect(abs(lab.blueYellow - expected.b) < 1e-6)
    #expect(RGBColor(lab) == color, "\(color)")
    #expect(abs(color.contrast(with: RGBColor(0)) - Reference.contrast(color, RGBColor(0))) < 1e-9)
  }
}

@Test func `equal amounts of a tint are equal steps of lightness`() {
  for choice in ThemeChoice.all {
    for appearance in Appearance.allCases {
      let theme = Theme(depth: .trueColor, appearance: appearance, choice: choice)
      // Just above black eight bits a channel are coarser than the steps.
      guard theme.depth == .trueColor, choice.name != "high-contrast" else { continue }
      for role in [Theme.Role.success, .failure, .warning, .info] {
        let tints = (1...20).map { step in
          let style = theme.style(.text, on: .tint(role, Double(step) / 32))
          return Reference.lab(shown(style.background, RGBColor(0))).l
        }
        let mean = (tints[19] - tints[0]) / 19
        for (one, next) in zip(tints, tints.dropFirst()) {
          // Within what eight bits a channel can tell, which is least where it is dark.
          #expect(abs(next - one - mean) < 0.006, "\(choice.name) \(role): \(tints)")
        }
      }
    }
  }
}

@Test(arguments: ThemeChoice.all, [ColorDepth.trueColor, .indexed256])
func `text is legible on every tint of every theme`(choice: ThemeChoice, depth: ColorDepth) {
  var surfaces: [Theme.Surface] = [.base, .bar, .selection]
  surfaces += Theme.Role.standard.map { .badge($0) }
  for step in 1...32 {
    let amount = Double(step) / 32
    surfaces += [Theme.Role.success, .failure, .warning, .info].flatMap {
      [.tint($0, amount), .selectedTint($0, amount)]
    }
  }
  for appearance in Appearance.allCases {
    let theme = Theme(depth: depth, appearance: appearance, choice: choice)
    // The sixteen colours of the terminal are its user's.
    guard theme.depth >= .indexed256 else { continue }
    let base: RGBColor = appearance == .dark ? RGBColor(0x10_1418) : RGBColor(0xFF_FFFF)
    for surface in surfaces {
      // There is a colour with a contrast of 7 on dark and on light, but on none between them.
      var least = choice.name == "high-contrast" ? 7.0 : 4.5
      switch surface {
      case .badge: least = 4.5
      case .tint(_, let amount) where amount > 0.3125: least = 4.5
      case .base, .bar, .selection, .selectedTint, .tint: break
      }
      for role in Theme.Role.standard where role != .faint {
        let style = theme.style(role, on: surface)
        // Text on the screen's own background has the terminal's own colour.
        if style.foreground == .default {
          #expect(surface == .base && role == .text && !theme.paintsBackground)
          continue
        }
        let background = shown(style.background, base)
        let contrast = Reference.contrast(shown(style.foreground, base), background)
        #expect(contrast >= least - 1e-9, "\(choice.name) \(appearance) \(role) on \(surface)")
      }
    }
  }
}

@Test func `text on a fading tint never switches from light to dark`() {
  for choice in ThemeChoice.all {
    for appearance in Appearance.allCases {
      let theme = Theme(depth: .trueColor, appearance: appearance, choice: choice)
      guard theme.depth == .trueColor else { continue }
      for role in [Theme.Role.success, .failure, .warning, .info] {
        for step in 1...20 {
          let style = theme.style(.text, on: .tint(role, Double(step) / 32))
          let text = Reference.lab(shown(style.foreground, RGBColor(0))).l
          let tint = Reference.lab(shown(style.background, RGBColor(0))).l
          #expect((text > tint) == (theme.appearance == .dark), "\(choice.name) \(role) \(step)")
        }
      }
    }
  }
}

@Test func `in a palette of 256 the nearest colour is the one that looks nearest`() {
  for color in colors where color.red % 51 == 0 || color.blue == 102 {
    let best = (16...255).map { Reference.distance(color, .palette(UInt8($0))) }.min() ?? 0
    let found = Reference.distance(color, .palette(color.nearestIndex))
    #expect(found <= best + 1e-9, "\(color)")
  }
}

@Test func `with 256 colours no tint changes its hue, and each is lighter than the one before`() {
  for appearance in Appearance.allCases {
    let theme = Theme(depth: .indexed256, appearance: appearance)
    for role in [Theme.Role.success, .failure, .warning, .info] {
      let own = Reference.lab(shown(theme.style(role).foreground, RGBColor(0)))
      var last: Double?
      var tints: Set<TerminalColor> = []
      for step in 1...20 {
        let background = theme.style(.text, on: .tint(role, Double(step) / 32)).background
        tints.insert(background)
        let lab = Reference.lab(shown(background, RGBColor(0)))
        let chroma = hypot(lab.a, lab.b)
        if chroma > 0.02 {
          let cosine = (lab.a * own.a + lab.b * own.b) / (chroma * hypot(own.a, own.b))
          // An olive green stands 30° from amber.
          #expect(
            cosine > cos(25 * Double.pi / 180),
            "\(appearance) \(role) \(step): \(background)"
          )
        }
        let towards = appearance == .dark ? lab.l : -lab.l
        #expect(towards >= last ?? -9, "\(appearance) \(role) \(step)")
        last = towards
      }
      #expect(tints.count >= 5, "\(appearance) \(role): \(tints.count)")
    }
  }
}

@Test func `a named theme has its own background, the default one keeps the terminal's`() {
  let nord = Theme(depth: .trueColor, choice: ThemeChoice(named: "nord") ?? .standard)
  #expect(nord.paintsBackground && nord.style(.text).background == .rgb(RGBColor(0x2E_3440)))
  #expect(nord.style(.text, fade: 1).foreground == .rgb(RGBColor(0x2E_3440)))
  let standard = Theme(depth: .trueColor)
  #expect(!standard.paintsBackground && standard.style(.text) == .plain)
  #expect(
    Theme(depth: .none, choice: ThemeChoice(named: "nord") ?? .standard).paintsBackground == false
  )
  #expect(ThemeChoice(named: "none") == nil)
}

@Test
func `a theme with two forms follows the terminal's background, one with a single form does not`() {
  for choice in ThemeChoice.all {
    let dark = Theme(depth: .trueColor, appearance: .dark, choice: choice)
    let light = Theme(depth: .trueColor, appearance: .light, choice: choice)
    let isOther = Theme.Role.standard.contains { dark.style($0) != light.style($0) }
    #expect(isOther == choice.followsAppearance, "\(choice.name)")
  }
  #expect(Theme(depth: .indexed256, appearance: .light, choice: .ansi).depth == .ansi16)
  // A terminal that counts its colours as red, green and blue names eight of its user's.
  #expect(Theme(depth: .trueColor, appearance: .light, choice: .ansi).depth == .ansi8)
  let names = ThemeChoice.all.map(\.name)
  #expect(Set(names).count == names.count)
}

@Test func `illegible colours are adjusted, and no others`() {
  for background in colors where background.red % 51 == 0 {
    for color in [RGBColor(0x80_8080), RGBColor(0xD2_9922), background] {
      let legible = color.legible(on: background, contrast: 4.5)
      let contrast = Reference.contrast(legible, background)
      #expect(contrast >= 4.5, "\(color) on \(background)")
      if Reference.contrast(color, background) >= 4.5 { #expect(legible == color) }
    }
  }
}

extension ThemeChoice: CustomTestStringConvertible {
  /// Its name alone, for a readable log.
  public var testDescription: String { name }
}
