internal import FeedValues

/// A query of PostgreSQL, run repeatedly by psql(1).
///
/// `postgres://USER@HOST:PORT/DB?query=SELECT…`, or the query with `--query`. Rows arrive as JSON, with
/// their types. `listen=CHANNEL` runs the query again after a NOTIFY. Source: PostgreSQL 15,
/// "Connection URIs", "psql" and "NOTIFY".
///
/// psql takes a `-c` that does not begin with a backslash as SQL, and sends it as it is: neither
/// commands of psql nor its variables are in it. A query of a URL is further restricted by the server:
/// it is one statement that returns rows, in a transaction that only reads.
final class PostgresClient: FeedClient {
  static let program = (name: "psql", package: "postgresql-client")

  private let query: String
  /// Whether the query is that of the URL, which somebody else may have written.
  private let isForeign: Bool
  /// The channels of notifications.
  private let channels: [String]
  /// The arguments of psql that all runs share.
  private let connection: ClientRun

  var givesLists: Bool { true }

  init(_ url: FeedURL, _ options: ClientOptions) throws(FeedURLError) {
    var query = options.query ?? url.value("query") ?? ""
    while let last = query.last, last.isWhitespace || last == ";" { query.removeLast() }
    guard query.contains(where: { !$0.isWhitespace }) else {
      throw FeedURLError(ClientText.noQuery(url.title))
    }
    (self.query, isForeign) = (query, options.query == nil)
    channels = (url.value("listen") ?? "").split(separator: ",").map(String.init)
    connection = try Self.connection(url)
  }

  /// The parameters of libpq that a URL may set.
  ///
  /// Of the others some name files that are written or run
  /// (`sslkeylogfile`, `service`, an engine in `sslkey`) or settings of the server (`options`).
  private static let parameters: Set<String> = [
    "application_name", "channel_binding", "connect_timeout", "dbname", "fallback_application_name",
    "gssencmode", "host", "hostaddr", "keepalives", "keepalives_count", "keepalives_idle",
    "keepalives_interval", "krbsrvname", "load_balance_hosts", "port", "require_auth",
    "requirepeer",
    "ssl", "ssl_max_protocol_version", "ssl_min_protocol_version", "sslcert", "sslcertmode",
    "sslcrl", "sslcrldir", "sslkey", "sslmode", "sslrootcert", "sslsni", "target_session_attrs",
    "tcp_user_timeout", "user",
  ]

  private static func connection(_ url: FeedURL) throws(FeedURLError) -> ClientRun {
    var address = url.address(user: encoded(url.user))
    var password = url.password
    var sign = "?"
    for (name, value) in url.query where name != "query" && name != "listen" {
      if name == "password" {
        password = value
        continue
      }
      // A colon separates the name of an engine, which is loaded, from that of the key.
      guard parameters.contains(name), name != "sslkey" || !value.contains(":") else {
        throw FeedURLError(ClientText.parameter(name, url.title))
      }
      address += "\(sign)\(name)=\(encoded(value))"
      sign = "&"
    }
    var run = ClientRun(arguments: [
      "psql", "-X", "-q", "-w", "-v", "ON_ERROR_STOP=1", "-d", address,
    ])
    run.environment = [
      "PGCONNECT_TIMEOUT": "10", "PGAPPNAME": "listview", "PGCLIENTENCODING": "UTF8",
    ]
    if let password { run.environment["PGPASSWORD"] = password }
    return run
  }

  func nextRun() -> ClientRun {
    var run = connection
    let word = query.drop(while: \.isWhitespace).prefix { $0.isLetter }.lowercased()
    let isSelection = ["select", "with", "table", "values"].contains(word)
    run.arguments += isSelection ? ["-A", "-t", "-c"] : ["--csv", "-c"]
    // A newline ends the query, which may end with a comment.
    let statement =
      isSelection ? "SELECT row_to_json(listview) FROM (\(query)\n) AS listview" : query
    // The space keeps a backslash from being the first character.
    run.arguments.append(isForeign ? Self.reading(statement) : " \(statement)")
    return run
  }

  /// SQL that fetches the rows of one statement, which the server refuses if it consists of several, returns
  /// no rows or writes: a cursor is opened for the text of the statement.
  private static func reading(_ statement: String) -> String {
    let block =
      "DECLARE c REFCURSOR := 'listview'; BEGIN OPEN c FOR EXECUTE \(quoted(statement)); END"
    // All rows are fetched, so that no plan is better that gives the first ones sooner.
    return
      "BEGIN READ ONLY; SET LOCAL cursor_tuple_fraction = 1; DO \(quoted(block)); FETCH ALL FROM listview"
  }

  /// A string constant, whatever `standard_conforming_strings` is.
  private static func quoted(_ text: String) -> String {
    "E'" + doubling("'", in: doubling("\\", in: text)) + "'"
  }

  /// A text in which a quotation mark is doubled, also before a combining character.
  private static func doubling(_ mark: Unicode.Scalar, in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == mark { result.append(scalar) }
      result.append(scalar)
    }
    return String(result)
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
    // In a quoted identifier psql interprets nothing, and a channel has no control characters.
    for channel in channels {
      script += "LISTEN \"\(Self.doubling("\"", in: channel))\";\n"
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
