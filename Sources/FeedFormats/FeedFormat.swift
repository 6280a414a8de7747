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
