import Foundation
import TerminalTestSupport

import Glibc

/// A listview that runs with its output in a pipe or in nothing, until a test ends it.
final class RunningProgram {
  private let process = Process()
  private let output: Pipe?
  private let errors: URL
  private let folder: Folder

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - readsOutput: Whether its output is a pipe.
  ///   - input: Its standard input; nothing otherwise.
  /// - Throws: If it cannot be started.
  init(_ arguments: [String], readsOutput: Bool = true, input: Pipe? = nil) throws {
    folder = try Folder()
    errors = folder.url.appending(path: "errors")
    try Data().write(to: errors)
    output = readsOutput ? Pipe() : nil
    process.executableURL = URL(filePath: builtProgram("listview"))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "UTC"]) { $1 }
    if let input {
      process.standardInput = input
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    if let output {
      process.standardOutput = output
    } else {
      process.standardOutput = FileHandle.nullDevice
    }
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    for handle in [output?.fileHandleForReading, input?.fileHandleForWriting] {
      if let handle { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
    }
  }

  deinit {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  var identifier: pid_t { process.processIdentifier }

  /// The text that it wrote to standard error so far.
  var errorText: String {
    String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self)
  }

  /// Reads on until the output holds a text; all that was read.
  func read(until text: String, _ seen: String = "") -> String {
    var seen = seen
    while !seen.contains(text), let data = output?.fileHandleForReading.availableData,
      !data.isEmpty
    { seen += String(decoding: data, as: UTF8.self) }
    return seen
  }

  /// Closes its output, as head(1) does.
  func closeOutput() throws { try output?.fileHandleForReading.close() }

  /// Waits, a minute at most, until it sleeps.
  ///
  /// It sleeps only where its loop waits, after it has handled everything that has arrived: so what it
  /// reads afterwards is not part of what was there at first.
  ///
  /// - Returns: Whether it sleeps.
  func waitUntilIdle() -> Bool {
    waits {
      let stat = FileManager.default.contents(atPath: "/proc/\(self.identifier)/stat") ?? Data()
      // The state follows the name, which is in parentheses (proc_pid_stat(5)).
      return String(decoding: stat, as: UTF8.self).split(separator: ")").last?.hasPrefix(" S")
        == true
    }
  }

  /// Waits for its end, a minute at most.
  ///
  /// - Returns: The exit status, or the signal that ended it, negative; nil if it does not end.
  func waitForEnd() -> Int32? {
    let isDone = waits { !self.process.isRunning }
    guard isDone else { return nil }
    let status = process.terminationStatus
    return process.terminationReason == .uncaughtSignal ? -status : status
  }
}

/// Whether a process with this text in its command line runs, besides this one and another.
func isRunning(_ text: String, besides other: pid_t = 0) throws -> Bool {
  try runningCount(text, besides: other) > 0
}

/// The number of running processes with this text in their command lines, besides this one and another.
func runningCount(_ text: String, besides other: pid_t = 0) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
    guard let process = pid_t(name), process != getpid(), process != other else { return false }
    let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
    return String(decoding: line, as: UTF8.self).contains(text)
  }
}
