import FeedValues
import Values

/// Recognition of JSON and event streams.
extension FormatRecognizer {
  /// Whether a line consists of JSON values, the last of which may continue after it.
  static func isJSON(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
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

  /// Whether a line of JSON consists of several numbers or words: they belong together, as in a table without a header.
  static func areSeveralNumbers(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = line.split { $0.isJSONSpace }
    return words.count > 1
      && words.allSatisfy { word in word.first.map { !"[{\"\u{1E}".utf8.contains($0) } ?? false }
  }

  /// Whether a complete array of several elements begins at an offset.
  static func isList(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "[") else { return false }
    var scanner = JSONScanner()
    guard case .value(let end) = scanner.scan(bytes, from: start) else { return false }
    return bytes[start..<end].contains(UInt8(ascii: ","))
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
