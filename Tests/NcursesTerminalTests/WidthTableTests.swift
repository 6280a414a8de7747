import CNcurses
import Foundation
import Testing

@testable import TerminalCore

@Suite struct `The table of widths` {
  /// wcwidth of the locale that the renderer uses, as runs of equal widths.
  private func computedRuns() -> [UInt32] {
    _ = setlocale(LC_CTYPE, "C.UTF-8")
    var runs: [UInt32] = []
    var last: Int32 = -2
    for value in UInt32(0)..<0x11_0000 {
      let width = wcwidth(wchar_t(bitPattern: value))
      if width != last { runs.append(value << 2 | UInt32(width < 0 ? 3 : width)) }
      last = width
    }
    return runs
  }

  /// The table is that of glibc 2.36.
  ///
  /// Another C library has other widths for some characters, and
  /// the renderer replaces those it disagrees about; so there is nothing to compare with there.
  private static var isOfTheSameAge: Bool {
    _ = setlocale(LC_CTYPE, "C.UTF-8")
    // Of Unicode 14, and of Unicode 15.
    return wcwidth(0x1FAE7) == 2 && wcwidth(0x1FAE8) == -1
  }

  @Test(.enabled(if: isOfTheSameAge))
  func `agrees with wcwidth for every scalar`() throws {
    let runs = computedRuns()
    if ProcessInfo.processInfo.environment["LISTVIEW_REGENERATE"] != nil { try write(runs) }
    #expect(runs == WidthTable.runs)
    for value in stride(from: UInt32(0), to: 0x11_0000, by: isExhaustive ? 1 : 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if WidthTable.glibc[scalar] != Int(wcwidth(wchar_t(bitPattern: value))) {
        Issue.record("U+\(String(value, radix: 16))")
      }
    }
  }

  private func write(_ runs: [UInt32]) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/TerminalCore/WidthTable+Runs.swift")
    let source = try String(contentsOf: file, encoding: .utf8)
    let opening = "[UInt32] = [\n"
    guard let start = source.range(of: opening) else { return }
    var lines = ["   "]
    for run in runs {
      let item = " 0x" + String(run, radix: 16, uppercase: true) + ","
      if lines[lines.count - 1].count + item.count > 100 { lines.append("   ") }
      lines[lines.count - 1] += item
    }
    let text = source[..<start.upperBound] + lines.joined(separator: "\n") + "\n  ]\n}\n"
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}

let isExhaustive = ProcessInfo.processInfo.environment["LISTVIEW_EXHAUSTIVE"] != nil
