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

  /// Hands over the bytes, piece by piece, decompressed and as UTF-8.
  ///
  /// - Throws: `FeedError` where the file cannot be read.
  func read(_ body: ([UInt8]) -> Void) throws(FeedError) {
    let source = try open()
    defer { source.stop() }
    while true {
      switch try source.read(upTo: 1 << 18, at: .now) {
      case .bytes(let bytes): body(bytes)
      case .end: return
      case .idle: wait(for: source)
      case .notice, .restarted, .endOfRun: break
      }
    }
  }

  private func open() throws(FeedError) -> ContentSource {
    let runs = CommandRuns(adoptsOrphans: false)
    guard let path, path != "-" else {
      let input = StreamSource(descriptor: STDIN_FILENO, name: "standard input")
      return ContentSource(input, name: "standard input", runs: runs)
    }
    let source: any FeedSource =
      StreamSource.isStream(path)
      ? try StreamSource(path: path, follows: false) : try FileSource(path: path, follows: false)
    return ContentSource(source, name: path, runs: runs)
  }

  /// Sleeps until the source has something to do.
  private func wait(for source: ContentSource) {
    var descriptors = source.descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let time = source.deadline.map { max(0, ($0 - .now) / .milliseconds(1)) }
    _ = poll(&descriptors, nfds_t(descriptors.count), time.map { Int32(min($0 + 1, 60_000)) } ?? -1)
    source.wake()
  }
}
