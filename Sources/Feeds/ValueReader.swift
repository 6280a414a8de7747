/// Cuts a stream of bytes into JSON values, which may be separated by white space, newlines, the
/// record separator of RFC 7464, or nothing; bytes may be cut anywhere between two calls.
///
/// What is not JSON is counted and kept as a `BadInput`, and reading goes on at a line that began
/// inside of the broken value, else behind the line that holds the error. So one torn line of a log
/// costs that line and no other.
public struct ValueReader: Sendable {
  /// The most bytes that one value may have; a longer one is skipped to its end and counted.
  public let maximumValueLength: Int

  /// What could not be read.
  public private(set) var badInput = BadInputLog()

  /// The number of bytes that were appended.
  public private(set) var byteCount = 0

  private enum Mode { case between, value, rest }

  private var mode = Mode.between
  private var scanner = JSONScanner()
  /// The bytes of an unfinished value; empty between values.
  private var carry: [UInt8] = []
  /// Where scanning goes on, in the carried bytes.
  private var scanned = 0
  /// The offset in the stream of the first carried byte.
  private var carryOffset = 0
  /// How many bytes of a value that is too long were dropped already.
  private var dropped = 0
  private var line = 1
  /// How many bytes of a byte-order mark began the stream; all of them once a value has begun.
  private var markLength = 0

  /// Makes a reader at the start of a stream.
  ///
  /// - Parameter maximumValueLength: The most bytes that one value may have.
  public init(maximumValueLength: Int = 64 << 20) {
    self.maximumValueLength = maximumValueLength
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - chunk: The bytes that arrived.
  ///   - body: Is called with each value that they complete, in order.
  /// - Complexity: O(*n*) in the length of the chunk, amortised.
  public mutating func append(_ chunk: [UInt8], _ body: (JSONValue) -> Void) {
    guard !chunk.isEmpty else { return }
    if carry.isEmpty {
      carryOffset = byteCount
      carry = chunk
    } else {
      carry.append(contentsOf: chunk)
    }
    byteCount += chunk.count
    read(body)
  }

  /// Says that nothing follows: a number may end here, and anything else unfinished is bad input.
  ///
  /// - Parameter body: Is called with the value that the end completes.
  public mutating func finish(_ body: (JSONValue) -> Void) {
    if mode == .value {
      if dropped == 0 && scanner.isCompleteAtEnd {
        body(JSONValue(ByteSlice(ByteStore(carry), 0..<carry.count)))
      } else {
        note(carry[...], at: carryOffset, "the value is cut off at the end")
      }
    }
    reset()
  }

  /// Forgets an unfinished value, as when a file was truncated and begins anew.
  public mutating func reset() {
    mode = .between
    carry = []
    scanned = 0
    dropped = 0
    carryOffset = byteCount
  }

  private mutating func read(_ body: (JSONValue) -> Void) {
    let bytes = carry
    carry = []
    let store = ByteStore(bytes)
    var start = 0  // of the value that is being read
    var position = scanned
    bytes.withUnsafeBufferPointer { bytes in
      while position < bytes.count {
        switch mode {
        case .between:
          position = skipSeparators(bytes, from: position)
          guard position < bytes.count else { break }
          if 1..<byteOrderMark.count ~= markLength {
            note(byteOrderMark[..<markLength], at: 0, "half a byte-order mark")
          }
          markLength = byteOrderMark.count
          start = position
          scanner = JSONScanner()
          mode = .value
        case .value:
          switch scanner.scan(bytes, from: position) {
          case .incomplete:
            position = bytes.count
          case .value(let end):
            if dropped > 0 {
              note(bytes[start..<start], at: carryOffset + start - dropped, tooLong)
              dropped = 0
            } else {
              body(JSONValue(ByteSlice(store, start..<end)))
            }
            line += count(of: newline, in: bytes[start..<end])
            position = end
            start = end
            mode = .between
          case .invalid(let at, let reason):
            let resume = resumption(bytes, after: start, upTo: at)
            let end = resume ?? at
            note(bytes[start..<end], at: carryOffset + at, reason)
            line += count(of: newline, in: bytes[start..<end])
            dropped = 0
            position = end
            start = end
            mode = resume == nil ? .rest : .between
          }
        case .rest:
          guard let end = bytes[position...].firstIndex(of: newline) else {
            position = bytes.count
            break
          }
          position = end
          mode = .between
        }
      }
    }
    keep(bytes, from: start)
  }

  /// Carries the bytes of an unfinished value over to the next call.
  private mutating func keep(_ bytes: [UInt8], from start: Int) {
    guard mode == .value else {
      scanned = 0
      return
    }
    if dropped > 0 || bytes.count - start > maximumValueLength {
      // Only the scanner's state is needed to find the end; one byte keeps the carry non-empty.
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
        if byte == newline { line += 1 }
      }
      position += 1
    }
    return position
  }

  private mutating func note(_ bytes: some Collection<UInt8>, at offset: Int, _ reason: String) {
    badInput.append(
      BadInput(line: line, offset: offset, reason: reason, bytes: Array(bytes.prefix(256)))
    )
  }

  private var tooLong: String { "a value longer than \(maximumValueLength) bytes" }
}

private let newline = UInt8(ascii: "\n")
private let recordSeparator: UInt8 = 0x1E
private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

/// Where to read on after a value that began at `start` and went wrong at `end`; nil where no line
/// begins between them.
///
/// A line torn behind a colon or a comma takes the line after it for its own, and goes wrong on the
/// third: so a value that went wrong that soon is left at its second line, where that looks like one
/// of a log. Otherwise the lines are those of one large value, and only the last may be another's.
private func resumption(
  _ bytes: UnsafeBufferPointer<UInt8>,
  after start: Int,
  upTo end: Int
) -> Int? {
  let broken = bytes[start..<end]
  guard let first = broken.firstIndex(of: newline), let last = broken.lastIndex(of: newline)
  else { return nil }
  let isSoon = bytes[first + 1..<max(last, first + 1)].firstIndex(of: newline) == nil
  let opensALine = "{[".utf8.contains(bytes[first + 1])
  return (isSoon && opensALine ? first : last) + 1
}

private func count(of byte: UInt8, in bytes: some Sequence<UInt8>) -> Int {
  bytes.reduce(0) { $1 == byte ? $0 + 1 : $0 }
}
