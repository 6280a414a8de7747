/// A structure that is recognised in a value of a feed.
package enum FeedStructure: Int, CaseIterable, Hashable, Sendable {
  /// An array: a snapshot of its elements.
  case array
  /// `{"at": T, "rows": […]}`
  case recordedSnapshot
  /// `{"at": T, "op": "upsert" | "delete", …}`
  case recordedChange
  /// `{"object": "list", "data": […]}`
  case stripeList
  /// `{"kind": "…List", "items": […]}`
  case kubernetesList
  /// `{"type": "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR", "object": {…}}`
  case kubernetesWatchEvent
  /// A message of a Kafka topic, as `kcat -J` prints it.
  case kafkaMessage
  /// A message of an MQTT broker, as `mosquitto_sub -F %j` prints it.
  case mqttMessage
  /// Entries of a Redis stream, as `redis-cli --json` prints what XREAD or XRANGE reply.
  case redisStream
  /// An entry of the journal, as `journalctl -o json` prints it.
  case journalEntry
  /// An event of `docker events --format json`, whose `id` names the object concerned.
  case dockerEvent
  /// A single object that is the whole feed, with the rows in one of its members.
  case document
  /// The value that `--rows` selects.
  case selection
  /// Any other object: a row.
  case object
  /// A number, a string, `true`, `false` or `null`: a row with one cell.
  case scalar
  /// A record of a CSV feed, or a line of a table.
  case record
  /// A log line, parsed into fields.
  case logLine
  /// A line of text: a row with one cell.
  case line
}

extension FeedStructure: CustomStringConvertible {
  /// The kind of value, and its meaning.
  package var description: String {
    switch self {
    case .array: "array: a snapshot"
    case .recordedSnapshot: "{\"at\", \"rows\"}: a snapshot with its time"
    case .recordedChange: "{\"at\", \"op\"}: one change"
    case .stripeList: "Stripe list: a snapshot of its data"
    case .kubernetesList: "Kubernetes list: a snapshot of its items"
    case .kubernetesWatchEvent: "Kubernetes watch event: one change"
    case .kafkaMessage: "Kafka message: a row; without a payload, the end of its key"
    case .mqttMessage: "MQTT message: a row; without a payload, the end of its topic"
    case .redisStream: "entries of a Redis stream: rows"
    case .journalEntry: "journal entry: a row"
    case .dockerEvent: "docker event: a new row"
    case .document: "single object: a snapshot of the rows in it"
    case .selection: "selected by --rows"
    case .object: "object: a row"
    case .scalar: "scalar: a row with one cell"
    case .record: "record below a header: a row"
    case .logLine: "log line: a new row"
    case .line: "line of text: a row with one cell"
    }
  }
}
