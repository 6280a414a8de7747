/// Names of fields that say what their values mean.
extension ColumnChoice {
  /// The names by meaning, in lower case.
  static let names = (
    status: Set(["status", "state", "conclusion", "phase", "health"]),
    type: Set([
      "type", "event", "kind", "action", "level", "reason", "method",
      // Names of the source in rows that merge several feeds.
      "source", "feed", "listview_source",
    ]),
    people: Set([
      "email", "customer_email", "receipt_email", "user", "username", "author", "login", "name",
      "full_name", "title", "subject", "message", "msg", "description", "displaytitle", "command",
      "cmd", "path", "image", "summary", "text",
    ]),
    bodies: Set(["body", "content", "notes", "details", "bio"]),
    messages: Set(["msg", "message", "body", "event", "log", "text"])
  )
}
