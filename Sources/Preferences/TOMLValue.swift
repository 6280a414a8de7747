/// A value in a TOML file with its offset.
package struct TOMLValue: Hashable, Sendable {
  /// The content of a value.
  package enum Content: Hashable, Sendable {
    /// A single-line string.
    case string(String)
    /// A 64-bit integer.
    case integer(Int64)
    /// A finite number with a fraction or an exponent.
    case float(Double)
    /// `true` or `false`.
    case boolean(Bool)
    /// An array of values other than arrays.
    case array([TOMLValue])
  }

  /// The value.
  package let content: Content
  /// The offset of the first byte.
  let offset: Int

  /// The text of a string; nil for other values.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The value as a command-line argument, for strings and numbers.
  package var argument: String? {
    switch content {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .float(let number): "\(number)"
    case .boolean, .array: nil
    }
  }
}

extension TOMLValue {
  /// A command-line argument in TOML syntax: a number as it is, anything else as a string.
  package static func text(ofArgument argument: String) -> String {
    var reader = TOMLReader(Array(argument.utf8))
    guard let value = try? reader.readValue(), reader.isAtEnd, value.string == nil,
      value.argument == argument
    else { return quoted(argument) }
    return argument
  }

  /// A quoted string in TOML syntax; unprintable characters are escaped.
  package static func quoted(_ text: String) -> String {
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

  /// Strings in TOML syntax: one as such, several as an array.
  package static func quoted(_ texts: [String]) -> String {
    texts.count == 1
      ? quoted(texts[0]) : "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// The escape sequence of a scalar: `\u0007`, `\U0001F600`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let width = scalar.value > 0xFFFF ? 8 : 4
    return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count)
      + digits
  }

  /// Whether a scalar is printable and unambiguous.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .surrogate:
      false
    default: true
    }
  }
}
