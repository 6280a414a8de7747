@testable import FeedSources
@testable import listview
import FeedValues
import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

private func objects(_ path: String) throws -> [[String: Any]] {
  try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
    try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
  }
}

/// The text in the first columns of the demo: the time of day and the type.
private func summaries(_ snapshot: [String: Any]) throws -> [String] {
  let rows = try #require(snapshot["rows"] as? [[String: Any]])
  return try rows.map { row in
    let created = try #require(row["created"] as? Int)
    let day = created % 86_400
    let clock = String(format: "%02d:%02d:%02d", day / 3_600, day % 3_600 / 60, day % 60)
    return try "\(clock)  \(#require(row["type"] as? String))"
  }
}

@Test func `the demo plays to its end and shows the rows of the last snapshot`() throws {
  let snapshots = try objects(demo)
  let terminal = try listview("--feed", demo, "--speed", "1000", columns: 120, lines: 60)
  let last = try summaries(#require(snapshots.last))
  #expect(terminal.waits(for: ended(last.count)))
  let isShown = terminal.wait {
    zip(last, terminal.emulator.text[2..<57]).allSatisfy { $1.dropFirst(3).hasPrefix($0) }
  }
  #expect(isShown, "\(terminal.emulator.text)")
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `the demo advances from one snapshot to the next`() throws {
  let snapshots = try objects(demo)
  let times = snapshots.compactMap { $0["at"] as? Double }
  let terminal = try listview("--feed", demo, columns: 120)
  // A snapshot that stays for a while comes to rest; one that is seen at rest before the next comes
  // will do, however slow the machine.
  let rows = try snapshots.map(summaries)
  let isSeen = terminal.wait {
    let frames = terminal.frames
    for number in times.indices.dropLast() where times[number + 1] - times[number] > 0.6 {
      guard let last = frames.lastIndex(where: { $0[0].contains("▶ \(number + 1)/90") }),
        last + 1 < frames.count, frames[last + 1][0].contains("▶ \(number + 2)/90")
      else { continue }
      if zip(rows[number], frames[last][2..<22]).allSatisfy({ $1.contains($0) }) { return true }
    }
    return false
  }
  #expect(isSeen, "\(terminal.emulator.text)")
}

@Test func `an inserted row is animated through intermediate frames`() throws {
  let folder = try Folder()
  let feed = (0..<60).map { number in
    snapshot((0..<10 + number).reversed().map { $0 }, at: Double(number) / 2)
  }
  let path = try folder.file("feed", feed.joined())
  let terminal = try listview("--feed", path)
  // The number of frames that are drawn depends on the machine: one insertion of many will do.
  let isSeen = terminal.wait {
    let frames = terminal.frames
    for number in 10..<70 {
      let row = "row\(number) "
      guard let settled = frames.lastIndex(where: { $0[2].hasPrefix(" + \(row)") }) else {
        continue
      }
      let before = frames[..<settled].lastIndex {
        !$0.joined().contains(row.trimmingCharacters(in: .whitespaces))
      }
      let between = frames[((before ?? 0) + 1)..<settled].filter { $0[2] != frames[settled][2] }
      if Set(between.map { $0[2] }).count >= 2 { return true }
    }
    return false
  }
  #expect(isSeen)
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `the selected row keeps its line while rows above it are inserted and deleted`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<40))
  let terminal = try listview("--feed", path)
  #expect(terminal.waits(for: live(40)))
  terminal.send(String(repeating: "j", count: 10))
  #expect(terminal.wait { terminal.emulator.line(11).hasPrefix("▌  row9 ") })
  let frames = terminal.frames.count

  // Three come in above the selection, and one above it leaves.
  try folder.append(snapshot([100, 101, 102] + Array(0..<4) + Array(5..<40), at: 1), to: "feed")
  #expect(terminal.waits(for: "+3 −1"))
  #expect(terminal.waits(for: unseen("↑", 2)))
  #expect(terminal.wait { terminal.emulator.line(2).contains("row102") })
  for frame in terminal.frames[frames...] {
    #expect(frame[11].hasPrefix("▌  row9 "), "\(frame)")
  }
}

@Test func `a row of hostile text is one line and has no effect on the terminal`() throws {
  let folder = try Folder()
  let texts = [
    #"\u001b[2J\u001b]0;title\u0007\u001b[?1000h"#, #"cr\rlf\nnul\u0000tab\t"#,
    #"\u202eright to left\u2066"#, "日本語 👨‍👩‍👧 é", #"\u009b31m\u0084"#,
  ]
  let rows = texts.enumerated().map { #"{"id":"a\#($0)","text":"\#($1)","end":"|"}"# }
  let path = try folder.file("feed", "[\(rows.joined(separator: ","))]")
  let terminal = try listview("--feed", path, "--no-title")
  #expect(terminal.waits(for: rowCount(5)))
  let emulator = terminal.emulator
  let columns = (2..<7).map { line in
    (0..<emulator.columns).filter { emulator.cell(line: line, column: $0).text == "|" }
  }
  #expect(Set(columns).count == 1 && columns[0].count == 1, "\(emulator.text)")
  #expect(emulator.line(5).contains("日本語"))
  #expect(emulator.titles == 0 && emulator.bells == 0 && !emulator.isMouseOn)
  #expect(emulator.line(0).hasPrefix(" listview"))
}

@Test func `a command that fails before it has rows is reported with the reason and the next run`()
  throws
{
  let folder = try Folder()
  let script = "cat rows 2> /dev/null && exit; echo no connection >&2; exit 3"
  let arguments = ["--every", "0.25", "--", "sh", "-c", "cd '\(folder.url.path())'; \(script)"]
  let terminal = try listview(arguments, columns: 60)
  #expect(terminal.waits(for: "sh: \(FeedText.Source.exitStatus(3)): no connection"))
  #expect(terminal.waits(for: NoticeText.runsEvery("0.25")))
  #expect(terminal.waits(for: helpHint))
  // A key takes nothing of it away, and rows take all of it.
  terminal.send("j")
  #expect(terminal.line(of: "no connection") != nil)
  _ = try folder.file("rows", snapshot(0..<5))
  #expect(terminal.waits(for: rowCount(5)))
  #expect(terminal.wait { terminal.line(of: NoticeText.runsEvery("0.25")) == nil })
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `standard input is the feed while keys come from the terminal`() throws {
  let pipe = Pipe()
  // Programs that other tests start meanwhile must not hold the pipe open.
  for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
    _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
  }
  let terminal = try listview(
    "--feed",
    "-",
    standardInput: pipe.fileHandleForReading.fileDescriptor
  )
  #expect(terminal.waits(for: Placeholder.Text.waiting(for: NoticeText.standardInput)))
  try pipe.fileHandleForWriting.write(contentsOf: Data(snapshot(0..<30).utf8))
  #expect(terminal.waits(for: live(30)))
  terminal.send("jj")
  #expect(terminal.wait { terminal.emulator.line(3).hasPrefix("▌  row1 ") })
  try pipe.fileHandleForWriting.write(contentsOf: Data(snapshot(0..<31, at: 1).utf8))
  #expect(terminal.waits(for: rowCount(31)))
  try pipe.fileHandleForWriting.close()
  try pipe.fileHandleForReading.close()
  #expect(terminal.waits(for: FeedState.Text.ended))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `a log of two thousand rows scrolls to both ends at once`() throws {
  let folder = try Folder()
  let log = (0..<2_307).map { #"{"id":"c\#($0)","n":\#($0)}"# + "\n" }
  let terminal = try listview("--feed", folder.file("log", log.joined()))
  #expect(terminal.waits(for: rowCount(2_307)))
  #expect(terminal.emulator.line(2).contains("c2306"))
  terminal.send("G")
  #expect(terminal.wait { terminal.emulator.line(22).hasPrefix("▌  c0 ") })
  terminal.send("g")
  #expect(terminal.wait { terminal.emulator.line(2).hasPrefix("▌  c2306 ") })
}

@Test func `the window can be resized`() throws {
  let terminal = try listview("--feed", demo, columns: 120, lines: 40)
  #expect(terminal.waits(for: "/90"))
  terminal.resize(columns: 40, lines: 10)
  #expect(terminal.wait { terminal.emulator.line(9).contains(helpHint) })
  #expect(terminal.wait { terminal.emulator.line(0).hasPrefix(" listview") })
  terminal.resize(columns: 100, lines: 30)
  #expect(terminal.wait { terminal.emulator.line(29).contains(helpHint) })
}

@Test func `the screen shows the same without colour and with few colours`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", snapshot(0..<10))
  var screens: Set<[String]> = []
  for environment in [
    [:], ["NO_COLOR": "1"], ["TERM": "xterm"], ["TERM": "vt100"],
    ["TERM": "no-such-terminal"], ["LC_ALL": "C"],
  ] {
    let terminal = try listview("--feed", path, environment: environment)
    #expect(terminal.waits(for: live(10)), "\(environment)")
    #expect(terminal.wait { terminal.emulator.line(23).contains(helpHint) })
    terminal.send("j")
    #expect(terminal.wait { terminal.emulator.line(2).hasPrefix("▌  row0") }, "\(environment)")
    screens.insert(terminal.emulator.text)
    guard environment["NO_COLOR"] != nil else { continue }
    for line in 0..<24 {
      for column in 0..<100 {
        let cell = terminal.emulator.cell(line: line, column: column)
        #expect(cell.foreground == -1 && cell.background == -1)
      }
    }
    #expect(terminal.emulator.cell(line: 2, column: 5).isReverse)
  }
  #expect(screens.count == 1, "\(screens)")
}
