/// The kinds of bytes of ASCII text.
extension UInt8 {
  /// Whether it is one of `0` to `9`.
  @inlinable package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether it is a letter of English.
  @inlinable package var isLetter: Bool { (self | 0x20).isLowercaseLetter }

  /// Whether it is one of `a` to `z`.
  @inlinable package var isLowercaseLetter: Bool { self &- UInt8(ascii: "a") < 26 }

  /// Whether it is a space or a tab.
  @inlinable package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
