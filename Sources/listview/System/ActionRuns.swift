import CTTY
import EventLoop
import FeedClients
import FeedSources
import FeedValues
import Glibc
import ListViewApp
import ListViewParts
import TerminalCore
import Values

/// The commands that the user runs on rows: starts them, reads what they write, and tells the app when they end.
struct ActionRuns {
  private struct Run {
    let run: RowRun
    let process: ChildProcess
    /// Whether it has written anything but errors.
    var hasOutput = false
  }

  private var running: [Run] = []
  private var waiting: [RowRun] = []
  let runs: CommandRuns

  /// The maximum number of commands that run side by side.
  private static let together = 4
  /// The maximum number of bytes read in a turn.
  private static let slice = 8_192

  init(_ runs: CommandRuns) { self.runs = runs }

  /// Starts a command, or lets it wait for its turn.
  mutating func start(_ run: RowRun, _ app: inout App) {
    waiting.append(run)
    startWaiting(&app)
  }

  private mutating func startWaiting(_ app: inout App) {
    while running.count < Self.together, !waiting.isEmpty {
      let run = waiting.removeFirst()
      // However the program ends, they end with it.
      ProcessTree.startGuard()
      do throws(FeedError) {
        let process = try ChildProcess(
          run.arguments,
          input: run.input.map { .bytes($0) } ?? .nothing,
          run.mode == .pane ? .piped : .discarded,
          adding: run.variables,
          runs: runs
        )
        running.append(Run(run: run, process: process))
      } catch {
        app.endRun(run.number, failure: "\(error)", at: .now)
      }
    }
  }

  /// Whether a command is under way, or waits for its turn.
  var isRunning: Bool { !running.isEmpty || !waiting.isEmpty }

  /// The descriptors to wait for, to become readable.
  var interests: [EventLoop.Interest] {
    running.flatMap { run in
      [run.process.output, run.process.errors].filter { $0 >= 0 }.map { .init($0, .read) }
    }
  }

  /// Reads what has been written, and reports what has ended.
  ///
  /// - Returns: The steps after the commands that ended successfully.
  mutating func advance(_ app: inout App) -> [RowCommand.Next] {
    var next: [RowCommand.Next] = []
    for index in running.indices.reversed() {
      let (run, process) = (running[index].run, running[index].process)
      process.readErrors()
      let hasEnded = process.hasEnded()
      var isAtEnd = process.output < 0
      if !isAtEnd {
        let (bytes, isOver) = Self.read(process.output)
        if !bytes.isEmpty {
          running[index].hasOutput = true
          app.receiveOutput(bytes, ofRun: run.number, at: .now)
        }
        // More is read in the next turn, so that no key waits for a flood.
        isAtEnd = isOver || bytes.isEmpty
        if !bytes.isEmpty, bytes.count < Self.slice { app.restOutput(ofRun: run.number, at: .now) }
      }
      guard hasEnded, isAtEnd else { continue }
      let hasOutput = running.remove(at: index).hasOutput
      // A status bar has room for one line of them.
      if !hasOutput, process.failure != nil, run.mode == .pane {
        let errors = process.errorLines.map { "\($0)\n" }.joined()
        app.receiveOutput(Array(errors.utf8), ofRun: run.number, at: .now)
      }
      let failure = process.failure.map { failure in
        process.errorLine.isEmpty ? failure : "\(failure): \(process.errorLine)"
      }
      app.endRun(run.number, failure: failure, at: .now)
      if failure == nil { next.append(run.next ?? .refresh) }
    }
    startWaiting(&app)
    return next
  }

  /// Ends a command.
  mutating func end(_ number: Int, _ app: inout App) {
    waiting.removeAll { $0.number == number }
    running.removeAll { $0.run.number == number }
    startWaiting(&app)
  }

  private static func read(_ descriptor: Int32) -> (bytes: [UInt8], isOver: Bool) {
    var isOver = false
    let bytes = [UInt8](unsafeUninitializedCapacity: slice) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, slice)
      count = max(0, result)
      isOver = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
    }
    return (bytes, isOver)
  }
}

/// The environment of this process.
enum ProcessEnvironment {
  /// All variables by name; the first of several with the same name counts.
  static var variables: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      entry += 1
    }
    return variables
  }
}

/// The arguments of this process.
enum ProcessArguments {
  /// The arguments after the name of the program; what is secret in them is no longer visible to other
  /// processes afterwards.
  static func taken() -> [String] {
    let words = processArguments
    for (index, word) in words.enumerated() {
      let shown = shown(word, after: index > 0 ? words[index - 1] : "")
      if shown != word { tty_argument_replace(Int32(index + 1), shown) }
    }
    return words
  }

  /// An argument without secrets: a URL without user, password and query, a header without its value.
  static func shown(_ word: String, after previous: String) -> String {
    let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
    let option = equals.map { String(word[...$0]) } ?? ""
    let value = word.dropFirst(option.count)
    if option == "--header=" || option.isEmpty && previous == "--header" {
      return option + value.prefix { $0 != ":" }
    }
    guard FeedURL.isURL(String(value)) else { return word }
    return option + (FeedURL(String(value))?.title ?? String(value.prefix { $0 != ":" }))
  }
}

/// Writes a message about the program itself to standard error.
func note(_ message: String) {
  complain("listview: \(message)")
}

/// Writes text to standard error, removing control characters, which command output and file names may contain.
func complain(_ text: String) {
  let shown = text.split(separator: "\n", omittingEmptySubsequences: false).map {
    DisplayWidth.cut($0, to: .max)
  }
  // There is nowhere to report that writing to standard error failed.
  try? SystemFiles.write((shown.joined(separator: "\n") + "\n").utf8, to: STDERR_FILENO)
}

/// Reports why the program cannot continue, and exits.
func fail(_ message: String, code: Int32) -> Never {
  note(message)
  exit(code)
}

extension Duration {
  /// A duration in seconds as given by the user, limited so that adding it to an instant cannot overflow.
  static func given(seconds: Double) -> Duration { .seconds(min(seconds, 1e9)) }
}

extension FeedTime {
  /// The current time of the system clock.
  static var now: FeedTime {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return FeedTime(seconds: Int(now.tv_sec), nanosecond: Int(now.tv_nsec)) ?? .latest
  }

  /// The time in whole milliseconds since 1970.
  var milliseconds: Int { seconds * 1_000 + nanosecond / 1_000_000 }
}
