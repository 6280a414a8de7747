import Foundation

import Glibc

/// A server of the test's own, ended with it.
final class Server {
  let process = Process()
  let folder: URL
  private let output = Pipe()

  init(_ arguments: [String], in folder: URL, environment: [String: String] = [:]) throws {
    self.folder = folder
    process.executableURL = URL(filePath: "/usr/bin/env")
    // Foundation starts children with most signals blocked.
    let start = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execvp(sys.argv[1], sys.argv[1:])
      """
    process.arguments = ["python3", "-c", start] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.environment?["PATH", default: ""] += ":/usr/sbin"
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    end(by: SIGKILL)
  }

  /// Ends the server, and waits until it has ended.
  func end(by signal: Int32) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  /// The first line that it prints.
  func firstLine() -> String {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "listview-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A port that nobody listens at.
  static func freePort() -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = bind(descriptor, pointer, length)
        getsockname(descriptor, pointer, &length)
      }
      return Int(UInt16(bigEndian: pointer.pointee.sin_port))
    }
  }
}

/// Whether a program is installed.
func isInstalled(_ names: String...) -> Bool {
  names.allSatisfy { name in
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders + ["/usr/sbin"]).contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}

/// The output of a command.
@discardableResult
func shell(_ command: String) throws -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: "/bin/sh")
  process.arguments = ["-c", command]
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return String(decoding: data, as: UTF8.self)
}
