import EventLoop
import Feeds
import ListViewApp
import TerminalCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Prints a feed's changes as lines, as fast as they are read.
struct LineOutput {
  private let source: any FeedSource
  private var decoder: FeedDecoder
  private let recorder: Recorder?
  private var log: ChangeLog
  /// The troubles with keys that have been told.
  private var told: Set<KeyTrouble.Kind> = []
  /// What is waited for; nil for the end of the feed.
  private let wait: Wait?

  init(
    _ source: any FeedSource,
    _ decoder: FeedDecoder,
    _ recorder: Recorder?,
    _ log: ChangeLog,
    wait: Wait? = nil
  ) {
    self.source = source
    self.decoder = decoder
    self.recorder = recorder
    self.log = log
    self.wait = wait
  }

  /// Runs to the end of the feed, or of the wait.
  ///
  /// - Returns: What came of the wait; nil where nothing is waited for.
  /// - Throws: `FeedError` where the source cannot be read.
  consuming func run() throws -> Wait.Outcome? {
    defer { source.stop() }
    let loop = try EventLoop(signals: [.childExit, .interrupt, .terminate, .hangUp, .quit])
    while true {
      // The line of the row that fits has been printed.
      if log.match != nil { return .fits("") }
      if let wait, wait.isLate(at: .now) { return .late }
      guard source.isReady else {
        guard !source.descriptors.isEmpty || source.deadline != nil else { break }
        let interests = source.descriptors.map { EventLoop.Interest($0, .read) }
        let deadline = [source.deadline, wait?.deadline].compactMap(\.self).min()
        let wakeup = try loop.wait(for: interests, until: deadline)
        for signal in wakeup.signals where signal != .childExit {
          source.stop()
          loop.endProcess(by: signal)
        }
        source.wake()
        continue
      }
      switch try source.read(upTo: 1 << 18, at: .now) {
      case .bytes(let bytes): try print(decoder.append(bytes))
      case .restarted(let reason):
        decoder.restart()
        note(reason)
      case .notice(let text): if let text { note(text) }
      case .endOfRun(let succeeded):
        if succeeded { try print(decoder.endRun()) } else { decoder.abandonRun() }
      case .idle: try print(decoder.reachEnd(isWhole: source is FileSource))
      case .end:
        try print(decoder.finish())
        report()
        return wait == nil ? nil : log.match == nil ? .unmet : .fits("")
      }
    }
    return wait == nil ? nil : .unmet
  }

  private mutating func print(_ items: [FeedItem]) throws {
    try recorder?.record(items, at: .now)
    log.clocks = decoder.volatileFields
    let lines = log.lines(for: items, key: decoder.keyRule)
    tellTroubles()
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

  /// Says what keeps changes from being told as they are, each trouble once.
  private mutating func tellTroubles() {
    for trouble in decoder.keyTroubles where told.insert(trouble.kind).inserted {
      note(DisplayWidth.cut(trouble.description, to: 400))
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
