#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is known of the part of a file that has been read, so that it is noticed when a writer cuts
/// the file, or writes other bytes in place of those: even as many, anywhere in it.
struct FileGuard {
  /// How many bytes at each end are examined whenever the file has grown.
  static let capacity = 128
  /// How many bytes have one hash.
  static let blockLength = 1 << 16

  private var offset = 0
  private var head: [UInt8] = []
  /// A hash of each whole block, in their order.
  private var hashes: [UInt64] = []
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []

  /// Whether the last byte ends a line, or there is none.
  private(set) var isAtLineStart = true

  /// How many bytes have been read.
  var length: Int { offset }

  /// How many blocks have been read, with the one that is not whole.
  var blockCount: Int { hashes.count + 1 }

  /// Records bytes that were read after those before.
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

  /// What became of the file, in a word, by its length and its ends; nil if they are as they were.
  ///
  /// - Complexity: O(1).
  func change(in file: Int32) -> String? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    if status.st_size < offset { return FeedText.Source.truncated }
    let tail = rest.suffix(Self.capacity)
    return holds(head, at: 0, in: file) && holds(Array(tail), at: offset - tail.count, in: file)
      ? nil : FeedText.Source.rewritten
  }

  /// Whether a block of the file is as it was read.
  ///
  /// - Complexity: O(1), for one read of a block.
  func holds(block: Int, in file: Int32) -> Bool {
    let start = block * Self.blockLength
    if block == hashes.count { return holds(rest, at: start, in: file) }
    let bytes = Self.read(Self.blockLength, at: start, of: file)
    return bytes.count == Self.blockLength && bytes.withUnsafeBytes(Self.hash) == hashes[block]
  }

  private func holds(_ known: [UInt8], at offset: Int, in file: Int32) -> Bool {
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

  /// A hash that distinguishes blocks unless they were crafted: whoever can write the file can
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
