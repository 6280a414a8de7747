import ArgumentParser
import FeedSimulator

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Writes a feed of events like those of a payment company's dashboard.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Write a feed like that of a payment company's dashboard to standard output.",
    discussion: """
      Each line is the whole list at an instant, {"at": TIME, "rows": [...]}, the newest event \
      first: payments that are pending and then succeed or fail, customers, payouts, refunds, \
      disputes. When the window is full the oldest events leave. The same seed gives the same \
      events.
      """
  )

  @Option(help: "What decides all that happens.")
  var seed: UInt64 = 1

  @Option(help: "Changes of the list a second, on the average.")
  var rate: Double = 2

  @Option(help: "The most events in the list.")
  var window: Int = 50

  @Option(help: "The number of lists to write; without it they go on until the reader leaves.")
  var count: Int?

  @Flag(help: "Do not wait between the lists: make a recording that starts at a fixed time.")
  var instant = false

  func validate() throws {
    guard rate > 0, rate.isFinite else { throw ValidationError("--rate must be above 0.") }
    guard 1...100_000 ~= window else {
      throw ValidationError("--window must be between 1 and 100000.")
    }
    guard count ?? 1 > 0 else { throw ValidationError("--count must be 1 at least.") }
    if instant, count == nil { throw ValidationError("--instant needs a --count.") }
  }

  /// 2026-11-21T12:00:00Z: a recording has the same bytes whenever it is made.
  private static let recordingStart = 1_795_262_400_000

  func run() throws {
    var time = instant ? Self.recordingStart : wallClock()
    let clock = ContinuousClock()
    var due = clock.now
    var scenario = PaymentsScenario(seed: seed, window: window, start: time / 1_000)
    var written = 0
    while true {
      emit(scenario.line(at: time) + "\n")
      written += 1
      if let count, written >= count { return }
      let gap = scenario.nextGap(rate: rate)
      time += gap
      if !instant {
        due += .milliseconds(gap)
        sleep(until: due)
        time = wallClock()
      }
      scenario.step(at: time / 1_000)
    }
  }

  private func emit(_ line: String) {
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        guard errno == EINTR else {
          fail("standard output: \(String(cString: strerror(errno)))", code: EX_IOERR)
        }
        continue
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Milliseconds since 1970.
  private func wallClock() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1_000 + now.tv_nsec / 1_000_000
  }

  private func sleep(until due: ContinuousClock.Instant) {
    let left = (due - .now).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return }
    var rest = timespec(tv_sec: Int(left.seconds), tv_nsec: Int(left.attoseconds / 1_000_000_000))
    var wait = rest
    while nanosleep(&wait, &rest) < 0, errno == EINTR { wait = rest }
  }
}
