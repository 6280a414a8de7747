/// The address of a feed, cut into its parts (RFC 3986).
public struct FeedURL: Hashable, Sendable {
  /// The scheme in small letters, such as `https`.
  public let scheme: String
  /// Who asks; empty if the address does not say it.
  public let user: String
  /// The password; nil if the address holds none.
  public let password: String?
  /// The server's name, or its address without brackets; empty if the address names none.
  public let host: String
  /// The port; nil for that of the scheme.
  public let port: Int?
  /// What comes after the server, with its slash, as it was written.
  public let path: String
  /// The names and values after the question mark, in order, decoded.
  public let query: [(name: String, value: String)]
  /// The query as it was written, without its question mark.
  let rawQuery: String
  private let authority: String

  /// Cuts an address.
  ///
  /// - Returns: nil for a text that is no address of a scheme that ``Scheme`` knows.
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
    // A host that begins with a hyphen would be an option of the client.
    guard !host.hasPrefix("-"), !user.hasPrefix("-") else { return nil }
    self.authority = String(server)
    query = rawQuery.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
    }
  }

  /// The schemes that there is a client for.
  public enum Scheme: String, CaseIterable, Sendable {
    case http, https, redis, rediss, postgres, postgresql, mqtt, mqtts, kafka, nats
  }

  /// Whether a text is an address by its look, of whatever scheme.
  public static func isURL(_ text: String) -> Bool {
    guard let colon = text.firstRange(of: "://") else { return false }
    let scheme = text[..<colon.lowerBound]
    return !scheme.isEmpty
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || "+-.".contains($0)) }
  }

  /// The scheme.
  public var knownScheme: Scheme {
    guard let scheme = Scheme(rawValue: scheme) else {
      preconditionFailure("an address has a scheme that is known")
    }
    return scheme
  }

  /// The address as it may be shown: without who asks, without a password, and without the query.
  public var title: String { "\(scheme)://\(authority)\(path)" }

  /// The address without a password and without who asks, as a client may be given it.
  var withoutCredentials: String { title + (rawQuery.isEmpty ? "" : "?\(rawQuery)") }

  /// The parts of the path, decoded.
  var pathParts: [String] { path.split(separator: "/").map { Self.decoded($0) } }

  /// The value of a name in the query.
  func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// Whether two addresses are the same, credentials too.
  public static func == (left: FeedURL, right: FeedURL) -> Bool {
    left.withoutCredentials == right.withoutCredentials && left.user == right.user
      && left.password == right.password
  }

  /// Hashes the address.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(withoutCredentials)
    hasher.combine(user)
    hasher.combine(password)
  }

  /// A text with the bytes that `%` and two digits stand for.
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
