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

extension Int {
  /// The integer part of a floating-point number, clamped to the representable range; 0 for NaN.
  ///
  /// Unlike `Int(_:)`, this initialiser never traps.
  package init(clamping value: Double) {
    self =
      value.isNaN ? 0 : Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max)
  }
}
