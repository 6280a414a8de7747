import Values

/// JSON as many programs write it: with `NaN`, `Infinity` and `-Infinity` for numbers, and a comma behind the last member.
extension JSONScanner {
  /// The same value by RFC 8259: the words as strings, without such commas.
  ///
  /// - Parameter bytes: A value that a lenient scanner accepts.
  /// - Returns: The value that a strict one accepts.
  /// - Complexity: O(*n*) in the length of the value.
  package static func strict(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    var position = 0
    while position < bytes.count {
      let start = position
      switch bytes[start] {
      case UInt8(ascii: "\""): position = endOfString(bytes, from: start) ?? bytes.count
      case UInt8(ascii: "-")
      where start + 1 < bytes.count && bytes[start + 1] == infinity.utf8Start[0],
        UInt8(ascii: "N"), UInt8(ascii: "I"):
        position += 1
        while position < bytes.count, bytes[position].isLetter { position += 1 }
        result.append(UInt8(ascii: "\""))
        result += bytes[start..<position]
        result.append(UInt8(ascii: "\""))
        continue
      case UInt8(ascii: ","):
        position += 1
        let next = bytes[position...].first { !$0.isJSONSpace }
        if let next, "]}".utf8.contains(next) { continue }
      default: position += 1
      }
      result += bytes[start..<position]
    }
    return result
  }
}
