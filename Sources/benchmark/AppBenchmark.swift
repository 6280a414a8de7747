import ArgumentParser
import Foundation

/// Measures how soon the program shows something, and how soon it answers.
struct AppBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Measure the first frame, and a key's effect while many events arrive.",
    discussion: """
      The program runs on a terminal that this one reads; it has to be built beside it. The time to \
      the first frame stands beside that of `listview --version` in the same run. Ten thousand events \
      a second arrive in a list of 100,000 rows, and a hundred thousand in one of a million, of which \
      it is told how many the program took. Times are by the clock, so that other work on the machine \
      lengthens them.
      """
  )

  @Option(help: "The recording that is opened.")
  var feed = "Demo/events.jsonl"

  @Option(help: "How often each thing is done.")
  var rounds = 40

  @Flag(help: "Exit with 1 where a figure misses its bar.")
  var check = false

  func validate() throws {
    guard 1...1_000 ~= rounds else { throw ValidationError("--rounds must be between 1 and 1000.") }
  }

  func run() throws {
    guard let program = FeedProgramBenchmark() else {
      throw ValidationError(
        "listview is not built beside this program: swift build -c release --product listview"
      )
    }
    var (frames, versions): ([Duration], [Duration]) = ([], [])
    for _ in 0..<rounds {
      versions.append(try program.version())
      frames.append(try program.firstFrame(of: feed))
    }
    let (frame, version) = (Quantiles(frames).p50, Quantiles(versions).p50)
    var isKept = frame <= .milliseconds(50)
    print(
      "first frame of \(feed): \(Quantiles(frames)) · bar p50 ≤ 50000 µs · \(isKept ? "holds" : "MISSED")"
    )
    print(
      "listview --version: \(Quantiles(versions)) · ratio \(((frame / version) * 100).rounded() / 100)"
    )

    let arranged = ["--sort", "-data.amount", "--group", "type", "--filter", "data.amount>1000"]
    for (name, flood, arguments) in [
      ("a key's effect", Flood.steady, []), ("sorted, grouped and filtered", .steady, arranged),
      ("the same, 100,000 a second", .fast, arranged),
    ] {
      let (effects, taken) = try program.keyEffects(rounds, of: flood, arguments)
      let holds = Quantiles(effects).p99 <= flood.bar && taken >= 0.99
      isKept = isKept && holds
      print(
        "\(name): \(Quantiles(effects)) · taken \((taken * 1_000).rounded(.down) / 10) % · "
          + "bar p99 ≤ \(Int(flood.bar / .microseconds(1))) µs, 99 % · \(holds ? "holds" : "MISSED")"
      )
    }
    if check, !isKept { throw ExitCode(1) }
  }
}

/// The events that arrive while keys are pressed.
private struct Flood {
  /// The number of rows in the list, which is full before the first key.
  var rows: Int
  /// The number of events a second.
  var rate: Int
  /// The time for which a key may wait: a frame, or two with a million rows.
  var bar: Duration { .microseconds(rows > 100_000 ? 33_333 : 16_667) }

  static let steady = Flood(rows: 100_000, rate: 10_000)
  static let fast = Flood(rows: 1_000_000, rate: 100_000)
}

extension FeedProgramBenchmark {
  /// From the start to the end of `listview --version`.
  fileprivate func version() throws -> Duration {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let start = ContinuousClock.now
    let program = try terminal.start(path, ["--version"])
    program.wait()
    return .now - start
  }

  /// From the start to the first list of a recording on the screen.
  fileprivate func firstFrame(of feed: String) throws -> Duration {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let start = ContinuousClock.now
    let program = try terminal.start(path, ["--feed", feed])
    defer { program.stop() }
    // The title and the rows are one write.
    terminal.waitForOutput(containing: "▶ 1/")
    return .now - start
  }

  /// From a key to the pane that it opens, while events arrive; and the share of them that was taken.
  fileprivate func keyEffects(
    _ rounds: Int,
    of flood: Flood,
    _ arguments: [String]
  ) throws -> (effects: [Duration], taken: Double) {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let limit = ["--feed", "-", "--limit", "\(flood.rows)"]
    let program = try terminal.start(path, limit + arguments)
    defer { program.stop() }
    var workload = FeedWorkload(seed: 1)
    for _ in 0..<flood.rows / 1_000 {
      program.send((0..<1_000).flatMap { _ in workload.event() })
      terminal.drain()
    }
    // An event that cannot be sent yet must not delay the key.
    let flags = fcntl(program.input, F_GETFL)
    _ = fcntl(program.input, F_SETFL, flags | O_NONBLOCK)
    var (start, due, sent) = (ContinuousClock.now, 0, 0)
    var block: ArraySlice<UInt8> = []
    func feed(for time: Duration, until isDone: ([UInt8]) -> Bool = { _ in false }) -> Bool {
      let end = ContinuousClock.now + time
      var output: [UInt8] = []
      while ContinuousClock.now < end {
        due = Int((.now - start) / .seconds(1) * Double(flood.rate))
        if block.isEmpty {
          // A few at a time, so that making them does not delay reading the effect of the key.
          let count = min(due - sent, 100)
          block = (0..<count).flatMap { _ in workload.event() }[...]
          sent += count
        }
        let count = block.withUnsafeBytes { write(program.input, $0.baseAddress, $0.count) }
        block = block.dropFirst(max(0, count))
        output += terminal.output(within: block.isEmpty && sent < due ? .zero : .milliseconds(1))
        if isDone(output) { return true }
      }
      return false
    }
    // All rows are shown, and sorted, before events are counted.
    _ = feed(for: .seconds(10))
    (start, due, sent) = (.now, 0, 0)
    var effects: [Duration] = []
    var rest = Duration.milliseconds(150)
    for round in 0..<rounds {
      // At any place between two frames.
      _ = feed(for: rest + .milliseconds(round * 7 % 17))
      let pressed = ContinuousClock.now
      terminal.press("?")
      guard feed(for: .seconds(5), until: { $0.contains(text: "Keys") }) else {
        throw BenchmarkTerminalError.system("the effect of a key", 0)
      }
      effects.append(.now - pressed)
      // A pane that is opened and closed between two frames is never drawn.
      rest = max(.milliseconds(150), effects[round] * 2)
      _ = feed(for: rest)
      terminal.press("?")
    }
    return (effects, Double(sent) / Double(max(1, due)))
  }
}
