import Values

/// Messages of a Kafka topic, read by kcat(1) from the first one on.
///
/// `kafka://HOST:PORT/TOPIC`, with `?from=end` for new messages only. A later run reads from the first
/// message again, because kcat starts all partitions at one offset and a partition may have had no message
/// yet; known messages are removed. With `from=end` it resumes after the least of the last offsets.
final class KafkaClient: FeedClient {
  static let program = (name: "kcat", package: "kcat")

  /// The limits to what is kept.
  struct Limits {
    /// The bytes of an unfinished line; longer ones pass unchanged, and are malformed.
    var line = 64 << 20
    /// The partitions whose messages are known.
    var partitions = 1 << 16
  }

  /// The length in which the members stand that kcat writes first.
  private static let headLength = 512

  private let url: FeedURL
  private let topic: String
  private let isOnce: Bool
  private let limits: Limits
  private let startsAtEnd: Bool
  /// The known facts of each partition, by its number.
  private var partitions: [Int: Partition] = [:]
  /// The offset from which the run reads all partitions; 0 if it reads from the first message.
  private var start = 0
  private var line: [UInt8] = []
  /// Whether the line is so long that it passes unchanged.
  private var passes = false

  init(
    _ url: FeedURL,
    isOnce: Bool = false,
    limits: Limits = Limits()
  ) throws(FeedURLError) {
    guard let topic = url.pathParts.first, url.pathParts.count == 1 else {
      throw FeedURLError(ClientText.noTopic(url.title))
    }
    guard url.user.isEmpty, url.password == nil else {
      throw FeedURLError(ClientText.kafkaCredentials(url.title))
    }
    (self.url, self.topic, self.isOnce, self.limits) = (url, topic, isOnce, limits)
    startsAtEnd = url.value("from") == "end"
  }

  func nextRun() -> ClientRun {
    (line, passes) = ([], false)
    for number in partitions.keys { partitions[number]?.position = nil }
    var offset = startsAtEnd ? "end" : "beginning"
    if startsAtEnd, let last = partitions.values.map(\.last).min() {
      start = last < .max ? last + 1 : last
      offset = "\(start)"
    }
    var arguments = [
      "kcat", "-C", "-q", "-u", "-J", "-b", url.server(port: 9_092), "-t", topic, "-o", offset,
      // The messages of a topic that was made anew have lower offsets.
      "-X", "auto.offset.reset=earliest",
    ]
    if isOnce { arguments.append("-e") }
    return ClientRun(arguments: arguments)
  }

  func take(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[...end]
      rest = rest[(end + 1)...]
      if passes || isNew() { result += line }
      line.removeAll(keepingCapacity: true)
      passes = false
    }
    line += rest
    if passes || line.count > limits.line {
      result += line
      (line, passes) = ([], true)
    }
    return result
  }

  /// Whether the line is a message that is not known yet; it is known afterwards.
  private func isNew() -> Bool {
    guard let number = memberNumber(Self.partitionName), let offset = memberNumber(Self.offsetName)
    else {
      return true
    }
    guard var partition = partitions[number] else {
      if partitions.count < limits.partitions {
        let first = (offset, line.hashValue)
        partitions[number] = Partition(first: first, last: offset, position: offset)
      }
      return true
    }
    defer { partitions[number] = partition }
    let position = partition.position
    partition.position = offset
    if position.map({ offset <= $0 }) ?? true {
      // The partition is read from its first message on, or from where the run starts.
      let isAnew: Bool
      if startsAtEnd {
        isAnew = position != nil || offset < start
      } else {
        let first = (offset, line.hashValue)
        isAnew =
          offset < partition.first.offset
          || offset == partition.first.offset && first != partition.first
        if position == nil || isAnew { partition.first = first }
      }
      if isAnew { partition.last = -1 }
    }
    guard offset > partition.last else { return false }
    partition.last = offset
    return true
  }

  /// The beginnings of members, with the comma before.
  private static let (partitionName, offsetName) = (
    Array(",\"partition\":".utf8), Array(",\"offset\":".utf8)
  )

  /// The number that a member has that stands before the key and the payload; nil if it is none from 0 to 2⁶³ − 1.
  private func memberNumber(_ name: [UInt8]) -> Int? {
    let head = line.prefix(Self.headLength)
    var comma = head.firstIndex(of: UInt8(ascii: ","))
    while let start = comma {
      let rest = head[start...]
      guard !rest.starts(with: name) else {
        let digits = rest.dropFirst(name.count).prefix { $0.isDigit }
        let end = rest[digits.endIndex...].first
        guard end == UInt8(ascii: ",") || end == UInt8(ascii: "}") else { return nil }
        return Int(String(decoding: digits, as: UTF8.self))
      }
      comma = rest.dropFirst().firstIndex(of: UInt8(ascii: ","))
    }
    return nil
  }

  func endRun(_ failure: String?) -> RunEnd {
    .lost(failure ?? ClientText.connectionClosed, mayLackRows: startsAtEnd, retry: nil)
  }

  /// The known facts of a partition.
  private struct Partition {
    /// The first message when it was last read from the beginning: another one there is another topic's.
    var first: (offset: Int, hash: Int)
    /// The greatest offset of a known message.
    var last: Int
    /// The offset of the last message of the run; nil before the first.
    var position: Int?
  }
}
