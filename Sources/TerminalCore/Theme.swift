/// Styles by what they mean, in as many colours as the terminal has.
///
/// Unless a scheme brings its own, the screen's background stays the terminal's (``Surface/base`` has
/// the default background); everything else is mixed towards it, in the OKLab space, so that a fade
/// ends in what is really there and its steps look equal.
///
/// Text can be read on every surface: what a scheme makes too faint for that is made stronger, to a
/// contrast of 4.5. That does not hold for ``Role/faint``, for what fades, and where the terminal has
/// sixteen colours or less, which are its user's own.
///
/// ```swift
/// let theme = Theme(depth: .indexed256, appearance: .dark)
/// buffer.write("paid", line: 3, column: 78, style: theme.style(.success))
/// buffer.fill(line: 4, style: theme.style(.text, on: .tint(.inserted, 0.28)))
/// ```
public struct Theme: Hashable, Sendable {
  /// What a text is.
  public enum Role: Int, Hashable, Sendable, CaseIterable {
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
  /// The colours that were chosen by a name.
  public let choice: ThemeChoice
  /// What was given for the background and for single roles, to make the theme anew.
  private let background: RGBColor?
  private let colors: [Role: RGBColor]
  private let palette: Palette
  /// The styles that most of a screen is drawn with: of each role, not faded, on what does not change.
  private var resting: [Style] = []

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - depth: How many colours to use.
  ///   - appearance: Dark or light; where `background` is given, that decides.
  ///   - background: The terminal's background where it is known, so that what is mixed towards it
  ///     ends in it.
  ///   - choices: Colours that take the place of the theme's own, where there are 256 or more.
  ///   - choice: The theme; where it brings its own background, that is used.
  public init(
    depth: ColorDepth,
    appearance: Appearance = .dark,
    background: RGBColor? = nil,
    choices: [Role: RGBColor] = [:],
    choice: ThemeChoice = .standard
  ) {
    let terminal = background.map(Appearance.init(background:)) ?? appearance
    let scheme = choice.scheme(terminal)
    // Of a terminal that is drawn with in 16 million colours, eight of its user's can be named.
    self.depth = scheme == nil ? depth == .trueColor ? .ansi8 : min(depth, .ansi16) : depth
    self.appearance = choice.paintsBackground ? scheme?.appearance ?? terminal : terminal
    self.choice = choice
    (self.background, colors) = (background, choices)
    palette = Palette(
      scheme ?? (terminal == .dark ? .standardDark : .standardLight),
      background: choice.paintsBackground ? nil : background,
      choices: choices
    )
    guard self.depth >= .indexed256 else { return }
    resting = Self.restingSurfaces.flatMap { surface in
      Role.allCases.map { mixedStyle($0, on: surface, fade: 0) }
    }
  }

  /// The theme of the same terminal with other colours.
  ///
  /// - Parameters:
  ///   - choice: The colours.
  ///   - depth: How many colours the terminal has; the theme `ansi` does not use them all.
  /// - Returns: A theme for the background that this one was made for.
  public func with(_ choice: ThemeChoice, depth: ColorDepth) -> Theme {
    Theme(
      depth: depth,
      appearance: appearance,
      background: background,
      choices: colors,
      choice: choice
    )
  }

  /// Whether the whole screen is to be filled with the style of ``Surface/base``.
  public var paintsBackground: Bool { choice.paintsBackground && depth >= .indexed256 }

  /// How many different steps a fade has, its two ends included.
  ///
  /// Fades are rounded to these, so that the terminal is not told of a change it cannot show and a
  /// theme has a bounded number of styles.
  public var fadeSteps: Int {
    switch depth {
    case .none: 2
    case .ansi8, .ansi16: 3
    case .indexed256, .trueColor: 17
    }
  }

  /// How many different amounts a tint has, none included.
  private static let tintSteps = 33

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
    let fade = Self.stepped(fade, fadeSteps)
    switch depth {
    case .none: return plainStyle(role, on: surface, fade: fade, bold: bold)
    case .ansi8, .ansi16: return ansiStyle(role, on: surface, fade: fade, bold: bold)
    case .indexed256, .trueColor: break
    }
    var style: Style
    if fade == 0, let index = Self.restingSurfaces.firstIndex(of: surface) {
      style = resting[index * Role.allCases.count + role.rawValue]
    } else {
      style = mixedStyle(role, on: surface, fade: fade)
    }
    if bold { style.attributes = .bold }
    return style
  }

  private static let restingSurfaces = [Surface.base, .bar, .selection]

  /// Rounds a share to one of the steps that can be shown.
  private static func stepped(_ share: Double, _ steps: Int) -> Double {
    let last = Double(steps - 1)
    // Written so that what is not a number becomes 0.
    return share > 0 ? (min(share, 1) * last).rounded() / last : 0
  }

  private func mixedStyle(_ role: Role, on surface: Surface, fade: Double) -> Style {
    var foreground = palette[role]
    var background = palette.background
    var isBase = false
    switch surface {
    case .base: isBase = true
    case .bar: background = palette.bar
    case .selection: background = palette.selection
    case .tint(let tint, let amount):
      let amount = Self.stepped(amount, Self.tintSteps)
      isBase = amount == 0
      background = palette.tint(tint, amount)
      // A light tint colours its text as well; on a strong one the text must stand out again.
      foreground = foreground.mixed(with: palette.scheme.text, amount: 2 * (amount - 0.3))
      let share = min(2.5 * amount, 0.7 - 2 * max(0, amount - 0.3))
      foreground = foreground.mixed(with: palette[tint], amount: share)
    case .badge(let badge):
      foreground = palette.background
      background = palette[badge]
    }
    let isDefault = isBase && !choice.paintsBackground
    // The terminal's own colour for its own background: it is the one that its user can read.
    if isDefault, role == .text, fade == 0 { return .plain }
    let contrast = role == .faint ? 1 : palette.scheme.contrast
    guard depth == .trueColor else {
      let index = background.nearestIndex
      // What the terminal shows for its own background is not known to be one of the 240.
      let shown = isDefault ? background : .palette(index)
      let text =
        fade > 0
        ? foreground.legible(on: shown, contrast: contrast).mixed(with: shown, amount: fade)
          .nearestIndex
        : IndexedColors.nearest(to: foreground, on: shown, contrast: contrast)
      return Style(
        foreground: .indexed(text),
        background: isDefault ? .default : .indexed(index)
      )
    }
    foreground = foreground.legible(on: background, contrast: contrast)
      .mixed(with: background, amount: fade)
    return Style(foreground: .rgb(foreground), background: isDefault ? .default : .rgb(background))
  }
}
