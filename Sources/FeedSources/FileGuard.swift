import FeedValues
import Glibc

/// A fingerprint of the part of a file that has been read, which reveals when a writer truncates the
/// file or overwrites bytes anywhere in it, even with the same number of bytes.
struct FileGuard {
  /// The number of bytes at each end that are examined whenever the file has grown.
  static let capacity = 128
  /// The number of bytes in a block, each of which has a hash.
  static let blockLength = 1 << 16

  private var offset = 0
  private var head: [UInt8] = []
  /// The hash of each whole block, in order.
  private var hashes: [UInt64] = []
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []

  /// Whether the last byte ends a line, or there is none.
  private(set) var isAtLineStart = true

  /// The number of bytes that were read.
  var length: Int { offset }

  /// The number of blocks, including a partial one.
  var blockCount: Int { hashes.count + 1 }

  /// Records bytes that follow those before.
  mutating func append(_ bytes: [UInt8]) {
    guard let last = bytes.last else { return }
    isAtLineStart = last == 0x0A
    offset += bytes.count
    if head.count < Self.capacity { head += bytes.prefix(Self.capacity - head.count) }
    var start = 0
    while rest.count + bytes.count - start >= Self.blockLength {
      let end = start + Self.blockLength - rest.count
      if rest.isEmpty {
        hashes.append(bytes.withUnsafeBytes { Self.hash(.init(rebasing: $0[start..<end])) })
      } else {
        rest += bytes[start..<end]
        hashes.append(rest.withUnsafeBytes(Self.hash))
        rest = []
      }
      start = end
    }
    rest += bytes[start...]
  }

  /// Describes the change of the file, judged by its length and its ends; nil if they are unchanged.
  ///
  /// - Complexity: O(1).
  func change(in file: Int32) -> String? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    if status.st_size < offset { return FeedText.Source.truncated }
    let tail = rest.suffix(Self.capacity)
    return isUnchanged(head, at: 0, in: file)
      && isUnchanged(Array(tail), at: offset - tail.count, in: file)
      ? nil : FeedText.Source.rewritten
  }

  /// Whether a block of the file is unchanged.
  ///
  /// - Complexity: O(1), for one read of a block.
  func isUnchanged(block: Int, in file: Int32) -> Bool {
    let start = block * Self.blockLength
    if block == hashes.count { return isUnchanged(rest, at: start, in: file) }
    let bytes = Self.read(Self.blockLength, at: start, of: file)
    return bytes.count == Self.blockLength && bytes.withUnsafeBytes(Self.hash) == hashes[block]
  }

  private func isUnchanged(_ known: [UInt8], at offset: Int, in file: Int32) -> Bool {
    Self.read(known.count, at: offset, of: file) == known
  }

  private static func read(_ length: Int, at offset: Int, of file: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      count = 0
      guard let start = buffer.baseAddress else { return }
      while count < length {
        let more = pread(file, start + count, length - count, off_t(offset + count))
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }

  /// A hash that distinguishes blocks unless they were crafted: a user who can write the file can
  /// write anything.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      offset += 8
    }
    while offset < bytes.count {
      hash = (hash ^ UInt64(bytes[offset])) &* 0x9E37_79B9_7F4A_7C15
      offset += 1
    }
    return hash ^ hash >> 32
  }
}

/// Decides how much of a file that has been read is examined again, and when.
///
/// A writer may replace bytes that were read by others, leaving the length as it was or adding more.
/// Whenever the file has changed in any way, a small file is examined completely. A large one that has
/// grown, as a log does line by line, is examined in rotating samples; one that changed without growing
/// is examined completely, in slices.
///
/// The modification time alone decides nothing: two writes within one tick of the clock have the same.
struct FileCheck {
  /// Blocks that are still to be examined.
  private var open = 0..<0
  /// The position of the next samples.
  private var nextSample = 0
  /// The earliest time to examine a whole file again after only a kernel notification.
  private var nextWhole: ContinuousClock.Instant?
  /// When to examine a file whose last examination was too recent; nil if not needed.
  private(set) var deadline: ContinuousClock.Instant?
  private var lastState: State?
  private var sameStates = 0

  /// The state of the file by fstat(2).
  private struct State: Equatable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    init?(of file: Int32) {
      var status = stat()
      guard fstat(file, &status) == 0 else { return nil }
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  /// The number of blocks examined in one turn of the loop.
  private static let sliceLength = 16
  /// A file of up to this many blocks is always examined completely.
  private static let smallLength = 4
  /// A larger file is examined completely only if its modification time has changed.
  private static let largeLength = 1 << 10
  /// The maximum rate of repeated examinations, in bytes a second: a fraction of what a disk or the
  /// page cache delivers.
  private static let rate = 100 << 20

  /// Whether blocks are still to be examined.
  var isOpen: Bool { !open.isEmpty }

  /// Records that the file, which was read to its end, may have changed.
  ///
  /// - Parameters:
  ///   - known: The part of the file that was read.
  ///   - file: The file.
  ///   - hasGrown: Whether bytes were read after that part.
  ///   - isReported: Whether the kernel reported a change; otherwise the check is periodic.
  ///   - instant: The present.
  mutating func begin(
    _ known: FileGuard,
    in file: Int32,
    hasGrown: Bool,
    isReported: Bool,
    at instant: ContinuousClock.Instant
  ) {
    deadline = nil
    let state = State(of: file)
    let isSame = state == lastState
    sameStates = isSame ? sameStates + 1 : 0
    lastState = state
    if known.blockCount <= Self.smallLength {
      open = 0..<known.blockCount
    } else if hasGrown {
      let start = nextSample % known.blockCount
      open = start..<min(start + Self.smallLength, known.blockCount)
      nextSample = open.upperBound
    } else if !isSame {
      open = 0..<known.blockCount
    } else if known.blockCount <= Self.largeLength, isReported || sameStates < 3 {
      // Possibly about bytes that were read already; possibly a second write within one tick.
      if let nextWhole, instant < nextWhole {
        deadline = nextWhole
        return
      }
      nextWhole = instant + .seconds(1) * known.length / Self.rate
      open = 0..<known.blockCount
    }
  }

  /// Examines the next blocks.
  ///
  /// - Returns: Whether they are unchanged.
  mutating func isUnchanged(_ known: FileGuard, in file: Int32) -> Bool {
    let slice = open.prefix(Self.sliceLength)
    open = open.dropFirst(Self.sliceLength)
    return slice.allSatisfy { known.isUnchanged(block: $0, in: file) }
  }

  /// Resets the state for different content.
  mutating func reset() {
    open = 0..<0
    lastState = nil
  }
}

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
