@testable import FeedStore
import FeedSources
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

private let row =
  #"{"id":"évt_1","type":"charge.pending","data":{"amount":4200,"text":"\u001b]0;x\u0007"}}"#

private func recording(_ rows: String, at time: Int) -> String {
  #"{"at":\#(1_700_000_000 + time),"rows":[\#(rows)]}"# + "\n"
}

extension PseudoTerminal {
  /// The text that the program put into the clipboard last.
  fileprivate var clipboard: String? {
    let pieces = output.components(separatedBy: "\u{1B}]52;c;").dropFirst()
    guard let end = pieces.last?.range(of: "\u{1B}\\") else { return nil }
    guard let data = pieces.last.flatMap({ Data(base64Encoded: String($0[..<end.lowerBound])) })
    else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}

@Test func `keys open, fold, copy and close a row`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", recording(row + #",{"id":"evt_2","type":"b"}"#, at: 0))
  let terminal = try listview("--feed", path, "--no-title")
  #expect(terminal.waits(for: live(2)))
  #expect(terminal.waits(for: hint("/", HintText.search)))
  terminal.send("\r")
  #expect(terminal.waits(for: #"type  "charge.pending""#))
  #expect(terminal.waits(for: "▾ data"))
  terminal.send("jy")
  #expect(terminal.waits(for: RowCopy.Text.copied("type", 14)))
  #expect(terminal.wait { terminal.clipboard == "charge.pending" })
  terminal.send("Y")
  #expect(terminal.wait { terminal.clipboard == row })
  terminal.send("jh")
  #expect(terminal.waits(for: "▸ data"))
  terminal.send("l")
  #expect(terminal.waits(for: "▾ data"))
  terminal.send("\r")
  #expect(terminal.waits(for: "▸ data"))
  terminal.send("J")
  #expect(terminal.waits(for: #"id    "evt_2""#))
  terminal.send("K")
  #expect(terminal.waits(for: #"type  "charge.pending""#))
  terminal.send("\t")
  #expect(terminal.waits(for: hint("Tab", HintText.detail)))
  terminal.send("y")
  #expect(terminal.wait { terminal.clipboard == "évt_1" })
  // The row changes, and goes, under the eyes of the reader.
  try folder.append(
    recording(row.replacing("pending", with: "paid") + #",{"id":"evt_2","type":"b"}"#, at: 1),
    to: "feed"
  )
  #expect(terminal.waits(for: #""charge.pending" → "charge.paid""#))
  try folder.append(recording(#"{"id":"evt_2","type":"b"}"#, at: 2), to: "feed")
  #expect(terminal.waits(for: DetailView.Text.deleted(since: "22:13:22")))
  terminal.send("\u{1B}")
  #expect(terminal.wait { terminal.line(of: DetailView.Text.deleted(since: "22:13:22")) == nil })
  #expect(terminal.emulator.titles == 0 && terminal.emulator.bells == 0)
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `malformed input is announced beside the rows, and listed`() throws {
  let oops = MalformedInput(line: 2, offset: 0, reason: "", bytes: [])
  let announcement = String(Notices.Text.malformed(1, oops, "!").prefix(20))
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<10) + "oops \u{1B}[2J\n")
  let terminal = try listview("--feed", path)
  #expect(terminal.waits(for: "! \(FeedState.Text.malformed(1))"))
  #expect(terminal.waits(for: announcement))
  terminal.send("!")
  #expect(terminal.waits(for: #"oops \x1b[2J"#))
  terminal.send("q")
  #expect(terminal.wait { terminal.line(of: #"\x1b"#) == nil })
  #expect(terminal.wait { terminal.emulator.line(23).contains(helpHint) })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `the help scrolls on a small screen, and its keys have no other effect`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<10))
  let terminal = try listview("--feed", path, columns: 40, lines: 10)
  #expect(terminal.waits(for: helpHint))
  terminal.send("?")
  #expect(terminal.waits(for: helpLine("next-row")))
  terminal.send("G")
  #expect(terminal.waits(for: ":write"))
  for key in ["\u{1B}", "q", "?"] {
    terminal.send(key)
    #expect(terminal.wait { terminal.line(of: "row0") != nil && terminal.line(of: "╭") == nil })
    terminal.send("?")
    #expect(terminal.waits(for: helpLine("next-row")))
  }
  terminal.send("qq")
  #expect(terminal.waitForExit() == 0)
}
