import Values

/// Removes MQTT messages that were delivered again because their acknowledgement was lost.
///
/// Only a delivery that the broker marks as one (`DUP`) may repeat another. It does so if it has the packet
/// identifier and the content of one of this connection or the one before it: a mark alone does not mean that the
/// first delivery arrived, and after more than one connection the broker may have begun to count anew. Of brokers
/// that use identifiers again at once, nothing is removed. Source: MQTT 5, 2.2.1, 3.3.1.1 and 4.4.
///
/// The JSON of mosquitto_sub(1) does not have the mark; its debug messages, which stand between the messages, do:
///
/// ```text
/// Client listview-1 received CONNACK (0)
/// Client listview-1 received PUBLISH (d1, q1, r0, m7, 'sensors/1', ... (4 bytes))
/// {"tst":"…","topic":"sensors/1","qos":1,"retain":0,"payloadlen":4,"mid":7,"payload":"21.5"}
/// ```
struct RepeatedDeliveries {
  /// The number of messages of a connection to remember: more than a broker has in flight, fewer than there are
  /// identifiers.
  static let capacity = 4_096
  /// The maximum length of an unfinished line; longer ones pass unchanged.
  static let longestLine = 1 << 20

  /// The latest messages of a connection.
  private struct Deliveries {
    /// The content of each, by its identifier.
    var seen: [Int: Int] = [:]
    private var order: [Int] = []
    private var next = 0

    /// Remembers a message; returns whether its identifier is new.
    mutating func remember(_ number: Int, _ content: Int) -> Bool {
      guard seen.updateValue(content, forKey: number) == nil else { return false }
      if order.count < capacity {
        order.append(number)
      } else {
        seen[order[next]] = nil
        order[next] = number
        next = (next + 1) % capacity
      }
      return true
    }
  }

  private var line: [UInt8] = []
  /// Whether the line is so long that it passes unchanged.
  private var passes = false
  private var current = Deliveries()
  private var former = Deliveries()
  /// The identifier of the announced message, if it is marked; nil if it is not.
  private var marked: Int?
  /// Whether the broker uses identifiers again while they are remembered.
  private var reusesNumbers = false

  /// The messages in the output of mosquitto_sub(1) without repeated ones.
  ///
  /// - Parameter bytes: Output in the format `%j` with debug messages, split anywhere.
  /// - Returns: The new lines that are complete.
  /// - Complexity: O(*n*) in the number of bytes.
  mutating func removed(from bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[...end]
      rest = rest[(end + 1)...]
      if passes || isNewMessage() { result += line }
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

  /// Forgets an unfinished line, at the start of a program.
  mutating func restart() {
    (line, passes, marked) = ([], false, nil)
  }

  /// Whether the line is a message that is not a repeated one.
  private mutating func isNewMessage() -> Bool {
    guard line.first == UInt8(ascii: "{") else {
      readDebugMessage()
      return false
    }
    defer { marked = nil }
    // Names are preceded by unescaped quotation marks, unlike text in the topic and the payload.
    guard let number = number(after: ",\"mid\":"),
      let topic = line.firstRange(of: Array(",\"topic\":".utf8))
    else { return true }
    var hasher = Hasher()
    line[topic.lowerBound...].withUnsafeBytes { hasher.combine(bytes: $0) }
    let content = hasher.finalize()
    if marked == number, !reusesNumbers,
      former.seen[number] == content || current.seen[number] == content
    {
      return false
    }
    if !current.remember(number, content), marked == nil { reusesNumbers = true }
    return true
  }

  private mutating func readDebugMessage() {
    // The name of the client is ours, so that the first words are not text of others.
    guard let start = line.firstRange(of: Array(" received ".utf8)) else { return }
    let words = line[start.upperBound...]
    if words.starts(with: "CONNACK (0)".utf8) {
      (former, current) = (current, Deliveries())
    } else if words.starts(with: "PUBLISH (".utf8) {
      marked = words.starts(with: "PUBLISH (d1, ".utf8) ? number(after: ", m") : nil
    }
  }

  /// The number after the first occurrence of a text in the line.
  private func number(after text: String) -> Int? {
    guard let range = line.firstRange(of: Array(text.utf8)) else { return nil }
    let digits = line[range.upperBound...].prefix { $0.isDigit }
    guard (1...5).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
