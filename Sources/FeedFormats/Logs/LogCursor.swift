import FeedValues
import Values

/// A position in a line, from which its parts are read one after the other.
///
/// It backtracks no further than the beginning of the current part, so that a line is read in time
/// proportional to its length.
struct LogCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var position: Int
  /// The offset at which reading stops.
  var end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
    (self.bytes, self.position, end) = (bytes, position, bytes.count)
  }

  var isAtEnd: Bool { position >= end }

  /// The byte at a distance from here; 0 beyond the end.
  @inline(__always)
  func peek(_ distance: Int = 0) -> UInt8 {
    position + distance < end ? bytes[position + distance] : 0
  }

  @inline(__always)
  package func isDigit(_ distance: Int = 0) -> Bool { peek(distance).isDigit }

  /// Skips a byte if it is next.
  mutating func skip(_ byte: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Skips a text if it is next.
  mutating func skip(text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= end else { return false }
    for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] {
      return false
    }
    position += count
    return true
  }

  /// Skips spaces and tabs; returns their number.
  @discardableResult
  mutating func skipSpaces() -> Int {
    let start = position
    while !isAtEnd, bytes[position].isBlank { position += 1 }
    return position - start
  }

  /// Reads the bytes that satisfy a condition; nil if there are none.
  mutating func take(while condition: (UInt8) -> Bool) -> Range<Int>? {
    let start = position
    while !isAtEnd, condition(bytes[position]) { position += 1 }
    return start < position ? start..<position : nil
  }

  /// Reads everything before the next space; nil at a space or the end.
  mutating func word() -> Range<Int>? { take { !$0.isBlank } }

  /// Reads a run of digits of an allowed length.
  mutating func digits(_ length: ClosedRange<Int>) -> Range<Int>? {
    var count = 0
    while isDigit(count), count <= length.upperBound { count += 1 }
    guard length ~= count else { return nil }
    defer { position += count }
    return position..<position + count
  }

  /// Reads the text between two brackets, which may be nested; nil if there is none here.
  mutating func enclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Range<Int>? {
    guard peek() == UInt8(ascii: open) else { return nil }
    var depth = 0
    for offset in position..<min(end, position + Self.longestEnclosed) {
      if bytes[offset] == UInt8(ascii: close) {
        depth -= 1
        if depth == 0 {
          defer { position = offset + 1 }
          return position + 1..<offset
        }
      } else if bytes[offset] == UInt8(ascii: open) {
        depth += 1
      }
    }
    return nil
  }

  private static let longestEnclosed = 256

  /// Reads the text between quotation marks, with backslash escapes; nil if there is none here.
  mutating func quoted() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    var offset = position + 1
    while offset < end, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset < end else { return nil }
    defer { position = offset + 1 }
    return position + 1..<offset
  }

  /// The rest of the line, without surrounding spaces.
  mutating func rest() -> Range<Int> {
    skipSpaces()
    var last = end
    while last > position, bytes[last - 1].isBlank { last -= 1 }
    defer { position = end }
    return position..<last
  }

  /// A cursor for a part of the line.
  func part(_ range: Range<Int>) -> LogCursor {
    var part = self
    (part.position, part.end) = (range.lowerBound, range.upperBound)
    return part
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

extension UInt8 {
  /// Whether it can be part of the name of a program, a logger or a field.
  var isNamePart: Bool { isLetter || isDigit || self >= 0x80 || "_-.$/@".utf8.contains(self) }
}
