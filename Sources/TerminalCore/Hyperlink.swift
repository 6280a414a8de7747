/// Cells of a line that open an address when they are clicked, if the terminal knows of such.
///
/// Source: <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>, OSC 8.
package struct Hyperlink: Hashable, Sendable {
  /// The line.
  package let line: Int
  /// The columns.
  package let columns: Range<Int>
  /// The address, in printable ASCII.
  package let target: String
  /// The cells as they were: what is drawn over them later is not linked.
  private let texts: [String]

  /// The maximum length of an address; terminals ignore longer ones.
  static let maximumLength = 2_000

  init?(_ line: Int, _ columns: Range<Int>, of cells: ArraySlice<Cell>, to address: String) {
    let target = Self.encoded(address)
    guard target.utf8.count <= Self.maximumLength else { return nil }
    (self.line, self.columns, self.target) = (line, columns, target)
    texts = cells.map(\.text)
  }

  /// Whether cells still show the text that is linked.
  func isShown(by cells: ArraySlice<Cell>) -> Bool { cells.map(\.text) == texts }

  /// The control sequence that begins the link.
  package var beginning: [UInt8] { Array("\u{1B}]8;;\(target)\u{1B}\\".utf8) }
  /// The control sequence that ends any link.
  package static let end = Array("\u{1B}]8;;\u{1B}\\".utf8)

  /// An address whose bytes other than printable ASCII are percent-encoded, so that none acts on the terminal.
  private static func encoded(_ address: String) -> String {
    address.utf8.reduce(into: "") { text, byte in
      if 0x21...0x7E ~= byte {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// The beginnings of the names of terminals that show links or ignore their sequences.
  private static let terminals = [
    "xterm", "tmux", "alacritty", "foot", "kitty", "wezterm", "ghostty", "contour", "rio", "mintty",
    "konsole",
    "vte", "gnome", "iterm",
  ]

  /// Whether a terminal is sent links: one that knows nothing of them might print them.
  ///
  /// - Parameter environment: The environment variables; `FORCE_HYPERLINK` overrides the name of the terminal.
  /// - Returns: Whether it is.
  package static func isSupported(by environment: [String: String]) -> Bool {
    if let forced = environment["FORCE_HYPERLINK"], !forced.isEmpty { return forced != "0" }
    let term = environment["TERM"] ?? ""
    return terminals.contains { term.hasPrefix($0) }
  }
}
