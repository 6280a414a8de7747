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
