import EventLoop
import Foundation
import NcursesTerminal
import TerminalCore

import Glibc

/// A program on a terminal for the tests: it draws what it hears, and does what the keys say.
///
/// With the path of a file it draws the texts in it, which U+0001 separates.
///
/// | Key | Does |
/// |---|---|
/// | q | quits |
/// | f, a, s | fails a precondition, aborts, overflows the stack |
/// | b | fills the terminal, then aborts while fork(3) would wait for ever |
/// | e | writes to standard error |
/// | m | switches the mouse on or off |
/// | b | computes for ever, once that is drawn |
@main
struct TerminalProbe {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let environment = Dictionary(uniqueKeysWithValues: environmentVariables())
    let loop = try EventLoop()
    try loop.endsWhenBusy()
    var options = TerminalSession.Options()
    options.reportsFocus = arguments.contains("focus")
    options.setsTitle = arguments.contains("title")
    let session: TerminalSession
    do {
      session = try TerminalSession(environment: environment, options: options)
    } catch {
      writeError("terminal-probe: \(error)\n")
      exit(2)
    }
    var probe = Probe(session: session, loop: loop)
    if let path = arguments.first(where: { $0.hasPrefix("/") }) {
      probe.lines = try String(contentsOfFile: path, encoding: .utf8).split(
        separator: "\u{1}",
        omittingEmptySubsequences: false
      ).map(String.init)
    }
    try probe.run()
  }

  private static func environmentVariables() -> [(String, String)] {
    var variables: [(String, String)] = []
    var entry = environ
    while let variable = entry.pointee {
      let parts = String(cString: variable).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables.append((String(parts[0]), String(parts[1]))) }
      entry += 1
    }
    return variables
  }
}

/// Writes to descriptor 2, wherever that leads.
func writeError(_ text: String) {
  var text = text
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
