#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that another one has taken the name of, while its writer still has it open.
///
/// Further output of its writer is inserted as whole lines between those of the new file.
final class RetiredFile {
  private let file: Int32
  /// The beginning of a line.
  private var rest: [UInt8] = []
  private var lastGrowth: ContinuousClock.Instant

  /// How long a file may rest before it is given up.
  static let patience = Duration.seconds(60)

  /// Takes over a descriptor whose bytes have been read to their end.
  init(_ file: Int32, at instant: ContinuousClock.Instant) {
    self.file = file
    lastGrowth = instant
  }

  deinit { close(file) }

  /// Whether nobody will write to it: it has been deleted, or has rested for long.
  func isOver(at instant: ContinuousClock.Instant) -> Bool {
    var status = stat()
    return fstat(file, &status) != 0 || status.st_nlink == 0
      || lastGrowth + Self.patience <= instant
  }

  /// The lines that were written since the last call; empty if there is no whole one.
  func takeLines(at instant: ContinuousClock.Instant) -> [UInt8] {
    while case let bytes = readBytes(file, upTo: 1 << 16).bytes, !bytes.isEmpty {
      rest += bytes
      lastGrowth = instant
      // No line is so long.
      if rest.count > 1 << 24 { break }
    }
    guard let end = rest.lastIndex(of: 0x0A) else { return [] }
    defer { rest = Array(rest[(end + 1)...]) }
    return Array(rest[...end])
  }
}
