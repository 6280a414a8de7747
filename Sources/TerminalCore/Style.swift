/// The look of a cell: two colours and a set of attributes, in eight bytes.
public struct Style: Hashable, Sendable {
  /// 26 bits of foreground, 26 of background, 8 of attributes.
  private var bits: UInt64

  /// The attributes of text.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The attributes as bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold, or brighter if the terminal has no bold font.
    public static let bold = Attributes(rawValue: 1)
    /// Dim.
    public static let dim = Attributes(rawValue: 2)
    /// Foreground and background swapped.
    public static let reverse = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Italic; terminals without an italic font substitute something else.
    public static let italic = Attributes(rawValue: 16)
  }

  /// The terminal's default colours, no attributes.
  public static let plain = Style()

  /// Creates a style.
  public init(
    foreground: TerminalColor = .default,
    background: TerminalColor = .default,
    attributes: Attributes = []
  ) {
    bits =
      UInt64(foreground.bits) << 34 | UInt64(background.bits) << 8 | UInt64(attributes.rawValue)
  }

  /// The colour of the text.
  public var foreground: TerminalColor {
    get { TerminalColor(bits: UInt32(truncatingIfNeeded: bits >> 34)) }
    set { self = Style(foreground: newValue, background: background, attributes: attributes) }
  }

  /// The colour behind the text.
  public var background: TerminalColor {
    get { TerminalColor(bits: UInt32(truncatingIfNeeded: bits >> 8) & 0x3FF_FFFF) }
    set { self = Style(foreground: foreground, background: newValue, attributes: attributes) }
  }

  /// Bold, dim, reverse, underline, italic.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xFF | UInt64(newValue.rawValue) }
  }
}

extension Style {
  /// The control sequence that makes a terminal draw in this style, whatever its state was; empty
  /// for a style without colours and attributes.
  ///
  /// Source: ECMA-48, 8.3.117 SGR; ISO/IEC 8613-6 for colours.
  public var controlSequence: String {
    var codes: [String] = []
    for (attribute, code) in [
      (Attributes.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ] where attributes.contains(attribute) { codes.append(code) }
    codes += Self.codes(foreground, offset: 0) + Self.codes(background, offset: 10)
    return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  /// The control sequence that resets all colours and attributes.
  public static let reset = "\u{1B}[0m"

  private static func codes(_ color: TerminalColor, offset: Int) -> [String] {
    switch color {
    case .default: []
    case .indexed(let index) where index < 8: ["\(30 + offset + Int(index))"]
    case .indexed(let index) where index < 16: ["\(82 + offset + Int(index))"]
    case .indexed(let index): ["\(38 + offset)", "5", "\(index)"]
    case .rgb(let color):
      ["\(38 + offset)", "2", "\(color.red)", "\(color.green)", "\(color.blue)"]
    }
  }
}

extension CellBuffer {
  /// A line as text with control sequences for its styles, which are reset at its end.
  ///
  /// Trailing spaces that are invisible are omitted. Without styles it equals
  /// ``text(line:trimmed:)``.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - columns: The number of columns to include; nil for all.
  /// - Returns: The text.
  /// - Complexity: O(`columns`).
  public func styledText(line: Int, columns: Range<Int>? = nil) -> String {
    var cells = self.line(line)
    if let columns {
      cells = cells.dropFirst(columns.lowerBound).prefix(columns.count)
    }
    while let last = cells.last, last.isSpace,
      last.style.background == .default,
      last.style.attributes.isDisjoint(with: [.reverse, .underline])
    {
      cells.removeLast()
    }
    var text = ""
    var style = Style.plain
    for cell in cells {
      if cell.style != style {
        if style != .plain { text += Style.reset }
        text += cell.style.controlSequence
        style = cell.style
      }
      text += cell.text
    }
    return style == .plain ? text : text + Style.reset
  }
}
