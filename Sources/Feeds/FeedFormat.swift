/// How the bytes of a feed are cut into values.
public enum FeedFormat: String, CaseIterable, Hashable, Sendable {
  /// Told from the first bytes.
  case auto
  /// JSON values, separated by white space, newlines, record separators or nothing.
  case json
  /// A header and records of cells, by RFC 4180, separated by commas or semicolons.
  case csv
  /// A header and lines of cells, separated by tabs.
  case tsv
  /// A header and lines that are cut where the header's columns stand, as `ps` and `df` print them.
  case table
  /// Lines of a log, each a row of the fields that it is cut into.
  case log
  /// A name and a value on each line, as sysctl(8), `.env` and INI files, lscpu(1) and wc(1) have them.
  case settings
  /// Metrics in the text format of Prometheus.
  case metrics
  /// Lines of text, each a row with one cell.
  case lines
  /// Server-sent events, whose data is read by the rules of JSON feeds.
  case sse
}
