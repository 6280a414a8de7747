internal import FeedValues

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

/// Messages of a NATS subject, read by the `nats` program.
///
/// `nats://HOST:PORT/SUBJECT`, such as `nats://localhost/orders.>`. The subject stands after `--`: before
/// it, `@PATH` would be a file of arguments. Source: choria-io/fisk, `ParseContext.Next`.
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
    var run = ClientRun(arguments: ["nats", "sub", "--raw", "--", subject])
    run.environment["NATS_URL"] = "nats://\(url.server(port: 4_222))"
    if !url.user.isEmpty { run.environment["NATS_USER"] = url.user }
    if let password = url.password { run.environment["NATS_PASSWORD"] = password }
    return run
  }

  func endRun(_ failure: String?) -> RunEnd {
    .lost(failure ?? ClientText.connectionClosed, mayLackRows: true, retry: nil)
  }
}
