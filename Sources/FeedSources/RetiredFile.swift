import FeedValues
import Glibc

/// A file whose name now refers to another one, while its writer still has it open.
///
/// Further output of its writer is inserted as whole lines between those of the new file.
final class RetiredFile {
  private let file: Int32
  /// The beginning of an unfinished line.
  private var rest: [UInt8] = []
  private var lastGrowth: ContinuousClock.Instant

  /// The time for which a file may be unchanged before it is closed.
  static let patience = Duration.seconds(60)

  /// Takes over a descriptor whose bytes have been read to their end.
  init(_ file: Int32, at instant: ContinuousClock.Instant) {
    self.file = file
    lastGrowth = instant
  }

  deinit { close(file) }

  /// Whether no further output is expected: it was deleted, or has been unchanged for long.
  func isOver(at instant: ContinuousClock.Instant) -> Bool {
    var status = stat()
    return fstat(file, &status) != 0 || status.st_nlink == 0
      || lastGrowth + Self.patience <= instant
  }

  /// The lines that were written since the last call; empty if there is no complete one.
  func takeLines(at instant: ContinuousClock.Instant) -> [UInt8] {
    while case let bytes = readBytes(file, upTo: 1 << 16).bytes, !bytes.isEmpty {
      rest += bytes
      lastGrowth = instant
      // A longer line is given up.
      if rest.count > 1 << 24 { break }
    }
    guard let end = rest.lastIndex(of: 0x0A) else { return [] }
    defer { rest = Array(rest[(end + 1)...]) }
    return Array(rest[...end])
  }
}
