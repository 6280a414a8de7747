import TerminalCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import NcursesTerminal

private let size = TerminalSize(columns: 40, lines: 10)

/// A frame of texts and links at random, in few colours so that cells are often equal.
private func frame(_ random: inout SeededGenerator) -> CellBuffer {
  var buffer = CellBuffer(size)
  for line in 0..<size.lines {
    for column in stride(from: 0, to: size.columns, by: 10) where Bool.random(using: &random) {
      let style = Style(foreground: .indexed(UInt8.random(in: 1...2, using: &random)))
      let text = ["abc", "https://a", "日本", "e\u{301}e"].randomElement(using: &random) ?? ""
      let start = column + Int.random(in: 0...3, using: &random)
      let width = buffer.write(text, line: line, column: start, maximumWidth: 9, style: style)
      let end = min(start + width, size.columns)
      guard Bool.random(using: &random), start < end else { continue }
      let target = Int.random(in: 0...2, using: &random)
      buffer.link(line: line, columns: start..<end, to: "https://example.org/\(target)")
    }
  }
  return buffer
}

extension DrawnScreen {
  /// The first cell whose link is not as in `buffer`; nil if all are.
  fileprivate func wrongLink(in buffer: CellBuffer) -> String? {
    var expected: [[Int]: String] = [:]
    for link in buffer.links {
      for column in link.columns { expected[[link.line, column]] = link.target }
    }
    for line in 0..<size.lines {
      for column in 0..<size.columns {
        let (shown, wanted) = (emulator.link(line: line, column: column), expected[[line, column]])
        if shown != wanted {
          return "line \(line), column \(column): \(shown ?? "none") for \(wanted ?? "none")"
        }
      }
    }
    return nil
  }
}

@MainActor @Suite struct `Links on the screen` {
  @Test(arguments: 1...20)
  func `are exactly those of the frame, whatever was there before`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var screen = try DrawnScreen(columns: size.columns, lines: size.lines, sendsLinks: true)
    for _ in 0..<30 {
      let buffer = frame(&random)
      screen.present(buffer)
      #expect(screen.difference(from: buffer) == nil)
      #expect(screen.wrongLink(in: buffer) == nil)
      let again = screen.present(buffer)
      #expect(again.isEmpty)
    }
  }

  @Test func `are gone where something else is drawn`() throws {
    var screen = try DrawnScreen(columns: size.columns, lines: size.lines, sendsLinks: true)
    var buffer = CellBuffer(size)
    for line in 0..<2 {
      buffer.write("https://example.org", line: line, column: 2)
      buffer.link(line: line, columns: 2..<21, to: "https://example.org")
    }
    screen.present(buffer)
    #expect(screen.emulator.link(line: 0, column: 2) == "https://example.org")
    buffer.fill(line: 0, columns: 10..<12, style: .plain)
    screen.present(buffer)
    #expect(buffer.links.map(\.line) == [1])
    #expect(screen.wrongLink(in: buffer) == nil)
  }

  @Test func `are not sent to a terminal that may print them`() throws {
    var screen = try DrawnScreen(columns: size.columns, lines: size.lines)
    var buffer = CellBuffer(size)
    buffer.write("https://example.org", line: 0, column: 0)
    buffer.link(line: 0, columns: 0..<19, to: "https://example.org")
    let bytes = screen.present(buffer)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("]8;"))
    #expect(screen.difference(from: buffer) == nil)
  }
}
