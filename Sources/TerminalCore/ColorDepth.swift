/// How many colours a terminal can show.
public enum ColorDepth: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// No colour at all: bold, dim, reverse and underline only.
  case none = 0
  /// The eight of ANSI.
  case ansi8 = 8
  /// Those and their bright forms.
  case ansi16 = 16
  /// The 256 of xterm's palette.
  case indexed256 = 256
  /// Any colour of eight bits a channel.
  case trueColor = 16_777_216

  /// Fewer colours come before more.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// What a user asks for with `--color`.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// As the environment and the terminal say.
    case auto
    /// Colour whatever the environment says.
    case always
    /// None.
    case never
  }

  /// Chooses the depth to draw with.
  ///
  /// `--color` goes before `NO_COLOR` (set and not empty), that before `CLICOLOR_FORCE` (set and not
  /// `0`), that before `CLICOLOR=0`, and all of them before what the terminal says.
  ///
  /// - Parameters:
  ///   - choice: The user's wish.
  ///   - environment: The environment variables.
  ///   - terminalColors: The colours of the terminal's entry in terminfo; nil where the output is
  ///     no terminal, which is drawn without colour unless it is forced.
  /// - SeeAlso: <https://no-color.org>, <https://bixense.com/clicolors/>
  public init(choice: Choice, environment: [String: String], terminalColors: Int?) {
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    let isForced = isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
    let isWanted =
      switch choice {
      case .always: true
      case .never: false
      case .auto:
        !isSet("NO_COLOR")
          && (isForced || terminalColors != nil && environment["CLICOLOR"] != "0")
      }
    guard isWanted else {
      self = .none
      return
    }
    let named = ColorDepth(environment: environment)
    var depth = ColorDepth(colors: terminalColors ?? 0)
    // A terminal says so by COLORTERM where no entry of terminfo can say it. One that has no
    // colours by terminfo (vt100, dumb) is not believed to have sixteen million.
    if depth >= .ansi8 || terminalColors == nil { depth = max(depth, named) }
    if depth == .none, isForced || choice == .always { depth = .ansi8 }
    self = depth
  }

  private init(environment: [String: String]) {
    let colorTerm = environment["COLORTERM"] ?? ""
    let term = environment["TERM"] ?? ""
    if colorTerm == "truecolor" || colorTerm == "24bit" || term.hasSuffix("-direct") {
      self = .trueColor
    } else if term.contains("256color") {
      self = .indexed256
    } else {
      self = .none
    }
  }

  /// The depth that a number of colours gives.
  public init(colors: Int) {
    self =
      switch colors {
      case ..<8: .none
      case ..<16: .ansi8
      case ..<256: .ansi16
      case ..<16_777_216: .indexed256
      default: .trueColor
      }
  }
}
