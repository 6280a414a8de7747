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
