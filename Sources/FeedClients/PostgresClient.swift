internal import Feeds

/// A query of PostgreSQL, run repeatedly by psql(1).
///
/// `postgres://USER@HOST:PORT/DB?query=SELECT…`, or the query with `--query`. Rows arrive as JSON, with
/// their types. `listen=CHANNEL` runs the query again after a NOTIFY. Source: PostgreSQL 15,
/// "Connection URIs", "psql" and "NOTIFY".
final class PostgresClient: FeedClient {
  static let program = (name: "psql", package: "postgresql-client")

  private let url: FeedURL
  private let query: String
  /// The channel of notifications.
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

  /// The arguments of psql that all runs share.
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
      // A newline ends the query, which may end with a comment.
      run.arguments += [
        "-A", "-t", "-c", "SELECT row_to_json(listview) FROM (\(query)\n) AS listview",
      ]
    } else {
      run.arguments += ["--csv", "-c", query]
    }
    return run
  }

  /// The seconds that psql sleeps between two checks for notifications.
  private static let pause = "0.1"
  /// The number of checks before the next run: one hour.
  private static let looks = 36_000

  /// psql prints a notification only after a statement, so it runs a series of statements that only
  /// sleep.
  func listeningRun() -> ClientRun? {
    guard !channels.isEmpty else { return nil }
    var run = connection
    run.arguments += ["-A", "-t"]
    var script = ""
    for channel in channels {
      script += "LISTEN \"\(channel.split(separator: "\"").joined(separator: "\"\""))\";\n"
    }
    // Earlier notifications were missed.
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
