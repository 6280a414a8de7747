import Foundation
import Testing

import Glibc

/// A program that runs beside a test, in a folder of its own, until it is stopped.
final class Companion {
  let process = Process()
  private let folder: Folder
  private let endSignal: Int32

  /// Starts a command.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments, found on the path of the test.
  ///   - folder: The folder of its output, the files `out` and `err`.
  ///   - environment: The additions to the environment of the test.
  ///   - endSignal: The signal that ends it. Foundation starts children with most signals blocked, and
  ///     some leave them so.
  /// - Throws: If it cannot be started.
  init(
    _ command: [String],
    in folder: Folder,
    environment: [String: String] = [:],
    endedBy endSignal: Int32 = SIGTERM
  ) throws {
    self.folder = folder
    self.endSignal = endSignal
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try Self.file("out", in: folder)
    process.standardError = try Self.file("err", in: folder)
    try process.run()
  }

  private static func file(_ name: String, in folder: Folder) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(filePath: folder.file(name, "")))
  }

  deinit { stop() }

  /// The lines of its output that are complete.
  var lines: [String] {
    let text = (try? String(contentsOf: folder.url.appending(path: "out"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// The text that it wrote to standard error.
  var errors: String {
    (try? String(contentsOf: folder.url.appending(path: "err"), encoding: .utf8)) ?? ""
  }

  /// Asks it, and what it started in its process group, to end, and waits until it has.
  func stop() {
    guard process.isRunning else { return }
    let identifier = process.processIdentifier
    let target = getpgid(identifier) == identifier ? -identifier : identifier
    kill(target, endSignal)
    if !waits(until: { !process.isRunning }) { kill(target, SIGKILL) }
    process.waitUntilExit()
  }
}

/// Waits until a condition holds; a minute at most, for machines that do much else.
func waits(until condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    usleep(10_000)
  }
  return try condition()
}

/// The path of a program; nil if it is not installed.
func path(of program: String, in folders: [String] = []) -> String? {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return (path.split(separator: ":").map(String.init) + ["/usr/sbin", "/sbin"] + folders)
    .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
}

/// The folders of the programs of PostgreSQL's server, the newest version first.
let postgresFolders: [String] = {
  let versions = "/usr/lib/postgresql"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
  return names.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(versions)/\($0)/bin" }
}()

/// Runs a command to its end.
@discardableResult
func shell(
  _ command: String,
  environment: [String: String] = [:]
) throws -> (
  text: String, status: Int32
) {
  let process = Process()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", command]
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  process.standardInput = FileHandle.nullDevice
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (String(decoding: data, as: UTF8.self), process.terminationStatus)
}
