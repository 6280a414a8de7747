/// The reports about a feed by URL.
package enum ClientText {
  package static func unsupportedURL(_ schemes: [String]) -> String {
    "--feed: unsupported URL: use SCHEME://HOST with one of \(schemes.joined(separator: ", "))."
  }
  package static let controlCharacters =
    "--feed: the URL contains control characters, such as %00: leave them out."
  package static let beginsWithHyphen =
    "--feed: the host or the user of the URL begins with a hyphen, as an option does: leave it out."
  package static func passwordInArguments(_ feed: String, user: String) -> String {
    "\(feed): mosquitto_sub would show the password to all users of this machine; put the "
      + "lines \"-u \(user)\" and \"-P PASSWORD\" into ~/.config/mosquitto_sub"
  }
  package static func noTopic(_ feed: String) -> String {
    "\(feed): no topic; use kafka://HOST:PORT/TOPIC"
  }
  package static func kafkaCredentials(_ feed: String) -> String {
    "\(feed): kcat would not use the user and the password; put sasl.username=, sasl.password= and "
      + "sasl.mechanism= into ~/.config/kcat.conf"
  }
  package static func noSubject(_ feed: String) -> String {
    "\(feed): no subject; use nats://HOST:PORT/SUBJECT"
  }
  package static func noQuery(_ feed: String) -> String {
    "\(feed): no query; add --query 'SELECT * FROM orders ORDER BY id'"
  }
  package static func parameter(_ name: String, _ feed: String) -> String {
    "\(feed): a URL cannot set \(name) of PostgreSQL's client; set it in ~/.pg_service.conf or in the "
      + "environment"
  }
  package static let connectionClosed = "the connection was closed"
  package static let closedByServer = "the server closed the connection"
  package static func silent(for time: Duration) -> String {
    let (seconds, rest) = time.components
    let span = rest == 0 ? "\(seconds)" : "\(time / .seconds(1))"
    return "no answer within \(span) s: raise --deadline, or add --stream if it may be silent"
  }
  package static func compressed(_ program: String, _ address: String) -> String {
    "\(program) data without a Content-Encoding; curl \(address) | listview decompresses it"
  }
  package static func keysCut(_ limit: Int) -> String {
    "there are more keys; the first \(limit) that were found are shown: add ?pattern=user:*"
  }
  package static let largeEntry = "an entry is larger than 64 MiB"
  package static let noReply = "redis-cli ended without a reply"
  package static func listening(_ feed: String, _ reason: String) -> String {
    "\(feed): listening: \(reason)"
  }
  package static func lost(_ feed: String, _ reason: String, mayLackRows: Bool) -> String {
    "\(feed): \(reason)" + (mayLackRows ? "; rows may be missing" : "")
  }
}
