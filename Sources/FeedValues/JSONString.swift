import Values

/// Decodes the inside of a string's quotation marks.
func decodeJSONString(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> String {
  let inside = UnsafeBufferPointer(rebasing: text)
  guard inside.contains(UInt8(ascii: "\\")) else { return String(decoding: inside, as: UTF8.self) }
  // Escapes are decoded to UTF-8 first, so that invalid bytes are repaired in one place.
  return String(decoding: unescaped(inside, repairingSurrogates: true), as: UTF8.self)
}

/// The inside of a string's quotation marks with its escapes decoded to UTF-8.
///
/// - Parameters:
///   - inside: The bytes; those that are not UTF-8 stay unchanged.
///   - repairsSurrogates: Whether an escape of a lone surrogate becomes U+FFFD; otherwise it is encoded
///     like a character (WTF-8), so that different surrogates stay different.
/// - Returns: The bytes of the text.
func unescaped(
  _ inside: UnsafeBufferPointer<UInt8>,
  repairingSurrogates repairsSurrogates: Bool
) -> [UInt8] {
  var decoded: [UInt8] = []
  decoded.reserveCapacity(inside.count)
  var position = 0
  while position < inside.count {
    let byte = inside[position]
    guard byte == UInt8(ascii: "\\") else {
      decoded.append(byte)
      position += 1
      continue
    }
    switch inside[position + 1] {
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      let (code, length) = unicodeEscape(inside, at: position)
      if let scalar = Unicode.Scalar(code) ?? (repairsSurrogates ? "\u{FFFD}" : nil) {
        decoded.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      } else {
        decoded += [
          0xE0 | UInt8(code >> 12), 0x80 | UInt8(code >> 6 & 63), 0x80 | UInt8(code & 63),
        ]
      }
      position += length
      continue
    case let other: decoded.append(other)
    }
    position += 2
  }
  return decoded
}

/// The code point of a `\uXXXX`, or of two that form a surrogate pair, and the number of its bytes.
private func unicodeEscape(
  _ bytes: UnsafeBufferPointer<UInt8>,
  at position: Int
) -> (UInt32, length: Int) {
  func unit(at position: Int) -> UInt32? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    return bytes[position + 2..<position + 6].reduce(0) { $0 << 4 | ($1.hexadecimalDigit ?? 0) }
  }
  guard let first = unit(at: position) else { return (0xFFFD, 6) }
  if first & 0xFC00 == 0xD800, let second = unit(at: position + 6), second & 0xFC00 == 0xDC00 {
    return (0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF), 12)
  }
  return (first, 6)
}

/// A part of a text with a style of its own.
package struct TextSpan: Hashable, Sendable {
  /// The range of the part in the bytes of the text (UTF-8).
  package var bytes: Range<Int>
  /// The style of the part.
  package var pen: TextPen

  /// Creates a part of a text.
  package init(bytes: Range<Int>, pen: TextPen) {
    self.bytes = bytes
    self.pen = pen
  }

  /// The part within a range, relative to its beginning; nil if they do not overlap.
  package func clipped(to range: Range<Int>) -> TextSpan? {
    let part = bytes.clamped(to: range)
    guard !part.isEmpty else { return nil }
    let start = part.lowerBound - range.lowerBound
    return TextSpan(bytes: start..<start + part.count, pen: pen)
  }
}

/// Text attributes requested by a program: SGR (ECMA-48, 8.3.117), colours and weight only.
///
/// Nothing else is represented: no control sequence of a feed reaches the terminal.
package struct TextPen: Hashable, Sendable {
  /// A colour.
  package enum Color: Hashable, Sendable {
    /// One of the 256 of a palette, of which the first 16 are the terminal's own.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The colour of the text; nil for that of any text.
  package var foreground: Color?
  /// The background colour; nil for none.
  package var background: Color?
  /// Whether it is bold.
  package var isBold = false
  /// Whether it is dim.
  package var isDim = false
  /// Whether it is italic.
  package var isItalic = false
  /// Whether it is underlined.
  package var isUnderlined = false
  /// Whether foreground and background are swapped.
  package var isReversed = false

  /// Creates a pen for plain text.
  package init() {}

  /// The maximum number of parameters read from one sequence.
  private static let maximumParameters = 32

  /// Applies the parameters of a sequence; unknown ones are ignored.
  package mutating func apply(_ parameters: ArraySlice<UInt8>) {
    // A parameter may have subparameters, as in `38:2::255:0:0`.
    let groups = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .prefix(Self.maximumParameters)
      .map { group in
        group.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .prefix(Self.maximumParameters).map(Self.number)
      }
    var rest = groups[...]
    while let group = rest.popFirst() {
      let code = group.first.flatMap(\.self) ?? 0
      switch code {
      case 0: self = TextPen()
      case 1: isBold = true
      case 2: isDim = true
      case 3: isItalic = true
      case 4: isUnderlined = group.count < 2 || group[1] != 0
      case 7: isReversed = true
      case 21, 22: (isBold, isDim) = (false, false)
      case 23: isItalic = false
      case 24: isUnderlined = false
      case 27: isReversed = false
      case 30...37: foreground = .indexed(UInt8(code - 30))
      case 40...47: background = .indexed(UInt8(code - 40))
      case 90...97: foreground = .indexed(UInt8(code - 82))
      case 100...107: background = .indexed(UInt8(code - 92))
      case 39: foreground = nil
      case 49: background = nil
      case 38, 48:
        let color =
          group.count > 1 ? Self.color(group.dropFirst()) : Self.color(from: &rest)
        if code == 38 { foreground = color ?? foreground } else { background = color ?? background }
      default: break
      }
    }
  }

  /// A colour whose parts are separate parameters.
  private static func color(from rest: inout ArraySlice<[Int?]>) -> Color? {
    let count = rest.first?.first == 5 ? 2 : rest.first?.first == 2 ? 4 : 0
    let parts = rest.prefix(count).map { $0.first.flatMap(\.self) }
    rest = rest.dropFirst(count)
    return color(parts[...])
  }

  /// A colour: `5;n`, or `2;r;g;b`, optionally with a colour space.
  private static func color(_ parts: ArraySlice<Int?>) -> Color? {
    let values = parts.map { $0 ?? 0 }
    guard values.allSatisfy({ 0...255 ~= $0 }) else { return nil }
    switch values.first {
    case 5 where values.count > 1: return .indexed(UInt8(values[1]))
    case 2 where values.count > 3:
      let last = values.suffix(3).map { UInt8($0) }
      return .rgb(last[0], last[1], last[2])
    default: return nil
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= 4, !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
