/// Documents of YAML, one after the other between `---`, each a value as if it were JSON.
///
/// A line that begins with `---` or `...` ends a document wherever it stands, as YAML says, so that a
/// document is read once it is whole, and what is wrong with one is not wrong with the next.
struct YAMLForm: Sendable {
  /// The lines of the current document, each with its end.
  private var text: [UInt8] = []
  /// The line of the feed on which it begins.
  private var start = 1
  /// How much of it has been given out while nothing more had come.
  private var given = 0
  /// Whether it is longer than a document may be.
  private var isTooLong = false

  /// Takes a line without its end.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - number: Which line of the feed it is.
  ///   - limit: The most bytes that a document may have.
  ///   - values: Where its documents go.
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

  /// Says that nothing more comes for now: a document that can be read is given out, and again if it
  /// grows.
  mutating func rest(into values: inout TextValues) {
    guard given < text.count, let documents = try? Self.documents(text) else { return }
    given = text.count
    for document in documents { values.appendYAML(document) }
  }

  /// Says that the document has ended.
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

  /// Whether nothing but directives has come, which belong to the document that follows.
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
  /// Appends a document that was read.
  fileprivate mutating func appendYAML(_ json: [UInt8]) {
    appendValue(from: .json) { $0 += json }
  }
}
