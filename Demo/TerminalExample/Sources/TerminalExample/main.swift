import EventLoop
import Foundation
import NcursesTerminal
import TerminalCore

/// The keys pressed so far; a value that draws itself, so that a test needs no terminal.
struct KeyLog {
  private(set) var keys: [String] = []

  mutating func append(_ key: InputEvent.Key) { keys.append("\(key)") }

  func draw(_ size: TerminalSize, _ theme: Theme) -> CellBuffer {
    var buffer = CellBuffer(size, style: theme.style(.text))
    buffer.fill(line: 0, style: theme.style(.text, on: .bar))
    buffer.write("Press keys; q quits", line: 0, column: 1, style: theme.style(.accent, on: .bar))
    for (line, key) in keys.suffix(max(size.lines - 1, 0)).enumerated() {
      buffer.write(key, line: line + 1, column: 1, style: theme.style(.text))
    }
    return buffer
  }
}

var log = KeyLog()
if isatty(STDIN_FILENO) == 0 {
  // Without a terminal: what the first frame would be.
  let screen = RecordingScreen(TerminalSize(columns: 40, lines: 5))
  log.append(.character("a"))
  screen.present(log.draw(screen.size, Theme(depth: .none)))
  print(screen.lines.joined(separator: "\n"))
  exit(0)
}

let loop = try EventLoop()
let session = try TerminalSession(environment: ProcessInfo.processInfo.environment)
while true {
  session.present(log.draw(session.size, session.theme))
  let wakeup = try loop.wait(
    for: [.init(session.descriptor, session.wantsWrite ? [.read, .write] : .read)],
    until: session.inputDeadline
  )
  for signal in wakeup.signals {
    switch signal {
    case .windowChange: session.updateSize()
    case .suspend:
      session.suspend()
      loop.stopProcess()
      session.resume()
    case .resume: session.resume()
    case .childExit: break
    case .interrupt, .terminate, .hangUp, .quit:
      session.close()
      loop.endProcess(by: signal)
    }
  }
  if wakeup.events(for: session.descriptor).contains(.write) { session.flush() }
  for event in session.readEvents(at: .now) {
    if event == .key(.character("q")) {
      session.close()
      exit(0)
    }
    if case .key(let key, _) = event { log.append(key) }
  }
  if session.isHungUp { exit(1) }
}
