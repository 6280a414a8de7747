import Foundation

/// Measures the program itself on a terminal of its own.
struct FeedProgramBenchmark {
  /// The program, beside this one.
  let path: String

  init?() {
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    path = own.deletingLastPathComponent().appending(path: "listview").path()
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
  }

  /// The cost of opening a file.
  struct Opening {
    var firstScreen: Duration
    /// The processor time until all rows were in.
    var work: Duration
    /// The processor time spent after that, until the program came to rest: it reads sort keys ahead.
    var workAhead: Duration
    var memory: Int
  }

  /// Opens a file, and waits until the program comes to rest.
  func open(_ file: URL) throws -> Opening {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let clock = ContinuousClock()
    let start = clock.now
    let program = try terminal.start(path, ["--feed", file.path()])
    defer { program.stop() }
    var firstScreen: Duration?
    var output: [UInt8] = []
    var (usage, lastWork) = (0, start)
    let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    var (end, usageOfRows): (ContinuousClock.Instant?, Int?)
    // At rest nothing has run for half a second.
    while clock.now < lastWork + .milliseconds(500) || firstScreen == nil {
      guard clock.now < start + .seconds(60) else { throw BenchmarkTerminalError.system("rest", 0) }
      output += terminal.output(within: .milliseconds(10))
      if firstScreen == nil, output.contains(text: "evt_") { firstScreen = clock.now - start }
      if firstScreen != nil { output = [] }
      let now = try program.usage().nanoseconds
      // Waiting itself costs some microseconds.
      if now > usage + 1_000_000 { (usage, lastWork) = (now, clock.now) }
      if end == nil, program.position(in: file) == size { end = clock.now }
      // The last bytes are in a few turns after they were read; keys are read ahead only after that.
      if usageOfRows == nil, let end, clock.now > end + .milliseconds(50) { usageOfRows = now }
    }
    guard let work = usageOfRows else {
      throw BenchmarkTerminalError.system("the end of the file", 0)
    }
    return Opening(
      firstScreen: firstScreen ?? .zero,
      work: .nanoseconds(work),
      workAhead: .nanoseconds(usage - work),
      memory: ResidentMemory.of(program.process) ?? 0
    )
  }

  /// The cost of showing a stream of single events.
  struct Stream {
    /// The share of a core.
    var load: Double
    /// Memory once the window and the history are full, and at the end.
    var memoryBefore: Int
    var memoryAfter: Int
    /// Whether the last event came to stand on the screen.
    var isComplete: Bool
  }

  /// Sends events for a time, ten thousand a second, into a window of a hundred thousand.
  func stream(for time: Duration, seed: UInt64) throws -> Stream {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let program = try terminal.start(path, ["--feed", "-", "--limit", "100000"])
    defer { program.stop() }
    let clock = ContinuousClock()
    var workload = FeedWorkload(seed: seed)
    let start = clock.now
    let number = Int(time / .seconds(1)) * 10_000
    var sent = 0
    var before: Int?
    while sent < number {
      let due = min(Int((clock.now - start) / .microseconds(100)), number)
      var block: [UInt8] = []
      for _ in sent..<max(sent, due) { block += workload.event() }
      sent = max(sent, due)
      program.send(block)
      _ = terminal.output(within: .milliseconds(10))
      if before == nil, sent >= number / 2 { before = ResidentMemory.of(program.process) }
    }
    let usage = try program.usage().nanoseconds
    let elapsed = (clock.now - start) / .nanoseconds(1)
    let after = ResidentMemory.of(program.process)
    // All that was sent before it has been read once it is shown.
    program.send(
      Array("{\"id\":\"evt_LAST\",\"object\":\"event\",\"type\":\"last.of.all\"}\n".utf8)
    )
    var output: [UInt8] = []
    let end = clock.now + .seconds(5)
    while clock.now < end, !output.contains(text: "last.of.all") {
      output += terminal.output(within: .milliseconds(10))
    }
    return Stream(
      load: Double(usage) / elapsed,
      memoryBefore: before ?? 0,
      memoryAfter: after ?? 0,
      isComplete: output.contains(text: "last.of.all")
    )
  }

  /// Sends snapshots, twenty a second, and tells how long after it was sent each that was shown stood
  /// on the screen.
  func snapshots(of rows: Int, count: Int) throws -> (delays: [Duration], load: Double) {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let program = try terminal.start(path, ["--feed", "-", "--motion", "none"])
    defer { program.stop() }
    let texts = FeedWorkload.snapshots(of: rows, count: count)
    let clock = ContinuousClock()
    let start = clock.now
    var delays: [Duration] = []
    var output: [UInt8] = []
    var sent: [ContinuousClock.Instant] = []
    var shown = -1
    let interval = Duration.milliseconds(50)
    while sent.count < count || clock.now < start + interval * (count + 20) {
      if sent.count < count, clock.now >= start + interval * sent.count {
        sent.append(clock.now)
        program.send(texts[sent.count - 1])
      }
      output += terminal.output(within: .milliseconds(2))
      // The newest that is to be seen; what comes is in order.
      for number in stride(from: sent.count - 1, to: shown, by: -1)
      where output.contains(text: FeedWorkload.mark(number)) {
        shown = number
        delays.append(clock.now - sent[number])
        output = []
        break
      }
      if output.count > 1 << 18 { output = [] }
    }
    let usage = try program.usage().nanoseconds
    guard shown == count - 1 else { throw BenchmarkTerminalError.system("the last snapshot", 0) }
    // The first ones load.
    return (Array(delays.dropFirst(2)), Double(usage) / ((clock.now - start) / .nanoseconds(1)))
  }
}

extension [UInt8] {
  func contains(text: String) -> Bool {
    firstRange(of: Array(text.utf8)) != nil
  }
}

extension WorkerProcess {
  /// The offset to which the process has read a file that it has open (proc(5), `/proc/pid/fdinfo`); nil if it has not.
  fileprivate func position(in file: URL) -> Int? {
    let (files, process) = (FileManager.default, "/proc/\(process)")
    let number = try? files.contentsOfDirectory(atPath: "\(process)/fd").first { number in
      let target = try? files.destinationOfSymbolicLink(atPath: "\(process)/fd/\(number)")
      return target == file.path()
    }
    let info = number.flatMap {
      try? String(contentsOfFile: "\(process)/fdinfo/\($0)", encoding: .utf8)
    }
    return info?.split { $0.isWhitespace }.dropFirst().first.flatMap { Int($0) }
  }

  /// Writes bytes, and waits while the pipe is full.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
