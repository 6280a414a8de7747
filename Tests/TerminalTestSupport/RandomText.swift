package import TestSupport

/// Text that is hard to draw, the same for the same generator.
package enum RandomText {
  /// The texts about which terminals and layouts differ.
  package static let pieces: [String] = [
    "a", "Z", " ", "é", "e\u{301}", "漢", "字", "한", "\u{1112}\u{1161}\u{11AB}", "क्षि", "👍🏽", "👨‍👩‍👧", "🇫🇷",
    "❤️", "1️⃣", "🫨", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{1B}[31m", "\u{9B}2J", "\t", "\r\n", "\n",
    "\u{7F}", "שלום", "مرحبا", "\u{E0041}", "\u{AD}", "Ａ", "\u{0}", "…",
    "a\u{300}\u{301}\u{302}\u{303}\u{304}",
    "\u{301}", "🏃‍♂️", "ไทย", "\u{E000}", "\u{10FFFF}", "\u{2028}", "━",
  ]

  /// Text of some of the pieces.
  package static func text(_ generator: inout SeededGenerator, pieces count: Int) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }

  /// Text of any scalars.
  package static func scalars(_ generator: inout SeededGenerator, count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      // All planes, but most of it where there are characters.
      let limit: UInt32 =
        [0x80, 0x3000, 0x1_0000, 0x2_0000, 0x11_0000].randomElement(using: &generator) ?? 0
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &generator)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
