import CVTerm
import Foundation

import Glibc

/// A terminal without a process, which reads only when it is told to.
package final class SilentTerminal {
  /// The device that a program would open.
  package let path: String
  private let leader: Int32
  private let follower: Int32

  /// Creates a terminal.
  package init(columns: Int, lines: Int) throws {
    var (leader, follower): (Int32, Int32) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(lines)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&leader, &follower, &name, nil, &size) == 0 else { throw POSIXError(.EIO) }
    _ = fcntl(leader, F_SETFL, O_NONBLOCK)
    self.leader = leader
    self.follower = follower
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    close(leader)
    close(follower)
  }

  /// The bytes that have come so far.
  package func read() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = readSome(leader, &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// Tries until `condition` holds; what is typed gets to the other end by the kernel's own thread.
  package func arrives(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
      if condition() { return true }
      usleep(100)
    }
    return false
  }

  /// Types bytes.
  package func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { write(leader, $0.baseAddress, $0.count) }
  }
}

private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}
