/// Styles by what they mean, in as many colours as the terminal has.
///
/// The screen's own background stays the terminal's (``Surface/base`` has the default background);
/// everything else is mixed towards it, so a fade ends in what is really there.
///
/// ```swift
/// let theme = Theme(depth: .indexed256, appearance: .dark)
/// buffer.write("paid", line: 3, column: 78, style: theme.style(.success))
/// buffer.fill(line: 4, style: theme.style(.text, on: .tint(.inserted, 0.28)))
/// ```
public struct Theme: Hashable, Sendable {
  /// What a text is.
  public enum Role: Hashable, Sendable, CaseIterable {
    /// What is read.
    case text
    /// What is known: labels, times, secondary columns.
    case dim
    /// What is only there: rules, the scroll bar.
    case faint
    /// The program's own voice: its name, the mark of the selection.
    case accent
    /// A row that came.
    case inserted
    /// A row that goes.
    case deleted
    /// A row that travelled.
    case moved
    /// A row or cell with new content.
    case changed
    /// Something that wants attention.
    case warning
    /// A status that is good.
    case success
    /// A status that is bad.
    case failure
    /// A status that is not known yet.
    case pending
  }

  /// What a text stands on.
  public enum Surface: Hashable, Sendable {
    /// The screen's own background.
    case base
    /// The line of column headers, the line of keys.
    case bar
    /// The selected row.
    case selection
    /// A background that is some of a role's colour, from 0 (the base) to 1 (all of it).
    case tint(Role, Double)
    /// A label filled with a role's colour; its text is cut out of it, whatever its own role.
    case badge(Role)
  }

  /// The colours that the terminal can show.
  public let depth: ColorDepth
  /// Whether the background is dark or light.
  public let appearance: Appearance
  private let palette: Palette
  /// The background of a tint for each hue and step; only with 256 colours, else empty.
  private let tints: [RGBColor: [UInt8]]

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - depth: How many colours to use.
  ///   - appearance: Dark or light; where `background` is given, that decides.
  ///   - background: The terminal's background where it is known, so that what is mixed towards it
  ///     ends in it.
  ///   - choices: Colours that take the place of the theme's own, where there are 256 or more.
  public init(
    depth: ColorDepth,
    appearance: Appearance = .dark,
    background: RGBColor? = nil,
    choices: [Role: RGBColor] = [:]
  ) {
    self.depth = depth
    self.appearance = background.map(Appearance.init(background:)) ?? appearance
    palette = Palette(self.appearance, background: background, choices: choices)
    tints = depth == .indexed256 ? palette.indexedTints(steps: Theme.fineSteps) : [:]
  }

  /// How many different steps a fade has, its two ends included.
  ///
  /// Fades are rounded to these, so that the terminal is not told of a change it cannot show and a
  /// theme has a bounded number of styles.
  public var fadeSteps: Int {
    switch depth {
    case .none: 2
    case .ansi8, .ansi16: 3
    case .indexed256, .trueColor: Theme.fineSteps
    }
  }

  private static let fineSteps = 17

  /// The style of a role on a surface.
  ///
  /// - Parameters:
  ///   - role: What the text is.
  ///   - surface: What it stands on.
  ///   - fade: How far it is gone, from 0 (all there) to 1 (no different from the surface, where
  ///     the terminal has the colours for it).
  ///   - bold: Whether it is heavier than the rest.
  /// - Returns: One of a bounded number of styles: shares are rounded to ``fadeSteps``.
  public func style(
    _ role: Role,
    on surface: Surface = .base,
    fade: Double = 0,
    bold: Bool = false
  ) -> Style {
    let fade = stepped(fade)
    switch depth {
    case .none: return plainStyle(role, on: surface, fade: fade, bold: bold)
    case .ansi8, .ansi16: return ansiStyle(role, on: surface, fade: fade, bold: bold)
    case .indexed256, .trueColor: return mixedStyle(role, on: surface, fade: fade, bold: bold)
    }
  }

  /// Rounds a share to one of the steps that can be shown.
  private func stepped(_ share: Double) -> Double {
    let last = Double(fadeSteps - 1)
    // Written so that what is not a number becomes 0.
    return share > 0 ? (min(share, 1) * last).rounded() / last : 0
  }

  private func mixedStyle(
    _ role: Role,
    on surface: Surface,
    fade: Double,
    bold: Bool
  ) -> Style {
    var foreground = palette[role]
    var background = palette.background
    var isDefault = false
    var index: UInt8?
    switch surface {
    case .base: isDefault = true
    case .bar: background = palette.bar
    case .selection: background = palette.selection
    case .tint(let tint, let amount):
      let amount = stepped(amount)
      isDefault = amount == 0
      index = tints[palette[tint]]?[Int((amount * Double(fadeSteps - 1)).rounded())]
      background = background.mixed(with: palette[tint], amount: amount)
      // A light tint colours its text as well; on a strong one the text must stand out again.
      foreground = foreground.mixed(with: palette.text, amount: 2 * (amount - 0.3))
      let share = min(2.5 * amount, 0.7 - 2 * max(0, amount - 0.3))
      foreground = foreground.mixed(with: palette[tint], amount: share)
    case .badge(let badge):
      foreground = palette.background
      background = palette[badge]
    }
    // The terminal's own colour for its own background: it is the one that its user can read.
    if isDefault, role == .text, fade == 0 { return Style(attributes: bold ? .bold : []) }
    if let index { background = .palette(index) }
    foreground = foreground.mixed(with: background, amount: fade)
    return Style(
      foreground: color(foreground),
      background: isDefault ? .default : color(background),
      attributes: bold ? .bold : []
    )
  }

  private func color(_ color: RGBColor) -> TerminalColor {
    depth == .trueColor ? .rgb(color) : .indexed(color.nearestIndex)
  }
}
