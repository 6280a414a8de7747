public import ArgumentParser
public import Feeds
import Patterns

/// How the bytes of a feed are read, where it is not told from them.
struct DecodingOptions: ParsableArguments {
  @Option(
    help: """
      Fields that identify a row, such as id or metadata.uid, separated by commas; none makes every \
      line its own row. Default: inferred from the rows (see listview explain).
      """
  )
  var key: String?

  @Option(
    help: "Path to the rows inside each value, such as .items[], or .payload to unwrap it."
  )
  var rows: String?

  @Option(
    help: """
      Feed format: auto, json, csv, tsv, table, log, settings, metrics, lines or sse.
      """
  )
  var format: FeedFormat = .auto

  @Option(
    help:
      "Separator of CSV: one character, or tab. Default: detected."
  )
  var delimiter: String?

  @Option(
    help: """
      Regular expression that splits lines into fields, such as '(?<time>\\S+) (?<level>\\w+) \
      (?<message>.*)', or the name of one under [patterns] in the configuration file.
      """
  )
  var pattern: String?

  private var capturePattern: CapturePattern? { pattern.flatMap { try? CapturePattern($0) } }

  private func validatePattern() throws {
    guard let pattern else { return }
    do throws(PatternError) {
      guard try CapturePattern(pattern).names.isEmpty else { return }
    } catch {
      throw ValidationError("--pattern: \(error), at character \(error.offset + 1).")
    }
    throw ValidationError(
      "--pattern needs a named group, such as (?<message>.*), or the name of a pattern under "
        + "[patterns] in the configuration file; none is named \(pattern)."
    )
  }

  func validate() throws {
    try validatePattern()
    guard pattern == nil || [.auto, .log].contains(format) && delimiter == nil else {
      throw ValidationError("--pattern splits lines: leave out --format and --delimiter.")
    }
    if let delimiter, Self.byte(of: delimiter) == nil {
      throw ValidationError("--delimiter needs one ASCII character, such as ';', or tab.")
    }
    if delimiter != nil, ![.auto, .csv, .tsv].contains(format) {
      throw ValidationError("--delimiter is for CSV: leave out --format \(format.rawValue).")
    }
    if let key, key.isEmpty || key.split(separator: ",").isEmpty {
      throw ValidationError("--key needs the path of a field, such as id or metadata.uid.")
    }
    if let rows, RowsPath(rows) == nil {
      throw ValidationError("--rows needs a path, such as .items[] or .data.nodes[].")
    }
  }

  private var keyChoice: KeyChoice {
    guard let key else { return .automatic }
    return key == "none" ? .none : .fields(key.split(separator: ",").map { FieldPath($0) })
  }

  /// The options for the decoder.
  var options: FeedDecoder.Options {
    var options = FeedDecoder.Options(
      key: keyChoice,
      rowsPath: rows.flatMap { RowsPath($0) },
      format: delimiter == nil ? format : .csv,
      separator: delimiter.flatMap(Self.byte)
    )
    options.pattern = capturePattern
    return options
  }

  private static func byte(of delimiter: String) -> UInt8? {
    if delimiter == "tab" || delimiter == "\\t" { return UInt8(ascii: "\t") }
    guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first, byte < 0x80,
      byte == UInt8(ascii: "\t") || byte >= 0x20, byte != UInt8(ascii: "\"")
    else { return nil }
    return byte
  }
}

extension FeedFormat: ExpressibleByArgument {}
