import FeedFormats
package import FeedStore
package import FeedValues

/// Splits a stream of bytes into JSON values.
///
/// Values may be separated by white space, newlines, the record separator of RFC 7464, or nothing.
/// Bytes may be split anywhere between two calls.
///
/// Anything other than JSON is counted and kept as a `MalformedInput`. Reading resumes at a line that
/// began inside the malformed value, else after the line with the error, so that one truncated log line
/// costs that line and no other.
package struct ValueReader: Sendable {
  /// The maximum number of bytes in one value; a longer one is skipped and counted.
  package let maximumValueLength: Int

  /// The malformed input so far.
  package private(set) var malformedInput = MalformedInputLog()

  /// The number of bytes that were appended.
  package private(set) var byteCount = 0

  enum Mode { case between, value, line, rest }

  var mode = Mode.between
  var scanner = JSONScanner(isLenient: true)
  /// The bytes of an unfinished value or line; empty between values.
  var carry: [UInt8] = []
  /// The offset at which scanning continues, in the carried bytes.
  var scanned = 0
  /// The offset in the stream of the first carried byte.
  var carryOffset = 0
  /// The number of bytes of an overlong value that were dropped already.
  var dropped = 0
  /// The line on which the carried bytes begin.
  var line = 1
  /// The number of bytes of the stream's byte-order mark that were read; all once a value has begun.
  private var markLength = 0
  /// Whether plain lines between values are rows.
  private var isLog = false
  private var isAtLineStart = true

  /// Creates a reader at the start of a stream.
  ///
  /// - Parameters:
  ///   - maximumValueLength: The maximum number of bytes in one value.
  ///   - isLog: Whether plain lines between values are rows.
  package init(maximumValueLength: Int = 64 << 20, isLog: Bool = false) {
    self.maximumValueLength = maximumValueLength
    self.isLog = isLog
  }

  /// Reads a chunk of the stream.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that arrived.
  ///   - body: Receives each value that the chunk completes, in order.
  /// - Complexity: O(*n*) in the length of the chunk, amortised.
  package mutating func append(_ chunk: [UInt8], _ body: (JSONValue) -> Void) {
    append(chunk) { (value, _, _) in
      body(value)
      return .taken
    }
  }

  /// Handles the end of the stream: a number may end here, and any other unfinished value is malformed.
  ///
  /// - Parameter body: Receives the value that the end completes.
  package mutating func finish(_ body: (JSONValue) -> Void) {
    finish { (value, _, _) in
      body(value)
      return .taken
    }
  }

  /// Reads a chunk, looking for a member of that name in each value; the closure returns what became
  /// of the value.
  mutating func append(_ chunk: [UInt8], key: MemberName? = nil, _ body: ValueBody) {
    guard !chunk.isEmpty else { return }
    defer { byteCount += chunk.count }
    // Rows keep their chunk alive: it should have no unused capacity.
    let chunk = chunk.capacity > 2 * chunk.count ? Array(chunk[...]) : chunk
    guard !carry.isEmpty else {
      carryOffset = byteCount
      read(chunk, key, body)
      return
    }
    // Only what completes the value is copied; the rest stays in the chunk, to which rows refer.
    switch endOfCarried(in: chunk) {
    case .beyond(let scanner):
      if let scanner { self.scanner = scanner }
      keep(takeCarry(appending: chunk[...]), from: 0)
    case .within(let end):
      read(takeCarry(appending: chunk[..<end]), from: scanned, key, body)
      guard end < chunk.count else { return }
      precondition(carry.isEmpty, "the carried value is incomplete")
      carryOffset = byteCount
      read(chunk, from: end, key, body)
    case .invalid:
      read(takeCarry(appending: chunk[...]), from: scanned, key, body)
    }
  }

  /// Handles the end of the stream.
  mutating func finish(_ body: ValueBody) {
    if mode == .line && dropped == 0 {
      carry.withUnsafeBufferPointer { takeLine($0[...], 0, body) }
    } else if mode == .value || mode == .line {
      guard dropped == 0 && scanner.isCompleteAtEnd else {
        finishCutOff(body)
        return
      }
      take(JSONValue(ByteSlice(ByteStore(carry), 0..<carry.count)), .json, 0, body)
    }
    reset()
  }

  /// Whether there is a value or a line that is complete if no byte follows.
  var hasOpenLine: Bool {
    dropped == 0 && (mode == .line || mode == .value && scanner.isCompleteAtEnd)
  }

  /// Discards an unfinished value, for example when a file was truncated.
  package mutating func reset() {
    mode = .between
    carry = []
    scanned = 0
    dropped = 0
    carryOffset = byteCount
    isAtLineStart = true
  }

  /// Continues the counts of another reader of the same stream.
  mutating func resume(_ log: MalformedInputLog, byteCount: Int) {
    malformedInput = log
    self.byteCount = byteCount
    carryOffset = byteCount
  }

  /// Emits a plain line; `start` is its offset in the bytes that are read.
  private mutating func takeLine(
    _ text: Slice<UnsafeBufferPointer<UInt8>>,
    _ start: Int,
    _ body: ValueBody
  ) {
    guard let line = JSONValue(line: text) else {
      return note(text, at: carryOffset + start, FeedText.Malformed.longRow(RowBudget.maximumRow))
    }
    take(line, .line, start, body)
  }

  /// Emits a value; `start` is its offset in the bytes that are read.
  private mutating func take(
    _ value: JSONValue,
    _ origin: ValueOrigin,
    _ start: Int,
    _ body: ValueBody
  ) {
    switch body(value, origin, nil) {
    case .taken: break
    case .takenAsLog: isLog = true
    case .refused(let reason):
      note(value.text.withBytes { Array($0.prefix(256)) }, at: carryOffset + start, reason)
    }
  }

  /// Reads bytes from an offset on, in the mode that the last call left; an unfinished value or line
  /// began with the first of them.
  mutating func read(
    _ bytes: [UInt8],
    from offset: Int = 0,
    _ key: MemberName?,
    _ body: ValueBody
  ) {
    let store = ByteStore(bytes)
    var start = 0  // of the value that is being read
    var position = offset
    var whole: JSONScanner.Whole?  // A value that was found to be valid at a glance.
    bytes.withUnsafeBufferPointer { bytes in
      while position < bytes.count {
        switch mode {
        case .between:
          position = skipSeparators(bytes, from: position)
          start = position
          guard position < bytes.count else { break }
          if 1..<byteOrderMark.count ~= markLength {
            note(byteOrderMark[..<markLength], at: 0, FeedText.Malformed.byteOrderMark)
          }
          markLength = byteOrderMark.count
          // Log lines often begin with a word or a time in brackets.
          let beginsLine = isLog && isAtLineStart && bytes[position] != UInt8(ascii: "{")
          mode = beginsLine ? .line : .value
          if !beginsLine {
            // Most values are contiguous and valid; any other is scanned again step by step.
            whole = JSONScanner.wholeContainer(bytes, from: position, key: key)
            if whole == nil { scanner = JSONScanner(isLenient: true) }
          }
        case .line:
          let end = position + length(of: bytes, from: position, to: newline)
          position = end
          guard end < bytes.count else { break }
          if isTooLong(end - start) {
            note(bytes[start..<start], at: carryOffset + start - dropped, tooLong)
            dropped = 0
          } else {
            takeLine(bytes[start..<end], start, body)
          }
          start = end
          mode = .between
        case .value:
          let glance = whole
          whole = nil
          switch (glance?.end).map(JSONScanner.Outcome.value) ?? scanner.scan(bytes, from: position)
          {
          case .incomplete:
            position = bytes.count
          case .value(let end):
            if dropped > 0 {
              note(bytes[start..<start], at: carryOffset + start - dropped, tooLong)
              dropped = 0
            } else if let reason = refusal(store, start..<end, glance == nil ? scanner.deepest : 0)
            {
              note(bytes[start..<start], at: carryOffset + start, reason)
            } else {
              let isLoose = glance == nil && scanner.isLoose
              let value = JSONValue(
                isLoose
                  ? ByteSlice(
                    copying: JSONScanner.strict(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                  )
                  : ByteSlice(store, start..<end)
              )
              if isLoose {
                note(bytes[start..<end], at: carryOffset + start, FeedText.Malformed.loose)
              }
              switch body(value, .json, glance) {
              case .taken: break
              case .takenAsLog: isLog = true
              case .refused(let reason): note(bytes[start..<end], at: carryOffset + start, reason)
              }
            }
            line += glance?.newlines ?? newlines(bytes, start..<end)
            isAtLineStart = false
            position = end
            start = end
            mode = .between
          case .invalid(let at, let reason):
            // An overlong value has been dropped in part, or might have been.
            let resume = isTooLong(at - start) ? nil : resumption(bytes, after: start, upTo: at)
            let end = resume ?? at
            // Reading resumes after the invalid byte.
            let shown = resume ?? at + length(of: bytes, from: at, to: newline)
            note(bytes[start..<shown], at: carryOffset + at, reason)
            line += newlines(bytes, start..<end)
            dropped = 0
            position = end
            start = end
            isAtLineStart = resume != nil
            mode = resume == nil ? .rest : .between
          }
        case .rest:
          position += length(of: bytes, from: position, to: newline)
          start = position
          if position < bytes.count { mode = .between }
        }
      }
    }
    keep(bytes, from: start)
  }

  private func isTooLong(_ count: Int) -> Bool { dropped > 0 || count > maximumValueLength }

  /// Why a value is refused although it is valid JSON; nil if it is not.
  private func refusal(_ store: ByteStore, _ range: Range<Int>, _ depth: Int) -> String? {
    let isLong = range.count > maximumValueLength
    guard isLong || depth > JSONScanner.maximumDepth else { return nil }
    let value = JSONValue(ByteSlice(store, range))
    let wrapping = value.text.withBytes { RowWrapping($0[...]) }
    if let wrapping, wrapping.holds(value, depth: depth, ofRow: maximumValueLength) { return nil }
    return isLong ? tooLong : FeedText.Malformed.depth(JSONScanner.maximumDepth)
  }

  private func newlines(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int {
    count(of: newline, in: UnsafeBufferPointer(rebasing: bytes[range]))
  }

  private mutating func skipSeparators(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> Int {
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if markLength < byteOrderMark.count, byte == byteOrderMark[markLength] {
        markLength += 1
      } else {
        guard byte.isJSONSpace || byte == recordSeparator else { break }
        if byte == newline {
          isAtLineStart = true
          line += 1
        }
      }
      position += 1
    }
    return position
  }

  mutating func note(_ bytes: some Collection<UInt8>, at offset: Int, _ reason: String) {
    malformedInput.append(
      MalformedInput(line: line, offset: offset, reason: reason, bytes: Array(bytes.prefix(256)))
    )
  }

  private var tooLong: String { FeedText.Malformed.longValue(maximumValueLength) }
}

/// Receives the values of a feed, and returns what became of them.
typealias ValueBody = (JSONValue, ValueOrigin, JSONScanner.Whole?) ->
  FeedInterpreter.Verdict

private let newline = UInt8(ascii: "\n")
private let recordSeparator: UInt8 = 0x1E
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// The bytes of a value that continues in the next chunk.
extension ValueReader {
  /// The end of the carried value.
  enum CarriedEnd {
    /// After the chunk; with the scanner's state, nil in a plain line.
    case beyond(JSONScanner?)
    /// Before an offset of the chunk.
    case within(Int)
    /// The value is invalid.
    case invalid
  }

  func endOfCarried(in chunk: [UInt8]) -> CarriedEnd {
    chunk.withUnsafeBufferPointer { bytes in
      if mode == .line {
        let end = length(of: bytes, from: 0, to: newline)
        return end < bytes.count ? .within(end + 1) : .beyond(nil)
      }
      var scanner = scanner
      switch scanner.scan(bytes, from: 0) {
      case .incomplete: return .beyond(scanner)
      // The end of a number is inferred from the byte after it.
      case .value(let end): return .within(scanner.isCompleteAtEnd ? end + 1 : end)
      case .invalid: return .invalid
      }
    }
  }

  mutating func takeCarry(appending bytes: ArraySlice<UInt8>) -> [UInt8] {
    var carried = carry
    carry = []
    carried.append(contentsOf: bytes)
    return carried
  }

  /// Counts a value that is cut off by the end, and reads the lines after its first one.
  mutating func finishCutOff(_ body: ValueBody) {
    let bytes = carry
    let resume = bytes.withUnsafeBufferPointer { resumption($0, after: 0, upTo: $0.count) }
    let isTorn = dropped == 0 && resume.map { $0 < bytes.count } ?? false
    let end = isTorn ? resume ?? bytes.count : bytes.count
    note(bytes[..<end], at: carryOffset, FeedText.Malformed.cutOff)
    let rest = Array(bytes[end...])
    let offset = carryOffset + end
    line += count(of: newline, in: bytes[..<end])
    reset()
    guard !rest.isEmpty else { return }
    carryOffset = offset
    read(rest, nil, body)
    finish(body)
  }

  /// Carries the bytes of an unfinished value or line over to the next call.
  mutating func keep(_ bytes: [UInt8], from start: Int) {
    guard mode == .value || mode == .line, start < bytes.count else {
      scanned = 0
      return
    }
    if dropped > 0 || bytes.count - start > maximumLength(bytes, from: start) {
      // The scanner's state is enough to find the end; one byte keeps the carry non-empty.
      dropped += bytes.count - start - 1
      line += count(of: newline, in: bytes[start..<bytes.count - 1])
      carry = [bytes[bytes.count - 1]]
      carryOffset += bytes.count - 1
    } else {
      carry = start == 0 ? bytes : Array(bytes[start...])
      carryOffset += start
    }
    scanned = carry.count
  }

  /// The maximum number of bytes that are carried of an unfinished value.
  private func maximumLength(_ bytes: [UInt8], from start: Int) -> Int {
    guard bytes.count - start > maximumValueLength, mode == .value else {
      return maximumValueLength
    }
    let wrapping = bytes.withUnsafeBufferPointer { RowWrapping($0[start...]) }
    return wrapping?.maximumLength(ofRow: maximumValueLength) ?? maximumValueLength
  }
}

/// The offset at which to resume after a value that began at `start` and became invalid at `end`; nil if
/// no line begins between them.
///
/// A line that was cut off after a colon or a comma swallows the line after it and becomes invalid on the
/// third. So a value that becomes invalid that early is abandoned at its second line if that looks like a
/// log line. Otherwise the lines are those of one large value, and only the last may be a value of its
/// own.
func resumption(
  _ bytes: UnsafeBufferPointer<UInt8>,
  after start: Int,
  upTo end: Int
) -> Int? {
  let newline = UInt8(ascii: "\n")
  let broken = bytes[start..<end]
  guard let first = broken.firstIndex(of: newline),
    let last = broken.lastIndex(of: newline)
  else { return nil }
  let isSoon = bytes[first + 1..<max(last, first + 1)].firstIndex(of: newline) == nil
  let opensALine = first + 1 < bytes.count && "{[".utf8.contains(bytes[first + 1])
  return (isSoon && opensALine ? first : last) + 1
}
