/// Tells the format of a feed from its first line, or its first two where the first may be the
/// header of a table: never from how the bytes were cut.
struct FormatRecognizer: Sendable {
  /// What the bytes so far tell.
  enum Outcome: Hashable, Sendable {
    /// More bytes are needed.
    case undecided
    case format(FeedFormat, separator: UInt8, reason: String)
  }

  /// What may follow the bytes.
  enum Extent {
    /// More, soon.
    case more
    /// More, some time: a line that has arrived is not kept waiting for the next.
    case resting
    /// Nothing.
    case whole
  }

  /// The most bytes that are waited for.
  static let capacity = 1 << 16

  /// Looks at the first bytes of a feed.
  ///
  /// - Parameters:
  ///   - all: All bytes so far.
  ///   - extent: What may follow.
  /// - Returns: The format, and what told it; or that the bytes do not tell yet.
  static func recognize(_ all: UnsafeBufferPointer<UInt8>, extent: Extent) -> Outcome {
    // No more than the capacity is looked at, so that it does not matter how much came at once.
    let bytes = UnsafeBufferPointer(rebasing: all.prefix(capacity))
    let isFull = extent == .whole || bytes.count >= capacity
    var start = 0
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      start = 3
    } else if !isFull, bytes.count < 3, [0xEF, 0xBB, 0xBF].starts(with: bytes) {
      return .undecided
    }
    // Blank lines say nothing, but the spaces in front of a header do.
    var position = start
    while position < bytes.count, bytes[position].isJSONSpace || bytes[position] == 0x1E {
      if bytes[position] == UInt8(ascii: "\n") || bytes[position] == 0x1E { start = position + 1 }
      position += 1
    }
    guard position < bytes.count else { return .undecided }
    if bytes[position] == UInt8(ascii: "{") { return json("the first byte is '{'") }
    // A bracket in front of a word is no list, as in `[main] started`.
    if bytes[position] == UInt8(ascii: "["),
      let next = bytes[(position + 1)...].first(where: { !$0.isJSONSpace }),
      "[{\"]".utf8.contains(next)
    {
      return json("the first bytes are '[\(Character(UnicodeScalar(next)))'")
    }
    if isList(bytes, from: position) { return json("the first bytes are a list") }
    if let line = lineBeforeReturn(bytes, from: position), isEventStream(line) { return events }
    guard let first = line(bytes, from: start, isFull) else { return .undecided }
    let text = UnsafeBufferPointer(rebasing: bytes[position..<first.upperBound])
    if isJSON(text) { return json("the first line is JSON") }
    let header = UnsafeBufferPointer(rebasing: bytes[first])
    if isEventStream(text) { return events }
    if isHeader(header, separatedBy: UInt8(ascii: "\t")) {
      return .format(
        .tsv,
        separator: UInt8(ascii: "\t"),
        reason: "the first line is names between tabs"
      )
    }
    for (separator, name) in [(UInt8(ascii: ","), "commas"), (UInt8(ascii: ";"), "semicolons")]
    where isHeader(header, separatedBy: separator) {
      return .format(.csv, separator: separator, reason: "the first line is names between \(name)")
    }
    let second = line(bytes, from: first.upperBound + 1, isFull).map {
      UnsafeBufferPointer(rebasing: bytes[$0])
    }
    let mayBeTable = TableForm.isTable(header, nil) || isWide(header)
    guard let second else {
      guard isFull || extent == .resting && !mayBeTable else { return .undecided }
      return TableForm.isTable(header, nil) ? table : lines
    }
    if mayBeTable, TableForm.isTable(header, second) { return table }
    if let byte = second.first, "{[".utf8.contains(byte), isJSON(second) {
      return json("the second line is JSON")
    }
    return lines
  }

  private static func json(_ reason: String) -> Outcome {
    .format(.json, separator: 0, reason: reason)
  }

  private static let events = Outcome.format(
    .sse,
    separator: 0,
    reason: "the first line is a field of an event stream"
  )

  private static let table = Outcome.format(
    .table,
    separator: 0,
    reason: "the first line is names, and the second stands under them"
  )

  private static let lines = Outcome.format(
    .lines,
    separator: 0,
    reason: "the first line is neither JSON nor a header"
  )

  /// The line that begins at an offset; nil where its end has not arrived.
  private static func line(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    _ isFull: Bool
  ) -> Range<Int>? {
    guard start < bytes.count else { return nil }
    let end = start + length(of: bytes, from: start, to: UInt8(ascii: "\n"))
    guard end < bytes.count || isFull else { return nil }
    let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return start..<(hasReturn ? end - 1 : end)
  }

  /// The line that begins at an offset and ends with a carriage return alone, which more bytes follow;
  /// nil where none does.
  private static func lineBeforeReturn(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> UnsafeBufferPointer<UInt8>? {
    let end = start + length(of: bytes, from: start, to: UInt8(ascii: "\r"))
    guard end + 1 < bytes.count, bytes[end + 1] != UInt8(ascii: "\n") else { return nil }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return line.contains(UInt8(ascii: "\n")) ? nil : line
  }

  /// Whether a first line is JSON values, the last of which may go on behind it.
  private static func isJSON(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while true {
      while position < line.count, line[position].isJSONSpace || line[position] == 0x1E {
        position += 1
      }
      guard position < line.count else { return true }
      let first = line[position]
      var scanner = JSONScanner()
      switch scanner.scan(line, from: position) {
      case .value(let end): position = end
      case .incomplete: return "[{".utf8.contains(first) || scanner.isCompleteAtEnd
      case .invalid: return false
      }
    }
  }

  /// Whether an array of several elements begins at an offset, and ends.
  private static func isList(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "[") else { return false }
    var scanner = JSONScanner()
    guard case .value(let end) = scanner.scan(bytes, from: start) else { return false }
    return bytes[start..<end].contains(UInt8(ascii: ","))
  }

  private static func isEventStream(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return ["", "data", "event", "id", "retry"]
      .contains(String(decoding: line[..<colon], as: UTF8.self))
  }

  /// Whether the line is names, two at least, no two alike.
  private static func isHeader(
    _ line: UnsafeBufferPointer<UInt8>,
    separatedBy separator: UInt8
  ) -> Bool {
    guard line.count <= 1 << 14 else { return false }
    let cells = line.split(separator: separator, omittingEmptySubsequences: false).map { cell in
      let isQuoted = cell.count > 1 && cell.first == quote && cell.last == quote
      return isQuoted ? cell.dropFirst().dropLast() : cell
    }
    guard cells.count > 1, Set(cells.map { Array($0) }).count == cells.count else { return false }
    return cells.allSatisfy { cell in
      guard let first = cell.first, cell.count <= 64 else { return false }
      let isLetter = (first | 0x20) &- UInt8(ascii: "a") < 26 || first >= 0x80
      guard isLetter || "_@#%$".utf8.contains(first) else { return false }
      let spaces = cell.count { $0 == UInt8(ascii: " ") }
      return spaces <= 3 && !cell.contains { $0 < 0x20 || "\":=,;{}".utf8.contains($0) }
    }
  }

  /// Whether there are two gaps of two spaces at least.
  private static func isWide(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = TableLine(line).words
    return zip(words, words.dropFirst()).count { $1.lowerBound - $0.upperBound > 1 } > 1
  }

  private static let quote = UInt8(ascii: "\"")
}
