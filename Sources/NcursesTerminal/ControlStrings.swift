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
  /// Is mode 2026 known? What is the background? And last what every terminal answers.
  static let questions = Array("\u{1B}[?2026$p\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8)
  /// What every terminal answers, when it has drawn what came before.
  static let question = Array("\u{1B}[c".utf8)
  /// Breaks off a control string that was cut.
  static let cancel: [UInt8] = [0x18]
  /// Colours, scrolling region and wrapping as they are at the start.
  static let resetDrawing = Array("\u{1B}[0m\u{1B}[r\u{1B}[?7h".utf8)
}
