import Feeds

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file, or standard input, that is read to its end at once.
struct WholeFeed {
  /// The path; nil or `-` for standard input.
  let path: String?

  /// Hands over the bytes, piece by piece.
  ///
  /// - Throws: `FeedError` where the file cannot be read.
  func read(_ body: ([UInt8]) -> Void) throws(FeedError) {
    guard let path, path != "-" else { return try read(STDIN_FILENO, "standard input", body) }
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else {
      throw errno == ENOENT
        ? FeedError.missing(path: path) : FeedError.system(call: "open", path: path, code: errno)
    }
    defer { close(input) }
    try read(input, path, body)
  }

  private func read(
    _ input: Int32,
    _ name: String,
    _ body: ([UInt8]) -> Void
  ) throws(FeedError) {
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        var length = 0
        repeat {
          length = Glibc.read(input, buffer.baseAddress, buffer.count)
        } while length < 0 && errno == EINTR
        code = length < 0 ? errno : 0
        count = max(0, length)
      }
      if code == EISDIR { throw .notAFile(path: name) }
      guard code == 0 else { throw .system(call: "read", path: name, code: code) }
      if bytes.isEmpty { return }
      body(bytes)
    }
  }
}
