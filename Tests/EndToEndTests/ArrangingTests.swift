import ListViewParts
import Foundation
import TerminalTestSupport
import Testing

/// A list of jobs at a time.
private func jobs(_ rows: [(id: String, size: String, state: String)], at time: Int = 0) -> String {
  let objects = rows.map { #"{"id":"\#($0.id)","size":"\#($0.size)","state":"\#($0.state)"}"# }
  return #"{"at":\#(1_700_000_000 + time),"rows":[\#(objects.joined(separator: ","))]}"# + "\n"
}

private let four = [
  (id: "ant", size: "900M", state: "done"), (id: "bee", size: "1.2G", state: "failed"),
  (id: "cat", size: "40K", state: "failed"), (id: "dog", size: "2T", state: "done"),
]

extension PseudoTerminal {
  /// The first words of the lines of the table: names, and the headers of groups.
  fileprivate var names: [String] {
    emulator.text.dropFirst(2).dropLast().compactMap { line in
      let words = line.dropFirst(3).split(separator: " ").prefix { $0 != "·" }
      return words.first { $0 != "●" && $0 != "▾" && $0 != "▸" && $0 != "│" && $0 != "┃" }
        .map(String.init)
    }.filter { !$0.hasPrefix("─") }
  }

  fileprivate func shows(_ names: String...) -> Bool { wait { self.names == names } }

  /// The number before the header of a column, while one is picked.
  fileprivate func number(of title: String) -> String {
    _ = wait { emulator.line(1).contains("1") }
    let header = emulator.line(1)
    return header.range(of: title).map { String(header[header.index($0.lowerBound, offsetBy: -2)]) }
      ?? "?"
  }
}

@Test func `keys sort, invert, freeze and restore feed order`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", jobs(four)))
  #expect(terminal.shows("ant", "bee", "cat", "dog"), "\(terminal.emulator.text)")
  terminal.send("s")
  #expect(terminal.waits(for: ColumnPick.Text.sort))
  terminal.send(terminal.number(of: "SIZE"))
  #expect(terminal.shows("dog", "bee", "ant", "cat"), "\(terminal.emulator.text)")
  #expect(terminal.emulator.line(1).contains("SIZE▼"))
  terminal.send("I")
  #expect(terminal.shows("cat", "ant", "bee", "dog"))
  #expect(terminal.emulator.line(1).contains("SIZE▲"))

  // A row that changes travels; in a frozen order it stays.
  var rows = four
  rows[2].size = "3T"
  try folder.append(jobs(rows, at: 1), to: "feed")
  #expect(terminal.shows("ant", "bee", "dog", "cat"))
  terminal.send("o")
  #expect(terminal.waits(for: ListState.Text.frozen))
  rows[0].size = "9T"
  try folder.append(jobs(rows + [(id: "elk", size: "1K", state: "done")], at: 2), to: "feed")
  #expect(terminal.shows("ant", "bee", "dog", "cat", "elk"))
  terminal.send("o")
  #expect(terminal.shows("elk", "bee", "dog", "cat", "ant"))
  terminal.send("s0")
  #expect(terminal.shows("ant", "bee", "cat", "dog", "elk"))
  terminal.send("q")
  #expect(terminal.waitForExit() == 0)
}

@Test func `keys group rows, and fold one group or all`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", jobs(four)))
  #expect(terminal.shows("ant", "bee", "cat", "dog"))
  terminal.send("b")
  #expect(terminal.waits(for: ColumnPick.Text.group))
  terminal.send(terminal.number(of: "STATE"))
  #expect(terminal.shows("done", "ant", "dog", "failed", "bee", "cat"), "\(terminal.emulator.text)")
  #expect(terminal.waits(for: "● done · 2 ───"))
  terminal.send("j\r")
  #expect(terminal.shows("done", "failed", "bee", "cat"))
  #expect(terminal.waits(for: "▌▸ ● done · 2"))
  terminal.send("jjz")
  #expect(terminal.shows("done", "failed"))
  terminal.send("Z")
  #expect(terminal.shows("done", "ant", "dog", "failed", "bee", "cat"))
  terminal.send("b0")
  #expect(terminal.shows("ant", "bee", "cat", "dog"))
}

@Test func `keys pin and mark rows, and a pinned row stays after it is deleted`() throws {
  let folder = try Folder()
  let terminal = try listview("--feed", folder.file("feed", jobs(four)))
  #expect(terminal.shows("ant", "bee", "cat", "dog"))
  terminal.send("jjjp")
  #expect(terminal.shows("cat", "ant", "bee", "dog"))
  #expect(terminal.waits(for: ListState.Text.pinned(1)) && terminal.line(of: "─────") == 3)
  try folder.append(jobs(Array(four.prefix(2)), at: 1), to: "feed")
  #expect(terminal.wait { terminal.emulator.line(2).dropFirst().hasPrefix("− cat") })
  terminal.send("gvv")
  #expect(terminal.waits(for: "  *ant") && terminal.waits(for: ListState.Text.marked(2)))
  terminal.send("g'")
  #expect(terminal.wait { terminal.emulator.line(5).hasPrefix("▌ *bee") })
  terminal.send("V")
  #expect(terminal.wait { terminal.line(of: markedWord) == nil })
  terminal.send("kkp")
  #expect(terminal.shows("ant", "bee"))
}

@Test func `flags sort and group from the start`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", jobs(four))
  for (arguments, names) in [
    (["--sort", "size"], ["cat", "ant", "bee", "dog"]),
    (["--sort", "-size"], ["dog", "bee", "ant", "cat"]),
    (["--sort", "-SIZE", "--group", "state"], ["done", "dog", "ant", "failed", "bee", "cat"]),
  ] {
    let terminal = try listview(["--feed", path] + arguments)
    #expect(terminal.wait { terminal.names == names }, "\(arguments) \(terminal.emulator.text)")
  }
  #expect(try run(["--feed", path, "--sort", "-"]).status == 64)
  #expect(try run(["--feed", path, "--group", ""]).status == 64)
}

@Test func `sorted rows look the same without colour and on a small screen`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", jobs(four))
  for (columns, lines) in [(80, 24), (120, 40), (200, 50), (40, 10), (20, 5)] {
    let terminal = try listview(
      "--feed",
      path,
      "--group",
      "state",
      "--sort",
      "-size",
      columns: columns,
      lines: lines,
      environment: ["NO_COLOR": "1"]
    )
    #expect(terminal.waits(for: "▾ ● done · 2"), "\(columns)×\(lines) \(terminal.emulator.text)")
    #expect(terminal.wait { terminal.emulator.line(3).contains("dog") })
  }
}
