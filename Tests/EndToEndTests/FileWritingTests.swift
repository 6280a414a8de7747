import Foundation
import Glibc
import ListViewParts
import TerminalTestSupport
import Testing

@testable import listview

@Test func `lines are written to a new file on another thread`() throws {
  let folder = try Folder()
  let path = folder.url.appending(path: "new.txt").path()
  let lines = (0..<50_000).map { "line \($0)" }
  let writing = try FileWriting(path) { body in try lines.forEach(body) }
  writing.wait()
  #expect(throws: Never.self) { try writing.result?.get() }
  #expect(try String(contentsOfFile: path, encoding: .utf8) == lines.joined(separator: "\n") + "\n")
  // An existing file stays as it is.
  let error = #expect(throws: SystemError.self) { _ = try FileWriting(path) { _ in } }
  #expect(error?.code == EEXIST)
  #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("line 0\n"))
}

@Test(arguments: [true, false])
func `a file that is not complete is removed`(isCancelled: Bool) throws {
  let folder = try Folder()
  let path = folder.url.appending(path: "part.txt").path()
  let line = String(repeating: "x", count: 1_000)
  let writing = try FileWriting(path) { body in
    for number in 0... {
      if !isCancelled, number == 1_000 { throw SystemError(code: ENOSPC) }
      try body(line)
    }
  }
  if isCancelled { writing.cancel() }
  writing.wait()
  let error = #expect(throws: SystemError.self) { try writing.result?.get() }
  #expect(error?.code == (isCancelled ? ECANCELED : ENOSPC))
  #expect(access(path, F_OK) != 0)
}

@Test func `who leaves while rows are written gets all of them, who leaves twice none`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", (0..<30_000).map { "{\"id\":\($0)}\n" }.joined())
  for (name, keys) in [("all.csv", "q"), ("part.txt", "qq")] {
    let terminal = try listview("--feed", path)
    #expect(terminal.waits(for: rowCount(30_000)))
    terminal.send(":write \(folder.url.path())/\(name)\r\(keys)")
    #expect(terminal.waitForExit() == 0)
  }
  let all = try String(contentsOf: folder.url.appending(path: "all.csv"), encoding: .utf8)
  let numbers = all.split(separator: "\n").dropFirst().compactMap { Int($0) }
  #expect(numbers.sorted() == Array(0..<30_000))
  #expect(access(folder.url.appending(path: "part.txt").path(), F_OK) != 0)
}

@Test func `a row that is waited for does not end the program before a file is written`() throws {
  let folder = try Folder()
  let path = try folder.file("feed", (0..<30_000).map { "{\"id\":\($0)}\n" }.joined())
  let terminal = try listview("--feed", path, "--until", "id=last")
  #expect(terminal.waits(for: rowCount(30_000)))
  terminal.send(":write \(folder.url.path())/all.csv\r")
  try folder.append(#"{"id":"last"}"# + "\n", to: "feed")
  #expect(terminal.waitForExit() == 0)
  let all = try String(contentsOf: folder.url.appending(path: "all.csv"), encoding: .utf8)
  #expect(all.split(separator: "\n").count > 30_000)
}
