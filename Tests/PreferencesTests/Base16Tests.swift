import Preferences
import TerminalCore
import Testing

/// A scheme in the flat form, as its makers publish it.
private let ocean = """
  scheme: "Ocean"  # of Chris Kempson
  author: "Chris Kempson (http://chriskempson.com)"
  base00: "2b303b"
  base01: "343d46"
  base02: "4f5b66"
  base03: "65737e"
  base04: "a7adba"
  base05: "c0c5ce"
  base06: "dfe1e8"
  base07: "eff1f5"
  base08: "bf616a"
  base09: "d08770"
  base0A: "ebcb8b"
  base0B: "a3be8c"
  base0C: "96b5b4"
  base0D: "8fa1b3"
  base0E: "b48ead"
  base0F: "ab7967"
  """

private func scheme(_ text: String) throws(Base16Error) -> ColorScheme {
  try ColorScheme(base16: Array(text.utf8), name: "file")
}

@Test func `a base16 scheme is parsed in both of its forms`() throws {
  let flat = try scheme(ocean)
  #expect(flat.name == "ocean" && flat.appearance == .dark)
  #expect(flat.background == RGBColor(0x2B_303B) && flat.text == RGBColor(0xC0_C5CE))
  #expect(flat.green == RGBColor(0xA3_BE8C) && flat.red == RGBColor(0xBF_616A))
  #expect(flat.amber == RGBColor(0xEB_CB8B) && flat.accent == RGBColor(0x8F_A1B3))
  // The newer form has a palette with signs before the digits, and other ends of lines.
  let lines = ocean.split(separator: "\n").map { line in
    line.contains("base0")
      ? "  " + line.replacing(": \"", with: ": '#").replacing("\"", with: "'") : line
  }
  let nested = lines.joined(separator: "\r\n").replacing("base00", with: "base00")
  var other = try scheme("system: base16\r\npalette:\r\n" + nested)
  #expect(other.name == "ocean")
  other.name = flat.name
  #expect(other == flat)
}

@Test func `an invalid base16 scheme is refused with the position`() {
  #expect(throws: Base16Error.missing(key: "base00")) { try scheme("") }
  #expect(throws: Base16Error.missing(key: "base0b")) {
    try scheme(ocean.replacing("base0B", with: "other"))
  }
  for wrong in ["2b303", "2b303b0", "green!", "#2b303é", "", "\u{1B}[31m"] {
    let text = ocean.replacing("\"2b303b\"", with: "\"\(wrong)\"")
    #expect(throws: Base16Error.badColor(key: "base00", line: 3)) { try scheme(text) }
  }
  let long = ocean + String(repeating: "# \n", count: 40_000)
  #expect(throws: Base16Error.tooLong) { try scheme(long) }
}

@Test func `any bytes are a scheme or an error`() {
  var bytes = Array(ocean.utf8)
  for index in bytes.indices {
    for byte in [UInt8(0), 0x0A, 0x22, 0x3A, 0xFF] {
      let before = bytes[index]
      bytes[index] = byte
      let scheme = try? ColorScheme(base16: bytes, name: "file")
      // A name that could be typed, whatever is in the file.
      #expect(
        scheme?.name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ?? true
      )
      bytes[index] = before
    }
  }
}
