import EventLoop
import Feeds
import ListViewApp

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints a feed's changes as lines, as fast as they are read.
struct LineOutput {
  private let source: any FeedSource
  private var decoder: FeedDecoder
  private var log: ChangeLog

  init(_ source: any FeedSource, _ decoder: FeedDecoder, capacity: Int, calendar: Calendar) {
    self.source = source
    self.decoder = decoder
    log = ChangeLog(capacity: capacity, calendar: calendar)
  }

  /// Runs to the end of the feed.
  ///
  /// - Throws: `FeedError` where the source cannot be read.
  consuming func run() throws {
    let loop = try EventLoop(signals: [])
    while true {
      guard source.isReady else {
        guard source.descriptor >= 0 else { break }
        _ = try loop.wait(for: [.init(source.descriptor, .read)])
        source.wake()
        continue
      }
      switch try source.read(upTo: 1 << 18) {
      case .bytes(let bytes): try print(decoder.append(bytes))
      case .restarted(let reason):
        decoder.restart()
        note(reason)
      case .notice(let text): note(text)
      case .idle: try print(decoder.reachEnd(isWhole: source is FileSource))
      case .end:
        try print(decoder.finish())
        report()
        return
      }
    }
  }

  private mutating func print(_ items: [FeedItem]) throws {
    let lines = log.lines(for: items, key: decoder.keyRule)
    guard !lines.isEmpty else { return }
    var bytes = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        fail("standard output: \(String(cString: strerror(errno)))", code: EX_IOERR)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Says what could not be read, so that nothing is lost in silence.
  private func report() {
    guard let last = decoder.badInput.newest.last else { return }
    note(
      "\(decoder.badInput.count) pieces of the feed could not be read; the last one on line "
        + "\(last.line): \(last.reason)"
    )
  }
}
