import TerminalCore
import Testing

@Suite struct `A theme` {
  private let surfaces: [Theme.Surface] = [
    .base, .bar, .selection, .selectedTint(.failure, 0.15), .tint(.success, 0.3),
    .tint(.failure, 0.3), .tint(.warning, 0.55),
    .tint(.warning, 0.2), .tint(.info, 0.1),
  ]

  private func rgb(_ color: TerminalColor, _ fallback: RGBColor) -> RGBColor {
    switch color {
    case .default: fallback
    case .indexed(let index): .palette(index)
    case .rgb(let color): color
    }
  }

  @Test(arguments: [ColorDepth.trueColor, .indexed256], [Appearance.dark, .light])
  func `fades towards the background`(depth: ColorDepth, appearance: Appearance) {
    let theme = Theme(depth: depth, appearance: appearance)
    let base = appearance == .dark ? RGBColor(0x10_1418) : RGBColor(0xFF_FFFF)
    for surface in surfaces {
      for role in Theme.Role.standard {
        let gone = theme.style(role, on: surface, fade: 1)
        let background = rgb(gone.background, base)
        let difference = rgb(gone.foreground, base).contrast(with: background)
        #expect(difference < 1.1, "\(role) on \(surface): \(difference)")
      }
    }
  }

  @Test(arguments: [ColorDepth.trueColor, .indexed256])
  func `distinguishes success, failure and information by hue on every tint`(depth: ColorDepth) {
    let theme = Theme(depth: depth)
    for amount in [0.16, 0.25, 0.3, 0.5] {
      func text(_ role: Theme.Role) -> RGBColor {
        rgb(theme.style(.text, on: .tint(role, amount)).foreground, RGBColor(0))
      }
      let (success, failure, info) = (text(.success), text(.failure), text(.info))
      #expect(success.green > success.red && success.green > success.blue, "\(amount)")
      #expect(failure.red > failure.green && failure.red > failure.blue, "\(amount)")
      #expect(info.blue > info.red && info.blue > info.green, "\(amount)")
    }
  }

  @Test func `uses the default colour of a role until it is given another`() {
    let role = Theme.Role("added", .green)
    for depth in ColorDepth.allCases {
      for appearance in [Appearance.dark, .light] {
        let theme = Theme(depth: depth, appearance: appearance)
        let chosen = Theme(
          depth: depth,
          appearance: appearance,
          choices: [role: RGBColor(0x80_2080)]
        )
        for surface in surfaces + [.badge(role)] {
          #expect(theme.style(role, on: surface) == theme.style(.success, on: surface))
          #expect(chosen.style(.success, on: .base) == theme.style(.success, on: .base))
        }
        let isChosen = chosen.style(role) != theme.style(role)
        #expect(isChosen == (depth >= .indexed256), "\(depth) \(appearance)")
      }
    }
  }

  @Test func `has a limited number of styles, however fine the steps`() {
    for depth in ColorDepth.allCases {
      let theme = Theme(depth: depth)
      for role in [Theme.Role.text, .success, .failure, .warning] {
        var styles: Set<Style> = []
        for step in 0...1000 { styles.insert(theme.style(role, fade: Double(step) / 1000)) }
        #expect(styles.count <= theme.fadeSteps, "\(depth) \(role)")
        switch depth {
        case .trueColor: #expect(styles.count == 17)
        case .indexed256: #expect(styles.count >= 6, "\(role): \(styles.count)")
        case .ansi16, .ansi8: #expect(styles.count == 3, "\(depth) \(role)")
        case .none: #expect(styles.count == 2)
        }
        #expect(theme.style(role, fade: .nan) == theme.style(role))
        #expect(theme.style(role, fade: -1) == theme.style(role))
        #expect(theme.style(role, fade: .infinity) == theme.style(role, fade: 1))
      }
    }
  }

  @Test func `without colour uses none`() {
    let theme = Theme(depth: .none)
    for surface in surfaces + [.badge(.success)] {
      for role in Theme.Role.standard {
        for fade in [0, 0.5, 1] {
          let style = theme.style(role, on: surface, fade: fade, bold: true)
          #expect(style.foreground == .default && style.background == .default)
        }
      }
    }
    #expect(theme.style(.text, on: .selection).attributes == .reverse)
    #expect(theme.style(.text, bold: true).attributes == .bold)
    // Bad news and warnings are told apart from the rest.
    #expect(theme.style(.failure).attributes == .bold)
    #expect(theme.style(.warning).attributes == .underline)
    #expect(theme.style(.failure, on: .selection).attributes == [.bold, .reverse])
    for role in [Theme.Role.text, .dim, .accent, .success, .info] {
      #expect(theme.style(role).attributes == [], "\(role)")
    }
  }

  @Test func `the selection of tinted text changes its background alone`() {
    for depth in [ColorDepth.indexed256, .trueColor] {
      let theme = Theme(depth: depth)
      for role in Theme.Role.standard {
        let selected = theme.style(role, on: .selectedTint(.failure, 0.15))
        #expect(selected.background == theme.style(.text, on: .selection).background)
        #expect(selected.attributes == theme.style(role, on: .tint(.failure, 0.15)).attributes)
        #expect(
          theme.style(role, on: .selectedTint(.failure, 0)) == theme.style(role, on: .selection)
        )
      }
      let message = theme.style(.text, on: .selectedTint(.failure, 0.15)).foreground
      #expect(message != theme.style(.text, on: .selection).foreground)
    }
  }

  @Test func `with eight or sixteen colours uses no others`() {
    for (depth, limit) in [(ColorDepth.ansi8, 8), (.ansi16, 16)] {
      for appearance in [Appearance.dark, .light] {
        let theme = Theme(depth: depth, appearance: appearance)
        for surface in surfaces + [.badge(.failure)] {
          for role in Theme.Role.standard {
            for fade in [0, 0.5, 1] {
              let style = theme.style(role, on: surface, fade: fade)
              for color in [style.foreground, style.background] {
                switch color {
                case .default: break
                case .indexed(let index): #expect(index < limit)
                case .rgb: Issue.record("\(depth) asks for \(color)")
                }
              }
            }
          }
        }
      }
    }
  }

  @Test func `mixes colours with the terminal's own background, and follows its changes`() {
    let solarized = RGBColor(0xFD_F6E3)
    let theme = Theme(depth: .trueColor, appearance: .dark, background: solarized)
    #expect(theme.appearance == .light)
    #expect(theme.style(.text, fade: 1).foreground == .rgb(solarized))
    #expect(theme.style(.text).background == .default)
  }
}

@Suite struct `The number of colours` {
  @Test func `follows the user, then the environment, then the terminal`() {
    let cases: [(ColorDepth.Choice, [String: String], Int?, ColorDepth)] = [
      (.auto, [:], 256, .indexed256),
      (.auto, [:], 8, .ansi8),
      (.auto, [:], 16, .ansi16),
      (.auto, [:], 0, .none),
      (.auto, [:], nil, .none),
      (.auto, ["NO_COLOR": "1"], 256, .none),
      (.auto, ["NO_COLOR": ""], 256, .indexed256),
      (.always, ["NO_COLOR": "1"], 256, .indexed256),
      (.never, ["CLICOLOR_FORCE": "1"], 256, .none),
      (.auto, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], nil, .none),
      (.auto, ["CLICOLOR_FORCE": "1"], nil, .ansi8),
      (.auto, ["CLICOLOR_FORCE": "0"], nil, .none),
      (.auto, ["CLICOLOR_FORCE": "1", "TERM": "xterm-256color"], nil, .indexed256),
      (.auto, ["CLICOLOR": "0"], 256, .none),
      (.auto, ["COLORTERM": "truecolor"], 256, .trueColor),
      (.auto, ["COLORTERM": "24bit"], 8, .trueColor),
      (.auto, ["COLORTERM": "truecolor"], 0, .none),
      (.auto, ["TERM": "xterm-direct"], 16_777_216, .trueColor),
      (.always, [:], nil, .ansi8),
    ]
    for (choice, environment, colors, depth) in cases {
      let chosen = ColorDepth(choice: choice, environment: environment, terminalColors: colors)
      #expect(chosen == depth, "\(choice) \(environment) \(String(describing: colors))")
    }
  }

  @Test func `and the background are read from the environment if nothing else tells`() {
    #expect(Appearance(environment: ["COLORFGBG": "15;0"]) == .dark)
    #expect(Appearance(environment: ["COLORFGBG": "0;default;15"]) == .light)
    #expect(Appearance(environment: ["COLORFGBG": "0;7"]) == .light)
    #expect(Appearance(environment: ["COLORFGBG": "7;8"]) == .dark)
    #expect(Appearance(environment: ["COLORFGBG": "default;default"]) == nil)
    #expect(Appearance(environment: [:]) == nil)
  }
}
