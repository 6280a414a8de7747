import ArgumentParser
import Foundation

/// Measures how soon the program shows something, and how soon it answers.
struct AppBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app",
    abstract: "Measure the first frame, and a key's effect while 10,000 events a second arrive.",
    discussion: """
      The program runs on a terminal that this one reads; it has to be built beside it. The time to \
      the first frame stands beside that of `listview --version` in the same run. Times are by the \
      clock, so that other work on the machine lengthens them.
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
    var isKept = true
    func tell(_ name: String, _ times: [Duration], _ bar: Duration) {
      let quantiles = Quantiles(times)
      let holds = quantiles.p50 <= bar
      isKept = isKept && holds
      let verdict = holds ? "holds" : "MISSED"
      print("\(name): \(quantiles) · bar p50 ≤ \(Int(bar / .microseconds(1))) µs · \(verdict)")
    }
    var (frames, versions): ([Duration], [Duration]) = ([], [])
    for _ in 0..<rounds {
      versions.append(try program.version())
      frames.append(try program.firstFrame(of: feed))
    }
    tell("first frame of \(feed)", frames, .milliseconds(50))
    let (frame, version) = (Quantiles(frames).p50, Quantiles(versions).p50)
    print(
      "listview --version: \(Quantiles(versions)) · ratio \(((frame / version) * 100).rounded() / 100)"
    )

    let oneFrame = Duration.microseconds(16_667)
    tell("a key's effect", try program.keyEffects(rounds, []), oneFrame)
    let arranged = ["--sort", "-data.amount", "--group", "type", "--filter", "data.amount>1000"]
    tell("sorted, grouped and filtered", try program.keyEffects(rounds, arranged), oneFrame)
    if check, !isKept { throw ExitCode(1) }
  }
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

  /// From a key to the pane that it opens, while events arrive, ten thousand a second.
  fileprivate func keyEffects(_ rounds: Int, _ arguments: [String]) throws -> [Duration] {
    let terminal = try BenchmarkTerminal(columns: 100, lines: 30)
    let program = try terminal.start(path, ["--feed", "-", "--limit", "100000"] + arguments)
    defer { program.stop() }
    var workload = FeedWorkload(seed: 1)
    let start = ContinuousClock.now
    var sent = 0
    func feed(for time: Duration, until isDone: ([UInt8]) -> Bool = { _ in false }) -> Bool {
      let end = ContinuousClock.now + time
      var output: [UInt8] = []
      while ContinuousClock.now < end {
        let due = Int((.now - start) / .microseconds(100))
        var block: [UInt8] = []
        for _ in sent..<max(sent, due) { block += workload.event() }
        sent = max(sent, due)
        program.send(block)
        output += terminal.output(within: .milliseconds(1))
        if isDone(output) { return true }
      }
      return false
    }
    // The window fills, so that all of it is sorted.
    _ = feed(for: .seconds(10))
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
      // What is opened and closed between two frames is never drawn.
      rest = max(.milliseconds(150), effects[round] * 2)
      _ = feed(for: rest)
      terminal.press("?")
    }
    return effects
  }
}
