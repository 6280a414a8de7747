/// What is sent besides the frames.
///
/// - SeeAlso: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>
enum ControlStrings {
  /// Mode 2026: the terminal shows what comes between at once.
  static let beginSynchronized = Array("\u{1B}[?2026h".utf8)
  static let endSynchronized = Array("\u{1B}[?2026l".utf8)
  static let bracketedPasteOn = Array("\u{1B}[?2004h".utf8)
  static let bracketedPasteOff = Array("\u{1B}[?2004l".utf8)
  static let focusOn = Array("\u{1B}[?1004h".utf8)
  static let focusOff = Array("\u{1B}[?1004l".utf8)
  /// Buttons and the wheel, in the protocol without a limit on coordinates.
  static let mouseOn = Array("\u{1B}[?1000h\u{1B}[?1006h".utf8)
  static let mouseOff = Array("\u{1B}[?1006l\u{1B}[?1000l".utf8)
  /// Mode 2031: the terminal says when its user changes between dark and light colours.
  ///
  /// - SeeAlso: <https://contour-terminal.org/vt-extensions/color-palette-update-notifications/>
  /// Then it is asked what they are now.
  static let appearanceOn = Array("\u{1B}[?2031h\u{1B}[?996n".utf8)
  static let appearanceOff = Array("\u{1B}[?2031l".utf8)
  /// Are modes 2026 and 2031 known? What is the background? And last what every terminal answers.
  static let questions = Array(
    "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8
  )
  /// What is the background? And what every terminal answers.
  static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  /// What every terminal answers, when it has drawn what came before.
  static let question = Array("\u{1B}[c".utf8)
  /// Breaks off a control string that was cut.
  static let cancel: [UInt8] = [0x18]
  /// The scrolling region is the whole screen; the cursor goes to its first cell.
  static let resetRegion = Array("\u{1B}[r".utf8)
  /// Colours, scrolling region and wrapping as they are at the start.
  static let resetDrawing = Array("\u{1B}[0m\u{1B}[r\u{1B}[?7h".utf8)
}
