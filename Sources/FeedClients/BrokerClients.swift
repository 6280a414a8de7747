internal import Feeds

/// Messages of an MQTT broker, read by mosquitto_sub(1), which reconnects by itself, in a session that
/// the broker keeps for an hour.
///
/// `mqtt://HOST:PORT/TOPIC`, such as `mqtt://localhost/sensors/#` (write `%23` if a shell or a URL
/// parser would interpret the number sign).
final class MQTTClient: FeedClient {
  static let program = (name: "mosquitto_sub", package: "mosquitto-clients")

  private let arguments: [String]
  private var deliveries = RepeatedDeliveries()

  init(_ url: FeedURL) throws(FeedURLError) {
    guard url.password == nil else {
      throw FeedURLError(ClientText.passwordInArguments(url.title, user: url.user))
    }
    var topic = url.path.hasPrefix("/") ? String(url.path.dropFirst()) : url.path
    topic = topic.replacing("%23", with: "#").replacing("%2B", with: "+").replacing(
      "%2b",
      with: "+"
    )
    if topic.isEmpty || topic.hasSuffix("/") { topic += "#" }
    // Only debug messages tell which deliveries the broker marks as repeated.
    var words = ["mosquitto_sub", "-d", "-t", topic, "-q", "1", "-F", "%j", "-k", "15"]
    words += ["-V", "5", "-c", "-x", "3600", "-i", "listview-\(Self.identifier)"]
    if !url.host.isEmpty { words += ["-h", url.host] }
    if let port = url.port { words += ["-p", "\(port)"] }
    if !url.user.isEmpty { words += ["-u", url.user] }
    if url.knownScheme == .mqtts {
      if url.port == nil { words += ["-p", "8883"] }
      words += ["--capath", "/etc/ssl/certs"]
    }
    arguments = words
  }

  /// A client identifier that is unique among programs.
  private static var identifier: String {
    String(UInt64.random(in: 0...UInt64.max), radix: 36)
  }

  func nextRun() -> ClientRun {
    deliveries.restart()
    return ClientRun(arguments: arguments)
  }

  func take(_ bytes: [UInt8]) -> [UInt8] { deliveries.removed(from: bytes) }

  func endRun(_ failure: String?) -> RunEnd {
    .lost(failure ?? ClientText.connectionClosed, mayLackRows: false, retry: nil)
  }
}

/// Messages of a Kafka topic, read by kcat(1) from the first one on; a later run resumes after the
/// last known offsets.
///
/// `kafka://HOST:PORT/TOPIC`, with `?from=end` for new messages only.
final class KafkaClient: FeedClient {
  static let program = (name: "kcat", package: "kcat")

  private let url: FeedURL
  private let topic: String
  /// The next offset of each partition.
  private var offsets: [Int: Int] = [:]
  private var line: [UInt8] = []

  init(_ url: FeedURL) throws(FeedURLError) {
    guard let topic = url.pathParts.first, url.pathParts.count == 1 else {
      throw FeedURLError(ClientText.noTopic(url.title))
    }
    (self.url, self.topic) = (url, topic)
  }

  func nextRun() -> ClientRun {
    line = []
    let first = url.value("from") == "end" ? "end" : "beginning"
    // All partitions are read from one offset; messages that are known are skipped.
    let offset = offsets.values.min().map(String.init) ?? first
    return ClientRun(arguments: [
      "kcat", "-C", "-q", "-u", "-J", "-b", "\(url.host):\(url.port ?? 9_092)", "-t", topic,
      "-o", offset,
    ])
  }

  func take(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      line.append(byte)
      guard byte == 0x0A else { continue }
      if isNew(line) { result += line }
      line.removeAll(keepingCapacity: true)
    }
    return result
  }

  /// Whether a message is new; it is known afterwards.
  private func isNew(_ line: [UInt8]) -> Bool {
    var message: JSONValue?
    var reader = ValueReader()
    reader.append(line) { message = $0 }
    guard let partition = message?.member("partition").flatMap({ Int($0.string) }),
      let offset = message?.member("offset").flatMap({ Int($0.string) })
    else { return true }
    guard offset >= offsets[partition, default: 0] else { return false }
    offsets[partition] = offset + 1
    return true
  }

  func endRun(_ failure: String?) -> RunEnd {
    .lost(failure ?? ClientText.connectionClosed, mayLackRows: offsets.isEmpty, retry: nil)
  }
}

/// Messages of a NATS subject, read by the `nats` program.
///
/// `nats://HOST:PORT/SUBJECT`, such as `nats://localhost/orders.>`.
final class NATSClient: FeedClient {
  static let program = (name: "nats", package: "natscli")

  private let url: FeedURL
  private let subject: String

  init(_ url: FeedURL) throws(FeedURLError) {
    guard let subject = url.pathParts.first, url.pathParts.count == 1 else {
      throw FeedURLError(ClientText.noSubject(url.title))
    }
    (self.url, self.subject) = (url, subject)
  }

  func nextRun() -> ClientRun {
    var run = ClientRun(arguments: ["nats", "sub", "--raw", subject])
    run.environment["NATS_URL"] = "nats://\(url.host):\(url.port ?? 4_222)"
    if !url.user.isEmpty { run.environment["NATS_USER"] = url.user }
    if let password = url.password { run.environment["NATS_PASSWORD"] = password }
    return run
  }

  func endRun(_ failure: String?) -> RunEnd {
    .lost(failure ?? ClientText.connectionClosed, mayLackRows: true, retry: nil)
  }
}
