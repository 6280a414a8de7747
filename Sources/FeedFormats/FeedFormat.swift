import FeedValues

/// A way to divide the bytes of a feed into values.
package enum FeedFormat: String, CaseIterable, Hashable, Sendable {
  /// Recognised from the first bytes.
  case auto
  /// JSON values, separated by white space, newlines, record separators or nothing.
  case json
  /// A header and records of cells, by RFC 4180, separated by commas or semicolons.
  case csv
  /// A header and lines of cells, separated by tabs.
  case tsv
  /// A header and lines that are split at the columns of the header, as printed by `ps` and `df`.
  case table
  /// Log lines, each a row of the fields in it.
  case log
  /// A name and a value on each line, as in sysctl(8), `.env` and INI files, lscpu(1) and wc(1).
  case settings
  /// Metrics in the text format of Prometheus.
  case metrics
  /// Documents of YAML, read as the JSON of the same content.
  case yaml
  /// The items of RSS or Atom.
  case rss
  /// Lines of text, each a row with one cell.
  case lines
  /// Server-sent events, whose data is read like a JSON feed.
  case sse
}

extension FeedFormat {
  /// The format that a media type declares.
  ///
  /// - Parameter contentType: The media type, possibly with parameters (RFC 9110, 8.3.1).
  /// - Returns: The format; nil if the type says nothing about it, as `text/plain` does.
  package static func declared(by contentType: String) -> FeedFormat? {
    let type = contentType.prefix { $0 != ";" && !$0.isWhitespace }.lowercased()
    return switch type {
    case "text/event-stream": .sse
    case "text/csv", "text/x-csv", "application/csv": .csv
    case "text/tab-separated-values": .tsv
    case "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/vnd.yaml":
      .yaml
    case "application/rss+xml", "application/atom+xml": .rss
    case "application/openmetrics-text": .metrics
    case "application/json", "text/json", "application/x-ndjson", "application/ndjson",
      "application/jsonl", "application/x-jsonlines", "application/json-seq",
      "application/stream+json", "application/x-json-stream":
      .json
    case _ where type.hasSuffix("+json"): .json
    case _ where type.hasSuffix("+yaml"): .yaml
    default: nil
    }
  }

  /// Whether a text in this format may begin with a byte that is not white space.
  package func mayBegin(with byte: UInt8) -> Bool {
    switch self {
    case .json: "[{\"\u{1E}".utf8.contains(byte)
    case .rss: byte == UInt8(ascii: "<")
    case .csv, .tsv, .metrics: !"[{<".utf8.contains(byte)
    case .yaml: byte != UInt8(ascii: "<")
    case .sse, .auto, .table, .log, .settings, .lines: true
    }
  }

  /// The format that a file name extension indicates if the content may not: `.yaml` and `.yml`,
  /// also before the extension of a compressed file.
  ///
  /// - Parameter name: The name of a file, or an address.
  /// - Returns: The format, and why; nil if the name does not indicate one.
  package static func suggested(by name: String) -> (format: FeedFormat, reason: String)? {
    var name = name[...]
    for ending in [".gz", ".zst", ".xz", ".bz2"] where name.hasSuffix(ending) {
      name = name.dropLast(ending.count)
      break
    }
    for ending in [".yaml", ".yml"] where name.lowercased().hasSuffix(ending) {
      return (.yaml, FeedText.Format.name(endingIn: ending))
    }
    return nil
  }
}

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

/// The source of a value.
package enum ValueOrigin {
  /// It is JSON.
  case json
  /// It is a record under a header.
  case record
  /// It is a value of a metric, which replaces the one before.
  case sample
  /// It is a line of a log, cut into fields.
  case log
  /// It is a line of text.
  case line
  /// It is the text of an event.
  case event
}

/// The layout of a text, by which its lines are split.
package struct TextLayout: Hashable, Sendable {
  /// The separator between the cells of a record.
  package var separator: UInt8
  /// Whether the first record contains the names of the cells.
  package var hasHeader: Bool
  /// The names of the cells, if no record contains them.
  package var names: [String]
  /// The number of lines above the records: comments, a title.
  package var preamble: Int
  /// Whether lines end with a carriage return alone.
  package var endsWithReturn: Bool
  /// The format of log lines.
  package var log: LogFormat?
  /// The style of settings.
  package var settings = SettingsForm.Style.equals
  /// The style of settings that are those of several records, with blank lines between them.
  package var records: RecordsForm.Style?
  /// The style of listings of folders.
  package var listing: ListingForm.Style?
  /// Whether later lines may contradict the format: JSON that begins with a number, a word or a list, or a single field of an
  /// event.
  package var isGuess: Bool
  /// Whether there are control sequences between the parts of JSON.
  package var hasControls = false
  /// Whether a log line names the fields of those below it.
  package var hasDirectives = false
  /// The member with the messages of a JSON log between whose entries there are plain lines.
  package var messageName: String?

  /// Creates the layout of lines, or of records separated by commas below a header.
  package init(
    separator: UInt8 = UInt8(ascii: ","),
    hasHeader: Bool = true,
    names: [String] = [],
    preamble: Int = 0,
    endsWithReturn: Bool = false,
    log: LogFormat? = nil,
    records: RecordsForm.Style? = nil,
    listing: ListingForm.Style? = nil,
    isGuess: Bool = false
  ) {
    self.separator = separator
    self.hasHeader = hasHeader
    self.names = names
    self.preamble = preamble
    self.endsWithReturn = endsWithReturn
    self.log = log
    self.records = records
    self.listing = listing
    self.isGuess = isGuess
  }
}
