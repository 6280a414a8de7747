import FeedValues
import Values

/// Recognition of JSON and event streams.
extension FormatRecognizer {
  /// Why bytes may be JSON, by the first ones; nil if they are something else.
  static func reasonForJSON(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> String? {
    if bytes[position] == UInt8(ascii: "{") { return FeedText.Format.firstByte("{") }
    // A bracket before a word does not begin a list, as in `[main] started`.
    guard bytes[position] == UInt8(ascii: "["),
      let next = bytes[(position + 1)...].first(where: { !$0.isJSONSpace }),
      "[{\"".utf8.contains(next) || isEmptyList(bytes[position...])
    else { return nil }
    return FeedText.Format.firstBytes("[\(Character(UnicodeScalar(next)))")
  }

  /// The outcome for bytes that may be JSON by the first ones, if they bear that out: they contain a member or several
  /// elements, or one of the lines that follow is JSON, as where the first one was cut off.
  ///
  /// - Parameters:
  ///   - bytes: All bytes so far.
  ///   - start: The offset of the first value.
  ///   - mayGrow: Whether more bytes may come soon.
  ///   - reason: The reason for which they may be JSON.
  /// - Returns: The outcome; nil if they are something else.
  static func json(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    mayGrow: Bool,
    _ reason: String
  ) -> Outcome? {
    var scanner = JSONScanner(isLenient: true)
    let outcome = scanner.scan(bytes, from: start)
    let newline = UInt8(ascii: "\n")
    let end = start + length(of: bytes, from: start, to: newline)
    switch outcome {
    case .incomplete:
      if hasMembers(bytes[start...]) { return json(reason) }
      return mayGrow ? .undecided : guessed(.json, reason)
    case .value(bytes.count):
      if hasMembers(bytes[start...]) { return json(reason) }
      // The rest of its line may contradict it.
      return mayGrow ? .undecided : guessed(.json, reason)
    case .value(let stop):
      if hasMembers(bytes[start..<stop]) { return json(reason) }
      // Nothing but values follows an empty one in its line, which has to be whole.
      if end == bytes.count, mayGrow { return .undecided }
      if stop > end || isJSON(UnsafeBufferPointer(rebasing: bytes[start..<end])) {
        return end == bytes.count ? guessed(.json, reason) : json(reason)
      }
    case .invalid(let stop, _):
      if hasMembers(bytes[start..<stop]) { return json(reason) }
    }
    let others = lines(bytes, from: min(end + 1, bytes.count), end: newline, !mayGrow)
    let holds = others.contains { line in
      let text = UnsafeBufferPointer(rebasing: line.drop(while: \.isJSONSpace))
      return text.first.map { "{[".utf8.contains($0) } ?? false && isJSON(text)
    }
    if holds { return json(reason) }
    return mayGrow && others.count < TableFinder.lineLimit ? .undecided : nil
  }

  /// Whether the beginning of a value contains the name of a member, or several elements.
  private static func hasMembers(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var last: UInt8 = 0
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") && last == UInt8(ascii: "\"") {
        return true
      }
      if !byte.isJSONSpace { last = byte }
      position += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      // A string may contain any sign.
      while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
      position += 1
    }
    return false
  }

  /// Whether a line consists of JSON values, the last of which may continue after it.
  static func isJSON(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    while true {
      while position < line.count, line[position].isJSONSpace || line[position] == 0x1E {
        position += 1
      }
      guard position < line.count else { return true }
      let first = line[position]
      var scanner = JSONScanner(isLenient: true)
      switch scanner.scan(line, from: position) {
      case .value(let end): position = end
      case .incomplete: return "[{".utf8.contains(first) || scanner.isCompleteAtEnd
      case .invalid: return false
      }
    }
  }

  /// Whether a line of JSON consists of several numbers, words or strings: they belong together, as in a table without a
  /// header.
  static func areSeveralScalars(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var (position, count) = (0, 0)
    while true {
      while position < line.count, line[position].isJSONSpace { position += 1 }
      guard position < line.count else { return count > 1 }
      guard !"[{\u{1E}".utf8.contains(line[position]) else { return false }
      var scanner = JSONScanner()
      guard case .value(let end) = scanner.scan(line, from: position) else {
        // A number at the end of the line.
        return count > 0 && scanner.isCompleteAtEnd
      }
      (position, count) = (end, count + 1)
    }
  }

  /// Whether a complete array of several elements begins at an offset.
  static func isList(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "[") else { return false }
    var scanner = JSONScanner(isLenient: true)
    guard case .value(let end) = scanner.scan(bytes, from: start) else { return false }
    return hasMembers(bytes[start..<end])
  }

  /// Whether bytes begin with an empty list on a line of its own: `[ ] buy milk` is none.
  static func isEmptyList(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")),
      bytes[bytes.startIndex..<end].dropFirst().allSatisfy(\.isJSONSpace)
    else { return false }
    let next = bytes[(end + 1)...].first { !$0.isBlank }
    return next.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? true
  }

  static func isEventStream(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return ["", "data", "event", "id", "retry"]
      .contains(String(decoding: line[..<colon], as: UTF8.self))
  }
}
