/// Parses one event at the start of some bytes.
enum InputParser {
  enum Result: Equatable {
    /// More bytes may complete an event.
    case incomplete
    /// The first bytes are consumed; they may have had no meaning.
    case consumed(Int, InputEvent?)
    /// A bracketed paste begins after these bytes.
    case paste
  }

  /// Parses the first event of `bytes`, which must not be empty.
  static func parse(_ bytes: [UInt8]) -> Result {
    switch bytes[0] {
    case 0x1B: parseEscape(bytes)
    case 0x80...: parseUTF8(bytes, from: 0, modifiers: [])
    default: .consumed(1, key(for: bytes[0], modifiers: []))
    }
  }

  private static func parseEscape(_ bytes: [UInt8]) -> Result {
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["): return ControlSequence.parse(bytes)
    case UInt8(ascii: "O"):
      guard bytes.count > 2 else { return .incomplete }
      if bytes[2] < 0x20 || bytes[2] > 0x7E { return .consumed(2, .key(.character("O"), .alt)) }
      return .consumed(3, keypad(bytes[2]))
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      return parseString(bytes)
    case 0x1B:
      // The key, followed by something else.
      return .consumed(1, .key(.escape))
    case 0x80...: return parseUTF8(bytes, from: 1, modifiers: .alt)
    default: return .consumed(2, key(for: bytes[1], modifiers: .alt))
    }
  }

  /// A byte below 0x80 other than ESC.
  private static func key(for byte: UInt8, modifiers: InputEvent.Modifiers) -> InputEvent {
    switch byte {
    case 0x00: .key(.character(" "), modifiers.union(.control))
    case 0x08, 0x7F: .key(.backspace, modifiers)
    case 0x09: .key(.tab, modifiers)
    case 0x0A, 0x0D: .key(.enter, modifiers)
    case 0x01...0x1A:
      .key(.character(Character(Unicode.Scalar(byte + 0x60))), modifiers.union(.control))
    case 0x1C...0x1F:
      .key(.character(Character(Unicode.Scalar(byte + 0x40))), modifiers.union(.control))
    default: .key(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }

  /// One character of several bytes; invalid UTF-8 becomes U+FFFD, and C1 controls are dropped.
  private static func parseUTF8(
    _ bytes: [UInt8],
    from start: Int,
    modifiers: InputEvent.Modifiers
  ) -> Result {
    let lead = bytes[start]
    let length =
      switch lead {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    var end = start + 1
    while end < bytes.count, end < start + length, bytes[end] & 0xC0 == 0x80 { end += 1 }
    if end == bytes.count, end < start + length { return .incomplete }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return .consumed(end, .key(.character("\u{FFFD}"), modifiers))
    }
    if scalar.value < 0xA0 { return .consumed(end, nil) }
    return .consumed(end, .key(.character(Character(scalar)), modifiers))
  }

  /// SS3: cursor and function keys in application mode, and the keypad.
  private static func keypad(_ byte: UInt8) -> InputEvent? {
    switch byte {
    case UInt8(ascii: "M"): .key(.enter)
    case UInt8(ascii: "I"): .key(.tab)
    case UInt8(ascii: "X"): .key(.character("="))
    case UInt8(ascii: "j")...UInt8(ascii: "y"):
      .key(.character(Character(Unicode.Scalar(byte - 0x40))))
    default: ControlSequence.cursorKey(byte).map { .key($0) }
    }
  }

  /// OSC, DCS, SOS, PM and APC, up to ST or BEL.
  ///
  /// Only OSC 11 is understood.
  private static func parseString(_ bytes: [UInt8]) -> Result {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    let isEnded = last == 0x07 || (last == 0x5C && bytes[bytes.count - 2] == 0x1B)
    guard isEnded else {
      return last == 0x18 || last == 0x1A ? .consumed(bytes.count, nil) : .incomplete
    }
    let content = bytes[2..<bytes.count - (last == 0x07 ? 1 : 2)]
    let prefix = Array("11;".utf8)
    guard bytes[1] == UInt8(ascii: "]"), content.starts(with: prefix) else {
      return .consumed(bytes.count, nil)
    }
    let color = RGBColor(specification: String(decoding: content.dropFirst(3), as: UTF8.self))
    return .consumed(bytes.count, color.map { .report(.background($0)) })
  }
}

extension RGBColor {
  /// Parses a terminal's answer to OSC 10 or 11: `rgb:1010/1414/1818`, one to four hexadecimal
  /// digits per channel, `rgba:` with a fourth channel that is ignored, or `#101418`.
  init?(specification: String) {
    if specification.hasPrefix("#"), specification.utf8.count == 7,
      let value = UInt32(specification.dropFirst(), radix: 16)
    {
      self.init(value)
      return
    }
    let parts = specification.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let channels = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard channels.count == (parts[0] == "rgb" ? 3 : 4) else { return nil }
    var values: [UInt8] = []
    for channel in channels.prefix(3) {
      guard (1...4).contains(channel.utf8.count), let value = UInt32(channel, radix: 16) else {
        return nil
      }
      let largest = UInt32(1) << (4 * UInt32(channel.utf8.count)) - 1
      values.append(UInt8((value * 255 + largest / 2) / largest))
    }
    self.init(red: values[0], green: values[1], blue: values[2])
  }
}
