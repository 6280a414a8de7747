/// The control sequences that are sent in addition to frames.
///
/// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
enum ControlStrings {
  /// Mode 2026: the terminal shows everything up to the end marker at once.
  static let beginSynchronized = Array("\u{1B}[?2026h".utf8)
  static let endSynchronized = Array("\u{1B}[?2026l".utf8)
  static let bracketedPasteOn = Array("\u{1B}[?2004h".utf8)
  static let bracketedPasteOff = Array("\u{1B}[?2004l".utf8)
  static let focusOn = Array("\u{1B}[?1004h".utf8)
  static let focusOff = Array("\u{1B}[?1004l".utf8)
  /// Buttons and the wheel, in the protocol without a limit on coordinates.
  static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
  static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
  /// Mode 2031: the terminal reports when the user switches between dark and light colours; then
  /// asks which they are now.
  ///
  /// - SeeAlso: <https://contour-terminal.org/vt-extensions/color-palette-update-notifications/>
  static let appearanceOn = Array("\u{1B}[?2031h\u{1B}[?996n".utf8)
  static let appearanceOff = Array("\u{1B}[?2031l".utf8)
  /// Asks whether modes 2026 and 2031 are known and what the background is; last a query that every
  /// terminal answers.
  static let questions = Array(
    "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8
  )
  /// Asks for the background; then a query that every terminal answers.
  static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  /// The query that every terminal answers, once it has drawn everything before it.
  static let question = Array("\u{1B}[c".utf8)
  /// Ends a control sequence that was cut off.
  static let cancel: [UInt8] = [0x18]
  /// Makes the whole screen the scrolling region and moves the cursor to its first cell.
  static let resetRegion = Array("\u{1B}[r".utf8)
  /// Resets colours, scrolling region and wrapping.
  static let resetDrawing = Array("\u{1B}[0m\u{1B}[r\u{1B}[?7h".utf8)
}
