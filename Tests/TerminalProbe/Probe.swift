import EventLoop
import NcursesTerminal
import TerminalCore

import Glibc

/// The loop of the probe.
struct Probe {
  let session: TerminalSession
  let loop: EventLoop
  var events: [String] = []
  var resumes = 0
  /// Whether nothing is read any more.
  var isBusy = false
  /// Lines to draw instead of what was heard.
  var lines: [String] = []

  mutating func run() throws {
    draw()
    while true {
      let interest: EventLoop.Events = session.wantsWrite ? [.read, .write] : .read
      let wakeup = try loop.wait(
        for: [.init(session.descriptor, interest)],
        until: session.inputDeadline
      )
      for signal in wakeup.signals { handle(signal) }
      if wakeup.events(for: session.descriptor).contains(.write) { session.flush() }
      for event in session.readEvents(at: .now) { handle(event) }
      if session.isHungUp { end(.hangUp) }
      draw()
      while isBusy {}
    }
  }

  private mutating func handle(_ signal: ProcessSignal) {
    switch signal {
    case .interrupt, .terminate, .hangUp, .quit: end(signal)
    case .suspend:
      session.suspend()
      loop.stopProcess()
      session.resume()
      resumes += 1
    case .resume:
      session.resume()
      resumes += 1
    case .windowChange: session.updateSize()
    case .childExit: break
    }
  }

  private mutating func handle(_ event: InputEvent) {
    events.append(Probe.describe(event))
    switch event {
    case .key(.character("q"), []):
      session.close()
      exit(0)
    case .key(.character("f"), []): preconditionFailure("asked to fail")
    case .key(.character("a"), []): abort()
    case .key(.character("b"), []): abortWhileBlocked()
    case .key(.character("s"), []): print(overflow(0))
    case .key(.character("e"), []): writeError("a word on standard error\n")
    case .key(.character("m"), []): session.usesMouse.toggle()
    case .key(.character("w"), []): isBusy = true
    default: break
    }
  }

  private static func describe(_ event: InputEvent) -> String {
    switch event {
    case .key(let key, let modifiers):
      var text = "key(.\(key)"
      if modifiers.contains(.control) { text += " control" }
      if modifiers.contains(.alt) { text += " alt" }
      if modifiers.contains(.shift) { text += " shift" }
      return text + ")"
    case .paste(let text): return "paste(\(text.unicodeScalars.count))"
    case .mouse(let mouse): return "mouse(\(mouse.kind) \(mouse.column),\(mouse.line))"
    case .focus(let isIn): return "focus(\(isIn))"
    case .resize, .report: return "\(event)"
    }
  }

  /// Aborts as a process does that was interrupted in the heap, whose locks fork(3) takes.
  private func abortWhileBlocked() -> Never {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: 4_096)
    while write(session.descriptor, text, text.count) > 0 {}
    pthread_atfork({ while true { pause() } }, nil, nil)
    abort()
  }

  private func overflow(_ depth: Int) -> Int { depth < 0 ? 0 : overflow(depth + 1) + depth }

  private func end(_ signal: ProcessSignal) -> Never {
    session.close()
    loop.endProcess(by: signal)
  }

  private func draw() {
    let theme = session.theme
    session.title = "probe \(events.count)\u{1B}]0;evil\u{7}"
    var buffer = CellBuffer(session.size)
    if !lines.isEmpty {
      for (line, text) in lines.enumerated() {
        buffer.write(text, line: line, column: 0, maximumWidth: 60)
        buffer.write("|", line: line, column: 70)
      }
      session.present(buffer)
      return
    }
    buffer.write(
      "size \(session.size.columns)x\(session.size.lines) \(session.term) \(session.colorDepth)",
      line: 0,
      column: 0
    )
    buffer.write("resumed \(resumes)", line: 1, column: 0, style: theme.style(.accent, bold: true))
    buffer.write("漢字 é …", line: 2, column: 0, style: theme.style(.success))
    buffer.fill(line: 3, style: theme.style(.text, on: .tint(.success, 0.28)))
    buffer.write(
      "\(theme.appearance)",
      line: 3,
      column: 0,
      style: theme.style(.text, on: .tint(.success, 0.28))
    )
    let shown = events.suffix(max(0, session.size.lines - 4))
    for (line, event) in shown.enumerated() {
      buffer.write(event, line: 4 + line, column: 0, style: theme.style(.dim))
    }
    session.present(buffer)
  }
}
