import Values

/// Finds the end of one JSON value, by RFC 8259, in bytes that may be split anywhere.
///
/// A lenient scanner also accepts, inside an object or array, `NaN`, `Infinity` and `-Infinity`, and a comma behind the last
/// member.
///
/// The scanner keeps its state between calls, so no byte is examined twice. It validates the whole
/// grammar except for the encoding of strings: bytes that are not UTF-8 are data, and become visible
/// replacement characters when decoded.
package struct JSONScanner: Sendable {
  /// The result of a scan.
  package enum Outcome: Equatable, Sendable {
    /// All bytes were read, and the value is incomplete.
    case incomplete
    /// The value ends before this offset.
    case value(end: Int)
    /// The byte at the offset is invalid there.
    case invalid(at: Int, reason: String)
  }

  /// The maximum depth of nested values.
  package static let maximumDepth = 512
  /// The number of levels that may be around a row besides: those of a merged row and of a recording.
  static let wrappingDepth = 3

  private enum State: UInt8 {
    case value, firstElement, nextElement, firstKey, key, colon, afterElement, afterMember
    case string, keyString, escape, keyEscape, hexadecimal, keyHexadecimal
    case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
    case literal
  }

  private var state = State.value
  private var depth = 0
  /// One bit per level: set if the level is an object.
  private var objects = SIMD16<UInt64>()
  /// The depth of the innermost container so far.
  package private(set) var deepest = 0
  /// The number of hexadecimal digits of `\uXXXX`, or letters of a literal, that were read.
  private var progress = 0
  private var literal: StaticString = ""
  private let isLenient: Bool
  /// Whether the value is not JSON by RFC 8259, although a lenient scanner accepts it.
  package private(set) var isLoose = false
  static let infinity: StaticString = "Infinity"

  /// Creates a scanner at the start of a value.
  package init(isLenient: Bool = false) { self.isLenient = isLenient }

  /// Whether the value is complete if no byte follows: a number at the top level.
  package var isCompleteAtEnd: Bool {
    guard depth == 0 else { return false }
    switch state {
    case .zero, .integer, .fraction, .exponentDigits: return true
    default: return false
    }
  }

  /// Continues at an offset, in the state that the last call left.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that have arrived.
  ///   - offset: The first byte that was not scanned yet; at the start of a value, its first byte.
  /// - Returns: The end of the value, that it is incomplete, or why it is malformed.
  /// - Complexity: O(*n*) in the new bytes.
  package mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Outcome {
    var position = offset
    while position < bytes.count {
      let byte = bytes[position]
      switch state {
      case .string, .keyString:
        position = endOfPlainText(bytes, from: position)
        guard position < bytes.count else { return .incomplete }
        switch bytes[position] {
        case UInt8(ascii: "\""):
          if state == .keyString {
            state = .colon
          } else if endValue() {
            return .value(end: position + 1)
          }
        case UInt8(ascii: "\\"):
          state = state == .string ? .escape : .keyEscape
        default:
          return .invalid(at: position, reason: FeedText.Malformed.controlCharacter)
        }

      case .escape, .keyEscape:
        switch byte {
        case UInt8(ascii: "u"):
          progress = 0
          state = state == .escape ? .hexadecimal : .keyHexadecimal
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
          UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          state = state == .escape ? .string : .keyString
        default:
          return .invalid(at: position, reason: FeedText.Malformed.unknownEscape)
        }

      case .hexadecimal, .keyHexadecimal:
        guard byte.isHexadecimalDigit else {
          return .invalid(at: position, reason: FeedText.Malformed.unicodeEscape)
        }
        progress += 1
        if progress == 4 { state = state == .hexadecimal ? .string : .keyString }

      case .value, .firstElement, .nextElement:
        if byte.isJSONSpace { break }
        if byte == UInt8(ascii: "]") && state != .value && isAllowed(state == .firstElement) {
          if endContainer() { return .value(end: position + 1) }
          break
        }
        if let reason = begin(byte) { return .invalid(at: position, reason: reason) }

      case .firstKey, .key:
        if byte.isJSONSpace { break }
        if byte == UInt8(ascii: "\"") {
          state = .keyString
        } else if byte == UInt8(ascii: "}") && isAllowed(state == .firstKey) {
          if endContainer() { return .value(end: position + 1) }
        } else {
          return .invalid(at: position, reason: FeedText.Malformed.name)
        }

      case .colon:
        if byte.isJSONSpace { break }
        guard byte == UInt8(ascii: ":") else {
          return .invalid(at: position, reason: FeedText.Malformed.colon)
        }
        state = .value

      case .afterElement:
        if byte.isJSONSpace { break }
        if byte == UInt8(ascii: ",") {
          state = .nextElement
        } else if byte == UInt8(ascii: "]") {
          if endContainer() { return .value(end: position + 1) }
        } else {
          return .invalid(at: position, reason: FeedText.Malformed.elementEnd)
        }

      case .afterMember:
        if byte.isJSONSpace { break }
        if byte == UInt8(ascii: ",") {
          state = .key
        } else if byte == UInt8(ascii: "}") {
          if endContainer() { return .value(end: position + 1) }
        } else {
          return .invalid(at: position, reason: FeedText.Malformed.memberEnd)
        }

      case .literal:
        guard byte == literal.utf8Start[progress] else {
          return .invalid(at: position, reason: FeedText.Malformed.literal(literal))
        }
        progress += 1
        if progress == literal.utf8CodeUnitCount, endValue() { return .value(end: position + 1) }

      case .minus, .zero, .integer, .point, .fraction, .exponent, .exponentSign, .exponentDigits:
        switch number(byte) {
        case .goesOn: break
        case .ends:
          if endValue() {
            // A timestamp at the start of a plain line is not a number.
            guard byte.isJSONSpace || byte == 0x1E else {
              return .invalid(at: position, reason: FeedText.Malformed.numberEnd)
            }
            return .value(end: position)
          }
          continue  // the byte after a number belongs to its container
        case .isInvalid(let reason): return .invalid(at: position, reason: reason)
        }
      }
      position += 1
    }
    return .incomplete
  }

  /// Enters the value that begins with the byte; returns a reason if it cannot begin one.
  private mutating func begin(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): state = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < Self.maximumDepth + Self.wrappingDepth else {
        return FeedText.Malformed.depth(Self.maximumDepth)
      }
      let bit = UInt64(1) << UInt64(depth % 64)
      if byte == UInt8(ascii: "{") {
        objects[depth / 64] |= bit
        state = .firstKey
      } else {
        objects[depth / 64] &= ~bit
        state = .firstElement
      }
      depth += 1
      deepest = max(deepest, depth)
    case UInt8(ascii: "-"): state = .minus
    case UInt8(ascii: "0"): state = .zero
    case UInt8(ascii: "1")...UInt8(ascii: "9"): state = .integer
    case UInt8(ascii: "t"): expect("true")
    case UInt8(ascii: "f"): expect("false")
    case UInt8(ascii: "n"): expect("null")
    case UInt8(ascii: "N") where depth > 0 && isAllowed(false): expect("NaN")
    case UInt8(ascii: "I") where depth > 0 && isAllowed(false): expect(Self.infinity)
    default: return FeedText.Malformed.value
    }
    return nil
  }

  /// Whether something is accepted here: because it is JSON, or because a lenient scanner accepts it, which it notes.
  private mutating func isAllowed(_ isStrict: Bool) -> Bool {
    guard !isStrict, isLenient else { return isStrict }
    isLoose = true
    return true
  }

  private mutating func expect(_ word: StaticString) {
    literal = word
    progress = 1
    state = .literal
  }

  /// Leaves a value; returns whether it was the outermost one.
  private mutating func endValue() -> Bool {
    guard depth > 0 else { return true }
    let level = depth - 1
    let isObject = objects[level / 64] & (UInt64(1) << UInt64(level % 64)) != 0
    state = isObject ? .afterMember : .afterElement
    return false
  }

  private mutating func endContainer() -> Bool {
    depth -= 1
    return endValue()
  }

  private enum NumberStep {
    case goesOn, ends
    case isInvalid(String)
  }

  private mutating func number(_ byte: UInt8) -> NumberStep {
    let isDigit = byte.isDigit
    switch (state, byte) {
    case (.minus, UInt8(ascii: "0")): state = .zero
    case (.minus, UInt8(ascii: "I")) where depth > 0 && isAllowed(false): expect(Self.infinity)
    case (.minus, _):
      guard isDigit else { return .isInvalid(FeedText.Malformed.minus) }
      state = .integer
    case (.zero, _) where isDigit: return .isInvalid(FeedText.Malformed.leadingZero)
    case (.integer, _) where isDigit, (.fraction, _) where isDigit,
      (.exponentDigits, _) where isDigit:
      break
    case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): state = .point
    case (.zero, UInt8(ascii: "e")), (.zero, UInt8(ascii: "E")), (.integer, UInt8(ascii: "e")),
      (.integer, UInt8(ascii: "E")), (.fraction, UInt8(ascii: "e")),
      (.fraction, UInt8(ascii: "E")):
      state = .exponent
    case (.point, _):
      guard isDigit else { return .isInvalid(FeedText.Malformed.point) }
      state = .fraction
    case (.exponent, UInt8(ascii: "+")), (.exponent, UInt8(ascii: "-")): state = .exponentSign
    case (.exponent, _), (.exponentSign, _):
      guard isDigit else { return .isInvalid(FeedText.Malformed.exponent) }
      state = .exponentDigits
    default: return .ends
    }
    return .goesOn
  }
}

/// The first offset at or after `position` that has a quotation mark, a backslash or a control
/// character, eight bytes at a time.
@inline(__always)
func endOfPlainText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let tops: UInt64 = 0x8080_8080_8080_8080
  let raw = UnsafeRawBufferPointer(bytes)
  var position = start
  while position + 8 <= bytes.count {
    let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    // A byte of x is below n exactly where (x − n) borrows and x has no top bit (Hacker's Delight
    // 6–1); a borrow may also mark a byte after the first one found, never one before it.
    let found =
      ((quotes &- ones) & ~quotes)
      | ((backslashes &- ones) & ~backslashes)
      | ((word &- ones &* 0x20) & ~word)
    if found & tops != 0 { return position + (found & tops).trailingZeroBitCount / 8 }
    position += 8
  }
  while position < bytes.count {
    let byte = bytes[position]
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
    position += 1
  }
  return position
}

extension UInt8 {
  /// Whether RFC 8259 allows the byte between tokens.
  @inline(__always) package var isJSONSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  var isHexadecimalDigit: Bool { hexadecimalDigit != nil }

  var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}

/// Whether the bytes are exactly one JSON number.
package func isJSONNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first, first == UInt8(ascii: "-") || first.isDigit
  else { return false }
  var scanner = JSONScanner()
  return scanner.scan(bytes, from: 0) == .incomplete && scanner.isCompleteAtEnd
}
