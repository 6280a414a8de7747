/// The number of colours that a terminal can show.
public enum ColorDepth: Int, Hashable, Comparable, Sendable, CaseIterable {
  /// No colours, only bold, dim, reverse and underline.
  case none = 0
  /// The eight ANSI colours.
  case ansi8 = 8
  /// The ANSI colours and their bright variants.
  case ansi16 = 16
  /// The 256 colours of xterm's palette.
  case indexed256 = 256
  /// Any colour with eight bits per channel.
  case trueColor = 16_777_216

  /// Fewer colours order before more.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The user's choice with `--color`.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// Decided by the environment and the terminal.
    case auto
    /// Colour, whatever the environment says.
    case always
    /// No colour.
    case never
  }

  /// Chooses the depth to draw with.
  ///
  /// In order of precedence: `--color`, `NO_COLOR` (set and not empty), `CLICOLOR_FORCE` (set and
  /// not `0`), `CLICOLOR=0`, and the terminal's own description.
  ///
  /// - Parameters:
  ///   - choice: The user's choice.
  ///   - environment: The environment variables.
  ///   - terminalColors: The number of colours in the terminal's terminfo entry; nil if the output
  ///     is not a terminal, which gets no colour unless it is forced.
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
    // COLORTERM says what a terminfo entry cannot express. A terminal without any colours in
    // terminfo (vt100, dumb) is not believed to have sixteen million.
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

  /// The depth for a number of colours.
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
