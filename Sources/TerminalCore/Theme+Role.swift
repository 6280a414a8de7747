extension Theme {
  /// The colours of a scheme that text can have.
  public enum SchemeColor: Int, Hashable, Sendable, CaseIterable {
    /// Body text.
    case text
    /// Secondary text: labels, times.
    case dim
    /// Decoration that need not be read: rules, a scroll bar.
    case faint
    /// Text that stands for the program itself, such as its name.
    case accent
    /// Usually good news.
    case green
    /// Usually bad news.
    case red
    /// Usually a warning.
    case amber
    /// Usually neutral news.
    case blue
  }

  /// The meaning of a text, which determines its colour.
  ///
  /// A program adds its own roles to the standard ones. Roles of one colour look the same unless a
  /// theme is created with a colour for one of them.
  ///
  /// ```swift
  /// extension Theme.Role {
  ///   static let added = Theme.Role("added", .green)
  /// }
  /// let theme = Theme(depth: .trueColor, choices: [.added: RGBColor(0x00_AA00)])
  /// ```
  public struct Role: Hashable, Sendable, CustomStringConvertible {
    /// The name, by which a configuration can refer to the role; unique among the roles of a program.
    public let name: String
    /// The scheme's colour for the role, used unless the theme has one for the role itself.
    public let color: SchemeColor

    /// Creates a role.
    public init(_ name: String, _ color: SchemeColor) {
      (self.name, self.color) = (name, color)
    }

    /// The name.
    public var description: String { name }

    /// Body text.
    public static let text = Role("text", .text)
    /// Secondary text: labels, times.
    public static let dim = Role("dim", .dim)
    /// Decoration that need not be read: rules, a scroll bar.
    public static let faint = Role("faint", .faint)
    /// Text that stands for the program itself, such as its name.
    public static let accent = Role("accent", .accent)
    /// Good news.
    public static let success = Role("success", .green)
    /// Bad news.
    public static let failure = Role("failure", .red)
    /// Something that needs attention.
    public static let warning = Role("warning", .amber)
    /// Neutral news.
    public static let info = Role("info", .blue)

    /// The roles above.
    public static let standard = [text, dim, faint, accent, success, failure, warning, info]
  }
}
