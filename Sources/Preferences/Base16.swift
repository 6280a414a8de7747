package import TerminalCore

extension ColorScheme {
  /// Reads a base16 scheme: `base00` to `base0F`, each with a colour, and perhaps a name.
  ///
  /// Both the flat form and the one with `palette:` are read. Other content is ignored.
  ///
  /// ```yaml
  /// scheme: "Ocean"
  /// base00: "2b303b"
  /// ```
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file.
  ///   - name: The name of the scheme if the file does not give one.
  /// - Throws: ``Base16Error`` if the file is not a valid scheme.
  /// - SeeAlso: <https://github.com/chriskempson/base16/blob/main/styling.md>
  package init(base16 bytes: [UInt8], name: String) throws(Base16Error) {
    guard bytes.count <= 1 << 16 else { throw .tooLong }
    var colors: [String: RGBColor] = [:]
    var name = name
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { continue }
      let key = Base16.trimmed(text[..<colon]).lowercased()
      let value = Base16.value(text[text.index(after: colon)...])
      if key == "scheme" || key == "name" {
        name = Base16.name(value) ?? name
      } else if key.count == 6, key.hasPrefix("base0") {
        let digits = value.hasPrefix("#") ? value : "#" + value
        guard let color = RGBColor(hexadecimal: digits) else {
          throw .badColor(key: key, line: number + 1)
        }
        colors[key] = color
      }
    }
    func color(_ digit: String) throws(Base16Error) -> UInt32 {
      let key = "base0" + digit
      guard let color = colors[key] else { throw .missing(key: key) }
      return color.value
    }
    try self.init(
      name,
      background: color("0"),
      text: color("5"),
      dim: color("4"),
      faint: color("3"),
      accent: color("d"),
      green: color("b"),
      red: color("8"),
      amber: color("a"),
      blue: color("d")
    )
  }
}

/// Why a base16 scheme cannot be loaded.
package enum Base16Error: Error, Hashable, CustomStringConvertible {
  /// The file exceeds 64 KiB.
  case tooLong
  /// A value is not a colour; lines count from 1.
  case badColor(key: String, line: Int)
  /// A colour is missing.
  case missing(key: String)

  /// The fault, and how to fix it.
  package var description: String {
    switch self {
    case .tooLong: "too large: a base16 scheme has at most 64 KiB"
    case .badColor(let key, let line):
      "line \(line): \(key) is not a colour: write six hexadecimal digits, such as \"2b303b\""
    case .missing(let key): "no \(key): a base16 scheme has base00 to base0F"
    }
  }
}

/// The content of a line of YAML.
private enum Base16 {
  static func trimmed(_ text: some StringProtocol) -> String {
    let isBlank = { (character: Character) in " \t\r".contains(character) }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// A value in quotes, or up to a comment.
  static func value(_ text: some StringProtocol) -> String {
    let text = trimmed(text)
    if let quote = text.first, quote == "\"" || quote == "'" {
      return String(text.dropFirst().prefix { $0 != quote })
    }
    guard let comment = text.range(of: " #") else { return text }
    return trimmed(text[..<comment])
  }

  /// A name that can be typed: ASCII letters and digits with hyphens between them.
  static func name(_ text: String) -> String? {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.joined(separator: "-").prefix(40)
    return words.isEmpty ? nil : String(name.hasSuffix("-") ? name.dropLast() : name)
  }
}

extension String {
  /// The offset of the first occurrence of a text.
  fileprivate func range(of text: String) -> Index? {
    var index = startIndex
    while index < endIndex {
      if self[index...].hasPrefix(text) { return index }
      index = self.index(after: index)
    }
    return nil
  }
}
