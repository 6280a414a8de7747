public import ArgumentParser
public import Feeds

/// How the bytes of a feed are read, where it is not told from them.
struct DecodingOptions: ParsableArguments {
  @Option(
    help: """
      Fields that identify a row: paths such as id or metadata.uid, joined by commas; none makes every \
      line a row of its own. Default: inferred from the rows (see listview explain).
      """
  )
  var key: String?

  @Option(
    help: "Where the rows of a value are: a path such as .items[], or .payload to unwrap a value."
  )
  var rows: String?

  @Option(help: "How the bytes are cut into values: auto, json, csv, tsv, table, lines or sse.")
  var format: FeedFormat = .auto

  func validate() throws {
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
    FeedDecoder.Options(
      key: keyChoice,
      rowsPath: rows.flatMap { RowsPath($0) },
      format: format
    )
  }
}

extension FeedFormat: ExpressibleByArgument {}
