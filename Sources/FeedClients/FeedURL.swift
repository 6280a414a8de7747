internal import FeedValues

/// The URL of a feed, split into its components (RFC 3986).
package struct FeedURL: Hashable, Sendable {
  /// The scheme in lowercase, such as `https`.
  package let scheme: String
  /// The user; empty if the URL has none.
  package let user: String
  /// The password; nil if the URL has none.
  package let password: String?
  /// The host name, or the IP address without brackets; empty if the URL has none.
  package let host: String
  /// The port; nil for the default of the scheme.
  package let port: Int?
  /// The path with its leading slash, still percent-encoded.
  package let path: String
  /// The decoded names and values of the query, in order.
  package let query: [(name: String, value: String)]
  /// The query, still percent-encoded and without the question mark.
  let rawQuery: String
  private let authority: String

  /// Parses a URL.
  ///
  /// - Returns: nil if the text is not a URL that ``init(parsing:)`` accepts.
  package init?(_ text: String) { try? self.init(parsing: text) }

  /// Parses a URL.
  ///
  /// A URL is data: whatever it says, no part of it becomes an option or a command of the client. Parts
  /// that a client could take for one are refused here, once for all clients: control characters, of
  /// which NUL would cut an argument short, and hosts and users that begin with a hyphen.
  ///
  /// - Parameter text: The URL.
  /// - Throws: ``FeedURLError`` if the text is no URL with a scheme of ``Scheme``, or has such a part.
  /// - Complexity: O(*n*) in the length of the text.
  package init(parsing text: String) throws(FeedURLError) {
    // By scalars, as the clients read it: a combining character hides none of the separators.
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstRange(of: "://".unicodeScalars) else { throw Self.unsupported }
    scheme = String(scalars[..<colon.lowerBound]).lowercased()
    guard let known = Scheme(rawValue: scheme) else { throw Self.unsupported }
    let isPostgres = known == .postgres || known == .postgresql
    let isHTTP = known == .http || known == .https
    guard isPostgres || !scalars.contains(" ") else { throw Self.unsupported }
    var rest = scalars[colon.upperBound...].prefix { $0 != "#" }
    let mark = rest.firstIndex(of: "?")
    rawQuery = mark.map { String(rest[rest.index(after: $0)...]) } ?? ""
    rest = rest[..<(mark ?? rest.endIndex)]
    let authority = rest.prefix { $0 != "/" }
    path = String(rest[authority.endIndex...])
    let sign = authority.lastIndex(of: "@")
    let server = sign.map { authority[authority.index(after: $0)...] } ?? authority
    let (user, password) = Self.pair(
      sign.map { authority[..<$0] } ?? authority[..<authority.startIndex],
      ":"
    )
    (self.user, self.password) = (user, password)
    guard let (name, port) = Self.hostAndPort(server) else { throw Self.unsupported }
    self.port = port
    host = Self.decoded(name)
    self.authority = String(server)
    query = rawQuery.unicodeScalars.split(separator: "&").map { pair in
      let (name, value) = Self.pair(pair, "=")
      return (name, value ?? "")
    }
    // curl gets path and query as they stand here, percent-encoded.
    var texts = [
      user, password ?? "", host, isHTTP ? path : Self.decoded(path.unicodeScalars[...]),
    ]
    for (name, value) in isHTTP ? [(rawQuery, "")] : query {
      // A query of a database has lines.
      let isSQL = isPostgres && name == "query"
      let lines = value.unicodeScalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }
      texts += [name, isSQL ? String(String.UnicodeScalarView(lines)) : value]
    }
    guard !texts.contains(where: Self.hasControlCharacters) else {
      throw FeedURLError(ClientText.controlCharacters)
    }
    guard host.utf8.first != UInt8(ascii: "-"), user.utf8.first != UInt8(ascii: "-") else {
      throw FeedURLError(ClientText.beginsWithHyphen)
    }
  }

  private static var unsupported: FeedURLError {
    FeedURLError(ClientText.unsupportedURL(Scheme.allCases.map(\.rawValue)))
  }

  /// The host, still percent-encoded and without brackets, and the port of an authority; nil if the port is none.
  private static func hostAndPort(_ server: Scalars) -> (host: Scalars, port: Int?)? {
    var (name, digits) = (server, server[server.endIndex...])
    if server.first == "[", let end = server.firstIndex(of: "]") {
      name = server[server.index(after: server.startIndex)..<end]
      let tail = server[server.index(after: end)...]
      guard tail.isEmpty || tail.first == ":" else { return nil }
      digits = tail.dropFirst()
    } else if let colon = server.lastIndex(of: ":") {
      name = server[..<colon]
      digits = server[server.index(after: colon)...]
    }
    guard !digits.isEmpty else { return (name, nil) }
    guard let port = Int(String(digits)), 1...65_535 ~= port else { return nil }
    return (name, port)
  }

  /// The decoded texts before and after a separator; the second is nil without one.
  private static func pair(_ text: Scalars, _ separator: Unicode.Scalar) -> (String, String?) {
    let sign = text.firstIndex(of: separator)
    let second = sign.map { decoded(text[text.index(after: $0)...]) }
    return (decoded(text[..<(sign ?? text.endIndex)]), second)
  }

  private typealias Scalars = Substring.UnicodeScalarView

  private static func hasControlCharacters(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The supported schemes.
  package enum Scheme: String, CaseIterable, Sendable {
    case http, https, redis, rediss, postgres, postgresql, mqtt, mqtts, kafka, nats
  }

  /// Whether a text looks like a URL, whatever its scheme.
  package static func isURL(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let colon = scalars.firstRange(of: "://".unicodeScalars) else { return false }
    let scheme = String(scalars[..<colon.lowerBound])
    return !scheme.isEmpty
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || "+-.".contains($0)) }
  }

  /// The scheme.
  package var knownScheme: Scheme {
    guard let scheme = Scheme(rawValue: scheme) else {
      preconditionFailure("the scheme was not validated")
    }
    return scheme
  }

  /// The URL for display: without user, password and query.
  package var title: String { address(user: "") }

  /// The URL without password and query, and with a user that is percent-encoded already.
  func address(user: String) -> String {
    "\(scheme)://\(user.isEmpty ? "" : "\(user)@")\(authority)\(path)"
  }

  /// The URL without user and password, which may be passed to a client.
  var withoutCredentials: String { title + (rawQuery.isEmpty ? "" : "?\(rawQuery)") }

  /// The decoded components of the path.
  var pathParts: [String] { path.unicodeScalars.split(separator: "/").map { Self.decoded($0) } }

  /// The value of a parameter in the query.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The host and the port for a client that takes both in one text; `localhost` if the URL has no host.
  ///
  /// - Parameter port: The port if the URL has none.
  /// - Returns: Such as `[::1]:9092`.
  func server(port: Int) -> String {
    // Colons are those of an IPv6 address, unless there are several brokers.
    let isAddress = host.contains(":") && !host.contains(",")
    let name = host.isEmpty ? "localhost" : isAddress ? "[\(host)]" : host
    return "\(name):\(self.port ?? port)"
  }

  /// Whether two URLs are the same, including credentials.
  package static func == (left: FeedURL, right: FeedURL) -> Bool {
    left.withoutCredentials == right.withoutCredentials && left.user == right.user
      && left.password == right.password
  }

  /// Hashes the URL.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(withoutCredentials)
    hasher.combine(user)
    hasher.combine(password)
  }

  private static func decoded(_ text: Scalars) -> String {
    String(percentDecoding: Substring(text).utf8)
  }
}
