#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is known of the part of a file that has been read, so that it is noticed when a writer cuts
/// the file and writes it anew, even to a greater length: its first bytes, and its last.
struct FileGuard {
  /// How many bytes at each end are known.
  static let capacity = 128

  private var offset = 0
  private var head: [UInt8] = []
  private var tail: [UInt8] = []

  /// Takes note of bytes that were read behind those before.
  mutating func append(_ bytes: [UInt8]) {
    offset += bytes.count
    if head.count < Self.capacity { head += bytes.prefix(Self.capacity - head.count) }
    tail = bytes.count >= Self.capacity ? [] : tail
    tail += bytes.suffix(Self.capacity)
    tail.removeFirst(max(tail.count - Self.capacity, 0))
  }

  /// What became of the file, in a word; nil where it still begins with what was read of it.
  func change(in file: Int32) -> String? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    if status.st_size < offset { return "truncated" }
    return holds(head, at: 0, in: file) && holds(tail, at: offset - tail.count, in: file)
      ? nil : "rewritten"
  }

  private func holds(_ known: [UInt8], at offset: Int, in file: Int32) -> Bool {
    let bytes = [UInt8](unsafeUninitializedCapacity: known.count) { buffer, count in
      var length = 0
      repeat {
        length = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
      } while length < 0 && errno == EINTR
      count = max(length, 0)
    }
    return bytes == known
  }
}
