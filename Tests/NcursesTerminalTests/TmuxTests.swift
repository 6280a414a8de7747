import Foundation
import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

/// A second opinion beside libvterm: what tmux has in its cells.
@Suite struct `In tmux` {
  private static let tmux = "/usr/bin/tmux"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: tmux)))
  func `the cells are those that were drawn, whatever the text`() throws {
    for seed in UInt64(1)...4 {
      var generator = SeededGenerator(seed: seed)
      var texts = (0..<20).map { _ in
        RandomText.text(&generator, pieces: 12).replacing("\u{1}", with: "")
      }
      texts.append("👨‍👩‍👧 👍🏽 🇫🇷 ❤️ 1️⃣ 🫨 क्षि 한 e\u{301} \u{202E}abc \u{1B}[31m")
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "listview-tmux-\(ProcessInfo.processInfo.processIdentifier)-\(seed)"
      )
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appendingPathComponent("texts")
      try texts.joined(separator: "\u{1}").write(to: file, atomically: true, encoding: .utf8)
      let environment = ["TMUX_TMPDIR": folder.path, "SHELL": "/bin/sh"]
      let terminal = try PseudoTerminal(
        Self.tmux,
        [
          "-f", "/dev/null", "set", "-g", "default-terminal", "tmux-256color", ";",
          "new-session", "\(builtProgram("terminal-probe")) \(file.path)",
        ],
        environment: environment
      )
      #expect(terminal.wait { terminal.emulator.line(20).hasSuffix("|") })
      var buffer = CellBuffer(TerminalSize(columns: 80, lines: 23))
      for (line, text) in texts.enumerated() {
        buffer.write(text, line: line, column: 0, maximumWidth: 60)
        buffer.write("|", line: line, column: 70)
      }
      let output = folder.appendingPathComponent("output")
      let capture = try PseudoTerminal(
        "/bin/sh",
        ["-c", "\(Self.tmux) capture-pane -p > \(output.path); \(Self.tmux) kill-server"],
        environment: environment
      )
      #expect(capture.waitForExit() == 0)
      let shown = try String(contentsOf: output, encoding: .utf8)
      let lines = shown.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      for line in texts.indices {
        let expected = buffer.text(line: line)
        #expect(
          String(String.UnicodeScalarView(lines[line])) == expected,
          "seed \(seed), line \(line): \(expected.unicodeScalars.map { String($0.value, radix: 16) })"
        )
      }
      _ = terminal.waitForExit()
    }
  }
}
