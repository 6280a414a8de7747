/// Documents of YAML, separated by `---`, each read as the JSON value of the same content.
///
/// A line that begins with `---` or `...` ends a document wherever it occurs, as YAML specifies, so that
/// a document is read once it is complete, and an error in one does not affect the next.
struct YAMLForm: Sendable {
  /// The lines of the current document, each with its end.
  private var text: [UInt8] = []
  /// The line of the feed where it begins.
  private var start = 1
  /// The number of its bytes that were emitted while nothing more had arrived.
  private var given = 0
  /// Whether it exceeds the maximum length of a document.
  private var isTooLong = false

  /// Reads a line without its end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: The number of the line in the feed.
  ///   - limit: The maximum number of bytes in a document.
  ///   - values: The values to which its documents are appended.
  mutating func take(
    _ line: UnsafeBufferPointer<UInt8>,
    _ number: Int,
    limit: Int,
    into values: inout TextValues
  ) {
    let isEnd = Self.isMarker(line, UInt8(ascii: "."))
    if isEnd || Self.isMarker(line, UInt8(ascii: "-")) && !isDirectives {
      finish(limit: limit, into: &values)
      start = number
    }
    guard !isEnd, !isTooLong else { return }
    if text.isEmpty { start = number }
    guard text.count + line.count < limit else {
      isTooLong = true
      text = []
      return
    }
    text.append(contentsOf: line)
    text.append(UInt8(ascii: "\n"))
  }

  /// Handles a pause of the feed: a document that can be read is emitted, and again when it has
  /// grown.
  mutating func rest(into values: inout TextValues) {
    guard given < text.count, let documents = try? Self.documents(text) else { return }
    given = text.count
    for document in documents { values.appendYAML(document) }
  }

  /// Handles the end of the document.
  mutating func finish(limit: Int, into values: inout TextValues) {
    defer {
      text.removeAll(keepingCapacity: true)
      given = 0
      isTooLong = false
    }
    if isTooLong { return values.refuse(FeedText.Malformed.longDocument(limit), line: start) }
    guard given < text.count else { return }
    do {
      for document in try Self.documents(text) { values.appendYAML(document) }
    } catch {
      values.refuse(FeedText.Malformed.document("YAML", error.reason), line: start + error.line)
    }
  }

  /// Whether only directives have arrived, which belong to the following document.
  private var isDirectives: Bool {
    text.first == UInt8(ascii: "%")
      && text.split(separator: UInt8(ascii: "\n")).allSatisfy {
        $0.first == UInt8(ascii: "%") || $0.first == UInt8(ascii: "#")
      }
  }

  private static func documents(_ text: [UInt8]) throws(YAMLReader.Failure) -> [[UInt8]] {
    try text.withUnsafeBufferPointer(YAMLReader.documents)
  }

  /// Whether a line is `---` or `...`, possibly with content after it.
  static func isMarker(_ line: UnsafeBufferPointer<UInt8>, _ byte: UInt8) -> Bool {
    line.count >= 3 && line.prefix(3).allSatisfy { $0 == byte }
      && (line.count == 3 || line[3].isBlank)
  }
}

extension TextValues {
  /// Appends a document as values.
  fileprivate mutating func appendYAML(_ json: [UInt8]) {
    appendValue(from: .json, isDocument: true) { $0 += json }
  }
}
