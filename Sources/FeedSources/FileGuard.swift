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
