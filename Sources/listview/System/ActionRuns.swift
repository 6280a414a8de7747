import EventLoop
import FeedSources
import FeedValues
import ListViewApp
import ListViewParts

import Glibc

/// The commands that the user runs on rows: starts them, reads what they write, and tells the app when they end.
struct ActionRuns {
  private struct Run {
    let run: RowRun
    let process: ChildProcess
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
        if !bytes.isEmpty { app.receiveOutput(bytes, ofRun: run.number, at: .now) }
        // More is read in the next turn, so that no key waits for a flood.
        isAtEnd = isOver || bytes.isEmpty
        if !bytes.isEmpty, bytes.count < Self.slice { app.restOutput(ofRun: run.number, at: .now) }
      }
      guard hasEnded, isAtEnd else { continue }
      running.remove(at: index)
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
