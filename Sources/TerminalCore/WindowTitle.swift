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
