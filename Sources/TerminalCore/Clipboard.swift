/// The clipboard of the user's terminal, which OSC 52 reaches wherever the program runs.
///
/// Source: XTerm Control Sequences, "Manipulate Selection Data"; RFC 4648, section 4.
public enum Clipboard {
  /// The maximum size of a copy, in bytes: terminals truncate or ignore longer sequences.
  ///
  /// Encoded, it stays below 100,000 bytes, the limit of several terminals.
  public static let maximumCount = 74_991

  /// The control sequence that copies bytes to the clipboard.
  ///
  /// The payload consists of letters, digits, `+`, `/` and `=`, whatever the bytes are.
  ///
  /// - Parameter bytes: At most ``maximumCount`` bytes.
  /// - Returns: An OSC 52, terminated by ST.
  /// - Complexity: O(*n*).
  public static func copying(_ bytes: [UInt8]) -> [UInt8] {
    precondition(bytes.count <= maximumCount, "terminals accept at most \(maximumCount) bytes")
    return Array("\u{1B}]52;c;".utf8) + base64(bytes) + Array("\u{1B}\\".utf8)
  }

  /// Bytes in base64, padded.
  static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var word = UInt32(bytes[start]) << 16
      if count > 1 { word |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { word |= UInt32(bytes[start + 2]) }
      for digit in 0..<4 {
        text.append(
          digit <= count ? alphabet[Int(word >> (18 - 6 * UInt32(digit)) & 63)] : UInt8(ascii: "=")
        )
      }
    }
    return text
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
}

/// The title of the terminal's window, and the progress in its tab or task bar.
///
/// Source: XTerm Control Sequences, "Set Text Parameters" and "Window manipulation"; for progress, OSC 9;4 of ConEmu.
package enum WindowTitle {
  /// The progress of something.
  package enum Progress: Hashable, Sendable {
    /// Nothing is under way.
    case none
    /// Something is under way, and so much of it is done.
    case percent(Int)
    /// Something has failed.
    case failure
  }

  /// The maximum width of a title in columns.
  package static let maximumWidth = 100

  /// Stores the title on the terminal's stack.
  package static let saving = Array("\u{1B}[22;2t".utf8)
  /// Removes the title, and takes it from the stack if the terminal has one.
  package static let restoring = Array("\u{1B}]2;\u{1B}\\\u{1B}[23;2t".utf8)

  /// The control sequence that sets the title.
  ///
  /// The text is cleared of control characters, as it is in a cell.
  ///
  /// - Parameter text: The title.
  /// - Returns: An OSC 2, terminated by ST.
  package static func setting(_ text: String) -> [UInt8] {
    var buffer = CellBuffer(TerminalSize(columns: maximumWidth, lines: 1))
    buffer.write(text, line: 0, column: 0, maximumWidth: maximumWidth, style: Style())
    return Array("\u{1B}]2;\(buffer.text(line: 0))\u{1B}\\".utf8)
  }

  /// The control sequence that shows progress, for a terminal that knows it.
  ///
  /// - Parameter progress: The progress; a percentage is clamped to 0 to 100.
  /// - Returns: An OSC 9;4, terminated by ST.
  package static func showing(_ progress: Progress) -> [UInt8] {
    let state =
      switch progress {
      case .none: "0"
      case .percent(let number): "1;\(min(max(0, number), 100))"
      case .failure: "2;100"
      }
    return Array("\u{1B}]9;4;\(state)\u{1B}\\".utf8)
  }

  /// Whether a terminal shows progress: others take the sequence for a message to the user.
  ///
  /// - Parameter environment: The environment variables by which such terminals are known.
  /// - Returns: Whether it does.
  package static func showsProgress(_ environment: [String: String]) -> Bool {
    // The terminal behind a multiplexer is not known.
    guard environment["TMUX"] == nil, environment["STY"] == nil else { return false }
    return environment["WT_SESSION"] != nil || environment["ConEmuANSI"] == "ON"
      || ["ghostty", "WezTerm"].contains(environment["TERM_PROGRAM"])
      || environment["VTE_VERSION"].flatMap { Int($0) } ?? 0 >= 8_000
  }
}
