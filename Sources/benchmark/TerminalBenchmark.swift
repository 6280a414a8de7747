import ArgumentParser
import CTTY
import EventLoop
import Glibc
import NcursesTerminal
import TerminalCore

/// Measures what drawing costs: time in the buffer, bytes and writes on the line, wake-ups at rest,
/// and how soon and how evenly frames leave.
struct TerminalBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terminal",
    abstract: "Measure drawing, from the cells to the bytes on a pseudoterminal."
  )

  @Option(help: "Seconds of rest that are watched.") var idle = 10
  @Option(help: "Lines whose way through is timed.") var lines = 1000
  @Option(help: "Seconds of motion that are watched.") var motion = 5

  /// Used by the benchmark itself: what this process is to do on the terminal of `device`.
  @Option(help: .hidden) var role: TerminalRole?
  @Option(help: .hidden) var device: String?

  func run() throws {
    if let role, let device {
      try TerminalWorker(role: role, device: device).run()
      return
    }
    measureBuffer()
    for depth in [ColorDepth.indexed256, .trueColor] { try measureBytes(depth) }
    try measureIdle()
    let own = try measureLatency(.session)
    let bare = try measureLatency(.bare)
    print(
      "ratio to a bare poll-and-write loop: p50 \(ratio(own.p50, bare.p50)), p99 "
        + ratio(own.p99, bare.p99)
    )
    try measureMotion()
  }

  private func ratio(_ a: Duration, _ b: Duration) -> String {
    "\((a / b * 100).rounded() / 100)"
  }

  private func measureBuffer() {
    let sample = TerminalSample(
      theme: Theme(depth: .trueColor),
      size: TerminalSize(columns: 200, lines: 50)
    )
    var times: [Duration] = []
    for round in 0..<300 {
      let start = ContinuousClock.now
      let buffer = sample.frame(first: round)
      times.append(start.duration(to: .now))
      precondition(buffer.size.columns == 200)
    }
    print("a 200×50 frame drawn into the buffer: \(Quantiles(times))")
  }

  private func measureBytes(_ depth: ColorDepth) throws {
    let terminal = try BenchmarkTerminal(columns: 80, lines: 24)
    var environment = ["TERM": "xterm-256color"]
    if depth == .trueColor { environment["COLORTERM"] = "truecolor" }
    var options = TerminalSession.Options()
    options.path = terminal.path
    options.asksTerminal = false
    let session = try TerminalSession(environment: environment, options: options)
    let sample = TerminalSample(theme: session.theme, size: session.size)
    func cost(_ frame: CellBuffer) -> String {
      let before = session.statistics
      session.present(frame)
      terminal.drain()
      let after = session.statistics
      return "\(after.bytes - before.bytes) bytes, \(after.writes - before.writes) writes"
    }
    let name = depth == .trueColor ? "true colour" : "256 colours"
    print("80×24, \(name):")
    print("  everything: \(cost(sample.frame(first: 100)))")
    print("  nothing: \(cost(sample.frame(first: 100)))")
    print("  a row inserted at the top: \(cost(sample.frame(first: 99)))")
    _ = cost(sample.frame(first: 99, fade: 0.25))
    print("  a row faded one step: \(cost(sample.frame(first: 99, fade: 0.5)))")
    _ = cost(sample.frame(first: 99, note: "7"))
    print("  one cell: \(cost(sample.frame(first: 99, note: "8")))")
    session.close()
  }

  private func measureIdle() throws {
    let terminal = try BenchmarkTerminal(columns: 80, lines: 24)
    let worker = try terminal.start(.session)
    terminal.waitForOutput(containing: "ready")
    // The frame has come; the process is on its way back to sleep.
    usleep(200_000)
    let before = try worker.usage()
    sleep(UInt32(idle))
    let after = try worker.usage()
    print(
      "at rest for \(idle) s: \(after.switches - before.switches) wake-ups, "
        + "\((after.nanoseconds - before.nanoseconds) / 1000) µs of CPU time"
    )
    worker.stop()
  }

  private func measureLatency(_ role: TerminalRole) throws -> Quantiles {
    let terminal = try BenchmarkTerminal(columns: 80, lines: 24)
    let worker = try terminal.start(role)
    terminal.waitForOutput(containing: "ready")
    var times: [Duration] = []
    for number in 0..<lines {
      // Longer than a frame, so that none is held back for its beat.
      usleep(18_000)
      terminal.drain()
      let start = ContinuousClock.now
      worker.send("line \(number)\n")
      // Only what changed of the line comes.
      terminal.waitForOutput(containing: "")
      times.append(start.duration(to: .now))
    }
    worker.stop()
    let quantiles = Quantiles(times)
    print("from a line in the pipe to its bytes, \(role.rawValue): \(quantiles)")
    return quantiles
  }

  private func measureMotion() throws {
    let terminal = try BenchmarkTerminal(columns: 80, lines: 24)
    let worker = try terminal.start(.motion)
    terminal.waitForOutput(containing: "ready")
    worker.send("go\n")
    var stamps: [ContinuousClock.Instant] = []
    let end = ContinuousClock.now + .seconds(motion)
    while ContinuousClock.now < end {
      terminal.waitForOutput(containing: "")
      stamps.append(.now)
    }
    worker.stop()
    let frame = Duration.nanoseconds(16_666_667)
    let gaps = zip(stamps.dropFirst(2), stamps.dropFirst()).map { $0 - $1 }
    let deviations = gaps.map { $0 > frame ? $0 - frame : frame - $0 }
    print("frames at 60 a second, off their time: \(Quantiles(deviations)), \(gaps.count) frames")
  }
}

/// A screen like the program's: rows of several colours between two bars.
struct TerminalSample {
  let theme: Theme
  let size: TerminalSize

  /// The screen whose first row is row `first` of an endless list.
  func frame(first: Int, fade: Double = 0, note: String = "") -> CellBuffer {
    var buffer = CellBuffer(size)
    buffer.write("listview", line: 0, column: 1, style: theme.style(.accent, bold: true))
    buffer.write(note, line: 0, column: 12, style: theme.style(.text))
    let bar = theme.style(.dim, on: .bar)
    buffer.fill(line: size.lines - 1, style: bar)
    buffer.write("space pause   / search", line: size.lines - 1, column: 1, style: bar)
    for line in 1..<size.lines - 1 {
      row(first + line, line: line, into: &buffer, fade: line == 8 ? fade : 0)
    }
    return buffer
  }

  private func row(_ number: Int, line: Int, into buffer: inout CellBuffer, fade: Double) {
    let surface: Theme.Surface = fade > 0 ? .tint(.failure, 0.3) : .base
    buffer.fill(line: line, style: theme.style(.text, on: surface))
    func put(_ text: String, _ role: Theme.Role, _ column: Int) {
      buffer.write(
        text,
        line: line,
        column: column,
        style: theme.style(role, on: surface, fade: fade)
      )
    }
    let time = 43_200 + number * 7
    put("\(time / 3600):\(time / 600 % 6)\(time / 60 % 10):\(time / 10 % 6)\(time % 10)", .dim, 3)
    put(["charge.succeeded", "customer.created", "payout.paid"][number % 3], .text, 13)
    buffer.write(
      "$\(number * 37 % 900).00",
      line: line,
      column: 37,
      maximumWidth: 10,
      alignment: .right,
      style: theme.style(.text, on: surface, fade: fade)
    )
    put(["● paid", "● pending", "● declined"][number % 3], .success, 66)
    for column in stride(from: 84, to: size.columns - 12, by: 16) {
      put("détail \(number)", .dim, column)
    }
  }
}

/// The task of a process of the benchmark on its terminal.
enum TerminalRole: String, ExpressibleByArgument {
  /// Shows the newest line of its standard input, by a session and the loop.
  case session
  /// Writes the newest line to the terminal by a bare poll(2) and write(2).
  case bare
  /// As `session`; once a line has come, it moves at 60 frames a second.
  case motion
}

/// A program that draws what it reads, at the least that one of its kind can do.
struct TerminalWorker {
  let role: TerminalRole
  let device: String

  func run() throws {
    if role == .bare { try runBare() } else { try runSession() }
  }

  private func runBare() throws {
    let terminal = open(device, O_RDWR | O_NOCTTY)
    var buffer = [UInt8](repeating: 0, count: 4096)
    _ = write(terminal, "ready", 5)
    while true {
      var polled = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, -1) > 0 else { continue }
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count <= 0 { return }
      _ = write(terminal, buffer, count)
    }
  }

  private func runSession() throws {
    let loop = try EventLoop()
    var options = TerminalSession.Options()
    options.path = device
    options.asksTerminal = false
    let session = try TerminalSession(environment: ["TERM": "xterm-256color"], options: options)
    let sample = TerminalSample(theme: session.theme, size: session.size)
    var buffer = [UInt8](repeating: 0, count: 4096)
    var (note, shift) = ("ready", 1000)
    var nextFrame: ContinuousClock.Instant?
    session.present(sample.frame(first: shift, note: note))
    while true {
      let terminalEvents: EventLoop.Events = session.wantsWrite ? [.read, .write] : .read
      let wakeup = try loop.wait(
        for: [.init(session.descriptor, terminalEvents), .init(STDIN_FILENO, .read)],
        until: nextFrame
      )
      if !wakeup.signals.isEmpty { break }
      if wakeup.events(for: session.descriptor) != [] {
        session.flush()
        _ = session.readEvents(at: .now)
      }
      if wakeup.events(for: STDIN_FILENO) != [] {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count <= 0 { break }
        note = String(decoding: buffer[..<(count - 1)], as: UTF8.self)
        if role == .motion, nextFrame == nil { nextFrame = .now }
        if role == .session { session.present(sample.frame(first: shift, note: note)) }
      }
      if let due = nextFrame, wakeup.isDeadlineReached {
        shift -= 1
        session.present(sample.frame(first: shift, note: note))
        nextFrame = max(due + .nanoseconds(16_666_667), .now)
      }
    }
    session.close()
  }
}
