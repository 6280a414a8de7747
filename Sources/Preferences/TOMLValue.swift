/// A value of a TOML file and where it begins.
public struct TOMLValue: Hashable, Sendable {
  /// What a value may be.
  public enum Content: Hashable, Sendable {
    /// A string of one line.
    case string(String)
    /// An integer of 64 bits.
    case integer(Int64)
    /// A finite number with a fraction or an exponent.
    case float(Double)
    /// `true` or `false`.
    case boolean(Bool)
    /// A list of values that are no lists themselves.
    case array([TOMLValue])
  }

  /// The value.
  public let content: Content
  /// The offset of its first byte in the file.
  let offset: Int

  /// The text, where the value is a string.
  public var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The text as a command line takes it, where the value is a string or a number.
  public var argument: String? {
    switch content {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean, .array: nil
    }
  }
}

extension TOMLValue {
  /// A value as a TOML file writes it, by what a command line takes: a number as it is, anything
  /// else as a string.
  public static func text(ofArgument argument: String) -> String {
    var reader = TOMLReader(Array(argument.utf8))
    guard let value = try? reader.readValue(), reader.isAtEnd, value.string == nil,
      value.argument == argument
    else { return quoted(argument) }
    return argument
  }

  /// A string as a TOML file writes it, in quotes; what cannot be seen is escaped.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\t": result += "\\t"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case _ where isVisible(scalar): result.unicodeScalars.append(scalar)
      default: result += escape(scalar)
      }
    }
    return result + "\""
  }

  /// A scalar by its number: `\u0007`, `\U0001F600`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let width = scalar.value > 0xFFFF ? 8 : 4
    return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count)
      + digits
  }

  /// Whether a scalar shows, and shows as what it is.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    default: true
    }
  }
}
