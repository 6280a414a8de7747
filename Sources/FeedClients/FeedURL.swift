/// The URL of a feed, split into its components (RFC 3986).
public struct FeedURL: Hashable, Sendable {
  /// The scheme in lowercase, such as `https`.
  public let scheme: String
  /// The user; empty if the URL has none.
  public let user: String
  /// The password; nil if the URL has none.
  public let password: String?
  /// The host name, or the IP address without brackets; empty if the URL has none.
  public let host: String
  /// The port; nil for the default of the scheme.
  public let port: Int?
  /// The path with its leading slash, still percent-encoded.
  public let path: String
  /// The decoded names and values of the query, in order.
  public let query: [(name: String, value: String)]
  /// The query, still percent-encoded and without the question mark.
  let rawQuery: String
  private let authority: String

  /// Parses a URL.
  ///
  /// - Returns: nil if the text is not a URL with a scheme of ``Scheme``.
  public init?(_ text: String) {
    guard let colon = text.firstRange(of: "://") else { return nil }
    scheme = text[..<colon.lowerBound].lowercased()
    guard Scheme(rawValue: scheme) != nil else { return nil }
    guard
      !text.unicodeScalars.contains(where: { $0.value < 0x21 || $0.value == 0x7F })
        || scheme.hasPrefix("postgres")
    else { return nil }
    var rest = text[colon.upperBound...].prefix { $0 != "#" }
    rawQuery = rest.firstIndex(of: "?").map { String(rest[rest.index(after: $0)...]) } ?? ""
    rest = rest.prefix { $0 != "?" }
    let authority = rest.prefix { $0 != "/" }
    path = String(rest[authority.endIndex...])
    let sign = authority.lastIndex(of: "@")
    let credentials = sign.map { authority[..<$0] } ?? ""
    let server = sign.map { authority[authority.index(after: $0)...] } ?? authority
    let parts = credentials.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    user = Self.decoded(parts.first ?? "")
    password = parts.count > 1 ? Self.decoded(parts[1]) : nil
    var name = server
    var port: Int?
    if server.hasPrefix("["), let end = server.firstIndex(of: "]") {
      name = server[server.index(after: server.startIndex)..<end]
      let tail = server[server.index(after: end)...]
      guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
      if tail.count > 1 { port = Int(tail.dropFirst()) }
      guard tail.count < 2 || port != nil else { return nil }
    } else if let colon = server.lastIndex(of: ":") {
      name = server[..<colon]
      let digits = server[server.index(after: colon)...]
      port = Int(digits)
      guard digits.isEmpty || port != nil else { return nil }
    }
    if let port, !(1...65_535 ~= port) { return nil }
    self.port = port
    host = Self.decoded(name)
    // A host with a leading hyphen would be an option of the client.
    guard !host.hasPrefix("-"), !user.hasPrefix("-") else { return nil }
    self.authority = String(server)
    query = rawQuery.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The supported schemes.
  public enum Scheme: String, CaseIterable, Sendable {
    case http, https, redis, rediss, postgres, postgresql, mqtt, mqtts, kafka, nats
  }

  /// Whether a text looks like a URL, whatever its scheme.
  public static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: "://") else { return false }
    let scheme = text[..<colon.lowerBound]
    return !scheme.isEmpty
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || "+-.".contains($0)) }
  }

  /// The scheme.
  public var knownScheme: Scheme {
    guard let scheme = Scheme(rawValue: scheme) else {
      preconditionFailure("the scheme was not validated")
    }
    return scheme
  }

  /// The URL for display: without user, password and query.
  public var title: String { "\(scheme)://\(authority)\(path)" }

  /// The URL without user and password, which may be passed to a client.
  var withoutCredentials: String { title + (rawQuery.isEmpty ? "" : "?\(rawQuery)") }

  /// The decoded components of the path.
  var pathParts: [String] { path.split(separator: "/").map { Self.decoded($0) } }

  /// The value of a parameter in the query.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Whether two URLs are the same, including credentials.
  public static func == (left: FeedURL, right: FeedURL) -> Bool {
    left.withoutCredentials == right.withoutCredentials && left.user == right.user
      && left.password == right.password
  }

  /// Hashes the URL.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(withoutCredentials)
    hasher.combine(user)
    hasher.combine(password)
  }

  /// A percent-decoded text.
  private static func decoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count > 1,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: "+") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
