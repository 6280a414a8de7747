/// How the bytes of a feed are divided into values.
public enum FeedFormat: String, CaseIterable, Hashable, Sendable {
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
  /// The format that a file name extension indicates where the content may not: `.yaml` and `.yml`,
  /// also before the extension of a compressed file.
  ///
  /// - Parameter name: The name of a file, or an address.
  /// - Returns: The format, and why; nil if the name does not indicate one.
  static func suggested(by name: String) -> (format: FeedFormat, reason: String)? {
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
