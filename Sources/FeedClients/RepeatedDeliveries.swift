/// Removes MQTT messages that were delivered again because their acknowledgement was lost.
///
/// Such a message has the packet identifier of the first delivery (`mid`), which is not reused before
/// 65,535 other messages, and the same content. Source: MQTT 5, 2.2.1 and 4.4.
struct RepeatedDeliveries {
  /// The number of messages to remember: more than a broker has in flight, fewer than there are identifiers.
  static let capacity = 4_096
  /// The maximum length of an unfinished line; longer ones pass unchanged.
  static let longestLine = 1 << 20

  private var line: [UInt8] = []
  /// Whether the line is so long that it passes unchanged.
  private var passes = false
  /// The content of the latest messages, by their identifiers.
  private var seen: [Int: Int] = [:]
  private var order: [Int] = []
  private var next = 0

  /// The output of mosquitto_sub(1) without repeated messages.
  ///
  /// - Parameter bytes: Output in the format `%j`, split anywhere.
  /// - Returns: The new lines that are complete.
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func removed(from bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[...end]
      rest = rest[(end + 1)...]
      if passes || !isRepeated() { result += line }
      line.removeAll(keepingCapacity: true)
      passes = false
    }
    line += rest
    if passes || line.count > Self.longestLine {
      result += line
      line = []
      passes = true
    }
    return result
  }

  /// Whether the line repeats an earlier message.
  private mutating func isRepeated() -> Bool {
    // Names are preceded by unescaped quotation marks, unlike text in the topic and the payload.
    guard let name = line.firstRange(of: Array(",\"mid\":".utf8)),
      let topic = line.firstRange(of: Array(",\"topic\":".utf8))
    else { return false }
    let digits = line[name.upperBound...].prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard (1...5).contains(digits.count) else { return false }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    var hasher = Hasher()
    line[topic.lowerBound...].withUnsafeBytes { hasher.combine(bytes: $0) }
    let message = hasher.finalize()
    if seen[number] == message { return true }
    if seen.updateValue(message, forKey: number) == nil { remember(number) }
    return false
  }

  private mutating func remember(_ number: Int) {
    if order.count < Self.capacity {
      order.append(number)
    } else {
      seen[order[next]] = nil
      order[next] = number
      next = (next + 1) % Self.capacity
    }
  }
}
