import Testing

@testable import TerminalCore

@Test func `an address cannot act on the terminal`() throws {
  var buffer = CellBuffer(TerminalSize(columns: 9, lines: 1))
  buffer.link(line: 0, columns: 0..<3, to: "https://a/\u{1B}\\\u{7}\u{9C}é \n")
  let link = try #require(buffer.links.first)
  #expect(link.target == "https://a/%1B\\%07%C2%9C%C3%A9%20%0A")
  #expect(link.beginning == Array("\u{1B}]8;;\(link.target)\u{1B}\\".utf8))
}

@Test func `an address that terminals ignore is no link`() {
  var buffer = CellBuffer(TerminalSize(columns: 9, lines: 1))
  buffer.link(line: 0, columns: 0..<3, to: "https://" + String(repeating: "a", count: 2_000))
  #expect(buffer.links.isEmpty)
}

@Test func `links go with their lines`() {
  var (buffer, other) = (
    CellBuffer(.init(columns: 9, lines: 2)), CellBuffer(.init(columns: 9, lines: 2))
  )
  buffer.link(line: 0, columns: 0..<3, to: "https://a")
  other.link(line: 1, columns: 0..<3, to: "https://b")
  buffer.replaceLine(1, with: other)
  #expect(buffer.links.map(\.target) == ["https://a", "https://b"])
  buffer.replaceLine(0, with: other)
  #expect(buffer.links.map(\.target) == ["https://b"])
  buffer.clear()
  #expect(buffer.links.isEmpty)
}

@Test(arguments: [
  (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true), (["TERM": "foot"], true),
  (["TERM": "linux"], false), (["TERM": "screen"], false), (["TERM": "vt100"], false), ([:], false),
  (["TERM": "linux", "FORCE_HYPERLINK": "1"], true),
  (["TERM": "xterm", "FORCE_HYPERLINK": "0"], false),
  (["TERM": "xterm", "FORCE_HYPERLINK": ""], true),
])
func `links are for terminals that know them or ignore them`(
  environment: [String: String],
  isSupported: Bool
) {
  #expect(Hyperlink.isSupported(by: environment) == isSupported)
}
