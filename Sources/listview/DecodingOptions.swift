public import ArgumentParser
public import Feeds

/// How the bytes of a feed are read, where it is not told from them.
struct DecodingOptions: ParsableArguments {
  @Option(
    help: "The fields that identify a row: paths such as id or metadata.uid, joined by commas."
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

  /// The options for the decoder.
  var options: FeedDecoder.Options {
    FeedDecoder.Options(
      key: key.map { $0.split(separator: ",").map { FieldPath($0) } },
      rowsPath: rows.flatMap { RowsPath($0) },
      format: format
    )
  }
}

extension FeedFormat: ExpressibleByArgument {}
