internal import Feeds

/// A query of PostgreSQL through psql(1), asked again and again.
///
/// `postgres://USER@HOST:PORT/DB?query=SELECT…`, or the query by `--query`. Rows come as JSON, with
/// their types. `listen=CHANNEL` asks again as soon as a NOTIFY comes. Source: PostgreSQL 15,
/// "Connection URIs", "psql" and "NOTIFY".
final class PostgresClient: FeedClient {
  static let program = (name: "psql", package: "postgresql-client")

  private let url: FeedURL
  private let query: String
  /// What is listened to.
  private let channels: [String]

  var givesLists: Bool { true }

  init(_ url: FeedURL, _ options: ClientOptions) throws(FeedURLError) {
    var query = options.query ?? url.value("query") ?? ""
    while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
    guard query.contains(where: { !$0.isWhitespace }) else {
      throw FeedURLError(ClientText.noQuery(url.title))
    }
    (self.url, self.query) = (url, query)
    channels = (url.value("listen") ?? "").split(separator: ",").map(String.init)
  }

  /// How psql is run, whatever it shall do.
  private var connection: ClientRun {
    let others = url.rawQuery.split(separator: "&")
      .filter { !$0.hasPrefix("query=") && !$0.hasPrefix("listen=") }
    var address = url.title
    if !url.user.isEmpty, let slashes = address.firstRange(of: "://") {
      address.insert(contentsOf: "\(Self.encoded(url.user))@", at: slashes.upperBound)
    }
    if !others.isEmpty { address += "?" + others.joined(separator: "&") }
    var run = ClientRun(arguments: [
      "psql", "-X", "-q", "-w", "-v", "ON_ERROR_STOP=1", "-d", address,
    ])
    run.environment = ["PGCONNECT_TIMEOUT": "10", "PGAPPNAME": "listview"]
    if let password = url.password { run.environment["PGPASSWORD"] = password }
    return run
  }

  func nextRun() -> ClientRun {
    var run = connection
    let word = query.drop(while: \.isWhitespace).prefix { $0.isLetter }.lowercased()
    if ["select", "with", "table", "values"].contains(word) {
      // A line ends the query, which may end with a comment.
      run.arguments += [
        "-A", "-t", "-c", "SELECT row_to_json(listview) FROM (\(query)\n) AS listview",
      ]
    } else {
      run.arguments += ["--csv", "-c", query]
    }
    return run
  }

  /// How long psql sleeps between two looks at what was notified, in seconds.
  private static let pause = "0.1"
  /// How often it looks before another run follows: for an hour.
  private static let looks = 36_000

  /// psql prints a notification only behind a statement, so it is given one after the other that does
  /// nothing but sleep.
  func listeningRun() -> ClientRun? {
    guard !channels.isEmpty else { return nil }
    var run = connection
    run.arguments += ["-A", "-t"]
    var script = ""
    for channel in channels {
      script += "LISTEN \"\(channel.split(separator: "\"").joined(separator: "\"\""))\";\n"
    }
    // What was notified before this was not heard.
    script += "\\echo listening\n"
    script += "\\set s 'DO $$BEGIN PERFORM pg_sleep(\(Self.pause));END$$;'\n"
    script += String(repeating: ":s\n", count: Self.looks)
    run.input = Array(script.utf8)
    return run
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        byte < 0x80
        && (UnicodeScalar(byte).properties.isAlphabetic || "0123456789-._~".utf8.contains(byte))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  func endRun(_ failure: String?) -> RunEnd { failure.map(RunEnd.failed) ?? .list }
}
