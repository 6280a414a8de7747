/// Takes messages of MQTT out that are sent again because their acknowledgement was lost.
///
/// Such a message has the number of the first delivery (`mid`), which no other message gets before
/// 65,535 others, and says the same. Source: MQTT 5, 2.2.1 and 4.4.
struct RepeatedDeliveries {
  /// So many messages are remembered: more than any broker has under way, fewer than there are numbers.
  static let capacity = 4_096
  /// A line of more bytes that has not ended passes as it comes.
  static let longestLine = 1 << 20

  private var line: [UInt8] = []
  /// Whether the line is so long that it passes as it comes.
  private var passes = false
  /// What the newest messages say, by their numbers.
  private var seen: [Int: Int] = [:]
  private var order: [Int] = []
  private var next = 0

  /// The lines of mosquitto_sub(1) without those that were there before.
  ///
  /// - Parameter bytes: What it prints in the format `%j`, cut anywhere.
  /// - Returns: What is new of the lines that are complete.
  /// - Complexity: O(*n*) in the length of the bytes.
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

  /// Whether the line is a message that was there before.
  private mutating func isRepeated() -> Bool {
    // Names stand in front of the topic's and the payload's quotation marks, which have backslashes.
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
