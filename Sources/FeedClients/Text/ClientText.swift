/// What is reported about a feed by URL.
package enum ClientText {
  package static func passwordInArguments(_ feed: String, user: String) -> String {
    "\(feed): mosquitto_sub would show the password to all users of this machine; put the "
      + "lines \"-u \(user)\" and \"-P PASSWORD\" into ~/.config/mosquitto_sub"
  }
  package static func noTopic(_ feed: String) -> String {
    "\(feed): no topic; use kafka://HOST:PORT/TOPIC"
  }
  package static func noSubject(_ feed: String) -> String {
    "\(feed): no subject; use nats://HOST:PORT/SUBJECT"
  }
  package static func noQuery(_ feed: String) -> String {
    "\(feed): no query; add --query 'SELECT * FROM orders ORDER BY id'"
  }
  package static let connectionClosed = "the connection was closed"
  package static let closedByServer = "the server closed the connection"
  package static func listening(_ feed: String, _ reason: String) -> String {
    "\(feed): listening: \(reason)"
  }
  package static func lost(_ feed: String, _ reason: String, mayLackRows: Bool) -> String {
    "\(feed): \(reason)" + (mayLackRows ? "; rows may be missing" : "")
  }
}
