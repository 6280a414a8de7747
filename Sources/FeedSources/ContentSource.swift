package import FeedStore
import FeedValues
import Glibc

/// A source that decodes the bytes of another one to UTF-8 text: it decompresses them and converts
/// UTF-16.
///
/// gzip, zstd, xz and bzip2 are decompressed by the programs of these names, run as children. Binary
/// input is refused with an explanation.
package final class ContentSource: FeedSource {
  private let inner: any FeedSource
  private let name: String
  private let runs: CommandRuns
  private var state = State.unknown([])
  /// When to retry a program that accepts no input for now or has not ended yet.
  private var nextAttempt: ContinuousClock.Instant?
  private var isInnerAtEnd = false
  /// The number of NULs at the end of the bytes so far, at most 2.
  private var openNULs = 0
  /// An event that was read before the first call of ``read(upTo:at:)``.
  private var first: FeedSourceEvent?

  private enum State {
    case unknown([UInt8])
    case plain
    case utf16(UTF16Text)
    case filtered(Filter)
    case ended
  }

  /// A program that decompresses the input.
  private struct Filter {
    let program: ContentKind.Compression
    let process: ChildProcess
    /// Its standard input; -1 once everything was written.
    var input: Int32
    /// The bytes that are still to be written.
    var pending: ArraySlice<UInt8>
  }

  private static let retryTime = Duration.milliseconds(5)

  /// Creates a source of the text in another source.
  ///
  /// - Parameters:
  ///   - inner: The source of the bytes.
  ///   - name: The name of the source in errors.
  ///   - runs: The registry for decompressing programs.
  package init(_ inner: any FeedSource, name: String, runs: CommandRuns) {
    self.inner = inner
    self.name = name
    self.runs = runs
  }

  deinit { closeInput() }

  /// The descriptors that become readable when there may be text.
  package var descriptors: [Int32] {
    if case .filtered(let filter) = state { return inner.descriptors + [filter.process.output] }
    return inner.descriptors
  }

  /// Whether each run of the source gives the whole list.
  package var givesLists: Bool { inner.givesLists }

  /// The problem of the source; nil if there is none.
  package var outage: FeedOutage? { inner.outage }

  /// When a failed source is retried.
  package var retry: ContinuousClock.Instant? { inner.retry }

  /// The lines that the source printed as errors.
  package var errorLines: [String] { inner.errorLines }

  /// Starts the next run of the source.
  package func runNow() -> Bool { inner.runNow() }

  /// The next instant at which there is something to do without a readable descriptor.
  package var deadline: ContinuousClock.Instant? {
    [nextAttempt, inner.deadline].compactMap(\.self).min()
  }

  /// Whether there may be text without polling.
  package var isReady: Bool { first != nil || isAwake || !isInnerAtEnd && inner.isReady }

  private var isAwake = true

  /// Whether a source at rest has delivered a whole document; compressed input may continue.
  package var isWholeAtRest: Bool {
    if case .filtered = state { return false }
    return inner.isWholeAtRest
  }

  /// Reports that a descriptor is readable, or that the deadline has passed.
  package func wake() {
    isAwake = true
    if !isInnerAtEnd { inner.wake() }
  }

  /// Stops the source and the decompressing program.
  package func stop() {
    closeInput()
    state = .ended
    inner.stop()
  }

  /// Reads and decodes more input.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes to read at once.
  ///   - instant: The present.
  /// - Returns: The event.
  /// - Throws: `FeedError.content` if the bytes are not text or cannot be decompressed;
  ///   `FeedError.system` if they cannot be read.
  package func read(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    if let event = first {
      first = nil
      // The next run may be anything.
      if case .endOfRun = event { state = .unknown([]) }
      return event
    }
    nextAttempt = nil
    switch state {
    case .ended: return .end
    case .filtered: return try readFiltered(upTo: count, at: instant)
    case .unknown, .plain, .utf16: return try readInner(upTo: count, at: instant)
    }
  }

  private func readInner(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    let event = try inner.read(upTo: count, at: instant)
    isAwake = false
    switch (state, event) {
    case (.unknown(let head), .bytes(let bytes)):
      isAwake = true
      return try begin(head + bytes, isWhole: false, upTo: count, at: instant)
    case (.unknown(let head), .idle) where !head.isEmpty && inner.isWholeAtRest:
      return try begin(head, isWhole: true, upTo: count, at: instant)
    case (.unknown(let head), .endOfRun) where !head.isEmpty:
      first = event
      return try begin(head, isWhole: true, upTo: count, at: instant)
    case (_, .endOfRun):
      state = .unknown([])
      return event
    case (.unknown(let head), .end) where !head.isEmpty:
      isInnerAtEnd = true
      return try begin(head, isWhole: true, upTo: count, at: instant)
    case (.utf16(var text), .bytes(let bytes)):
      let decoded = text.decode(bytes)
      state = .utf16(text)
      return decoded.isEmpty ? .nothing : .bytes(decoded)
    case (.utf16(var text), .end):
      let rest = text.finish()
      state = .ended
      return rest.isEmpty ? .end : .bytes(rest)
    case (_, .restarted):
      state = .unknown([])
      isAwake = true
      return event
    case (_, .bytes(let bytes)):
      isAwake = true
      return text(bytes)
    default: return event
    }
  }

  /// The bytes without holes.
  ///
  /// Holes are NULs in a row: a log has them at the place of bytes that were cut off while a program
  /// went on writing, or that were lost with the power. A single NUL is part of the text.
  private func text(_ bytes: [UInt8]) -> FeedSourceEvent {
    guard openNULs > 0 || bytes.contains(0) else { return .bytes(bytes) }
    var result: [UInt8] = []
    for byte in bytes {
      if byte == 0 {
        openNULs = min(openNULs + 1, 2)
      } else {
        if openNULs == 1 { result.append(0) }
        openNULs = 0
        result.append(byte)
      }
    }
    return result.isEmpty ? .nothing : .bytes(result)
  }

  /// Examines the first bytes, and returns them or starts to decode them.
  private func begin(
    _ head: [UInt8],
    isWhole: Bool,
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    switch ContentKind.of(head, isWhole: isWhole) {
    case nil:
      state = .unknown(head)
      return .nothing
    case .text:
      state = isInnerAtEnd ? .ended : .plain
      return text(head)
    case .utf16(let isBigEndian):
      var text = UTF16Text(isBigEndian: isBigEndian)
      var decoded = text.decode(head)
      if isInnerAtEnd { decoded += text.finish() }
      state = isInnerAtEnd ? .ended : .utf16(text)
      return decoded.isEmpty ? .nothing : .bytes(decoded)
    case .binary(let kind, let advice):
      throw .content(name: name, reason: FeedText.Content.binary(kind, advice))
    case .compressed(let program):
      try start(program, head)
      return try readFiltered(upTo: count, at: instant)
    }
  }

  /// Examines the first bytes of a file at once, so that input other than text is refused before the
  /// screen is shown.
  ///
  /// - Throws: As ``read(upTo:at:)`` does.
  package func checkStart() throws(FeedError) {
    guard case .unknown(let head) = state, head.isEmpty, first == nil else { return }
    first = try read(upTo: 1 << 16, at: .now)
  }

  // MARK: Programs

  private func start(_ program: ContentKind.Compression, _ head: [UInt8]) throws(FeedError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .system(.makePipe, path: name, code: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) | O_NONBLOCK)
    defer { close(ends[0]) }
    do throws(FeedError) {
      let process = try ChildProcess(program.command, input: .descriptor(ends[0]), runs: runs)
      state = .filtered(
        Filter(program: program, process: process, input: ends[1], pending: head[...])
      )
    } catch {
      close(ends[1])
      guard case .system(_, _, ENOENT) = error else { throw error }
      throw .content(
        name: name,
        reason: FeedText.Content.noProgram(program.rawValue, package: program.package)
      )
    }
  }

  private func readFiltered(
    upTo count: Int,
    at instant: ContinuousClock.Instant
  ) throws(FeedError) -> FeedSourceEvent {
    try feed(upTo: count, at: instant)
    guard case .filtered(let filter) = state else { return .end }
    let (bytes, code) = readBytes(filter.process.output, upTo: count)
    if !bytes.isEmpty {
      isAwake = true
      return .bytes(bytes)
    }
    isAwake = false
    if code == EAGAIN || code == EWOULDBLOCK {
      nextAttempt = instant + Self.retryTime
      return .idle
    }
    guard filter.process.hasEnded() else {
      nextAttempt = instant + Self.retryTime
      return .idle
    }
    if let failure = filter.process.failure {
      filter.process.readErrors()
      closeInput()
      state = .ended
      let line = filter.process.errorLine
      let reason = line.isEmpty ? failure : line
      throw .content(
        name: name,
        reason: FeedText.Content.damaged(filter.program.rawValue, reason)
      )
    }
    closeInput()
    state = .ended
    return .end
  }

  /// Writes as much to the program as it accepts.
  private func feed(upTo count: Int, at instant: ContinuousClock.Instant) throws(FeedError) {
    guard case .filtered(var filter) = state, filter.input >= 0 else { return }
    if filter.pending.isEmpty, !isInnerAtEnd {
      switch try inner.read(upTo: count, at: instant) {
      case .bytes(let bytes): filter.pending = bytes[...]
      // A compressed file is read to its end, and not followed.
      case .idle where inner.isWholeAtRest, .end: isInnerAtEnd = true
      case .nothing, .idle, .notice, .restarted, .endOfRun, .endOfWriter: break
      }
    }
    while !filter.pending.isEmpty {
      let length = filter.pending.withUnsafeBytes { write(filter.input, $0.baseAddress, $0.count) }
      if length < 0 {
        if errno == EINTR { continue }
        // A program that has ended reads nothing; its exit status tells why it ended.
        if errno != EAGAIN && errno != EWOULDBLOCK { filter.pending = [] }
        break
      }
      filter.pending = filter.pending.dropFirst(length)
    }
    if filter.pending.isEmpty, isInnerAtEnd {
      close(filter.input)
      filter.input = -1
    }
    state = .filtered(filter)
  }

  private func closeInput() {
    guard case .filtered(var filter) = state, filter.input >= 0 else { return }
    close(filter.input)
    filter.input = -1
    state = .filtered(filter)
  }
}

extension ContentKind.Compression {
  /// The Debian package that contains the program.
  fileprivate var package: String { self == .xz ? "xz-utils" : rawValue }
}
